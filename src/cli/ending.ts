/** How the process of a command ends. */
import { FAILED } from './command.ts';
import { messageOf } from './load/failure.ts';
import { guarded } from './show/text.ts';

/** What of the process decides how it ends. */
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
 * Watches the process, so that it ends with 0 and 1 for nothing but what a command found out. What a
 * route file does may end it before, as `process.exit()` does, an error that nobody catches, and an
 * `await` that never ends; and what is found may not be written, as on a full disk.
 *
 * @param process the process
 * @returns ends the process with a status, once all is written
 */
export function watchEnding(process: Ending): (status: number) => void {
  const { stdout, stderr, argv } = process;
  const { write } = guarded(stderr);
  const say = (text: string) => write(`waymark: ${text}\n`);
  let isDone = false;
  let isWritten = true;
  stdout.on('error', ({ code, message }) => {
    // What reads the output may stop early, as `head` does.
    if (code === 'EPIPE') return;
    isWritten = false;
    say(`standard output can't be written: ${message}`);
  });
  stderr.on('error', () => {});
  process.on('uncaughtException', (error) => {
    isDone = true;
    const isStack = argv.includes('--debug') && error instanceof Error;
    say(`an error that nothing caught: ${isStack ? error.stack : messageOf(error)}`);
    process.exit(FAILED);
  });
  process.on('exit', () => {
    if (isDone) return;
    process.exitCode = FAILED;
    say('a file that was loaded ended the process, or waits for what never comes');
  });
  return (status) => {
    isDone = true;
    // A route file may have opened what keeps the process alive. The errors of a stream come a bit later.
    const exit = () => setImmediate(() => process.exit(isWritten ? status : FAILED));
    stdout.write('', () => stderr.write('', exit));
  };
}
