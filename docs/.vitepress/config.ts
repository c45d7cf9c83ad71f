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
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
    sidebar: [
      { text: 'Start', items: [{ text: 'Quick start', link: '/quick-start' }] },
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
