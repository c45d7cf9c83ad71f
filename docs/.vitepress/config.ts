import { defineConfig } from 'vitepress';

export default defineConfig({
  title: 'waymark',
  description: "CodeIgniter's routes for TypeScript",
  lang: 'en',
  cleanUrls: true,
  srcExclude: ['example/**'],
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guide', link: '/quick-start' },
      { text: 'API', link: '/api/' },
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
    sidebar: [
      { text: 'Start', items: [{ text: 'Quick start', link: '/quick-start' }] },
      {
        text: 'API reference',
        collapsed: true,
        link: '/api/',
        items: [
          { text: 'waymark', link: '/api/waymark' },
          { text: 'waymark/fetch', link: '/api/waymark/fetch' },
          { text: 'waymark/hmvc', link: '/api/waymark/hmvc' },
          { text: 'waymark/node', link: '/api/waymark/node' },
          { text: 'waymark/inspect', link: '/api/waymark/inspect' },
          { text: 'waymark/import', link: '/api/waymark/import' },
        ],
      },
      { text: 'Tools', items: [{ text: 'The command line', link: '/command-line' }] },
      {
        text: 'About waymark',
        items: [
          { text: 'Security', link: '/SECURITY' },
          { text: 'Benchmarks', link: '/benchmarks' },
          { text: 'Architecture', link: '/architecture' },
          { text: 'Decisions', link: '/decisions/' },
          { text: 'How it is tested', link: '/testing' },
          { text: 'Contributing', link: '/CONTRIBUTING' },
          { text: 'Changelog', link: '/CHANGELOG' },
        ],
      },
    ],
  },
});
