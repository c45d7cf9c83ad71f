/** A line that says that work is under way. */
import { Worker } from 'node:worker_threads';
import type { Output } from './io.ts';

/** How long work may take without being spoken of, and how often the line changes, in milliseconds. */
const SECOND = 1000;

/** What the thread and the process share: whether a line is shown, and whether it may still be. */
const [HIDDEN, SHOWN, ENDED] = [0, 1, 2] as const;

/** What the thread is given. */
export interface Shared {
  readonly label: string;
  readonly state: Int32Array;
}

/**
 * Starts to show that work is under way, from a second on. The work may keep this thread busy, so
 * another one writes.
 *
 * @param label what is being done
 * @param script the built file of the thread
 * @param stderr where the line is removed
 * @returns ends it, and removes the line
 */
export function startProgress(
  label: string,
  script: URL,
  stderr: Pick<Output, 'write'>,
): () => Promise<void> {
  const shared: Shared = { label, state: new Int32Array(new SharedArrayBuffer(4)) };
  const worker = new Worker(script, { workerData: shared });
  worker.unref();
  // A line that says that it takes long is not worth failing for.
  worker.on('error', () => undefined);
  return async () => {
    const before = Atomics.exchange(shared.state, 0, ENDED);
    await worker.terminate();
    if (before === SHOWN) stderr.write('\r\x1b[K');
  };
}

/** Writes the line, and how long it has been, once a second. */
export function tick({ label, state }: Shared, write: (text: string) => unknown): void {
  let seconds = 0;
  setInterval(() => {
    seconds++;
    if (Atomics.compareExchange(state, 0, HIDDEN, SHOWN) === ENDED) return;
    write(`\r${label}… ${seconds} s`);
  }, SECOND);
}
