/** Keeps standard output for what a command says. */
import type { Output } from './io.ts';

type Write = typeof process.stdout.write;

/** How many commands run whose output is diverted; only tests run several at once. */
let running = 0;
let restore: () => void;

/**
 * Does work during which all that is written to the process's standard output goes to standard error:
 * what a route file prints, and what it started prints later. The command itself writes to streams of
 * its own, see {@link undiverted}.
 *
 * @param stderr standard error
 * @param work does it
 * @returns what the work returns
 * @throws whatever the work throws
 */
export async function withStdoutDiverted<T>(stderr: Output, work: () => Promise<T>): Promise<T> {
  if (running++ === 0) restore = divert(stderr);
  try {
    return await work();
  } finally {
    if (--running === 0) restore();
  }
}

/** A stream to write to that is not diverted. */
export function undiverted(stream: typeof process.stdout): Output {
  const write: Write = stream.write.bind(stream);
  return { write, isTTY: stream.isTTY, columns: stream.columns };
}

function divert(stderr: Output): () => void {
  const { stdout } = process;
  const own = Object.getOwnPropertyDescriptor(stdout, 'write');
  const write = (chunk: string | Uint8Array, ...rest: readonly unknown[]) => {
    stderr.write(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
    const done = rest.find((value) => typeof value === 'function');
    if (done !== undefined) queueMicrotask(() => done());
    return true;
  };
  Object.defineProperty(stdout, 'write', { configurable: true, writable: true, value: write });
  return () => {
    if (own === undefined) Reflect.deleteProperty(stdout, 'write');
    else Object.defineProperty(stdout, 'write', own);
  };
}
