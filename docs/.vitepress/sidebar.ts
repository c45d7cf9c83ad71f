/** The sidebars: one for the guide, one for the reference, one for contributors. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DefaultTheme } from 'vitepress';

type Item = DefaultTheme.SidebarItem;

/** The pages that commands write; each exists once its command has run. */
const measured = namesIn('measured');

const guide: Item[] = [
  {
    text: 'Start',
    items: [
      { text: 'Why waymark', link: '/why' },
      { text: 'Quick start', link: '/quick-start' },
      { text: 'How do I …', link: '/recipes' },
      { text: 'waymark with …', link: '/with' },
      { text: 'Troubleshooting', link: '/troubleshooting' },
    ],
  },
  {
    text: 'Routes',
    items: [
      { text: 'Defining routes', link: '/routes' },
      { text: 'Patterns', link: '/patterns' },
      { text: 'The route table', link: '/table' },
      { text: 'Groups of routes', link: '/resources' },
      { text: 'The resolver', link: '/resolver' },
    ],
  },
  {
    text: 'Applications',
    items: [
      { text: 'Modules and controllers', link: '/controllers' },
      { text: 'Responses', link: '/responses' },
      { text: 'Reading the body', link: '/body' },
      { text: 'Streams', link: '/streams' },
      { text: 'Sessions and cookies', link: '/sessions' },
      { text: 'Guards', link: '/guards' },
      { text: 'Logs, metrics, traces', link: '/logs' },
      { text: 'Serving an application', link: '/serving' },
      {
        text: 'Deploying',
        link: '/deploying',
        items: [
          { text: 'Cloudflare Workers', link: '/deploying/workers' },
          { text: 'AWS Lambda', link: '/deploying/lambda' },
        ],
      },
      { text: 'The plugin for bundlers', link: '/plugin' },
      { text: 'Testing your routes', link: '/testing-your-routes' },
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
      { text: 'What check found', link: '/found' },
      { text: 'OpenAPI', link: '/openapi' },
      {
        text: 'Errors',
        link: '/errors/',
        collapsed: true,
        items: namesIn('errors').map((code) => ({ text: code, link: `/errors/${code}` })),
      },
      { text: 'API reference', link: '/api/' },
    ],
  },
  {
    text: 'About waymark',
    items: [
      { text: 'Security', link: '/SECURITY' },
      { text: 'Benchmarks', link: '/benchmarks' },
      { text: 'Changelog', link: '/CHANGELOG' },
      { text: 'Contributing', link: '/CONTRIBUTING' },
    ],
  },
];

const contributing: Item[] = [
  {
    text: 'Contributing',
    items: [
      { text: 'Setup and commands', link: '/CONTRIBUTING' },
      { text: 'Architecture', link: '/architecture' },
      { text: 'How it is tested', link: '/testing' },
      { text: 'Decisions', link: '/decisions/' },
    ],
  },
  {
    text: 'Measurements',
    items: measured.map((name) => ({ text: name, link: `/measured/${name}` })),
  },
];

/** The folders of each entry in the reference, and their headings. */
const KINDS = [
  ['functions', 'Functions'],
  ['classes', 'Classes'],
  ['variables', 'Constants'],
  ['interfaces', 'Interfaces'],
  ['type-aliases', 'Types'],
] as const;

/** The entries of the package. The folder of `waymark` contains the others. */
const ENTRIES = [
  'waymark',
  'waymark/compiled',
  'waymark/fetch',
  'waymark/gateway',
  'waymark/hmvc',
  'waymark/http',
  'waymark-tools/import',
  'waymark-tools/inspect',
  'waymark/node',
  'waymark-tools/plugin',
];

/** The reference: a page for each public name. `npm run docs:build` writes them first. */
function reference(): Item[] {
  return ENTRIES.map((entry) => ({
    text: entry,
    link: `/api/${entry}/`,
    collapsed: true,
    items: KINDS.flatMap(([folder, text]) => {
      const names = namesIn(`api/${entry}/${folder}`);
      const items = names.map((name) => ({ text: name, link: `/api/${entry}/${folder}/${name}` }));
      return items.length === 0 ? [] : [{ text, items }];
    }),
  }));
}

/**
 * The sidebar for each path prefix. The first prefix that matches wins, so `/testing-your-routes`
 * comes before `/testing`.
 */
export const sidebar: Record<string, Item[]> = {
  '/api/': [{ text: 'API reference', link: '/api/' }, ...reference()],
  '/decisions/': contributing,
  '/measured/': contributing,
  '/testing-your-routes': guide,
  '/testing': contributing,
  '/architecture': contributing,
  '/CONTRIBUTING': contributing,
  '/': guide,
};

/** The pages of a folder without their extension, sorted; none if it does not exist yet. */
function namesIn(folder: string): string[] {
  const path = join(fileURLToPath(new URL('..', import.meta.url)), folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((file) => file.endsWith('.md') && file !== 'index.md')
    .map((file) => file.replace('.md', ''))
    .sort((one, other) => one.localeCompare(other, 'en'));
}
