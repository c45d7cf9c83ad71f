/** The limits and places for reading a posted form. handler.test.ts tests the allowed methods. */
import { expect, it, vi } from 'vitest';
import type { FetchOptions } from '../../src/fetch.ts';
import type { Handler } from '../../src/index.ts';
import { createFetchHandler, createFetchMiddleware, describeBoth } from '../support/handlers.ts';

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
  return new Request(`http://localhost${path}`, init);
}

const text: Handler = async (_match, { request }) => {
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
  return createFetchHandler({ routes, handlers, methodOverride: true, ...options })(request);
}

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

  it('answers 413 to a form of more than 1 MiB, and discards up to 16 MiB of it', async () => {
    const routes = { 'DELETE a': 'a', 'POST a': 'a' };
    const whole = await handle(routes, post('/a', upload(MIB).body));
    expect([whole.status, await whole.text()]).toEqual([200, String(MIB)]);

    for (const [size, discarded] of [
      [8 * MIB, 8 * MIB],
      [64 * MIB, 16 * MIB],
    ]) {
      const { taken, body } = upload(size);
      const response = await handle(routes, post('/a', body));
      expect([response.status, await response.text()]).toEqual([413, 'Content Too Large']);
      await vi.waitFor(() => expect(taken.bytes).toBeGreaterThanOrEqual(discarded));
      await new Promise((resolve) => setTimeout(resolve));
      expect(taken.bytes).toBeLessThanOrEqual(discarded + 3 * 2 ** 16);
    }
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
      const options = {
        routes: { 'PUT a': 'a' },
        handlers: { 'PUT a': text },
        methodOverride: true,
      };
      const answer = createFetchMiddleware({ ...options, onMissing: 'pass' });
      expect(await answer(request)).toBeNull();
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
      const handlers = { 'PUT a': text };
      const options = { routes, handlers, methodOverride: true, maxFormSize: 5 };
      const answer = createFetchMiddleware({
        ...options,
        onError: () => {},
        ...(onMissing && { onMissing }),
      });
      expect((await answer(post('/a', '_method=PUT')))?.status).toBe(413);
    },
  );

  it('discards up to 16 MiB of a form whose content-length is beyond the limit', async () => {
    const { taken, body } = upload(64 * MIB);
    const headers = { 'content-type': FORM, 'content-length': String(64 * MIB) };
    expect((await handle({ 'DELETE a': 'a' }, post('/a', body, headers))).status).toBe(413);
    await vi.waitFor(() => expect(taken.bytes).toBeGreaterThanOrEqual(16 * MIB));
    await new Promise((resolve) => setTimeout(resolve));
    expect(taken.bytes).toBeLessThanOrEqual(16 * MIB + 3 * 2 ** 16);
  });

  it.each([
    [1000, 200],
    [1001, 413],
  ])('answers a form of %i parts with %i', async (parts, status) => {
    const form = new FormData();
    for (let nth = 0; nth < parts; nth++) form.append('_method', 'DELETE');
    const request = new Request('http://localhost/a', { method: 'POST', body: form });
    expect((await handle({ 'DELETE a': 'a' }, request)).status).toBe(status);
  });

  it('passes on a POST without a route whose form has too many parts', async () => {
    const form = new FormData();
    for (let nth = 0; nth < 1001; nth++) form.append('a', 'b');
    const answer = createFetchMiddleware({
      routes: { 'PUT a': 'a' },
      handlers: { 'PUT a': text },
      methodOverride: true,
      onMissing: 'pass',
    });
    const request = new Request('http://localhost/a', { method: 'POST', body: form });
    expect(await answer(request)).toBeNull();
  });

  it.each([
    [14, 200],
    [13, 413],
    [1, 413],
  ])('reads up to maxFormSize, which is %i bytes here: %i', async (maxFormSize, status) => {
    const request = post('/a', '_method=DELETE');
    expect((await handle({ 'DELETE a': 'a' }, request, { maxFormSize })).status).toBe(status);
  });

  it('reads a form whose content-length is the limit', async () => {
    const headers = { 'content-type': FORM, 'content-length': '14' };
    const request = post('/a', '_method=DELETE', headers);
    expect((await handle({ 'DELETE a': 'a' }, request, { maxFormSize: 14 })).status).toBe(200);
  });

  it.each([FORM, 'multipart/form-data; boundary=a'])(
    'leaves a POST alone that has no body, because of its %s',
    async (type) => {
      const headers = { 'content-type': type };
      const request = new Request('http://localhost/a', { method: 'POST', headers });
      expect((await handle({ 'DELETE a': 'a', 'POST a': 'a' }, request)).status).toBe(200);
    },
  );

  it('answers 413 to a multipart form beyond the limit as well', async () => {
    const form = new FormData();
    form.set('_method', 'DELETE');
    form.set('file', new File(['a'.repeat(MIB)], 'a.txt'));
    const request = new Request('http://localhost/a', { method: 'POST', body: form });
    expect((await handle({ 'DELETE a': 'a' }, request)).status).toBe(413);
  });

  it('leaves a POST alone whose form breaks off', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new Error('the client is gone')),
    });
    const onError = vi.fn();
    const response = await handle({ a: 'a' }, post('/a', body), { onError });
    expect(response.status).toBe(500);
    expect(String(onError.mock.calls[0][0])).toContain('the client is gone');
  });

  it.each([0, -1, 1.5, Number.NaN, '5' as never])('has no maxFormSize of %s', (maxFormSize) => {
    expect(() => createFetchHandler({ routes: {}, maxFormSize })).toThrow(
      /: maxFormSize is .*\. Expected a whole number of 1 or more/,
    );
  });
});
