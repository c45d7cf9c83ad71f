import { readdirSync } from 'node:fs';
import { defineConfig } from 'vitepress';
import { playground } from '../playground/bundle/playground.ts';

/** Pages that commands write, each when it is run for the first time. */
const measured = readdirSync(new URL('../measured', import.meta.url))
  .map((file) => file.replace('.md', ''))
  .sort();

export default defineConfig({
  title: 'waymark',
  description: "CodeIgniter's routes for TypeScript",
  lang: 'en',
  cleanUrls: true,
  srcExclude: ['example/**'],
  // An answer behind an arrow is often longer than the column.
  head: [['style', {}, '.vp-doc .language-ts code { white-space: pre-wrap }']],
  vite: { plugins: [playground()] },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guide', link: '/quick-start' },
      { text: 'API', link: '/api/' },
      { text: 'Playground', link: '/playground' },
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
    sidebar: [
      {
        text: 'Start',
        items: [
          { text: 'Why waymark', link: '/why' },
          { text: 'Quick start', link: '/quick-start' },
        ],
      },
      {
        text: 'Routes',
        items: [
          { text: 'Defining routes', link: '/routes' },
          { text: 'Patterns', link: '/patterns' },
          { text: 'The route table', link: '/table' },
          { text: 'Resources, contexts, prefixes, blocks, names', link: '/resources' },
          { text: 'The resolver', link: '/resolver' },
        ],
      },
      {
        text: 'Applications',
        items: [
          { text: 'Modules and controllers', link: '/controllers' },
          { text: 'Responses, the context, errors', link: '/responses' },
          { text: 'Running it', link: '/serving' },
          { text: 'Testing your routes', link: '/testing-your-routes' },
          { text: 'Test runners', link: '/test-runners' },
        ],
      },
      {
        text: 'Coming from',
        items: [
          { text: 'CodeIgniter and Bonfire', link: '/codeigniter' },
          { text: 'Laravel, Rails, Express, Hono', link: '/other-frameworks' },
        ],
      },
      {
        text: 'Tools',
        items: [
          { text: 'Playground', link: '/playground' },
          { text: 'The command line', link: '/command-line' },
          { text: 'Seeing and proving a table', link: '/inspect' },
          { text: 'Errors', link: '/errors/' },
        ],
      },
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
      {
        text: 'About waymark',
        items: [
          { text: 'Security', link: '/SECURITY' },
          { text: 'Benchmarks', link: '/benchmarks' },
          {
            text: 'Measured',
            collapsed: true,
            items: measured.map((name) => ({ text: name, link: `/measured/${name}` })),
          },
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
