/**
 * Opens the playground without a network. It caches the page and its files on install, and never
 * writes to the cache afterwards, so a cache has the files of a single build.
 */
import { assetsIn } from './references.ts';

declare const self: ServiceWorkerGlobalScope;
/** The files to cache, relative to the site's base. This script is in that folder. */
declare const FILES: readonly string[];
/** The version, different for each build of the page and its files. */
declare const VERSION: string;

/** The playground's address, without a trailing slash or `.html`. */
const PAGE = self.registration.scope;

const OWN = `${PAGE} `;
/** The cache's name. It includes the page's address because sites on one origin share caches. */
const CACHE = OWN + VERSION;

const ADDRESSES = new Set(FILES.map(addressOf));

self.addEventListener('install', (event) => event.waitUntil(keep()));
self.addEventListener('activate', (event) => event.waitUntil(start()));
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  if (method !== 'GET') return;
  const address = mode === 'navigate' ? pageOf(url) : url;
  if (address !== PAGE && !ADDRESSES.has(address)) return;
  const isHashed = address.startsWith(addressOf('assets/'));
  event.respondWith((isHashed ? keptFirst : networkFirst)(event.request, address));
});

/** Caches all files or fails; the browser then retries at the next visit. */
async function keep(): Promise<void> {
  const cache = await caches.open(CACHE);
  // Responses from another origin are rejected, as are errors.
  await cache.addAll(FILES.map((file) => new Request(addressOf(file), { mode: 'same-origin' })));
  // The page comes last: if it belongs to this build, so do the files fetched before it.
  const page = await fetch(PAGE, { mode: 'same-origin', cache: 'no-cache' });
  const html = await page.text();
  const assets = assetsIn(html);
  if (!page.ok || assets.length === 0 || !assets.every((file) => FILES.includes(file))) {
    throw new Error('The page and its files are from different builds.');
  }
  // A new response, because navigations reject redirected ones.
  await cache.put(PAGE, new Response(html, { headers: page.headers }));
}

/** Deletes old caches. Runs once no page uses an earlier worker. */
async function start(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(OWN) && name !== CACHE) await caches.delete(name);
  }
  // Serves the current page too, which may still have tools to load.
  await self.clients.claim();
}

async function keptFirst(request: Request, address: string): Promise<Response> {
  return (await kept(address)) ?? fetch(request);
}

async function networkFirst(request: Request, address: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const response = await kept(address);
    if (response === undefined) throw error;
    return response;
  }
}

async function kept(address: string): Promise<Response | undefined> {
  const cache = await caches.open(CACHE);
  return cache.match(address, { ignoreVary: true });
}

function addressOf(file: string): string {
  return new URL(file, self.location.href).href;
}

/** Returns a page's address without a trailing slash or `.html`. */
function pageOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/(?:\.html|\/)$/, '');
}
