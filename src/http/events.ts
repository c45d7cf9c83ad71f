/** Sends server-sent events. */
import { badArgument, readDelay, readOptions, readWhole } from '../errors/argument.ts';
import { isCallable } from '../errors/kind.ts';
import { type HttpContext, requestOf } from './request.ts';

/** A server-sent event (WHATWG HTML, section 9.2). */
export interface ServerEvent {
  /** The text, which may have several lines. Without it, browsers only note `id` and `retry`. */
  readonly data?: string | undefined;
  /** A line that the browser sends back as `lastEventId` when it connects again. */
  readonly id?: string | undefined;
  /** The type for `addEventListener`, a line; `message` by default. */
  readonly event?: string | undefined;
  /** How many milliseconds the browser waits before it connects again. */
  readonly retry?: number | undefined;
}

/** What a source of {@link events} gets. */
export interface EventsClient {
  /** Aborted once the client has left, or the stream ends for another reason. */
  readonly signal: AbortSignal;
  /** The id of the last event that the client received before; `null` if it has none. */
  readonly lastEventId: string | null;
  /**
   * Sends an event that something else publishes. It waits in a queue if the client reads slowly.
   * @throws {WaymarkError} if the event is wrong
   */
  readonly send: (event: ServerEvent) => void;
}

/** Options of {@link events}. */
export interface EventsOptions {
  /**
   * After how many milliseconds without an event a comment is sent; 15,000 by default, 2^30 at most.
   * Comments keep proxies from closing the connection. The stream of a client that reads nothing for
   * twice as long ends.
   */
  readonly heartbeat?: number | undefined;
  /**
   * How many sent events may wait; 100 by default. With one more, the stream ends. Browsers then
   * connect again.
   */
  readonly queue?: number | undefined;
  /** Ends the stream when it aborts, such as before the server stops. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Answers with server-sent events. An asynchronous generator is asked for the next event once the
 * client has read the previous one. The stream ends with it, if the client leaves, and if `signal`
 * aborts. A source that returns nothing passes on events by `send`.
 * @param context the context of the controller or the handler, whose `headers` get the type
 * @param source an asynchronous generator of the events, or a function that subscribes `send`
 * @param options see {@link EventsOptions}
 * @returns the answer
 * @throws {WaymarkError} if an argument is wrong. The stream fails with one if an event is wrong, such
 *   as an `id` or an `event` of several lines
 * @example
 * Route.get('ticks', (context) => events(context, async function* ({ signal }) {
 *   for (let tick = 0; !signal.aborted; tick++) {
 *     yield { id: String(tick), data: 'tick' };
 *     await new Promise((resolve) => setTimeout(resolve, 1000));
 *   }
 * }));
 * const news = new EventTarget();
 * Route.get('news', (context) => events(context, ({ send, signal }) => {
 *   news.addEventListener('published', () => send({ data: 'news' }), { signal });
 * }));
 */
export function events(
  context: Pick<HttpContext, 'request' | 'headers'>,
  source: (client: EventsClient) => AsyncIterable<ServerEvent> | undefined,
  options: EventsOptions = {},
): AsyncIterable<string> {
  const where = 'events';
  const lastEventId = requestOf(context, where).headers.get('last-event-id');
  if (!isCallable(source)) throw badArgument(where, 'the source', 'a function', source);
  const own = readOptions(where, options, ['heartbeat', 'queue', 'signal']);
  const heartbeat = readDelay(where, 'heartbeat', own.heartbeat) ?? 15_000;
  const queue = readWhole(where, 'queue', own.queue, 1) ?? 100;
  if (own.signal !== undefined && !(own.signal instanceof AbortSignal)) {
    throw badArgument(where, 'signal', 'an AbortSignal', own.signal);
  }
  // A signal of its own for each stream, since Node warns of more than ten listeners of one.
  const stopping = own.signal && AbortSignal.any([own.signal]);
  context.headers.set('content-type', 'text/event-stream');
  context.headers.set('cache-control', 'no-store');
  const client = new AbortController();
  const { signal } = client;

  const waiting: string[] = [];
  let isOpen = false;
  let failure: { readonly error: unknown } | undefined;
  let isAsked = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wake = () => {};

  const end = () => {
    if (signal.aborted) return;
    clearTimeout(timer);
    stopping?.removeEventListener('abort', end);
    client.abort();
    wake();
    // A generator returns once it no longer waits. Nobody is left to hear of its errors.
    (async () => iterator?.return?.())().catch(() => undefined);
  };
  const ask = async () => {
    if (isAsked || iterator === undefined) return;
    isAsked = true;
    try {
      const { done, value } = await iterator.next();
      if (done) end();
      else waiting.push(frameOf(value));
    } catch (error) {
      if (!signal.aborted) failure = { error };
      end();
    }
    isAsked = false;
    wake();
  };
  const send = (event: ServerEvent) => {
    if (signal.aborted) return;
    if (waiting.push(frameOf(event)) > queue) end();
    wake();
  };
  const iterator = source({ signal, lastEventId, send })?.[Symbol.asyncIterator]();
  stopping?.addEventListener('abort', end);
  if (stopping?.aborted) end();

  const next = async (): Promise<IteratorResult<string, undefined>> => {
    clearTimeout(timer);
    // A comment comes first, which makes servers send the headers.
    const first = isOpen ? undefined : COMMENT;
    isOpen = true;
    if (first === undefined && waiting.length === 0 && !signal.aborted) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        timer = setTimeout(resolve, heartbeat);
        ask();
      });
      clearTimeout(timer);
    }
    if (failure !== undefined) throw failure.error;
    const value = first ?? waiting.shift() ?? (signal.aborted ? undefined : COMMENT);
    if (value === undefined) return { done: true, value };
    if (!signal.aborted) timer = setTimeout(end, 2 * heartbeat);
    return { done: false, value };
  };
  const stop = async (): Promise<IteratorResult<string, undefined>> => {
    end();
    return { done: true, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: stop }) };
}

const COMMENT = ':\n\n';

function frameOf(event: ServerEvent): string {
  const own = readOptions(EVENT, event, ['data', 'id', 'event', 'retry']);
  const data = lineOf('data', own.data, null);
  const fields = [
    ['event', lineOf('event', own.event, /[\r\n]/)],
    // Browsers ignore an id with NUL.
    ['id', lineOf('id', own.id, /[\r\n\0]/)],
    ['retry', readWhole(EVENT, 'retry', own.retry, 0)],
    ...(data?.split(/\r\n|\r|\n/).map((line) => ['data', line]) ?? []),
  ];
  const set = fields.filter(([, value]) => value !== undefined);
  return `${set.map(([name, value]) => `${name}: ${value}\n`).join('')}\n`;
}

const EVENT = 'an event';

function lineOf(name: string, value: unknown, refused: RegExp | null): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && !refused?.test(value)) return value;
  throw badArgument(EVENT, name, refused === null ? 'a string' : 'a string of one line', value);
}
