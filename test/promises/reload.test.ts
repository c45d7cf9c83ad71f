/** Reloads route files that export a function on a real Vite server. Reads the built package. */

import { createServer, isRunnableDevEnvironment, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { installedApplication } from '../support/installed.ts';

const app = installedApplication('reload');

/** A route file with these lines. */
const routeFile = (...lines: readonly string[]) =>
  `import { Route } from 'waymark';\nexport default () => {\n${lines.join('\n')}\n};\n`;

const INDEX = "Route.get('photos', 'photos/index', { as: 'photos' });";
const NEW = "Route.get('photos/new', 'photos/create_new');";
const SHOW = "Route.get('photos/(:any)', 'photos/show/$1', { as: 'photo' });";

beforeAll(() => {
  app.write(
    'app.ts',
    `import { Route } from 'waymark';
     import { createFetchHandler } from 'waymark/fetch';
     import { createControllers, withModuleRoutes } from 'waymark/hmvc';
     import admin from './routes/admin.ts';
     import photos from './routes/photos.ts';

     const files = import.meta.glob('./application/**/*.ts');
     const own = Route.collect({ default_controller: 'photos' }, photos, admin);
     export const routes = await withModuleRoutes(own, files);
     export const fetch = createFetchHandler({ routes, controllers: createControllers(files) });
     export const url = (name: string, params?: string[]) => Route.url(name, params);`,
  );
  app.write(
    'application/modules/blog/controllers/posts.ts',
    `import { Controller } from 'waymark/hmvc';
     export default class Posts extends Controller {
       index() { return 'posts'; }
     }`,
  );
  app.write(
    'application/controllers/photos.ts',
    `import { Controller } from 'waymark/hmvc';
     export default class Photos extends Controller {
       index() { return 'index'; }
       show(name: string) { return 'show ' + name; }
       create_new() { return 'new'; }
     }`,
  );
  app.write('routes/admin.ts', routeFile("Route.get('admin', 'photos/index', { as: 'admin' });"));
});
afterAll(() => app.remove());

const BLOG = 'application/modules/blog/config/routes.ts';

/** The exports of the application module. */
interface App {
  readonly routes: Readonly<Record<string, string>>;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly url: (name: string, params?: string[]) => string;
}

const start = () =>
  createServer({
    root: app.folder,
    configFile: false,
    appType: 'custom',
    logLevel: 'silent',
    cacheDir: `${app.folder}/.vite`,
    optimizeDeps: { noDiscovery: true },
    // Nothing watches the file system: tests announce changes.
    server: { middlewareMode: true, ws: false, watch: null },
  });

/** The ways a server loads the application at each request. */
const LOADERS: readonly (readonly [string, (server: ViteDevServer) => Promise<unknown>])[] = [
  ['ssrLoadModule', (server) => server.ssrLoadModule('/app.ts')],
  [
    'the runner of an environment',
    ({ environments: { ssr } }) => {
      if (!isRunnableDevEnvironment(ssr)) throw new Error('this Vite runs its modules elsewhere');
      return ssr.runner.import('/app.ts');
    },
  ],
];

describe.each(LOADERS)('a route file that a Vite server reloads, by %s,', (_how, load) => {
  let server: ViteDevServer;
  beforeAll(async () => {
    app.write('routes/photos.ts', routeFile(INDEX, NEW, SHOW));
    app.write(BLOG, routeFile("Route.get('posts', 'posts', { as: 'posts' });"));
    server = await start();
  });
  afterAll(() => server.close());

  /** Does what Vite does when its watcher reports a change. */
  function change(...lines: readonly string[]) {
    server.watcher.emit('change', app.write('routes/photos.ts', routeFile(...lines)));
  }

  // The cast names the exports of app.ts, which no compiler has seen.
  const loaded = async () => (await load(server)) as App;

  async function ask(path: string): Promise<string> {
    const { fetch } = await loaded();
    const response = await fetch(new Request(`http://localhost${path}`));
    return `${response.status} ${await response.text()}`;
  }

  /** Retries until the check passes, as Vite takes time to reload. */
  const eventually = (check: () => Promise<void>) =>
    vi.waitFor(check, { timeout: 60_000, interval: 10 });

  it('is answered as it is now: a route is removed, moved and renamed', async () => {
    expect(await ask('/photos/new')).toBe('200 new');
    expect(await ask('/photos/beach')).toBe('200 show beach');

    change(INDEX, NEW);
    await eventually(async () => expect(await ask('/photos/beach')).toBe('404 Not Found'));
    expect(await ask('/photos/new')).toBe('200 new');

    change(INDEX, SHOW, NEW);
    await eventually(async () => expect(await ask('/photos/new')).toBe('200 show new'));
    expect(Object.keys((await loaded()).routes)).toEqual([
      'default_controller',
      'GET photos',
      'GET photos/(:any)',
      'GET photos/new',
      'GET admin',
      'GET posts',
    ]);

    expect((await loaded()).url('photo', ['beach'])).toBe('/photos/beach');
    change(INDEX, SHOW.replace('photos/(:any)', 'pictures/(:any)').replace("'photo'", "'picture'"));
    await eventually(async () => expect(await ask('/pictures/beach')).toBe('200 show beach'));
    expect(await ask('/photos/beach')).toBe('404 Not Found');
    const { url } = await loaded();
    expect(url('picture', ['beach'])).toBe('/pictures/beach');
    expect(() => url('photo', ['beach'])).toThrow(
      "no route has this name. The nearest is 'photos'",
    );
    expect(url('admin')).toBe('/admin');
  });

  it("is answered as it is now, also if it is a module's", async () => {
    expect(await ask('/posts')).toBe('200 posts');
    const text = routeFile("Route.get('news', 'posts', { as: 'news' });");
    server.watcher.emit('change', app.write(BLOG, text));
    await eventually(async () => expect(await ask('/news')).toBe('200 posts'));
    expect(await ask('/posts')).toBe('404 Not Found');
    const { url } = await loaded();
    expect(url('news')).toBe('/news');
    expect(() => url('posts')).toThrow('no route has this name');
  });
});
