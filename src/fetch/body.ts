/** Writes bodies: values as JSON, iterations as streams. */
import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { isPromise, quote } from '../errors/show.ts';
import type { Sender } from './exchange.ts';

/**
 * Writes an object or an array as JSON.
 * @throws {WaymarkError} if the value contains, at any depth, a `Map`, a `Set`, an `Error` or a
 *   promise, which JSON writes without its contents; or if it is an instance of a class without own
 *   fields. An object with `toJSON` counts as the result of that
 * @throws {TypeError} if JSON can't write it: a circular reference, a bigint
 */
export function toJson(value: object, sender: Sender): string {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined || (text === '{}' && isLost(value))) throw nothingForJson(sender, value);
  if (text.includes('{}') || mayLose(value)) checkMembers(value, sender);
  return text;
}

/**
 * Whether {@link checkMembers} may find something although the JSON has no `{}`. That search takes
 * twice as long as writing the JSON; this one takes a tenth. Objects with `toJSON` are skipped,
 * since they may be circular without being an error for JSON.
 */
function mayLose(value: object): boolean {
  if (hasToJson(value)) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (isObject(item) && mayLose(item)) return true;
    return false;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) {
    if (isCollection(value) || isLater(value)) return true;
  }
  for (const name in value) {
    const member: unknown = value[name as keyof typeof value];
    if (isObject(member) && Object.hasOwn(value, name) && mayLose(member)) return true;
  }
  return false;
}

function checkMembers(value: object, sender: Sender): void {
  JSON.stringify(value, (name, member: unknown) => {
    if (isCollection(member)) throw nothingForJson(sender, member);
    if (isObject(member) && isLater(member)) {
      const problem = `the returned value contains a promise, as ${quote(name)}`;
      const advice = 'await it first, or several with Promise.all';
      throw new WaymarkError('bad-argument', sender.where(), problem, advice);
    }
    return member;
  });
}

/** Whether it is an instance of a class whose contents are not in own fields. */
function isLost(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return false;
  return !hasToJson(value) && Object.keys(value).length === 0;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function hasToJson(value: object): boolean {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

function isCollection(value: unknown): value is object {
  if (value instanceof Map || value instanceof Set || value instanceof Error) return true;
  // One of another realm, such as a test runner's, is no instance of these classes.
  return /^\[object (?:Map|Set|Error)\]$/.test(Object.prototype.toString.call(value));
}

/** Whether it is a promise, or a database library's query, which is sent only when awaited. */
function isLater(value: object): boolean {
  return Object.getPrototypeOf(value) !== Object.prototype && isPromise(value);
}

function nothingForJson(sender: Sender, value: object): WaymarkError {
  const kind = value.constructor?.name || 'a class';
  const problem = `the returned value is or contains an instance of ${kind}, which has no JSON form`;
  const advice =
    'return a plain object or an array of its contents, or give its class a toJSON method';
  return new WaymarkError('bad-argument', sender.where(), problem, advice);
}

export const encoder = new TextEncoder();

/**
 * Makes a stream of an iteration's strings and bytes, which are pulled as the client reads them.
 * The iteration ends when the client disconnects, even before it starts. An error is reported and
 * aborts the stream, since the status has already been sent.
 */
export function streamOf(
  iterable: AsyncIterable<unknown>,
  sender: Sender,
): ReadableStream<Uint8Array> {
  const iterator = iterable[Symbol.asyncIterator]();
  const source = isNodeStream(iterable) ? iterable : null;
  // Without a listener, a file that can't be opened would end the process. The iteration throws the
  // same error, once it has started.
  source?.on('error', () => undefined);
  const report = (error: unknown) => sender.report(error, sender.status ?? 200);
  let started = false;
  let cancelled = false;
  // The first half of a surrogate pair, kept until the next chunk brings the other, as in
  // `TextEncoderStream`.
  let half = '';
  const encode = (text: string) => {
    const whole = half + text;
    const end = whole.length - (isFirstHalf(whole.charCodeAt(whole.length - 1)) ? 1 : 0);
    half = whole.slice(end);
    return encoder.encode(whole.slice(0, end));
  };
  const giveUpHalf = (controller: ReadableStreamDefaultController) => {
    if (half !== '') controller.enqueue(encoder.encode(half));
    half = '';
  };
  const end = async (reason?: unknown) => {
    try {
      // An iterator that has not started leaves its stream open.
      if (!started) source?.destroy();
      await iterator.return?.(reason);
    } catch (error) {
      report(error);
    }
  };
  const breakOff = (controller: ReadableStreamDefaultController, error: unknown) => {
    controller.error(error);
    report(error);
  };
  const step = async (controller: ReadableStreamDefaultController): Promise<void> => {
    started = true;
    try {
      const { done, value } = await iterator.next();
      // The client disconnected while this chunk was awaited.
      if (cancelled) return;
      if (typeof value === 'string' && !done) return controller.enqueue(encode(value));
      giveUpHalf(controller);
      if (done) return controller.close();
      if (value instanceof Uint8Array) return controller.enqueue(value);
      const wanted = 'a string or a Uint8Array';
      breakOff(controller, badArgument(sender.where(), 'a streamed chunk', wanted, value));
    } catch (error) {
      return breakOff(controller, error);
    }
    await end();
  };
  // A callback of a promise runs in the async context in which it was added (AsyncLocalStorage). So
  // each chunk is made in the context of the handler, and not in that of its reader.
  let resume: (controller: ReadableStreamDefaultController) => void;
  let turn: Promise<void>;
  const arm = () => {
    turn = new Promise<ReadableStreamDefaultController>((resolve) => {
      resume = resolve;
    }).then((controller) => {
      arm();
      return step(controller);
    });
  };
  arm();
  return new ReadableStream(
    {
      pull(controller) {
        const current = turn;
        resume(controller);
        return current;
      },
      cancel(reason) {
        cancelled = true;
        return end(reason);
      },
    },
    // Pull no chunk before the client reads it.
    { highWaterMark: 0 },
  );
}

/** A stream of Node, which holds its file or socket from the start. */
interface NodeStream {
  on(event: 'error', listener: () => void): unknown;
  destroy(): unknown;
}

function isNodeStream(value: object): value is NodeStream {
  // The cast names possible members; they are checked before they are called.
  const { on, destroy } = value as Partial<NodeStream>;
  return typeof on === 'function' && typeof destroy === 'function';
}

function isFirstHalf(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}
