/** Makes sure that a command's process ends with the right status. */
import { FAILED } from './command.ts';
import { messageOf } from './load/failure.ts';
import { guarded } from './show/text.ts';

/** The members of the process that control its end. */
export interface Ending {
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly argv: readonly string[];
  exitCode?: number | string | null | undefined;
  on(event: 'exit', listener: () => void): unknown;
  on(event: 'uncaughtException', listener: (error: unknown) => void): unknown;
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
  process.on('uncaughtException', (error) => {
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
