/** Reserves standard output for the results of commands. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { Output } from './io.ts';

type Write = typeof process.stdout.write;

/** The number of commands running with diverted output. Only tests run several at once. */
let running = 0;
let restore: () => void;

/**
 * Runs a function. While it runs, everything that route files print goes to standard error instead
 * of standard output. The command itself writes to an {@link undiverted} stream.
 * @param stderr standard error
 * @returns the result of `work`
 */
export async function withStdoutDiverted<T>(stderr: Output, work: () => Promise<T>): Promise<T> {
  if (running++ === 0) restore = divert(stderr);
  try {
    return await work();
  } finally {
    if (--running === 0) restore();
  }
}

/** An output that is not diverted. */
export function undiverted(stream: typeof process.stdout): Output {
  const write: Write = stream.write.bind(stream);
  return { write, isTTY: stream.isTTY, columns: stream.columns };
}

/**
 * Sends everything that is printed to standard error instead of standard output. A route file may
 * still print when the command is done, in a timer or as the process exits.
 * @param stderr standard error
 * @returns a function that ends it
 */
export function divert(stderr: Output): () => void {
  const { stdout } = process;
  const own = Object.getOwnPropertyDescriptor(stdout, 'write');
  const write = (chunk: string | Uint8Array, ...rest: readonly unknown[]) => {
    stderr.write(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
    const done = rest.find((value) => typeof value === 'function');
    if (done !== undefined) queueMicrotask(() => done());
    return true;
  };
  Object.defineProperty(stdout, 'write', { configurable: true, writable: true, value: write });
  const restoreDescriptor = divertDescriptor();
  return () => {
    restoreDescriptor();
    if (own === undefined) Reflect.deleteProperty(stdout, 'write');
    else Object.defineProperty(stdout, 'write', own);
  };
}

/** Diverts `fs.write(1, …)` and `fs.writeSync(1, …)`, which loggers call. */
function divertDescriptor(): () => void {
  const { write, writeSync } = fs;
  setWrites(toStderr(write), toStderr(writeSync));
  return () => setWrites(write, writeSync);
}

function toStderr<Write extends typeof fs.write | typeof fs.writeSync>(write: Write): Write {
  const diverted = (fd: number, ...rest: readonly unknown[]) =>
    Reflect.apply(write, fs, [fd === 1 ? 2 : fd, ...rest]);
  // `promisify` reads a member of fs.write.
  return Object.defineProperties(diverted, Object.getOwnPropertyDescriptors(write)) as Write; // the cast: it takes the same arguments
}

function setWrites(write: typeof fs.write, writeSync: typeof fs.writeSync): void {
  Object.assign(fs, { write, writeSync });
  syncBuiltinESMExports();
}
