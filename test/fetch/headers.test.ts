/**
 * `context.headers`, which every response to a request gets, and the option `Response`, with srvx's
 * class that Node sends faster.
 */
import { createServer } from 'node:http';
import { FastResponse, serve as serveFast } from 'srvx';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { FetchOptions } from '../../src/fetch.ts';
import { type Context, Controller, createControllers } from '../../src/hmvc.ts';
import { html } from '../../src/http.ts';
import type { Answer, Handler } from '../../src/index.ts';
import { createExchange } from '../support/exchange.ts';
import { ForeignResponse } from '../support/foreign-response.ts';
import { listen } from '../support/gateway.ts';
import { createFetchHandler, describeBoth, requestTo } from '../support/handlers.ts';

afterEach(() => vi.unstubAllGlobals());

async function* parts() {
  yield 'one ';
  yield 'two';
}

const form = () => {
  const data = new FormData();
  data.set('a', '1');
  return data;
};

/** Return values of an action, by name and path. */
const VALUES: Readonly<Record<string, () => unknown>> = {
  object: () => ({ title: 'é' }),
  array: () => [1, 2],
  number: () => 3,
  string: () => '<h1>é</h1>',
  empty: () => '',
  nothing: () => undefined,
  bytes: () => new TextEncoder().encode('bytes'),
  view: () => new DataView(new TextEncoder().encode('view').buffer),
  buffer: () => new TextEncoder().encode('buffer').buffer,
  blob: () => new Blob(['blob'], { type: 'text/css' }),
  params: () => new URLSearchParams({ a: 'b c' }),
  form,
  stream: () => new Response('streamed').body,
  iterable: parts,
  response: () => new Response('made', { status: 201, headers: { 'x-a': 'b' } }),
  bodiless: () => new Response(null, { status: 204 }),
  foreign: () => new ForeignResponse('foreign'),
  immutable: () => Response.redirect('http://localhost/there', 303),
  thrown: () => {
    throw new Response('thrown', { status: 403 });
  },
  promise: async () => ({ later: true }),
};

/** Values that can't be sent. */
const UNSENDABLE: typeof VALUES = {
  usedStream: async () => {
    const { body } = new Response('used');
    const reader = body?.getReader();
    await reader?.read();
    reader?.releaseLock();
    return body;
  },
  lockedStream: () => {
    const { body } = new Response('locked');
    body?.getReader();
    return body;
  },
  lockedResponse: () => {
    const response = new Response('locked');
    response.body?.getReader();
    return response;
  },
  error: () => {
    throw new Error('the secret is 42');
  },
};

/** A class that doesn't copy its headers. */
class Keeping extends Response {
  constructor(...[body, init]: ConstructorParameters<typeof Response>) {
    super(body, init);
    const given = init?.headers;
    if (given instanceof Headers) Object.defineProperty(this, 'headers', { value: given });
  }
}

type Act = (context: Pick<Context, 'headers'>) => unknown;

/** An application with a handler and a controller that do the same. */
function serve(act: Act, extra: Partial<FetchOptions> = {}) {
  class Pages extends Controller {
    index() {
      return act(this.context);
    }
    nested() {
      return this.context.run('pages/index');
    }
  }
  const handle = createFetchHandler({
    routes: { handler: 'x', 'GET controller': 'pages/index', nested: 'pages/nested' },
    handlers: { handler: (context) => act(context) as Answer }, // the cast: some return nothing
    controllers: createControllers({
      'application/controllers/pages.ts': async () => ({ default: Pages }),
    }),
    onError: () => undefined,
    ...extra,
  });
  return (path: string, method = 'GET') => handle(requestTo(path, { method }));
}

function touch({ headers }: Pick<Context, 'headers'>): void {
  headers.set('x-own', '1');
  headers.append('set-cookie', 'a=1');
  headers.append('set-cookie', 'b=2; HttpOnly');
}

const COOKIES = ['a=1', 'b=2; HttpOnly'];

function expectTouched({ headers }: Response): void {
  expect([headers.get('x-own'), headers.getSetCookie()]).toEqual(['1', COOKIES]);
}

describeBoth('context.headers', () => {
  it.each(Object.keys(VALUES).flatMap((kind) => ['GET', 'HEAD'].map((method) => [kind, method])))(
    'is on every answer: %s to %s',
    async (kind, method) => {
      const act: Act = (context) => {
        touch(context);
        return VALUES[kind]();
      };
      const plain = serve(() => VALUES[kind]());
      for (const classes of [{}, { Response: FastResponse as typeof Response }]) {
        const ask = serve(act, classes);
        for (const path of ['/handler', '/controller', '/nested']) {
          const [response, same] = [await ask(path, method), await plain(path, method)];
          expectTouched(response);
          expect(response.status).toBe(same.status);
          const [type, length] = ['content-type', 'content-length'];
          expect(response.headers.get(length)).toBe(same.headers.get(length));
          // A form's boundary is random, and FastResponse gets its type only when it is sent.
          if (kind === 'form' || kind === 'params') continue;
          expect(response.headers.get(type)).toBe(same.headers.get(type));
          expect(await response.text()).toBe(await same.text());
        }
      }
    },
  );

  it('replaces the type that a value would have', async () => {
    const ask = serve(({ headers }) => {
      headers.set('content-type', 'text/csv');
      return 'a;b';
    });
    for (const method of ['GET', 'HEAD']) {
      expect((await ask('/handler', method)).headers.get('content-type')).toBe('text/csv');
    }
  });

  it('yields to the headers of a Response, and adds its cookies to them', async () => {
    const ask = serve((context) => {
      touch(context);
      context.headers.set('content-type', 'text/csv');
      const headers = new Headers({ 'x-own': 'mine', 'set-cookie': 'own=1' });
      return new Response('made', { headers });
    });
    const { headers } = await ask('/handler');
    expect(headers.get('x-own')).toBe('mine');
    expect(headers.get('content-type')).toBe('text/plain;charset=UTF-8');
    expect(headers.getSetCookie()).toEqual(['own=1', ...COOKIES]);
  });

  it('belongs to one request alone', async () => {
    let calls = 0;
    const ask = serve(({ headers }) => {
      headers.append('x-call', String(++calls));
      return 'text';
    });
    const both = await Promise.all([ask('/handler'), ask('/controller')]);
    expect(both.map(({ headers }) => headers.get('x-call'))).toEqual(['1', '2']);
  });

  it('is not made unless it is read', async () => {
    const make = vi.fn();
    vi.stubGlobal(
      'Headers',
      class extends Headers {
        constructor(init?: ConstructorParameters<typeof Headers>[0]) {
          super(init);
          make();
        }
      },
    );
    const ask = serve(() => ({ a: 1 }), { context: () => ({}) });
    await ask('/handler');
    await ask('/controller');
    expect(make).not.toHaveBeenCalled();
  });

  it('is available to the option context too', async () => {
    const ask = serve(() => 'text', { context: (context) => void touch(context) as never });
    expectTouched(await ask('/handler'));
    expectTouched(await ask('/controller'));
  });

  it('is on the answer of a guard that throws a Response', async () => {
    const context: FetchOptions['context'] = (context) => {
      touch(context);
      throw new Response('Forbidden', { status: 403 });
    };
    const response = await serve(() => 'text', { context })('/handler');
    expect(response.status).toBe(403);
    expectTouched(response);
  });

  it('is kept out of what a class of responses shares among its instances', async () => {
    let first = true;
    const ask = serve(
      (context) => {
        if (first) touch(context);
        first = false;
        return { a: 1 };
      },
      { Response: Keeping },
    );
    expectTouched(await ask('/handler'));
    expect((await ask('/handler')).headers.getSetCookie()).toEqual([]);
  });
});

describeBoth('a Response that an action returns', () => {
  const returned = async (response: Response, method = 'GET', change: Act = touch) => {
    const ask = serve((context) => {
      change(context);
      return response;
    });
    return ask('/handler', method);
  };

  it('is not copied if it can be changed', async () => {
    const own = new Response('own');
    expect(await returned(own)).toBe(own);
    expectTouched(own);
  });

  it('is copied if its headers are immutable', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(201, 'Made', { 'x-far': 'away', 'set-cookie': 'far=1' }).end('far');
    });
    const port = await listen(server);
    const fetched = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
    server.close();
    const response = await returned(fetched);
    expect(response).not.toBe(fetched);
    expect([response.status, response.statusText, await response.text()]).toEqual([
      201,
      'Made',
      'far',
    ]);
    expect(response.headers.get('x-far')).toBe('away');
    expect(response.headers.getSetCookie()).toEqual(['far=1', ...COOKIES]);
  });

  it.each(['GET', 'HEAD'])(
    'gives no client the cookies of another if it answers many requests: %s',
    async (method) => {
      const shared = new Response(null, { status: 204 });
      expectTouched(await returned(shared, method));
      expect([...shared.headers.keys()]).toEqual([]);
      expect((await returned(shared, method, () => undefined)).headers.getSetCookie()).toEqual([]);
      const unread = new Response('its body is left unread');
      expectTouched(await returned(unread, 'HEAD'));
      expect(unread.headers.getSetCookie()).toEqual([]);
    },
  );

  it.each<[string, () => Response]>([
    ['for a WebSocket of Cloudflare', () => Object.assign(new Response(null), { webSocket: {} })],
    [
      'with the status 101',
      () => Object.defineProperty(new Response(null), 'status', { value: 101 }),
    ],
  ])('stays as it is %s', async (_what, make) => {
    const own = make();
    expect(await returned(own)).toBe(own);
    expect([...own.headers.keys()]).toEqual([]);
  });

  it.each<[string, Act]>([
    ['has not been read', () => undefined],
    ['is empty', ({ headers }) => void headers.delete('x')],
  ])('stays as it is if context.headers %s', async (_what, change) => {
    for (const own of [Response.redirect('http://localhost/', 302), new Response(null)]) {
      expect(await returned(own, 'GET', change)).toBe(own);
    }
  });
});

class Errors extends Controller {
  page() {
    touch(this.context);
    this.context.headers.set('content-type', 'text/markdown');
    return `# ${this.context.method}`;
  }
  broken() {
    touch(this.context);
    this.context.headers.set('content-encoding', 'gzip');
    throw new Error('broken page');
  }
}

describeBoth('the page of an error', () => {
  const files = { 'application/controllers/errors.ts': async () => ({ default: Errors }) };
  const pagesOf = (page: string) => ({
    controllers: createControllers(files),
    errorPages: { 400: page, 405: page, 500: page },
    routes: { 'GET handler': 'x', '404_override': page },
    handlers: { 'GET handler': () => Promise.reject(new Error('broken')) },
  });

  it.each([
    ['/nothing', 'GET', 404],
    ['/%zz', 'GET', 400],
    ['/handler', 'PUT', 405],
    ['/handler', 'GET', 500],
    ['/handler', 'HEAD', 500],
  ])('has the headers that it sets: %s %s', async (path, method, status) => {
    for (const page of ['errors/page', 'errors/broken']) {
      const response = await serve(() => '', pagesOf(page))(path, method);
      expect(response.status).toBe(status);
      expectTouched(response);
      const type = page === 'errors/page' ? 'text/markdown' : 'text/plain; charset=utf-8';
      expect(response.headers.get('content-type')).toBe(type);
      expect(response.headers.get('content-encoding')).toBeNull();
      expect(response.headers.get('allow')).toBe(status === 405 ? 'GET, HEAD' : null);
    }
  });

  it('keeps Allow, whatever context.headers says', async () => {
    const context: FetchOptions['context'] = ({ headers }) => {
      headers.set('allow', 'PUT');
      return {};
    };
    const ask = serve(() => '', { ...pagesOf('errors/page'), context });
    expect((await ask('/handler', 'PUT')).headers.get('allow')).toBe('GET, HEAD');
  });

  it.each<[string, Partial<FetchOptions>, string]>([
    ['in plain text', {}, 'text/plain; charset=utf-8'],
    ['by a page', { errorPages: { 500: () => html`sorry` } }, 'text/html; charset=utf-8'],
  ])(
    "has the headers of the failed action that don't describe it: %s",
    async (_what, extra, type) => {
      const ask = serve((context) => {
        touch(context);
        for (const name of DESCRIPTIONS) context.headers.set(name, 'x');
        context.headers.set('cache-control', 'public, max-age=31536000, immutable');
        context.headers.set('content-security-policy', "default-src 'self'");
        throw new Error('broken');
      }, extra);
      const response = await ask('/handler');
      expectTouched(response);
      expect(response.headers.get('content-type')).toBe(type);
      for (const name of DESCRIPTIONS.slice(1))
        expect(response.headers.has(name), name).toBe(false);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('content-security-policy')).toBe("default-src 'self'");
    },
  );

  it('has them if onError answers', async () => {
    const ask = serve(
      (context) => {
        touch(context);
        throw new Error('broken');
      },
      { onError: () => new Response('Later', { status: 503 }) },
    );
    const response = await ask('/handler');
    expect(response.status).toBe(503);
    expectTouched(response);
  });
});

const DESCRIPTIONS = [
  'content-type',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-location',
  'content-range',
  'accept-ranges',
  'etag',
  'expires',
  'last-modified',
];

describeBoth('the class of responses', () => {
  const made: [string, () => unknown][] = Object.entries({ ...VALUES, ...UNSENDABLE });
  const options = {
    routes: Object.fromEntries(made.map(([name]) => [`GET ${name}`, name])),
    // The cast: some return what can't be sent.
    handlers: Object.fromEntries(made.map(([name, make]) => [`GET ${name}`, make as Handler])),
    onError: () => true,
  };
  /** A response as one value, without the parts that depend on time, connection or chance. */
  async function known(response: Response) {
    const named = ['content-type', 'allow', 'location', 'x-a'];
    const headers = named.map((name) => response.headers.get(name));
    const text = JSON.stringify([response.status, headers, await response.text()]);
    return text.replace(/-{3,}[\w-]+/g, '(boundary)');
  }

  const plain = createFetchHandler(options);
  const fast = createFetchHandler({ ...options, Response: FastResponse });

  const serveAt = (fetch: ReturnType<typeof createFetchHandler>) =>
    serveFast({ fetch, port: 0, hostname: '127.0.0.1', silent: true });
  const servers = [serveAt(plain), serveAt(fast)];
  beforeAll(async () => {
    await Promise.all(servers.map((server) => server.ready()));
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close(true)));
  });

  it.each(
    [...made.map(([name]) => name), 'missing', '%'].flatMap((path) =>
      ['GET', 'HEAD', 'PUT', 'OPTIONS'].map((method) => [method, path]),
    ),
  )('changes nothing that a client receives for %s %s', async (method, path) => {
    const [one, other] = await Promise.all(
      servers.map(async ({ url }) =>
        known(await fetch(new URL(path, url), { method, redirect: 'manual' })),
      ),
    );
    expect(other).toEqual(one);
  });

  it.each(Object.keys(UNSENDABLE))(
    "makes a 500 of a value that can't be sent, and never a 200: %s",
    async (path) => {
      for (const { url } of servers) expect((await fetch(new URL(path, url))).status).toBe(500);
    },
  );

  it.each(['object', 'array', 'number', 'string', 'missing'])(
    'makes the responses of waymark itself, whose length a server then knows: %s',
    async (path) => {
      expect(Object.getPrototypeOf(await fast(requestTo(`/${path}`)))).toBe(FastResponse.prototype);
      const sent = await fetch(new URL(path, servers[1].url));
      const { length } = new TextEncoder().encode(await sent.text());
      expect(sent.headers.get('content-length')).toBe(String(length));
    },
  );

  it('is the global class at the time of the request', async () => {
    class Replaced extends Response {}
    vi.stubGlobal('Response', Replaced);
    for (const path of ['object', 'string', 'nothing', 'bytes', 'missing']) {
      const response = await plain(requestTo(`/${path}`));
      expect(Object.getPrototypeOf(response), path).toBe(Replaced.prototype);
    }
    expect((await fast(requestTo('/object'))).constructor).toBe(FastResponse);
    vi.unstubAllGlobals();
    expect((await plain(requestTo('/object'))).constructor).toBe(Response);
  });

  it("leaves a runtime's own response unchanged if the global class has been replaced", async () => {
    // Like @hono/node-server's class: it constructs instances of the class that it replaces.
    class Replaced extends Response {
      static override [Symbol.hasInstance](value: object) {
        return Object.prototype.isPrototypeOf.call(Replaced.prototype, value);
      }
    }
    for (const own of [new Response('own'), new Replaced('own')]) {
      const handle = createFetchHandler({ routes: { a: 'a' }, handlers: { a: () => own } });
      vi.stubGlobal('Response', Replaced);
      expect(await handle(requestTo('/a'))).toBe(own);
      vi.unstubAllGlobals();
    }
  });

  it('may keep the headers that it receives: no answer has those of another', async () => {
    const handle = createFetchHandler({
      routes: { 'GET a': 'x' },
      handlers: { 'GET a': () => 'text' },
      Response: Keeping,
    });
    const names = async (method: string, path: string) => {
      const { headers } = await handle(requestTo(path, { method }));
      return [...headers.keys()];
    };
    expect(await names('PUT', '/a')).toEqual(['allow', 'content-type', 'vary']);
    expect(await names('HEAD', '/a')).toEqual(['content-length', 'content-type']);
    expect(await names('HEAD', '/missing')).toEqual(['content-length', 'content-type', 'vary']);
    expect(await names('GET', '/missing')).toEqual(['content-type', 'vary']);
    expect(await names('GET', '/a')).toEqual(['content-type']);
    (await handle(requestTo('/a'))).headers.set('set-cookie', 'of=another');
    expect(await names('GET', '/a')).toEqual(['content-type']);
  });

  it('may add to the record of headers that it receives, as a server does when it sends one', async () => {
    class Adding extends Response {
      constructor(...[body, init]: ConstructorParameters<typeof Response>) {
        super(body, init);
        if (typeof body !== 'string' || init?.headers instanceof Headers) return;
        Object.assign(Object(init?.headers), { 'Content-Length': String(body.length) });
      }
    }
    const handle = createFetchHandler({
      routes: { long: 'x', short: 'x', data: 'x' },
      handlers: { long: () => 'a longer text', short: () => 'text', data: () => ({ a: 1 }) },
      Response: Adding,
    });
    const length = async (method: string, path: string) =>
      (await handle(requestTo(path, { method }))).headers.get('content-length');
    for (const [path, own] of [
      ['/long', '13'],
      ['/short', '4'],
      ['/data', '7'],
      ['/missing', '9'],
    ] as const) {
      expect(await length('GET', path), path).toBeNull();
      expect(await length('HEAD', path), path).toBe(own);
    }
  });

  it('may keep the headers that it receives, and be the global class from the start', async () => {
    vi.stubGlobal('Response', Keeping);
    // The query loads a separate copy of the module, now.
    const { toResponse }: typeof import('../../src/fetch/response.ts') = await import(
      `${'../../src/fetch/response.ts'}?replaced`
    );
    const exchange = Object.assign(createExchange(), { Response: Keeping });
    for (const value of ['first', 'second', 'third']) {
      const { headers } = toResponse(value, exchange);
      expect([...headers.keys()], value).toEqual(['content-type']);
      headers.set('set-cookie', `of=${value}`);
    }
  });
});
