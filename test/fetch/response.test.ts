import { AsyncLocalStorage } from 'node:async_hooks';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { toResponse } from '../../src/fetch/response.ts';
import { html } from '../../src/http/html.ts';
import { caught } from '../support/caught.ts';
import { createExchange } from '../support/exchange.ts';
import { ForeignResponse } from '../support/foreign-response.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

async function* parts(...chunks: unknown[]) {
  yield* chunks;
}

const form = new FormData();
form.set('a', '1');

class Point {
  x = 1;
}
class Money {
  readonly #cents = 7;
  toJSON() {
    return { cents: this.#cents };
  }
}
class Unset {
  x = undefined;
}

const withField = () => Object.assign(new TypeError('x'), { a: 1 });

class Nothing {
  toJSON() {
    return {};
  }
}

const withJson = (value: object) => Object.assign(value, { toJSON: () => [] });
const inheriting = Object.assign(Object.create({ e: withField() }), { a: 1 });
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
const circleWithJson = () => {
  const circle: Record<string, unknown> = { toJSON: () => 7 };
  circle.self = circle;
  return circle;
};
const inheritingCircle = () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  return Object.assign(Object.create(circle), { a: 1 });
};
const CALLED_RESPONSE = { a: 1, [Symbol.toStringTag]: 'Response' };

const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json';
const XY = { 'content-type': 'x/y' };
const FORGED = '{"Symbol(waymark.html)":"<p>","waymark.html":"<p>"}';

/** A value as the class of another copy makes it. */
const otherHtml = (text: unknown) =>
  Object.assign(new Point(), { [Symbol.for('waymark.html')]: text });

describe('a returned value', () => {
  it.each<[string, () => unknown, string | null, string, isSized?: boolean]>([
    ['a string', () => 'é', TEXT, 'é'],
    ['an empty string', () => '', TEXT, ''],
    ['a string of HTML', () => '<p>', TEXT, '<p>'],
    ['the text of html', () => `${html`<p>`}`, TEXT, '<p>'],
    ['html', () => html`<p>${'é'}`, HTML, '<p>é'],
    ['empty html', () => html``, HTML, ''],
    ['html of another copy', () => otherHtml('<p>other'), HTML, '<p>other'],
    ['an array of html', () => [html`<p>`], JSON_TYPE, '["<p>"]'],
    ['an object with html', () => ({ a: html`<p>` }), JSON_TYPE, '{"a":"<p>"}'],
    ['an object from JSON', () => JSON.parse(FORGED), JSON_TYPE, FORGED],
    ['a copy of the members of html', () => ({ ...html`<p>` }), JSON_TYPE, '{}'],
    ['html that is no text', () => otherHtml(1), JSON_TYPE, '{"x":1}'],
    ['an object', () => ({ a: 'é' }), JSON_TYPE, '{"a":"é"}'],
    ['an empty object', () => ({}), JSON_TYPE, '{}'],
    ['an object without prototype', () => Object.create(null), JSON_TYPE, '{}'],
    ['an array', () => [1, [2]], JSON_TYPE, '[1,[2]]'],
    ['an empty array', () => [], JSON_TYPE, '[]'],
    ['a number', () => 3, JSON_TYPE, '3'],
    ['a boolean', () => false, JSON_TYPE, 'false'],
    ['a date', () => new Date(0), JSON_TYPE, '"1970-01-01T00:00:00.000Z"'],
    ['an instance with fields', () => new Point(), JSON_TYPE, '{"x":1}'],
    ['an instance with toJSON', () => new Money(), JSON_TYPE, '{"cents":7}'],
    ['an instance whose toJSON is empty', () => new Nothing(), JSON_TYPE, '{}'],
    ['a map with toJSON', () => withJson(new Map()), JSON_TYPE, '[]'],
    ['an instance without a field that JSON has', () => new Unset(), JSON_TYPE, '{}'],
    ['an object that is a number', () => Object(3), JSON_TYPE, '3'],
    ['a Set with toJSON in an object', () => ({ s: withJson(new Set()) }), JSON_TYPE, '{"s":[]}'],
    ['what toJSON makes of an Error', () => ({ e: withJson(withField()) }), JSON_TYPE, '{"e":[]}'],
    [
      'an object with toJSON that has an Error',
      () => ({ toJSON: () => 7, e: withField() }),
      JSON_TYPE,
      '7',
    ],
    ['an object whose prototype has an Error', () => inheriting, JSON_TYPE, '{"a":1}'],
    ['a circle that JSON does not see, behind toJSON', circleWithJson, JSON_TYPE, '7'],
    ['a circle that JSON does not see, in a prototype', inheritingCircle, JSON_TYPE, '{"a":1}'],
    ['nested as deep as JSON can', () => nested(3000), JSON_TYPE, JSON.stringify(nested(3000))],
    ['an object that is called Response', () => CALLED_RESPONSE, JSON_TYPE, '{"a":1}'],
    ['an object with an empty object in it', () => ({ a: {} }), JSON_TYPE, '{"a":{}}'],
    ['an object with the text of one', () => ({ a: '{}' }), JSON_TYPE, '{"a":"{}"}'],
    ['a Response', () => new Response('made', { headers: XY }), 'x/y', 'made', false],
    [
      'a Response that says its length',
      () => new Response('made', { headers: { ...XY, 'content-length': '4' } }),
      'x/y',
      'made',
    ],
    ['a ReadableStream', () => new Response('streamed').body, null, 'streamed', false],
    ['a Blob', () => new Blob(['blob'], { type: 'text/css' }), 'text/css', 'blob'],
    ['a Blob without a type', () => new Blob(['blob']), null, 'blob'],
    ['a Uint8Array', () => bytes('bytes'), null, 'bytes'],
    ['a DataView', () => new DataView(bytes('view').buffer), null, 'view'],
    ['a part of a Uint8Array', () => bytes('xbytesx').subarray(1, 6), null, 'bytes'],
    ['an ArrayBuffer', () => bytes('buffer').buffer, null, 'buffer'],
    [
      'URLSearchParams',
      () => new URLSearchParams({ a: 'b é' }),
      'application/x-www-form-urlencoded;charset=UTF-8',
      'a=b+%C3%A9',
    ],
    ['an asynchronous generator', () => parts('one ', bytes('two')), null, 'one two', false],
    ['an empty asynchronous generator', () => parts(), null, '', false],
    ['a Readable of Node', () => Readable.from([Buffer.from('node')]), null, 'node', false],
    [
      'an object that can be iterated over asynchronously',
      () => ({ [Symbol.asyncIterator]: () => parts('own') }),
      null,
      'own',
      false,
    ],
    [
      'an object that only seems so',
      () => ({ [Symbol.asyncIterator]: 7, a: 1 }),
      JSON_TYPE,
      '{"a":1}',
    ],
  ])('as %s is sent as its kind requires', async (_what, make, type, text, isSized = true) => {
    const get = toResponse(make(), createExchange());
    expect([get.status, get.headers.get('content-type')]).toEqual([200, type]);
    expect(await get.text()).toBe(text);
    const head = toResponse(make(), createExchange(true));
    expect([head.status, head.headers.get('content-type')]).toEqual([200, type]);
    const length = isSized ? String(bytes(text).length) : null;
    expect(head.headers.get('content-length')).toBe(length);
    // A body without a length is a stream, so that servers don't send `Content-Length: 0`.
    expect(head.body === null).toBe(isSized);
  });

  it.each([false, true])(
    "as a Response of another package's class is the runtime's own (HEAD: %s)",
    async (head) => {
      const headers = { 'x-a': 'b', 'content-length': '4' };
      const foreign = new ForeignResponse('made', { status: 403, statusText: 'No', headers });
      const response = toResponse(foreign, createExchange(head));
      expect(response).toBeInstanceOf(Response);
      expect([response.status, response.statusText]).toEqual([403, 'No']);
      expect(Object.fromEntries(response.headers)).toMatchObject(headers);
      expect(await response.text()).toBe(head ? '' : 'made');
    },
  );

  it("as a Response of another package's class is not a stream of its iterated values", async () => {
    const foreign = new ForeignResponse('made', { status: 403 });
    const iterable = Object.assign(foreign, { [Symbol.asyncIterator]: () => parts('iterated') });
    const response = toResponse(iterable, createExchange());
    expect([response.status, await response.text()]).toEqual([403, 'made']);
  });

  it('as FormData is sent as a form, of unknown length', async () => {
    const get = await toResponse(form, createExchange()).formData();
    expect(get.get('a')).toBe('1');
    const { headers, body } = toResponse(form, createExchange(true));
    expect([headers.has('content-length'), body === null]).toEqual([false, false]);
  });

  it.each([undefined, null])('as %s is 204 without a length', async (value) => {
    for (const head of [false, true]) {
      const { status, body, headers } = toResponse(value, createExchange(head));
      expect([status, body, headers.has('content-length')]).toEqual([204, null, false]);
    }
  });

  it.each<[string, unknown, string]>([
    [
      'an object that JSON leaves out',
      { toJSON: () => undefined },
      'the result of toJSON is undefined',
    ],
    ['a function', () => {}, 'the returned value is a function'],
    ['a symbol', Symbol('a'), 'the returned value is a symbol'],
    ['a bigint', 7n, 'the returned value is a bigint'],
    ['Response.error()', Response.error(), 'Make a new Response for each request, or return resp'],
  ])('as %s is an error and never a 200', (_what, value, message) => {
    const error = caught(() => toResponse(value, createExchange()));
    expect(error.message).toContain(message);
    expect([error.code, error.where]).toEqual(['bad-argument', 'the action']);
  });

  it.each([
    ['a Response', Response],
    ["a Response of another package's class", ForeignResponse],
  ])('as %s whose body was used or is being read is an error', async (_what, Class) => {
    const [used, locked] = [new Class('once'), new Class('once')];
    await used.text();
    locked.body?.getReader();
    for (const head of [false, true]) {
      expect(() => toResponse(used, createExchange(head))).toThrow('was used already');
      expect(() => toResponse(locked, createExchange(head))).toThrow('is being read');
    }
  });

  it('that JSON refuses is an error: a circle, or a bigint inside', () => {
    const circle: unknown[] = [];
    circle.push(circle);
    expect(() => toResponse(circle, createExchange())).toThrow(TypeError);
    expect(() => toResponse({ a: 7n }, createExchange())).toThrow(TypeError);
  });
});

describe('a stream of iterated values', () => {
  it.each<[string, unknown[], string[]]>([
    ['whole characters', ['a', 'b'], ['a', 'b']],
    ['text before bytes', ['a', bytes('b'), 'c'], ['a', 'b', 'c']],
    ['a character in two parts', ['a\ud83d', '\ude00b'], ['a', '😀b']],
    ['a character in two parts of its own', ['\ud83d', '\ude00'], ['', '😀']],
    ['an empty part in between', ['a\ud83d', '', '\ude00'], ['a', '', '😀']],
    ['two characters in three parts', ['\ud83d', '\ude00\ud83d', '\ude00'], ['', '😀', '😀']],
    ['a first half alone', ['a\ud83d', 'b'], ['a', '\ufffdb']],
    ['a first half alone at the end', ['a', 'b\ud83d'], ['a', 'b', '\ufffd']],
    ['a second half alone', ['a', '\ude00b'], ['a', '\ufffdb']],
    ['bytes between the halves', ['a\ud83d', bytes('b'), '\ude00'], ['a', '\ufffd', 'b', '\ufffd']],
    ['the last character before the halves', ['\ud7ff', 'b'], ['\ud7ff', 'b']],
    ['the first of the first halves', ['\ud800', '\udc00'], ['', '\u{10000}']],
    ['the last of the first halves', ['\udbff', '\udfff'], ['', '\u{10ffff}']],
    ['the first of the second halves', ['\udc00', 'b'], ['\ufffd', 'b']],
  ])('sends each part when it comes, but whole characters: %s', async (_what, chunks, sent) => {
    const seen: string[] = [];
    for await (const chunk of toResponse(parts(...chunks), createExchange()).body ?? []) {
      seen.push(new TextDecoder().decode(chunk));
    }
    expect(seen).toEqual(sent);
  });

  it('takes nothing before a reader asks, and ends the iteration when the client leaves', async () => {
    const seen: string[] = [];
    async function* numbers() {
      try {
        for (let number = 0; ; number++) {
          seen.push(`made ${number}`);
          yield String(number);
        }
      } finally {
        seen.push('ended');
      }
    }
    const reader = toResponse(numbers(), createExchange()).body?.getReader();
    await new Promise((resolve) => setTimeout(resolve));
    expect(seen).toEqual([]);
    await reader?.read();
    await reader?.cancel();
    expect(seen).toEqual(['made 0', 'ended']);
  });

  it.each<[string, unknown[]]>([
    ['a part', ['late']],
    ['the end', []],
    ['what is no part', [7]],
  ])('reports nothing if the client leaves while %s is awaited', async (_what, late) => {
    const exchange = createExchange();
    let cancelled: Promise<void> | undefined;
    async function* slow() {
      cancelled = reader?.cancel();
      await Promise.resolve();
      yield* late;
    }
    const reader = toResponse(slow(), exchange).body?.getReader();
    await reader?.read();
    await cancelled;
    expect(exchange.report).not.toHaveBeenCalled();
  });

  it('reports an error that the iteration throws when it is ended', async () => {
    const exchange = createExchange();
    async function* rows() {
      try {
        yield 'a';
      } finally {
        await Promise.reject(new Error('the cursor is gone'));
      }
    }
    const reader = toResponse(rows(), exchange).body?.getReader();
    await reader?.read();
    await expect(reader?.cancel()).resolves.toBeUndefined();
    expect(String(exchange.report.mock.calls)).toContain('the cursor is gone');
  });

  it('ends an iteration that yields a value that is no part', async () => {
    const seen: string[] = [];
    async function* rows() {
      try {
        yield 7;
      } finally {
        seen.push('ended');
      }
    }
    await expect(toResponse(rows(), createExchange()).text()).rejects.toThrow('is 7');
    expect(seen).toEqual(['ended']);
  });

  it.each<[string, boolean]>([
    ['HEAD', true],
    ['a client that leaves before the first part', false],
  ])('closes a stream of Node for %s', async (_what, head) => {
    const stream = Readable.from(['a']);
    const { body } = toResponse(stream, createExchange(head));
    if (!head) await body?.cancel();
    expect(stream.destroyed).toBe(true);
  });

  it('is made in the async context of its handler, whoever reads it', async () => {
    const store = new AsyncLocalStorage<string>();
    async function* parts() {
      for (let part = 0; part < 3; part++) {
        yield `${store.getStore()} `;
        await undefined;
      }
    }
    const { body } = store.run('handler', () => toResponse(parts(), createExchange(false)));
    const text = store.run('reader', async () => {
      let all = '';
      for await (const chunk of body ?? []) all += new TextDecoder().decode(chunk);
      return all;
    });
    expect(await text).toBe('handler handler handler ');
  });

  it.each<[string, boolean]>([
    ['HEAD', true],
    ['GET', false],
  ])('survives a file that is missing before anyone reads it, for %s', async (_what, head) => {
    const stream = createReadStream(new URL('missing.txt', import.meta.url));
    const exchange = createExchange(head);
    const response = toResponse(stream, exchange);
    await new Promise<void>((resolve) => {
      stream.once('close', () => resolve());
    });
    const reported = () => String(exchange.report.mock.calls);
    if (head) return expect(reported()).toBe('');
    await expect(response.text()).rejects.toThrow('ENOENT');
    return expect(reported()).toContain('ENOENT');
  });

  it.each([
    { on: 7, destroy() {} },
    { on() {}, destroy: 7 },
  ])('takes an iteration with only some members of a stream for no stream: %j', async (members) => {
    const iterable = Object.assign(parts('a'), members);
    await expect(toResponse(iterable, createExchange()).body?.cancel()).resolves.toBeUndefined();
  });

  it('may be cancelled if the iteration has no method return', async () => {
    const next = async () => ({ done: false, value: 'a' }) as const;
    const iterable = { [Symbol.asyncIterator]: () => ({ next }) };
    const exchange = createExchange();
    await expect(toResponse(iterable, exchange).body?.cancel()).resolves.toBeUndefined();
    expect(exchange.report).not.toHaveBeenCalled();
  });

  it.each<[string, () => AsyncIterable<unknown>, string]>([
    [
      'throws',
      async function* () {
        yield 'a';
        throw new Error('the disk is gone');
      },
      'the disk is gone',
    ],
    [
      'gives a number',
      () => parts('a', 7),
      'a streamed chunk is 7. Expected a string or a Uint8Array.',
    ],
    ['gives an object', () => parts({}), 'a streamed chunk is an object'],
  ])('breaks off if the iteration %s, and that is reported', async (_what, iterate, message) => {
    const exchange = createExchange();
    await expect(toResponse(iterate(), exchange).text()).rejects.toThrow(message);
    expect(String(exchange.report.mock.calls)).toContain(message);
  });
});

describe('to HEAD', () => {
  it('cancels the body that it removes', async () => {
    let cancelled = false;
    const stream = new ReadableStream({
      cancel() {
        cancelled = true;
        throw new Error('too late');
      },
    });
    const value = new Response(stream, { headers: { 'content-length': '9' } });
    expect(toResponse(value, createExchange(true)).body).toBeNull();
    expect(cancelled).toBe(true);
  });

  it('keeps a length that comes without a body', () => {
    const value = new Response(null, { headers: { 'content-length': '9' } });
    expect(toResponse(value, createExchange(true)).headers.get('content-length')).toBe('9');
  });
});
