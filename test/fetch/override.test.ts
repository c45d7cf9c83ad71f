/** The option `methodOverride`: the methods that a posted form selects, and its limits. */
import { expect, it, vi } from 'vitest';
import type { FetchMiddlewareOptions, FetchOptions } from '../../src/fetch.ts';
import { createMethodOverride } from '../../src/fetch.ts';
import type { Handler } from '../../src/index.ts';
import {
  createFetchHandler,
  createFetchMiddleware,
  describeBoth,
  requestTo,
  shown,
} from '../support/handlers.ts';

const FORM = 'application/x-www-form-urlencoded';

/** A form of `size` bytes in 64 KiB chunks without a length, and the number of bytes taken. */
function upload(size: number, start = '_method=DELETE&text=') {
  const taken = { bytes: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = new Uint8Array(Math.min(2 ** 16, size - taken.bytes)).fill(97);
        if (taken.bytes === 0) chunk.set(new TextEncoder().encode(start));
        taken.bytes += chunk.length;
        controller.enqueue(chunk);
        if (taken.bytes >= size) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { taken, body };
}

function post(
  path: string,
  body: string | ReadableStream,
  headers: Readonly<Record<string, string>> = { 'content-type': FORM },
) {
  // Node requires `duplex` if a body is a stream; the DOM's types lack it.
  const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit;
  return requestTo(path, init);
}

const text: Handler = async ({ request }) => {
  const { length } = await request.text();
  return String(length);
};

function handle(
  routes: Record<string, string>,
  request: Request,
  options: Partial<FetchOptions> = {},
) {
  const patterns = Object.entries(routes).filter(([, to]) => to !== '');
  const handlers = Object.fromEntries(patterns.map(([key]) => [key, text]));
  return createFetchHandler({
    routes,
    handlers,
    methodOverride: createMethodOverride(),
    ...options,
  })(request);
}

/** A middleware that passes on a POST without a route. */
const passing = (routes: Record<string, string>, options: Partial<FetchMiddlewareOptions> = {}) =>
  createFetchMiddleware({
    ...{ routes, handlers: { 'PUT a': text }, methodOverride: createMethodOverride() },
    ...{ onMissing: 'pass', onError: () => {} },
    ...options,
  });

type Field = readonly [name: string, value: string | File];

function formOf(...fields: readonly Field[]) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value as string); // the cast: TypeScript picks one overload
  return form;
}

/** A POST with a multipart form. */
const posted = (...fields: readonly Field[]) =>
  requestTo('/a', { method: 'POST', body: formOf(...fields) });

const TITLE: Field = ['title', 'Sea'];

const partsOf = (count: number): Field[] =>
  Array.from({ length: count }, () => ['_method', 'DELETE']);

const MIB = 2 ** 20;

describeBoth('methodOverride', () => {
  it.each([
    ['no route', {}, 404],
    ['a route for POST alone', { 'POST a': 'a' }, 200],
    ['a route for GET alone', { 'GET a': 'a' }, 405],
    ['a block', { a: '' }, 404],
    ['a block for POST and one for PUT', { 'POST a': '', 'PUT a': '' }, 404],
    ['a block for DELETE, and no route for POST', { 'DELETE a': '', 'GET a': 'a' }, 405],
    ['no route, for it is malformed', {}, 400, '/%'],
  ] as [string, Record<string, string>, number, string?][])(
    'reads nothing of a form if its path has %s',
    async (_what, routes, status, path = '/a') => {
      const { taken, body } = upload(8 * MIB);
      const request = post(path, body);
      const clone = vi.spyOn(request, 'clone');
      expect((await handle(routes, request)).status).toBe(status);
      expect(clone).not.toHaveBeenCalled();
      expect(taken.bytes).toBe(status === 200 ? 8 * MIB : 0);
    },
  );

  it.each([
    ['DELETE', { 'DELETE a': 'a' }, 200],
    ['every method', { a: 'a' }, 200],
    ['POST, and blocks DELETE', { 'DELETE a': '', 'POST a': 'a' }, 404],
    ['POST and PUT alone', { 'PUT a': 'a', 'POST a': 'a' }, 405],
  ] as [string, Record<string, string>, number][])(
    'reads the form if its path is served for %s',
    async (_what, routes, status) => {
      expect((await handle(routes, post('/a', '_method=DELETE'))).status).toBe(status);
    },
  );

  it('reads a form of 1 MiB, and leaves it to the action', async () => {
    const routes = { 'DELETE a': 'a', 'POST a': 'a' };
    expect(await shown(await handle(routes, post('/a', upload(MIB).body)))).toEqual([
      200,
      String(MIB),
    ]);
  });

  it.each([
    ['of 8 MiB', 8 * MIB, false, 8 * MIB],
    ['of 64 MiB', 64 * MIB, false, 16 * MIB],
    ['that states to have 64 MiB', 64 * MIB, true, 16 * MIB],
  ])('answers 413 to a form %s, and discards up to 16 MiB', async (_what, size, states, most) => {
    const { taken, body } = upload(size);
    const length = states ? { 'content-length': String(size) } : {};
    const request = post('/a', body, { 'content-type': FORM, ...length });
    const response = await handle({ 'DELETE a': 'a', 'POST a': 'a' }, request);
    expect(await shown(response)).toEqual([413, 'Content Too Large']);
    await vi.waitFor(() => expect(taken.bytes).toBeGreaterThanOrEqual(most));
    await new Promise((resolve) => setTimeout(resolve));
    expect(taken.bytes).toBeLessThanOrEqual(most + 3 * 2 ** 16);
  });

  it('answers 413 to a form that is too long if its source fails when it is given up', async () => {
    const cancel = vi.fn(() => Promise.reject(new Error('not now')));
    const pull = (controller: ReadableStreamDefaultController) =>
      controller.enqueue(new Uint8Array(MIB));
    const body = new ReadableStream({ pull, cancel });
    expect((await handle({ 'DELETE a': 'a' }, post('/a', body))).status).toBe(413);
    await vi.waitFor(() => expect(cancel).toHaveBeenCalledOnce());
  });

  it('gives up its copy of a form that is too long, which would keep the rest in memory', async () => {
    const cancel = vi.spyOn(ReadableStreamDefaultReader.prototype, 'cancel');
    try {
      await handle({ 'DELETE a': 'a' }, post('/a', upload(8 * MIB).body));
      expect(cancel).toHaveBeenCalledOnce();
    } finally {
      cancel.mockRestore();
    }
  });

  it.each<[string, boolean]>([
    ['that states its length', true],
    ['of unknown length', false],
  ])(
    'passes on a POST without a route whose form is too long, unread: %s',
    async (_what, states) => {
      const { taken, body } = upload(4 * MIB);
      const length = states ? { 'content-length': String(4 * MIB) } : {};
      const request = post('/a', body, { 'content-type': FORM, ...length });
      expect(await passing({ 'PUT a': 'a' })(request)).toBeNull();
      expect(taken.bytes).toBeLessThanOrEqual(MIB + 3 * 2 ** 16);
      expect((await request.text()).length).toBe(4 * MIB);
    },
  );

  it.each<[string, Record<string, string>, 'pass' | undefined]>([
    ['has a route for POST', { 'PUT a': 'a', 'POST a': 'a' }, 'pass'],
    ['blocks POST', { 'POST a': '', 'PUT a': 'a' }, 'pass'],
    ['passes no other methods on', { 'PUT a': 'a' }, undefined],
  ])(
    'of a middleware answers 413 to a form that is too long if it %s',
    async (_what, routes, onMissing) => {
      const answer = passing(routes, {
        methodOverride: createMethodOverride({ maxFormSize: 5 }),
        onMissing,
      });
      expect((await answer(post('/a', '_method=PUT')))?.status).toBe(413);
    },
  );

  it.each([
    [1000, 200],
    [1001, 413],
  ])('answers a form of %i parts with %i', async (parts, status) => {
    const routes = { 'DELETE a': 'a' };
    expect((await handle(routes, posted(...partsOf(parts)))).status).toBe(status);
  });

  it('passes on a POST without a route whose form has too many parts', async () => {
    expect(await passing({ 'PUT a': 'a' })(posted(...partsOf(1001)))).toBeNull();
  });

  it.each([
    [14, 200, {}],
    [14, 200, { 'content-length': '14' }],
    [13, 413, {}],
    [1, 413, {}],
  ])('reads up to maxFormSize, here %i bytes: %i %j', async (maxFormSize, status, length) => {
    const request = post('/a', '_method=DELETE', { 'content-type': FORM, ...length });
    expect(
      (
        await handle({ 'DELETE a': 'a' }, request, {
          methodOverride: createMethodOverride({ maxFormSize }),
        })
      ).status,
    ).toBe(status);
  });

  it.each([FORM, 'multipart/form-data; boundary=a'])(
    'leaves a POST alone that has no body, because of its %s',
    async (type) => {
      const headers = { 'content-type': type };
      const request = requestTo('/a', { method: 'POST', headers });
      expect((await handle({ 'DELETE a': 'a', 'POST a': 'a' }, request)).status).toBe(200);
    },
  );

  it('answers 413 to a multipart form beyond the limit as well', async () => {
    const request = posted(['_method', 'DELETE'], ['file', new File(['a'.repeat(MIB)], 'a.txt')]);
    expect((await handle({ 'DELETE a': 'a' }, request)).status).toBe(413);
  });

  it('leaves a POST alone whose form breaks off', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new Error('the client is gone')),
    });
    const onError = vi.fn();
    expect((await handle({ a: 'a' }, post('/a', body), { onError })).status).toBe(500);
    expect(String(onError.mock.calls[0][0])).toContain('the client is gone');
  });

  it.each([0, -1, 1.5, Number.NaN, '5' as never])('has no maxFormSize of %s', (maxFormSize) => {
    expect(() => createMethodOverride({ maxFormSize })).toThrow(
      /^createMethodOverride: maxFormSize is .*\. Expected a whole number of 1 or more/,
    );
  });
});

describeBoth('the method', () => {
  const field: Handler = async ({ request, method }) => {
    const form = await request.formData();
    return `${request.method} as ${method}: ${form.get('title')}`;
  };
  const raw: Handler = async ({ request, method }) => `${method}: ${await request.text()}`;
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
  const keys = methods.map((method) => `${method} photos`);
  const routes = Object.fromEntries([...keys, 'raw'].map((key) => [key, 'x']));
  const handlers = { ...Object.fromEntries(keys.map((key) => [key, field])), raw };

  async function send(path: string, init: RequestInit, isOn = true) {
    const methodOverride = isOn ? createMethodOverride() : undefined;
    const handler = createFetchHandler({ routes, handlers, methodOverride });
    return (await handler(requestTo(path, init))).text();
  }
  const form = (fields: string, type = FORM): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': type },
    body: `title=Sea&${fields}`,
  });

  it.each([
    ['_method=DELETE', 'DELETE'],
    ['_method=delete', 'DELETE'],
    ['_method=Put', 'PUT'],
    ['_method=PATCH', 'PATCH'],
    ['_method=PUT&_method=DELETE', 'PUT'],
    ['_method=GET', 'POST'],
    ['_method=HEAD', 'POST'],
    ['_method=OPTIONS', 'POST'],
    ['_method=CONNECT', 'POST'],
    ['_method=POST', 'POST'],
    ['_method=', 'POST'],
    ['_method', 'POST'],
    ['_METHOD=DELETE', 'POST'],
    ['_method[]=DELETE', 'POST'],
    ['_method=DELETE%00', 'POST'],
    ['_method=%20DELETE', 'POST'],
    ['_method=__proto__', 'POST'],
    ['_method=constructor', 'POST'],
    ['_method=%FF', 'POST'],
    ['_method=%', 'POST'],
  ])('of a form with %s is %s if methodOverride is on', async (fields, method) => {
    expect(await send('/photos', form(fields))).toBe(`POST as ${method}: Sea`);
  });

  it.each<[string, string, RequestInit]>([
    ['a type with parameters', 'DELETE', form('_method=DELETE', `${FORM};charset=utf-8`)],
    ['a space behind its type', 'PUT', form('_method=PUT', `${FORM} ; charset=utf-8`)],
    ['several parts', 'PUT', { method: 'POST', body: formOf(TITLE, ['_method', 'PUT']) }],
    [
      'a file',
      'POST',
      { method: 'POST', body: formOf(TITLE, ['_method', new File(['PUT'], 'PUT')]) },
    ],
  ])('of a form with %s is %s', async (_what, method, init) => {
    expect(await send('/photos', init)).toBe(`POST as ${method}: Sea`);
  });

  it.each([
    ['multipart/form-data', 'no boundary'],
    ['multipart/form-data; boundary=x', 'never closed'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="_method"\r\n',
    ],
    ['text/plain', '_method=DELETE'],
    ['application/json', '{"_method":"DELETE"}'],
    [`${FORM}x`, '_method=DELETE'],
    [`text/plain, ${FORM}`, '_method=DELETE'],
    ['', '_method=DELETE'],
    ['', ''],
  ])('stays POST for a body of %j that is no form: %j', async (type, text) => {
    const headers = type === '' ? {} : { 'content-type': type };
    // A body of bytes has no type of its own.
    const body = text === '' ? null : new TextEncoder().encode(text);
    expect(await send('/raw', { method: 'POST', headers, body })).toBe(`POST: ${text}`);
  });

  it.each(['GET', 'PUT'])('is never overridden from %s', async (method) => {
    const headers = { 'content-type': `${FORM}; charset=utf-8` };
    const body = method === 'GET' ? null : '_method=DELETE';
    const text = await send('/raw?_method=DELETE', { method, headers, body });
    expect(text).toBe(`${method}: ${body ?? ''}`);
  });

  it('is the one that was sent, unless methodOverride is on', async () => {
    expect(await send('/photos', form('_method=DELETE'), false)).toBe('POST as POST: Sea');
  });

  it.each([true, false])('ignores headers and queries, methodOverride being %s', async (isOn) => {
    const names = ['x-http-method-override', 'x-http-method', 'x-method-override'];
    const headers = Object.fromEntries(names.map((name) => [name, 'DELETE']));
    const init = { method: 'POST', headers };
    expect(await send('/raw?_method=DELETE', init, isOn)).toBe('POST: ');
  });
});
