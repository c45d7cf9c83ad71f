/** Makes the stream of a response from an iteration. */
import { badArgument } from '../errors/argument.ts';
import type { Exchange } from './exchange.ts';

/** Also measures the texts that answer HEAD. */
export const encoder = new TextEncoder();

/**
 * Makes a stream of an iteration's strings and bytes, which are pulled as the client reads them.
 * The iteration ends when the client disconnects, even before it starts. An error is reported and
 * aborts the stream, since the status has already been sent.
 */
export function streamOf(
  iterable: AsyncIterable<unknown>,
  exchange: Exchange,
): ReadableStream<Uint8Array> {
  const iterator = iterable[Symbol.asyncIterator]();
  const source = nodeStreamOf(iterable);
  // Without a listener, a file that can't be opened would end the process. The iteration throws the
  // same error, once it has started.
  source?.on('error', () => undefined);
  const report = (error: unknown) => exchange.report(error, exchange.status ?? 200);
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
      breakOff(
        controller,
        badArgument(exchange.describePlace(), 'a streamed chunk', wanted, value),
      );
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

/** A stream of Node, which holds its file or socket from the start; `null` for another iterable. */
function nodeStreamOf(value: object) {
  // The cast names possible members; they are checked before they are called.
  const stream = value as { on(event: 'error', listener: () => void): unknown; destroy(): unknown };
  return typeof stream.on === 'function' && typeof stream.destroy === 'function' ? stream : null;
}

function isFirstHalf(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}
