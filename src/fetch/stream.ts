import { badArgument } from '../errors/argument.ts';
import type { WaymarkError } from '../errors/error.ts';
import type { Sender } from './sender.ts';

/**
 * A stream of the strings and bytes that an iteration gives, as they are wanted; the iteration ends
 * when the client goes away. What it throws is reported, and breaks the stream off, since the status
 * has been sent.
 */
export function streamOf(
  iterable: AsyncIterable<unknown>,
  sender: Sender,
): ReadableStream<Uint8Array> {
  const iterator = iterable[Symbol.asyncIterator]();
  let cancelled = false;
  const end = async (reason?: unknown) => {
    try {
      await iterator.return?.(reason);
    } catch (error) {
      sender.report(error);
    }
  };
  const breakOff = (controller: ReadableStreamDefaultController, error: unknown) => {
    controller.error(error);
    sender.report(error);
  };
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await iterator.next();
          // What was waited for when the client went has nowhere to go.
          if (cancelled) return;
          if (done) return controller.close();
          const bytes = toBytes(value);
          if (bytes !== null) return controller.enqueue(bytes);
          breakOff(controller, notAPart(value, sender));
        } catch (error) {
          return breakOff(controller, error);
        }
        await end();
      },
      cancel(reason) {
        cancelled = true;
        return end(reason);
      },
    },
    // Nothing is taken from the iteration before it is read.
    { highWaterMark: 0 },
  );
}

function toBytes(chunk: unknown): Uint8Array | null {
  if (typeof chunk === 'string') return new TextEncoder().encode(chunk);
  return chunk instanceof Uint8Array ? chunk : null;
}

function notAPart(chunk: unknown, sender: Sender): WaymarkError {
  const wanted = 'a string or a Uint8Array';
  return badArgument(sender.where(), 'a part of what it returned', wanted, chunk);
}
