/** Reading the body of a request: types, limits, and malformed bodies. */
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import {
  HttpError,
  type ReadOptions,
  readForm,
  readJson,
  readStream,
  readText,
} from '../../src/http.ts';
import { WaymarkError } from '../../src/index.ts';
import { rejection } from '../support/caught.ts';
import { httpContext } from '../support/http-context.ts';

type Body = NonNullable<ConstructorParameters<typeof Response>[0]>;

/** A request with a body; a type of `null` sets none. */
function posted(type: string | null, body: Body, more: Readonly<Record<string, string>> = {}) {
  const headers = new Headers(more);
  if (type !== null) headers.set('content-type', type);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  // Node needs this to send before it reads an answer.
  const init = { method: 'POST', headers, body: bytes, duplex: 'half' } as const;
  return httpContext({ init });
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** A stream that counts requests for more. */
function endless(size: number) {
  const stream = { asked: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        stream.asked++;
        controller.enqueue(new Uint8Array(size).fill(0x31));
      },
      cancel() {
        stream.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { ...{ body }, stream };
}

/** Reads a stream to its end. */
const readAll: typeof readText = async (context, options?: Pick<ReadOptions, 'limit'>) =>
  await new Response(readStream(context, options)).text();

const readers = [
  ['readText', readText, 'text/plain', 'abcd'],
  ['readJson', readJson, JSON_TYPE, '1234'],
  ['readForm', readForm, FORM, 'a=bc'],
] as const;

describe.each([...readers, ['readStream', readAll, 'x/y', 'abcd'] as const])(
  '%s',
  (name, read, type, text) => {
    const statusOf = async (context: ReturnType<typeof posted>, limit?: number) => {
      const error = await rejection(read(context, limit === undefined ? {} : { limit }));
      expect(error).toBeInstanceOf(HttpError);
      return (error as HttpError).status;
    };

    it('reads as many bytes as the limit, 1 MiB by default, and answers 413 to one more', async () => {
      await expect(read(posted(type, text), { limit: 4 })).resolves.toBeDefined();
      const announced = posted(type, text, { 'content-length': '4' });
      await expect(read(announced, { limit: 4 })).resolves.toBeDefined();
      await expect(statusOf(posted(type, text), 3)).resolves.toBe(413);
      const whole = type === FORM ? `a=${'1'.repeat(2 ** 20 - 2)}` : '1'.repeat(2 ** 20);
      await expect(read(posted(type, whole))).resolves.toBeDefined();
      await expect(statusOf(posted(type, `${whole}1`))).resolves.toBe(413);
    });

    it.each([
      ['says nothing', {}, 3 + 17],
      ['says less', { 'content-length': '4' }, 3 + 17],
      ['says nonsense', { 'content-length': 'x' }, 3 + 17],
      ['says a negative number', { 'content-length': '-1' }, 3 + 17],
      ['is over the limit', { 'content-length': '4294967296' }, 17],
    ])(
      'answers 413 at the limit if the length %s, and stops reading',
      async (_what, headers, asked) => {
        const { body, stream } = endless(2 ** 20);
        await expect(statusOf(posted(type, body, headers), 2 ** 21)).resolves.toBe(413);
        // Reading discards 16 MiB of the rest, and cancels it if there is more.
        await expect.poll(() => stream.cancelled).toBe(true);
        expect(stream.asked).toBe(asked);
      },
    );

    it('reads the rest of a body that is too long, so that the connection can go on', async () => {
      let left = 10;
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          left--;
          if (left < 0) controller.close();
          else controller.enqueue(new Uint8Array(10));
        },
      });
      await expect(statusOf(posted(type, body), 35)).resolves.toBe(413);
      await expect.poll(() => left).toBeLessThan(0);
    });

    it.each(['GET', 'HEAD'])('reads a %s that announces a body as one without', async (method) => {
      const headers = { 'content-type': type, 'content-length': '2' };
      const request = new Request('http://localhost/', { method, headers });
      const answer = await read({ request }).catch((error: unknown) => error);
      expect(answer).not.toBeInstanceOf(WaymarkError);
    });

    it.each([
      ['a request', new Request('http://localhost/')],
      ['a match', { params: ['7'] }],
      ['nothing', undefined],
    ])('refuses %s in place of the context', async (_what, wrong) => {
      const error = await rejection(read(wrong as never)); // the cast: for JavaScript
      expect(error).toBeInstanceOf(WaymarkError);
      expect(String(error)).toContain(`${name}: context is`);
      expect(String(error)).toContain('Expected the context of the action or the handler');
    });

    it('answers 413 to a length over the limit without a body', async () => {
      const request = new Request('http://localhost/', {
        method: 'POST',
        headers: { 'content-type': type, 'content-length': '36' },
      });
      await expect(statusOf({ ...posted(type, ''), request }, 35)).resolves.toBe(413);
    });

    it('answers 415 to a body that is compressed', async () => {
      const headers = { 'content-encoding': 'gzip' };
      await expect(statusOf(posted(type, text, headers))).resolves.toBe(415);
      const plain = posted(type, text, { 'content-encoding': 'Identity' });
      await expect(read(plain)).resolves.toBeDefined();
    });

    it.each([
      ['the client stops in the middle', 400, { code: 'ECONNRESET' }],
      ["it is over the server's own limit", 413, { status: 413, code: 'ERR_BODY_TOO_LARGE' }],
      ['the error has that status alone', 400, { status: 413 }],
      ['the error has that code alone', 400, { code: 'ERR_BODY_TOO_LARGE' }],
    ])('answers with the status of a broken body: %s, %i', async (_what, status, members) => {
      const cause = Object.assign(new Error('aborted'), members);
      const body = new ReadableStream({ pull: (controller) => controller.error(cause) });
      const error = await rejection(read(posted(type, body)));
      expect(error).toMatchObject({ name: 'HttpError', status, cause });
    });

    it.each<[string, (context: ReturnType<typeof posted>) => unknown]>([
      ['read', ({ request }) => request.text()],
      ['locked', ({ request }) => request.body?.getReader()],
      ['read by this very function', (context) => read(context)],
    ])('names a body that was already %s', async (_what, use) => {
      const context = posted(type, text);
      await use(context);
      await expect(read(context)).rejects.toThrow('the body was read already');
      await expect(read(context)).rejects.toBeInstanceOf(WaymarkError);
      await expect(read(context)).rejects.toThrow('express.json()');
    });

    it.each<[string, () => ReturnType<typeof posted>]>([
      ['a stream that has ended', () => posted(type, '', { 'content-length': '4' })],
      [
        'a stream that throws, as that of srvx does',
        () =>
          posted(
            type,
            new ReadableStream({ pull: () => Promise.reject(new TypeError('Body is unusable')) }),
          ),
      ],
    ])('names a body that a server passes on after it was read: %s', async (_what, make) => {
      await expect(read(make())).rejects.toThrow('the body was read already');
    });

    it('reads a body again from a clone', async () => {
      const context = posted(type, text);
      await read(httpContext({ request: context.request.clone() }));
      await expect(read(context)).resolves.toBeDefined();
    });

    it.each<[object, string]>([
      [{ limt: 7 }, 'Write limit'],
      [{ limit: -1 }, 'whole number'],
      [{ limit: '1mb' }, 'whole number'],
    ])('refuses the options %j', async (options, message) => {
      await expect(read(posted(type, text), options)).rejects.toThrow(message);
    });
  },
);

describe.each(readers)('%s', (_name, read, _type, text) => {
  it.each(['image/png', 'application/octet-stream', 'application/jsonp', 'multipart/mixed', 'x'])(
    'answers 415 to the type %s',
    async (other) => {
      await expect(read(posted(other, text))).rejects.toMatchObject({ status: 415 });
    },
  );
});

describe('readStream', () => {
  it.each([null, 'image/png', FORM, 'multipart/form-data; boundary=a', 'text/plain; charset=x'])(
    'reads a body of the type %s',
    async (type) => await expect(readAll(posted(type, 'ab'))).resolves.toBe('ab'),
  );

  it('is empty without a body', async () => await expect(readAll(httpContext())).resolves.toBe(''));

  it('reads each chunk when it is asked for, and no more', async () => {
    const { body, stream } = endless(10);
    const reader = readStream(posted(null, body)).getReader();
    expect(stream.asked).toBe(0);
    await reader.read();
    await reader.read();
    expect(stream.asked).toBe(2);
  });

  it.each([
    [
      'leaves the loop',
      async (stream: AsyncIterable<unknown>) => {
        for await (const _ of stream) break;
      },
    ],
    [
      'throws in the loop',
      async (stream: AsyncIterable<unknown>) => {
        for await (const _ of stream) throw new Error('full');
      },
    ],
    [
      'fails to write',
      async (stream: AsyncIterable<unknown>) => {
        await pipeline(
          stream,
          new Writable({ write: (_chunk, _type, done) => done(new Error('full')) }),
        );
      },
    ],
  ])('discards 16 MiB of the rest if the reader %s', async (_what, use) => {
    const { body, stream } = endless(2 ** 20);
    const limit = 2 ** 30;
    await use(readStream(posted(null, body), { limit })).catch(({ message }) =>
      expect(message).toBe('full'),
    );
    await expect.poll(() => stream.cancelled).toBe(true);
    expect(stream.asked).toBeLessThan(20);
  });
});

it("discards a body of Node's that is full of chunks without ending the process", async () => {
  const uncaught = vi.fn();
  process.on('uncaughtException', uncaught);
  const sizes = [10, 2 ** 25];
  const source = new Readable({
    highWaterMark: 100,
    read() {
      this.push(Buffer.alloc(sizes.shift() ?? 10));
    },
  });
  // The cast: Node's type of the same stream.
  const body = Readable.toWeb(source) as ReadableStream<Uint8Array<ArrayBuffer>>;
  await pause(5);
  await expect(readAll(posted(null, body), { limit: 5 })).rejects.toMatchObject({ status: 413 });
  await expect.poll(() => source.destroyed).toBe(true);
  await pause(5);
  process.off('uncaughtException', uncaught);
  expect(uncaught).not.toHaveBeenCalled();
});

describe('readText', () => {
  it.each([
    [null, 'ä'],
    ['text/plain', 'ä'],
    ['TEXT/Markdown ; charset="UTF-8"', 'ä'],
    [FORM, 'a=%C3%A4'],
    [JSON_TYPE, '{"a":1}'],
    ['application/ld+json', '{}'],
    ['application/xml', '<a/>'],
    ['image/svg+xml-but-not', null],
    ['application/atom+xml; charset=utf-8', '<a/>'],
  ])('reads text as it was sent: %s', async (type, text) => {
    const answer = readText(posted(type, text ?? ''));
    if (text === null) await expect(answer).rejects.toMatchObject({ status: 415 });
    else await expect(answer).resolves.toBe(text);
  });

  it('returns an empty text for no body', async () => {
    await expect(readText(httpContext())).resolves.toBe('');
  });

  it.each([
    ['iso-8859-1', [0xe4], 'ä'],
    ['utf-16le', [0xe4, 0], 'ä'],
    ['utf-8', [0xef, 0xbb, 0xbf, 0x61], '\ufeffa'],
  ])('decodes the charset %s', async (charset, bytes, text) => {
    const context = posted(`text/plain; charset=${charset}`, new Uint8Array(bytes));
    await expect(readText(context)).resolves.toBe(text);
  });

  it('answers 415 to an unknown charset, and 400 to bytes that are invalid in it', async () => {
    const unknown = readText(posted('text/plain; charset=klingon', 'a'));
    await expect(unknown).rejects.toMatchObject({ status: 415 });
    const malformed = readText(posted('text/plain', new Uint8Array([0xff])));
    await expect(malformed).rejects.toMatchObject({ status: 400 });
  });
});

describe('readJson', () => {
  it.each([
    [JSON_TYPE, '{"a":[1]}', { a: [1] }],
    ['Application/JSON; charset=utf-8', '7', 7],
    ['application/json; charset=US-ASCII', '7', 7],
    ['application/json; profile="x; charset=latin1"', '7', 7],
    ['application/json; profile="\\"; charset=latin1"; charset="UTF-8"', '7', 7],
    ['application/problem+json', 'null', null],
    ['model/gltf+json', '"ä"', 'ä'],
  ])('reads %s: %s', async (type, text, value) => {
    await expect(readJson(posted(type, text))).resolves.toEqual(value);
  });

  it.each([
    [null, 415],
    ['text/plain', 415],
    ['text/json', 415],
    ['application/x+y', 415],
    [FORM, 415],
    ['multipart/form-data; boundary=a', 415],
    ['application/json; charset=utf-16', 415],
    ['application/json; profile="x"; charset="utf-16"', 415],
  ])(
    'answers 415 to other types, such as those of a form on another site, and to other charsets: %s',
    async (type, status) => {
      await expect(readJson(posted(type, '{}'))).rejects.toMatchObject({ status });
    },
  );

  it.each(['', '{', '{"a":1}x', "{'a':1}", 'undefined', '\u00a01'])(
    'answers 400 to %j',
    async (text) => {
      const error = await rejection(readJson(posted(JSON_TYPE, text)));
      expect(error).toMatchObject({ status: 400, cause: expect.any(SyntaxError) });
    },
  );

  it('answers 400 to bytes that are not UTF-8', async () => {
    const body = new Uint8Array([0x22, 0xff, 0x22]);
    await expect(readJson(posted(JSON_TYPE, body))).rejects.toMatchObject({ status: 400 });
  });

  it.each([
    ['arrays', '['.repeat(512), ']'.repeat(512)],
    ['objects', '{"a":'.repeat(511), `{}${'}'.repeat(511)}`],
    ['brackets in strings', '["\\"', `${'['.repeat(999)}","[{"]`],
    ['siblings', '[', `${'{"a":[]},'.repeat(999)}1]`],
  ])('reads JSON of up to 512 levels: %s', async (_what, start, end) => {
    const text = start + end;
    await expect(readJson(posted(JSON_TYPE, text))).resolves.toEqual(JSON.parse(text));
  });

  it.each([
    ['arrays', '['.repeat(513), ']'.repeat(513)],
    ['objects', '{"a":'.repeat(512), `{}${'}'.repeat(512)}`],
    ['more than the stack holds', '['.repeat(20_000), ']'.repeat(20_000)],
  ])('answers 400 to deeper JSON: %s', async (_what, start, end) => {
    const error = await rejection(readJson(posted(JSON_TYPE, start + end)));
    expect(error).toMatchObject({ status: 400, message: 'the body nests deeper than 512 levels' });
  });

  it('returns a value of type unknown', () => {
    expectTypeOf(readJson(posted(JSON_TYPE, '1'))).resolves.toBeUnknown();
  });
});

describe('readForm', () => {
  it('reads a form that is URL-encoded', async () => {
    const form = await readForm(
      posted(`${FORM}; charset=utf-8`, 'a=1&b=%C3%A4+%26&a=2&__proto__=x'),
    );
    expect([...form]).toEqual([
      ['a', '1'],
      ['b', 'ä &'],
      ['a', '2'],
      ['__proto__', 'x'],
    ]);
    expectTypeOf(form).toEqualTypeOf<FormData>();
  });

  it('reads a multipart form, with its files', async () => {
    const sent = new FormData();
    sent.append('title', 'Sea');
    sent.append('photo', new File(['abc'], 'ä.png', { type: 'image/png' }));
    const { body, headers } = new Response(sent);
    const form = await readForm(posted(headers.get('content-type'), body ?? ''));
    const photo = form.get('photo') as File;
    expect(photo).toBeInstanceOf(File);
    expect([form.get('title'), photo.name, photo.type, await photo.text()]).toEqual([
      'Sea',
      'ä.png',
      'image/png',
      'abc',
    ]);
  });

  it.each([
    ['multipart/form-data', 'a=1'],
    ['multipart/form-data; boundary=x', 'a=1'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1'],
  ])('answers 400 to a malformed form: %s %j', async (type, text) => {
    const error = await rejection(readForm(posted(type, text)));
    expect(error).toMatchObject({ status: 400, expose: true, name: 'HttpError' });
  });
});

describe('the parts of a form', () => {
  const form = (parts: number) => {
    const fields = new FormData();
    for (let nth = 0; nth < parts; nth++) fields.append('photo', new File([], 'a.jpg'));
    return { request: new Request('http://localhost/', { method: 'POST', body: fields }) };
  };

  it.each([
    [1000, undefined],
    [3, 3],
  ])('are read if there are %i, the limit %j', async (parts, limit) => {
    expect([...(await readForm(form(parts), { parts: limit })).keys()]).toHaveLength(parts);
  });

  it.each([
    [1001, undefined],
    [3000, undefined],
    [4, 3],
  ])('are a 413 if there are %i, the limit %j', async (parts, limit) => {
    await expect(readForm(form(parts), { parts: limit, limit: 2 ** 24 })).rejects.toMatchObject({
      status: 413,
      message: `the form has more than ${limit ?? 1000} parts`,
    });
  });

  it.each([
    ['a parameter whose name ends like it', 'xboundary=none; boundary=x'],
    ['a parameter in quotes', 'a="; boundary=none"; boundary=x'],
    ['two boundaries', 'boundary=x; boundary=none'],
    ['an escape in quotes', 'boundary="\\x"'],
    ['capitals', 'Boundary=x'],
    ['three boundaries', 'boundary=none; boundary=none; boundary=x'],
    ['a space in quotes', 'boundary="a b"', 'a b'],
  ])('are counted whatever hides their boundary: %s', async (_, params, boundary = 'x') => {
    const part = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n`;
    const context = posted(
      `multipart/form-data; ${params}`,
      `${part.repeat(3)}--${boundary}--\r\n`,
    );
    await expect(readForm(context, { parts: 2 })).rejects.toMatchObject({ status: 413 });
  });
});
