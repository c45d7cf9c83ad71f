/** Shows a line while work is in progress. */
import { Worker } from 'node:worker_threads';
import type { Output } from './io.ts';

/** The time before the line appears, and between updates, in milliseconds. */
const SECOND = 1000;

/** The shared state of the line. Once ended, it must not be shown again. */
const [HIDDEN, SHOWN, ENDED] = [0, 1, 2] as const;

/** The thread's data. */
export interface Shared {
  readonly label: string;
  readonly state: Int32Array;
}

/**
 * Shows that work is in progress, after it has taken a second. The work may keep this thread busy,
 * so another thread writes the line.
 *
 * @param label names the work
 * @param script the built file of the thread
 * @param stderr the output from which the line is removed
 * @returns a function that stops the thread and removes the line
 */
export function startProgress(
  label: string,
  script: URL,
  stderr: Pick<Output, 'write'>,
): () => Promise<void> {
  const shared: Shared = { label, state: new Int32Array(new SharedArrayBuffer(4)) };
  const worker = new Worker(script, { workerData: shared });
  worker.unref();
  // A missing progress line is no reason to fail.
  worker.on('error', () => undefined);
  return async () => {
    const before = Atomics.exchange(shared.state, 0, ENDED);
    await worker.terminate();
    if (before === SHOWN) stderr.write('\r\x1b[K');
  };
}

/** Writes the line, with the elapsed time, once a second. */
export function tick({ label, state }: Shared, write: (text: string) => unknown): void {
  let seconds = 0;
  setInterval(() => {
    seconds++;
    if (Atomics.compareExchange(state, 0, HIDDEN, SHOWN) === ENDED) return;
    write(`\r${label}… ${seconds} s`);
  }, SECOND);
}
