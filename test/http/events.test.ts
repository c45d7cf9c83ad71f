/** Server-sent events: their frames, their end, and readers that read nothing. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFetchHandler } from '../../src/fetch.ts';
import { type EventsClient, type EventsOptions, events, type ServerEvent } from '../../src/http.ts';
import { Route } from '../../src/index.ts';
import { caught } from '../support/caught.ts';
import { httpContext } from '../support/http-context.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Source = (client: EventsClient) => AsyncIterable<ServerEvent> | undefined;

const start = (source: Source, options?: EventsOptions) =>
  events(httpContext(), source, options)[Symbol.asyncIterator]();

const sourceOf = (...all: readonly unknown[]): Source =>
  async function* () {
    yield* all as ServerEvent[]; // the cast: some are wrong
  };

/** A source that waits for ever, and notes how it ends. */
function silent() {
  const seen: { client?: EventsClient; returned: boolean } = { returned: false };
  const source: Source = (client) => {
    seen.client = client;
    return {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => {}),
        return: async () => {
          seen.returned = true;
          throw new Error('nobody hears of it');
        },
      }),
    };
  };
  return { source, seen };
}

/** The frames after the first comment. */
async function framesOf(source: Source): Promise<string[]> {
  const frames: string[] = [];
  const all = { [Symbol.asyncIterator]: () => start(source) };
  for await (const frame of all) frames.push(frame);
  expect(frames.shift()).toBe(':\n\n');
  return frames;
}

describe('an event', () => {
  it.each<[string, ServerEvent, string]>([
    ['data', { data: 'a' }, 'data: a\n\n'],
    ['data that is empty', { data: '' }, 'data: \n\n'],
    ['data with a space and a colon', { data: ' a: b' }, 'data:  a: b\n\n'],
    ['data of several lines', { data: 'a\nb\r\nc\rd' }, 'data: a\ndata: b\ndata: c\ndata: d\n\n'],
    ['data that ends a line', { data: 'a\r' }, 'data: a\ndata: \n\n'],
    ['data that looks like fields', { data: 'a\n\nid: 7' }, 'data: a\ndata: \ndata: id: 7\n\n'],
    [
      'all fields',
      { retry: 500, data: 'a', id: '7', event: 'news' },
      'event: news\nid: 7\nretry: 500\ndata: a\n\n',
    ],
    ['an id that is empty', { id: '' }, 'id: \n\n'],
    ['unset fields', { data: 'a', id: undefined, event: undefined }, 'data: a\n\n'],
    ['no field', {}, '\n'],
  ])('is written with %s', async (_, event, frame) => {
    expect(await framesOf(sourceOf(event))).toEqual([frame]);
  });

  it.each<[string, unknown, string]>([
    ['an id with a line feed', { id: '7\ndata: a' }, 'an event: id is'],
    ['an id with a carriage return', { id: '7\r' }, 'an event: id is'],
    ['an id with NUL', { id: '7\0' }, 'an event: id is'],
    ['a type of two lines', { event: 'a\nb' }, 'an event: event is'],
    ['a type with a carriage return', { event: 'a\rb' }, 'an event: event is'],
    ['data that is no text', { data: { a: 1 } }, 'an event: data is an object. Expected a string.'],
    ['a retry that is no number', { retry: '1\ndata: a' }, 'an event: retry is'],
    ['an unknown field', { name: 'a' }, "an event: 'name' is not an option"],
    ['a string', 'a', 'an event: options is'],
  ])('fails with %s', async (_, event, message) => {
    await expect(framesOf(sourceOf({ data: 'a' }, event))).rejects.toThrow(message);
  });
});

describe('a stream of events', () => {
  it('asks its source for an event once the previous one is read', async () => {
    let asked = 0;
    const reader = start(async function* () {
      for (;;) yield { data: String(asked++) };
    });
    await reader.next();
    expect(asked).toBe(0);
    expect(await reader.next()).toEqual({ done: false, value: 'data: 0\n\n' });
    expect(await reader.next()).toEqual({ done: false, value: 'data: 1\n\n' });
    expect(asked).toBe(2);
  });

  it('has a comment after each heartbeat without an event, and asks only once', async () => {
    let give = (_: ServerEvent) => {};
    let asked = 0;
    const reader = start(
      async function* () {
        asked++;
        yield await new Promise<ServerEvent>((resolve) => (give = resolve));
      },
      { heartbeat: 50 },
    );
    await reader.next();
    for (const _ of [1, 2]) {
      const next = reader.next();
      await vi.advanceTimersByTimeAsync(50);
      expect(await next).toEqual({ done: false, value: ':\n\n' });
    }
    give({ data: 'a' });
    expect(await reader.next()).toEqual({ done: false, value: 'data: a\n\n' });
    expect(await reader.next()).toEqual({ done: true, value: undefined });
    expect(asked).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each<[string, (reader: AsyncIterator<string>, server: AbortController) => unknown]>([
    ['the client leaves', (reader) => reader.return?.()],
    ['the server stops', (_reader, server) => server.abort()],
    ['nothing is read for two heartbeats', () => vi.advanceTimersByTimeAsync(100)],
  ])('ends its source if %s', async (_, leave) => {
    const { source, seen } = silent();
    const server = new AbortController();
    const reader = start(source, { heartbeat: 50, signal: server.signal });
    await reader.next();
    await leave(reader, server);
    expect(seen.client?.signal.aborted).toBe(true);
    expect(seen.returned).toBe(true);
    expect(await reader.next()).toEqual({ done: true, value: undefined });
    expect(vi.getTimerCount()).toBe(0);
    server.abort();
  });

  it('ends at once for a reader that waits', async () => {
    const { source } = silent();
    const server = new AbortController();
    const reader = start(source, { signal: server.signal });
    await reader.next();
    const waiting = reader.next();
    server.abort();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('goes on for a client that reads slowly', async () => {
    const { source, seen } = silent();
    const reader = start(source, { heartbeat: 50 });
    for (let read = 0; read < 5; read++) {
      const next = reader.next();
      await vi.advanceTimersByTimeAsync(99);
      await next;
    }
    expect(seen.client?.signal.aborted).toBe(false);
    await reader.return?.();
  });

  it('is over at once if the server stops already, and if the source has no return', async () => {
    const next = async () => ({ done: true, value: undefined }) as const;
    const source = () => ({ [Symbol.asyncIterator]: () => ({ next }) });
    const reader = start(source, { signal: AbortSignal.abort() });
    expect(await reader.next()).toEqual({ done: false, value: ':\n\n' });
    expect(await reader.next()).toEqual({ done: true, value: undefined });
  });

  it('has the events that are sent, and ends with more than may wait', async () => {
    let client: EventsClient | undefined;
    const source: Source = (given) => {
      client = given;
    };
    const reader = start(source, { queue: 2 });
    await reader.next();
    const waiting = reader.next();
    client?.send({ data: 'a' });
    expect(await waiting).toEqual({ done: false, value: 'data: a\n\n' });
    expect(() => client?.send({ id: '\n' })).toThrow('an event: id is');
    for (const data of ['b', 'c']) client?.send({ data });
    expect(client?.signal.aborted).toBe(false);
    for (const data of ['d', 'e']) client?.send({ data });
    expect(client?.signal.aborted).toBe(true);
    const rest = [await reader.next(), await reader.next(), await reader.next()];
    expect(rest.map(({ value }) => value)).toEqual(['data: b\n\n', 'data: c\n\n', 'data: d\n\n']);
    expect(await reader.next()).toEqual({ done: true, value: undefined });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('may have as many events as may wait before it is read', async () => {
    let client: EventsClient | undefined;
    const source: Source = (given) => {
      client = given;
    };
    const reader = start(source, { queue: 2 });
    for (const data of ['a', 'b']) client?.send({ data });
    expect(client?.signal.aborted).toBe(false);
    client?.send({ data: 'c' });
    expect(client?.signal.aborted).toBe(true);
    const read = [];
    for await (const frame of { [Symbol.asyncIterator]: () => reader }) read.push(frame);
    expect(read).toEqual([':\n\n', 'data: a\n\n', 'data: b\n\n', 'data: c\n\n']);
  });

  it('fails with the error of its source, but not after its end', async () => {
    const failing: Source = async function* ({ signal }) {
      yield { data: 'a' };
      if (!signal.aborted)
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw new Error('broken');
    };
    await expect(
      framesOf(async function* () {
        yield { data: 'a' };
        throw new Error('broken');
      }),
    ).rejects.toThrow('broken');
    const server = new AbortController();
    const reader = start(failing, { signal: server.signal });
    await reader.next();
    await reader.next();
    const waiting = reader.next();
    server.abort();
    expect(await waiting).toEqual({ done: true, value: undefined });
  });

  it('ends with the server for many clients, without a warning of too many listeners', async () => {
    const warn = vi.spyOn(process, 'emitWarning');
    const server = new AbortController();
    const all = Array.from({ length: 50 }, () => start(silent().source, { signal: server.signal }));
    server.abort();
    for (const reader of all) {
      await reader.next();
      expect(await reader.next()).toEqual({ done: true, value: undefined });
    }
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  it.each<[unknown, unknown, string]>([
    [undefined, {}, 'events: the source is undefined. Expected a function'],
    [silent().source, { heartbeat: 0 }, 'events: heartbeat is 0'],
    [silent().source, { heartbeat: 2 ** 30 + 1 }, 'heartbeat is 1073741825. Expected at most'],
    [
      silent().source,
      { signal: 'SIGTERM' },
      "events: signal is 'SIGTERM'. Expected an AbortSignal",
    ],
    [silent().source, { queue: 0 }, 'events: queue is 0'],
    [silent().source, { beat: 1 }, "events: 'beat' is not an option of this call"],
  ])('refuses the arguments %o, %o', (source, options, message) => {
    // The casts: for JavaScript.
    const make = () => start(source as Source, options as EventsOptions);
    expect(String(caught(make))).toContain(message);
  });
});

it('are answered with their type, and the source gets the id of the last event', async () => {
  vi.useRealTimers();
  const { source, seen } = silent();
  const routes = Route.collect(() => {
    Route.get('last', (context) =>
      events(context, async function* ({ lastEventId }) {
        yield { data: `after ${lastEventId}` };
      }),
    );
    Route.get('silent', (context) => events(context, source));
    Route.get('broken', (context) => events(context, sourceOf({ id: '\n' })));
  });
  const failures: unknown[] = [];
  const onError = (error: unknown) => failures.push(error) > 0;
  const fetch = createFetchHandler({ routes, onError });
  const ask = (path: string, init?: RequestInit) =>
    fetch(new Request(`http://localhost/${path}`, init));
  const response = await ask('last', { headers: { 'last-event-id': '7' } });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.text()).toBe(':\n\ndata: after 7\n\n');
  expect(await (await ask('last')).text()).toBe(':\n\ndata: after null\n\n');

  await (await ask('silent')).body?.cancel();
  expect(seen.client?.signal.aborted).toBe(true);

  expect((await ask('silent', { method: 'HEAD' })).headers.get('content-type')).toBe(
    'text/event-stream',
  );
  await pause(1);
  expect(seen.client?.signal.aborted).toBe(true);

  await expect((await ask('broken')).text()).rejects.toThrow('an event: id is');
  expect(failures).toHaveLength(1);
});
