/** Everything that controllers and handlers get besides the request. */
import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import type { FetchHandler, FilesFor } from '../../src/fetch.ts';
import {
  type Context,
  Controller,
  createContext,
  createControllers,
  createLoader,
  type Files,
} from '../../src/hmvc.ts';
import {
  type Answer,
  createRouter,
  type Handler,
  type RequestContext,
  Route,
} from '../../src/index.ts';
import { ForeignResponse } from '../support/foreign-response.ts';
import { createFetchHandler, describeBoth, requestTo } from '../support/handlers.ts';

class Session {
  readonly #user: string;
  visits = 0;
  constructor(user: string) {
    this.#user = user;
  }
  get user() {
    return this.#user;
  }
  greet() {
    this.visits++;
    return `Hello, ${this.#user}`;
  }
}
class Admin extends Session {
  Model = Date;
  override greet() {
    return `${super.greet()} the admin`;
  }
}

/** Runs a function on the context of a controller, then of a handler. */
async function inBoth<Added extends object>(
  context: (context: RequestContext) => Added | Promise<Added>,
  see: (context: Context<Added>) => Answer | Promise<Answer>,
) {
  const files: Files = {
    'application/controllers/a.ts': async () => ({
      default: class {
        constructor(readonly context: Context<Added>) {}
        see() {
          return see(this.context);
        }
        twice(count: string) {
          return Number(count) * 2;
        }
      },
    }),
    'application/core/names.ts': async () => ({ names: ['ada'] }),
  };
  const fetch = createFetchHandler<object>({
    routes: { 'controller/(:num)': 'a/see/$1', 'handler/(:num)': 'x' },
    // The cast: nothing declares what the option adds.
    handlers: { 'handler/(:num)': (context) => see(context as Context<Added>) },
    controllers: createControllers(files),
    context,
  });
  const texts = [];
  for (const path of ['/controller/7', '/handler/7']) {
    texts.push(await (await fetch(requestTo(path))).text());
  }
  return texts;
}

const AN_OBJECT = 'Expected an object.';
const THROWN = 'Expected an object; throw a Response to answer with it.';

describeBoth('the context of controllers and handlers', () => {
  it.each<[string, (context: Context) => Answer | Promise<Answer>, string]>([
    ['request', ({ request }) => request.url.slice(0, 16), 'http://localhost'],
    ['params', ({ params }) => params, '["7"]'],
    ['method', ({ method }) => method, 'GET'],
    ['platform', ({ platform }) => platform, '[]'],
    ['base', ({ base }) => base, ''],
    ['run', ({ run }) => run<(text: string) => number>('a/twice', '4'), '8'],
    ['load', ({ load }) => load<object>('core', 'names'), '{"names":["ada"]}'],
  ])('has %s', async (_name, see, text) => {
    expect(await inBoth(() => ({}), see)).toEqual([text, text]);
  });

  it('has the route that led there', async () => {
    const seen = await inBoth(
      () => ({}),
      ({ route }) => route,
    );
    expect(seen).toEqual(['controller/(:num)', 'handler/(:num)']);
  });

  it.each<[string, () => Session | Promise<Session>]>([
    ['an instance', () => new Session('ada')],
    ['a promise of one', async () => new Session('ada')],
  ])('has the methods and accessors of %s of a class', async (_what, context) => {
    const see = (context: Context<Session>) => {
      const { greet } = context;
      return `${greet()} (${context.user}, ${context.visits})`;
    };
    const text = 'Hello, ada (ada, 1)';
    expect(await inBoth(context, see)).toEqual([text, text]);
  });

  it('has what a class inherits, and classes in fields unchanged', async () => {
    const see = (context: Context<Admin>) =>
      `${context.greet()} ${context.user} ${context.visits} ${context.Model === Date}`;
    const text = 'Hello, ada the admin ada 1 true';
    expect(await inBoth(() => new Admin('ada'), see)).toEqual([text, text]);
  });

  it('keeps its own members, whatever a class or an object calls its members', async () => {
    class Greedy {
      request = 'mine';
      get params() {
        return ['mine'];
      }
      run() {
        return 'mine';
      }
    }
    const see = ({ request, params, run }: Context) => [
      request instanceof Request,
      params,
      typeof run('a/twice', '1'),
    ];
    const text = '[true,["7"],"object"]';
    expect(await inBoth<object>(() => new Greedy(), see)).toEqual([text, text]);
    const plain = () => ({ request: 'mine', params: ['mine'], run: 'mine' });
    expect(await inBoth<object>(plain, see)).toEqual([text, text]);
  });

  it.each([
    ['nothing', 200, undefined],
    ['a promise of nothing', 200, Promise.resolve()],
    ['an object without prototype', 200, Object.create(null)],
    ['null', 500, null, AN_OBJECT],
    ['a string', 500, 'ada', AN_OBJECT],
    ['a promise of a number', 500, Promise.resolve(7), AN_OBJECT],
    ['the answer of a guard', 500, new Response('Forbidden', { status: 403 }), THROWN],
    ["the answer of a guard, of another package's class", 500, new ForeignResponse('no'), THROWN],
    ['a promise of such an answer', 500, Promise.resolve(new Response(null)), THROWN],
  ])('may get %s from the application: %i', async (_what, status, added, expected = '') => {
    const onError = vi.fn();
    const handlers = { a: () => 'fine' };
    const context = () => added as object;
    const fetch = createFetchHandler({ routes: { a: 'a' }, handlers, context, onError });
    expect((await fetch(requestTo('/a'))).status).toBe(status);
    expect(String(onError.mock.calls[0]?.[0] ?? '')).toContain(expected);
  });

  it('may be made of the files of the application', async () => {
    const context = async ({ load }: RequestContext) => ({
      loaded: await load<object>('core', 'names'),
    });
    const text = '{"names":["ada"]}';
    expect(await inBoth(context, ({ loaded }) => loaded)).toEqual([text, text]);
  });

  it.each([
    ['/action', 1],
    ['/handler', 1],
    ['/lost/nowhere', 1],
    ['/nothing', 1],
    ['/lost/nowhere', 0, {}],
    ['/nobody/index', 0, {}],
    ['/posted', 0],
    ['/%', 0],
  ])(
    'is made, for %s, %i times; with the page %j',
    async (path, times, page = { 404: () => '' }) => {
      class Photos {
        index() {
          return 'photos';
        }
      }
      const context = vi.fn(() => ({}));
      const fetch = createFetchHandler({
        routes: { action: 'photos', handler: 'x', 'POST posted': 'x', '(:any)/(:any)': '$1/$2' },
        handlers: { handler: () => 'fine', 'POST posted': () => 'fine' },
        controllers: createControllers({
          'application/controllers/lost.ts': async () => ({ default: Photos }),
          'application/controllers/photos.ts': async () => ({ default: Photos }),
        }),
        errorPages: page,
        context,
      });
      await fetch(requestTo(path));
      expect(context).toHaveBeenCalledTimes(times);
    },
  );
});

describeBoth('platform values', () => {
  interface Env {
    readonly KEY: string;
  }
  type Platform = [env: Env, ctx: { waitUntil(promise: Promise<unknown>): void }];
  interface Added {
    readonly key: string;
  }

  class Keys extends Controller<Added, Platform> {
    index() {
      const [env] = this.context.platform;
      return `${this.context.key} ${env.KEY}`;
    }
    through() {
      return this.context.run('keys/index');
    }
  }

  it('go to context, controllers, handlers, the actions that run calls, and onError', async () => {
    const onError = vi.fn();
    const fetch = createFetchHandler<Added, Platform>({
      routes: { a: 'keys/index', b: 'keys/through', c: 'x', d: 'x' },
      controllers: createControllers({
        'application/controllers/keys.ts': async () => ({ default: Keys }),
      }),
      context: ({ platform: [env] }) => ({ key: `added ${env.KEY}` }),
      handlers: {
        c: ({ platform: [env] }) => `handled ${Object(env).KEY}`,
        d: () => Promise.reject(new Error('lost')),
      },
      onError,
    });
    const env = { KEY: 'k' };
    const ctx = { waitUntil: () => {} };
    const ask = async (path: string) => (await fetch(requestTo(path), env, ctx)).text();
    expect(await ask('/a')).toBe('added k k');
    expect(await ask('/b')).toBe('added k k');
    expect(await ask('/c')).toBe('handled k');
    await ask('/d');
    expect(onError).toHaveBeenCalledExactlyOnceWith(
      new Error('lost'),
      expect.objectContaining({ request: expect.any(Request), route: 'd', platform: [env, ctx] }),
    );
  });
});

describe('the types', () => {
  interface AppContext {
    readonly user: string;
  }
  class Own extends Controller<AppContext> {
    index() {
      return this.context.user;
    }
  }
  const own = async () => ({ default: Own });
  const routes = { '(:any)': '' };

  it('accept an interface, an instance, and a promise of either from context', () => {
    const app: AppContext = { user: 'ada' };
    expectTypeOf(createFetchHandler({ routes, context: () => app })).toExtend<FetchHandler>();
    createFetchHandler<AppContext>({ routes, context: async () => app });
    createFetchHandler<Session>({ routes, context: () => new Session('ada') });
    createFetchHandler<{ readonly user?: string }>({ routes });
  });

  it('require from context what the application declares as added', () => {
    createFetchHandler<AppContext>({ routes, context: () => ({ user: 'ada' }) });
    createFetchHandler<AppContext>({
      routes,
      context: async ({ request: { url } }) => ({ user: url }),
    });
    // @ts-expect-error: nobody adds a user
    createFetchHandler<AppContext>({ routes });
    // @ts-expect-error: user is a string
    createFetchHandler<AppContext>({ routes, context: () => ({ user: 7 }) });
  });

  it('check listed controllers against the declared additions', () => {
    const listed = { 'application/controllers/own.ts': own };
    expectTypeOf(listed).toExtend<FilesFor<AppContext>>();
    expectTypeOf(listed).toExtend<FilesFor<AppContext & { readonly more: number }>>();
    expectTypeOf(listed).not.toExtend<FilesFor>();
    expectTypeOf(listed).not.toExtend<FilesFor<{ readonly user: number }>>();
    const files = listed satisfies FilesFor<AppContext>;
    createFetchHandler<AppContext>({
      routes,
      controllers: createControllers(files),
      context: () => ({ user: 'ada' }),
    });
    class Model {
      constructor(readonly rows: string[]) {}
    }
    const others = { 'application/models/photos.ts': async () => ({ default: Model }) };
    expectTypeOf(others).toExtend<FilesFor>();
  });

  it('give the platform from an annotation of the context', () => {
    type Env = { readonly KEY: string };
    const fetch = createFetchHandler({
      routes,
      context: ({ platform: [env] }: RequestContext<[Env]>) => ({ key: env.KEY }),
    });
    expectTypeOf(fetch).toEqualTypeOf<FetchHandler<[Env]>>();
    const open = createFetchHandler({
      routes,
      context: ({ method }) => ({ method }),
      onResponse: (_response, { status }) => status,
    });
    expectTypeOf(open).toEqualTypeOf<FetchHandler>();
    const pass: FetchHandler = (request, ...platform) => open(request, ...platform);
    expect(pass).toBeTypeOf('function');
  });

  it('refuse a handler that needs what nothing adds', () => {
    // @ts-expect-error: no declaration adds a user
    const handler: Handler = (context: Context<AppContext>) => context.user;
    Route.reset();
    // @ts-expect-error: as above
    Route.get('a', 'a', {}, (context: RequestContext & { readonly foo: Date }) => context.foo);
    Route.get('b', (context: Context) => context.route);
    // @ts-expect-error: the argument is the context, and the request is a member of it
    const old: Handler = (request: Request) => request.url;
    expect([handler, old]).toHaveLength(2);
  });
});

describe('the context of a visit made by hand', () => {
  const visit = { request: requestTo('/'), method: 'GET', route: null, params: [], added: {} };
  const contextOf = (more: object = {}) => createContext({ ...visit, ...more }, createLoader({}));

  it('has the given headers and url', async () => {
    const given = { headers: new Headers(), url: () => '/given' };
    const { headers, url } = await contextOf(given);
    expect(headers).toBe(given.headers);
    expect(url('any')).toBe('/given');
  });

  it('has headers of its own, made once, and no url if none are given', async () => {
    const context = await contextOf();
    context.headers.set('x-own', '1');
    expect(context.headers.get('x-own')).toBe('1');
    expect(() => context.url('any')).toThrow('the visit that the context was made of has no url');
  });

  it('is that of a found route, whose handler it calls in one line', async () => {
    const routes = Route.collect(() => {
      Route.get('a/{slug}', { as: 'a', meta: { role: 'any' } }, (context) => {
        const { params, method, route, name, meta, status, platform, base } = context;
        return { params, method, route, name, meta, status, platform, base };
      });
    });
    const request = requestTo('/a/b');
    const found = createRouter(routes).resolve('GET', '/a/b');
    if (found.status !== 'found' || !found.handler) throw new Error('no handler');
    expect(await found.handler(await createContext({ ...found, request }))).toEqual({
      ...{ params: { slug: 'b' }, method: 'GET', route: 'GET a/{slug}' },
      ...{ name: 'a', meta: { role: 'any' }, status: null, platform: [], base: '' },
      route: 'GET a/(?<slug>:any)',
    });
  });

  it('says what to pass if it has no files', async () => {
    const context = await createContext({ ...visit, added: () => ({ user: 'ada' }) });
    expect(context).toHaveProperty('user', 'ada');
    const message = 'the context has no files. Pass a loader: createContext(visit, createLoader(';
    expect(() => context.load).toThrow(message);
    await expect(context.run('a/b')).rejects.toThrow(message);
  });
});
