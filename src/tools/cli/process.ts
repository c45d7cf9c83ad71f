/** Reserves a process's output and exit status for the results of commands. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { Output } from './io.ts';
import { isOfImport, messageOf } from './load/failure.ts';
import { FAILED } from './options.ts';
import { guarded } from './show/text.ts';

/** The number of commands running with diverted output. Only tests run several at once. */
let running = 0;
let restore: () => void;

export async function withStdoutDiverted<T>(stderr: Output, work: () => Promise<T>): Promise<T> {
  if (running++ === 0) restore = divert(stderr);
  try {
    return await work();
  } finally {
    if (--running === 0) restore();
  }
}

export function undiverted(stream: typeof process.stdout): Output {
  const write: typeof stream.write = stream.write.bind(stream);
  return { write, isTTY: stream.isTTY, columns: stream.columns };
}

/**
 * Sends everything that is printed to standard error instead of standard output. A route file may
 * still print when the command is done, in a timer or as the process exits.
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

export interface Ending {
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly argv: readonly string[];
  exitCode?: number | string | null | undefined;
  on(event: 'exit', listener: () => void): unknown;
  on(
    event: 'uncaughtException',
    listener: (error: unknown, origin: NodeJS.UncaughtExceptionOrigin) => void,
  ): unknown;
  exit(status: number): unknown;
}

interface Stream {
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
  write(text: string, then?: () => void): unknown;
}

/**
 * Watches the process, so that it exits with 0 or 1 only for a command's result. A route file may
 * end it earlier, by `process.exit()`, an uncaught error, or an `await` that never settles. And
 * writing the result may fail, for example on a full disk.
 * @returns a function that ends the process with a status once all output is written
 */
export function watchEnding(process: Ending): (status: number) => void {
  const { stdout, stderr, argv } = process;
  const { write } = guarded(stderr);
  // Other output is diverted later.
  const flush: Stream['write'] = stdout.write.bind(stdout);
  const say = (text: string) => write(`waymark: ${text}\n`);
  let isDone = false;
  let isWritten = true;
  stdout.on('error', ({ code, message }) => {
    // The reader of the output may stop early, as `head` does.
    if (code === 'EPIPE') return;
    isWritten = false;
    say(`standard output can't be written: ${message}`);
  });
  stderr.on('error', () => {});
  process.on('uncaughtException', (error, origin) => {
    // The command reports it.
    if (origin === 'unhandledRejection' && isOfImport(error)) return;
    isDone = true;
    const isStack = argv.includes('--debug') && error instanceof Error;
    say(`uncaught error: ${isStack ? error.stack : messageOf(error)}`);
    process.exit(FAILED);
  });
  process.on('exit', () => {
    if (isDone) return;
    process.exitCode = FAILED;
    say('a loaded file ended the process, or awaits something that never settles');
  });
  return (status) => {
    isDone = true;
    // Exits explicitly, since a route file may have left something open that keeps the process
    // alive. Waits a turn, since errors of streams arrive late.
    const exit = () => setImmediate(() => process.exit(isWritten ? status : FAILED));
    flush('', () => stderr.write('', exit));
  };
}
