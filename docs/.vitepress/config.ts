import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { offline } from '../playground/bundle/offline.ts';
import { playground } from '../playground/bundle/playground.ts';
import { pairPictures } from './dark-pictures.ts';
import { describe } from './describe.ts';
import { writeIndex } from './llms.ts';
import { type OwnedFields, ownedSettings } from './owner.ts';
import { PITCH } from './pitch.ts';
import { linkSamples } from './playground-links.ts';
import { boostDocument } from './search.ts';
import { sidebar } from './sidebar.ts';

const manifest: { version: string } & OwnedFields = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const { theme, head, ...owned } = ownedSettings(manifest);

/** The files that the playground needs for its first answer. */
const LOADED_FIRST = /\/(framework|theme|worker|playground\.md)\./;

/** The pages and folders that don't belong to the guide. */
const OTHER_PARTS = [
  ...['api', 'playground', 'CHANGELOG'],
  ...Object.keys(sidebar).flatMap((path) =>
    sidebar[path] === sidebar['/'] ? [] : path.split('/'),
  ),
].filter((part) => part !== '');

const withoutNetwork = offline();

export default defineConfig({
  title: 'waymark',
  description: PITCH,
  lang: 'en',
  cleanUrls: true,
  srcExclude: ['example/**'],
  ...owned,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: '/logo.svg' }],
    ['meta', { name: 'theme-color', content: '#2b8a5f' }],
    ['meta', { property: 'og:site_name', content: 'waymark' }],
    ...head,
  ],
  transformPageData: (page, { siteConfig }) => {
    const text = readFileSync(join(siteConfig.srcDir, page.filePath), 'utf8');
    page.description = page.filePath === 'index.md' ? PITCH : (describe(text) ?? PITCH);
    // The reference is generated from the source code, so its pages can't be edited.
    if (page.filePath.startsWith('api/')) page.frontmatter.editLink = false;
  },
  transformHead: ({ pageData: { title, description } }) => [
    ['meta', { property: 'og:title', content: title === '' ? 'waymark' : title }],
    ['meta', { property: 'og:description', content: description }],
  ],
  // The playground loads everything else after its first answer, or on demand.
  shouldPreload: (link, page) => page !== 'playground.md' || LOADED_FIRST.test(link),
  transformHtml: (html, _file, { page }) =>
    page === 'playground.md' ? html.replace(/<link rel="prefetch"[^>]*>\s*/g, '') : html,
  // In the default themes, comments and keywords are below the contrast of WCAG AA.
  markdown: {
    config: (md) => {
      linkSamples(md);
      pairPictures(md);
    },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  async buildEnd(site) {
    writeIndex(site);
    await withoutNetwork.write(site);
  },
  vite: { plugins: [playground(), withoutNetwork.plugin] },
  themeConfig: {
    ...theme,
    logo: '/logo.svg',
    footer: {
      message: `<span class="lit"><span class="lit-hit"><code>(.*)</code> waymark ${manifest.version}, under the MIT licence</span></span>`,
    },
    search: { provider: 'local', options: { miniSearch: { searchOptions: { boostDocument } } } },
    outline: [2, 3],
    nav: [
      {
        text: 'Guide',
        link: '/quick-start',
        activeMatch: `^/(?!$|(?:${OTHER_PARTS.join('|')})(?:/|$))`,
      },
      { text: 'API', link: '/api/', activeMatch: '^/api/' },
      { text: 'Playground', link: '/playground' },
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
    sidebar,
  },
});
