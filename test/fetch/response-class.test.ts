/** The option `Response`, with srvx's class that Node sends faster, over HTTP. */
import { FastResponse, serve } from 'srvx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Handler } from '../../src/index.ts';
import { createFetchHandler, describeBoth } from '../support/handlers.ts';
import { createSender } from '../support/sender.ts';

async function* parts() {
  yield 'one ';
  yield 'two';
}

const form = () => {
  const data = new FormData();
  data.set('a', '1');
  return data;
};

/** A class that doesn't copy its headers. */
class Keeping extends Response {
  constructor(...[body, init]: ConstructorParameters<typeof Response>) {
    super(body, init);
    const given = init?.headers;
    if (given instanceof Headers) Object.defineProperty(this, 'headers', { value: given });
  }
}

/** Return values, by path. */
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
  parts,
  usedStream: async () => {
    const response = new Response('used');
    const reader = response.body?.getReader();
    await reader?.read();
    reader?.releaseLock();
    return response.body;
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
  response: () => new Response('made', { status: 201, headers: { 'x-a': 'b' } }),
  thrown: () => {
    throw new Response(null, { status: 302, headers: { location: '/string' } });
  },
  error: () => {
    throw new Error('the secret is 42');
  },
};

const options = {
  routes: { ...Object.fromEntries(Object.keys(VALUES).map((name) => [`GET ${name}`, name])) },
  handlers: Object.fromEntries(
    Object.entries(VALUES).map(([name, make]) => [`GET ${name}`, make as Handler]), // the cast: some return what can't be sent
  ),
  onError: () => undefined,
};
/** A response as one value, without the parts that depend on time, connection or chance. */
async function shown(response: Response, boundary = /-{3,}[\w-]+/g) {
  const { status, headers } = response;
  const text = (await response.text()).replace(boundary, '(boundary)');
  const names = ['content-type', 'allow', 'location', 'x-a'];
  const named = names.map((name) => headers.get(name)?.replace(boundary, '(boundary)'));
  return { status, named, text };
}

describeBoth('the class of responses', () => {
  const plain = createFetchHandler(options);
  const fast = createFetchHandler({ ...options, Response: FastResponse });

  const serveAt = (fetch: ReturnType<typeof createFetchHandler>) =>
    serve({ fetch, port: 0, hostname: '127.0.0.1', silent: true });
  const servers = [serveAt(plain), serveAt(fast)];
  beforeAll(async () => {
    await Promise.all(servers.map((server) => server.ready()));
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close(true)));
  });

  it.each(
    [...Object.keys(VALUES), 'missing', '%'].flatMap((path) =>
      ['GET', 'HEAD', 'PUT', 'OPTIONS'].map((method) => [method, path]),
    ),
  )('changes nothing that a client receives for %s %s', async (method, path) => {
    const [one, other] = await Promise.all(
      servers.map(async ({ url }) =>
        shown(await fetch(new URL(path, url), { method, redirect: 'manual' })),
      ),
    );
    expect(other).toEqual(one);
  });

  it.each(['usedStream', 'lockedStream', 'lockedResponse'])(
    "makes a 500 of a value that can't be sent, and never a 200: %s",
    async (path) => {
      for (const { url } of servers) expect((await fetch(new URL(path, url))).status).toBe(500);
    },
  );

  it.each(['object', 'array', 'number', 'string', 'missing'])(
    'makes the responses of waymark itself, whose length a server then knows: %s',
    async (path) => {
      const response = await fast(new Request(`http://localhost/${path}`));
      expect(Object.getPrototypeOf(response)).toBe(FastResponse.prototype);
      const sent = await fetch(new URL(path, servers[1].url));
      const { length } = new TextEncoder().encode(await sent.text());
      expect(sent.headers.get('content-length')).toBe(String(length));
    },
  );

  it('is Response unless it is given', async () => {
    const response = await plain(new Request('http://localhost/object'));
    expect(Object.getPrototypeOf(response)).toBe(Response.prototype);
  });

  it('is the global class at the time of the request', async () => {
    class Replaced extends Response {}
    const native = globalThis.Response;
    try {
      globalThis.Response = Replaced;
      for (const path of ['object', 'string', 'nothing', 'bytes', 'missing']) {
        const response = await plain(new Request(`http://localhost/${path}`));
        expect(Object.getPrototypeOf(response), path).toBe(Replaced.prototype);
      }
      expect((await fast(new Request('http://localhost/object'))).constructor).toBe(FastResponse);
    } finally {
      globalThis.Response = native;
    }
    const response = await plain(new Request('http://localhost/object'));
    expect(Object.getPrototypeOf(response)).toBe(native.prototype);
  });

  it("leaves a runtime's own response unchanged if the global class has been replaced", async () => {
    const native = globalThis.Response;
    // Like @hono/node-server's class: it constructs instances of the class that it replaces.
    class Replaced extends Response {
      static override [Symbol.hasInstance](value: object) {
        return Object.prototype.isPrototypeOf.call(Replaced.prototype, value);
      }
    }
    try {
      for (const own of [new native('own'), new Replaced('own')]) {
        const handle = createFetchHandler({ routes: { a: 'a' }, handlers: { a: () => own } });
        globalThis.Response = Replaced;
        expect(await handle(new Request('http://localhost/a'))).toBe(own);
        globalThis.Response = native;
      }
    } finally {
      globalThis.Response = native;
    }
  });

  it('may keep the headers that it receives: no answer has those of another', async () => {
    const handle = createFetchHandler({
      routes: { 'GET a': 'x' },
      handlers: { 'GET a': () => 'text' },
      Response: Keeping,
    });
    const names = async (method: string, path: string) => {
      const { headers } = await handle(new Request(`http://localhost${path}`, { method }));
      return [...headers.keys()];
    };
    expect(await names('PUT', '/a')).toEqual(['allow', 'content-type', 'vary']);
    expect(await names('HEAD', '/a')).toEqual(['content-length', 'content-type']);
    expect(await names('HEAD', '/missing')).toEqual(['content-length', 'content-type', 'vary']);
    expect(await names('GET', '/missing')).toEqual(['content-type', 'vary']);
    expect(await names('GET', '/a')).toEqual(['content-type']);
    (await handle(new Request('http://localhost/a'))).headers.set('set-cookie', 'of=another');
    expect(await names('GET', '/a')).toEqual(['content-type']);
  });

  it('may keep the headers that it receives, and be the global class from the start', async () => {
    const native = globalThis.Response;
    try {
      globalThis.Response = Keeping;
      // The query loads a separate copy of the module, now.
      const { toResponse }: typeof import('../../src/fetch/respond.ts') = await import(
        `${'../../src/fetch/respond.ts'}?replaced`
      );
      const sender = { ...createSender(), Response: Keeping };
      for (const value of ['first', 'second', 'third']) {
        const { headers } = toResponse(value, sender);
        expect([...headers.keys()], value).toEqual(['content-type']);
        headers.set('set-cookie', `of=${value}`);
      }
    } finally {
      globalThis.Response = native;
    }
  });
});
