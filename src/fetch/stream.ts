import { badArgument } from '../errors/argument.ts';
import type { Sender } from './sender.ts';

/**
 * A stream of the strings and bytes that an iteration gives, as they are wanted. Where the client
 * goes away, the iteration is ended.
 *
 * @param iterable such as an asynchronous generator
 * @param sender what returned it; what the iteration throws is reported, and the stream breaks off,
 *   since the status was sent already
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
    // Nothing is taken from the iteration before somebody reads.
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
