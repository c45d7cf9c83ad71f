import { badArgument } from '../errors/argument.ts';
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
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await iterator.next();
          if (done) controller.close();
          else controller.enqueue(toBytes(value, sender));
        } catch (error) {
          controller.error(error);
          sender.report(error);
        }
      },
      async cancel(reason) {
        await iterator.return?.(reason);
      },
    },
    // Nothing is taken from the iteration before it is read.
    { highWaterMark: 0 },
  );
}

function toBytes(chunk: unknown, sender: Sender): Uint8Array {
  if (typeof chunk === 'string') return new TextEncoder().encode(chunk);
  if (chunk instanceof Uint8Array) return chunk;
  throw badArgument(
    sender.where(),
    'a part of what it returned',
    'a string or a Uint8Array',
    chunk,
  );
}
