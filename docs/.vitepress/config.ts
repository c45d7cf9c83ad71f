import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { playground } from '../playground/bundle/playground.ts';
import { describe } from './describe.ts';
import { writeIndex } from './llms.ts';

/** Pages that commands write, each when it is run for the first time. */
const measured = readdirSync(new URL('../measured', import.meta.url))
  .map((file) => file.replace('.md', ''))
  .sort();

const { version, homepage }: { version: string; homepage?: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const PITCH = 'A router that tries routes in your order, and can prove what they do.';

/** The files that the playground needs for its first answer. */
const LOADED_FIRST = /\/(framework|theme|worker|playground\.md)\./;

export default defineConfig({
  title: 'waymark',
  description: PITCH,
  lang: 'en',
  cleanUrls: true,
  srcExclude: ['example/**'],
  ...(homepage === undefined ? {} : { sitemap: { hostname: homepage } }),
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: '/logo.svg' }],
    ['meta', { name: 'theme-color', content: '#2b8a5f' }],
    ['meta', { property: 'og:site_name', content: 'waymark' }],
  ],
  transformPageData: (page, { siteConfig }) => {
    const text = readFileSync(join(siteConfig.srcDir, page.filePath), 'utf8');
    page.description = describe(text) ?? PITCH;
  },
  transformHead: ({ pageData: { title, description } }) => [
    ['meta', { property: 'og:title', content: title === '' ? 'waymark' : title }],
    ['meta', { property: 'og:description', content: description }],
  ],
  // The playground loads the rest when it has answered, or needs it.
  shouldPreload: (link, page) => page !== 'playground.md' || LOADED_FIRST.test(link),
  transformHtml: (html, _file, { page }) =>
    page === 'playground.md' ? html.replace(/<link rel="prefetch"[^>]*>\s*/g, '') : html,
  buildEnd: writeIndex,
  vite: { plugins: [playground()] },
  themeConfig: {
    logo: '/logo.svg',
    notFound: {
      quote: 'No route matches this address, not even (.*). The search finds most things.',
      linkText: 'To the home page',
    },
    footer: { message: `waymark ${version}, under the MIT licence` },
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
          { text: 'How do I …', link: '/recipes' },
          { text: 'Troubleshooting', link: '/troubleshooting' },
          { text: 'Glossary', link: '/glossary' },
          { text: 'Compared with other routers', link: '/comparison' },
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
          { text: 'Reading the body', link: '/body' },
          { text: 'Sessions and cookies', link: '/sessions' },
          { text: 'Guards', link: '/guards' },
          { text: 'Serving an application', link: '/serving' },
          { text: 'The plugin for bundlers', link: '/plugin' },
          { text: 'Middleware in front', link: '/middleware' },
          { text: 'Testing your routes', link: '/testing-your-routes' },
          { text: 'Test runners', link: '/test-runners' },
        ],
      },
      {
        text: 'Coming from',
        items: [
          { text: 'CodeIgniter and Bonfire', link: '/codeigniter' },
          { text: 'A gateway in front of PHP', link: '/gateway' },
          { text: 'Laravel, Rails, Express, Hono', link: '/other-frameworks' },
        ],
      },
      {
        text: 'Tools',
        items: [
          { text: 'Playground', link: '/playground' },
          { text: 'The command line', link: '/command-line' },
          { text: 'Inspecting a table', link: '/inspect' },
          { text: 'Errors', link: '/errors/' },
        ],
      },
      {
        text: 'API reference',
        collapsed: true,
        link: '/api/',
        items: [
          { text: 'waymark', link: '/api/waymark' },
          { text: 'waymark/compiled', link: '/api/waymark/compiled' },
          { text: 'waymark/fetch', link: '/api/waymark/fetch' },
          { text: 'waymark/hmvc', link: '/api/waymark/hmvc' },
          { text: 'waymark/http', link: '/api/waymark/http' },
          { text: 'waymark/node', link: '/api/waymark/node' },
          { text: 'waymark/inspect', link: '/api/waymark/inspect' },
          { text: 'waymark/import', link: '/api/waymark/import' },
          { text: 'waymark/plugin', link: '/api/waymark/plugin' },
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
