/**
 * `npm run docs:build`, last step: checks that every link within the built site leads to a page and
 * a place in it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const site = new URL('../../docs/.vitepress/dist/', import.meta.url);
const files = readdirSync(fileURLToPath(site), { recursive: true, encoding: 'utf8' });
const pages = new Map(
  files
    .filter((file) => file.endsWith('.html'))
    .map((file) => [file, readFileSync(new URL(file, site), 'utf8')]),
);
const others = new Set(files);

const dead = [...pages].flatMap(([file, html]) =>
  Array.from(html.matchAll(/<(?:a|link)\b[^>]* href="([^"]*)"/g), ([, link]) =>
    link.replaceAll('&amp;', '&'),
  )
    .filter((link) => !leads(file, link))
    .map((link) => `${file}: ${link}`),
);
if (dead.length > 0) {
  console.error(`${dead.length} links of the site are dead:\n${[...new Set(dead)].join('\n')}`);
  process.exitCode = 1;
}

/** True if a link leads to a page or another site. */
function leads(file: string, link: string): boolean {
  const base = 'http://site.invalid/';
  const { origin, pathname, hash } = new URL(link, base + file);
  if (`${origin}/` !== base) return true;
  const path = decodeURIComponent(pathname).slice(1);
  if (others.has(path) && !path.endsWith('.html')) return path !== '' || hash === '';
  const page = [path, `${path}.html`, `${path}index.html`]
    .map((name) => pages.get(name))
    .find(Boolean);
  if (page === undefined) return false;
  // The playground reads the hash itself.
  if (hash === '' || path === 'playground') return true;
  return page.includes(` id="${decodeURIComponent(hash.slice(1))}"`);
}
