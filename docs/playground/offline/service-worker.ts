/**
 * Opens the playground without a network. It keeps the page and its files when it is installed, and
 * writes to no cache afterwards: a cache holds the files of one build or is not used.
 */
import { assetsIn } from './references.ts';

declare const self: ServiceWorkerGlobalScope;
/** The files, relative to the site's base, where this script is. */
declare const FILES: readonly string[];
/** Differs for each build of the page and its files. */
declare const VERSION: string;

/** The playground's address, without a slash or `.html` at its end. */
const PAGE = self.registration.scope;

const OWN = `${PAGE} `;
/** Sites may share an origin, and then its caches. */
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

/** Keeps all files or fails, and the browser then tries again at the next visit. */
async function keep(): Promise<void> {
  const cache = await caches.open(CACHE);
  // Answers of another origin, and errors, fail.
  await cache.addAll(FILES.map((file) => new Request(addressOf(file), { mode: 'same-origin' })));
  // The page comes last: if it is of this build, no deployment came between its files.
  const page = await fetch(PAGE, { mode: 'same-origin', cache: 'no-cache' });
  const html = await page.text();
  const assets = assetsIn(html);
  if (!page.ok || assets.length === 0 || !assets.every((file) => FILES.includes(file))) {
    throw new Error('The page is not of the same build as its files.');
  }
  // Made anew, since a navigation refuses a response that was redirected.
  await cache.put(PAGE, new Response(html, { headers: page.headers }));
}

/** Runs once no page uses an earlier worker and its cache. */
async function start(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(OWN) && name !== CACHE) await caches.delete(name);
  }
  // The page that registered this has not loaded all of its tools.
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

/** The address of a page, whichever way it is written. */
function pageOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/(?:\.html|\/)$/, '');
}
