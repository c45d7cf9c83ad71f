/** Errors of the files that are loaded. */
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFrame } from '../../errors/frame.ts';
import { lineOf } from '../show/text.ts';

/** A file could not be loaded, or threw an error as it was run. */
export class LoadFailure extends Error {
  /**
   * @param file the file that was to be loaded, as an absolute path
   * @param cwd what the paths in the message start from
   * @param cause what was thrown
   */
  constructor(
    file: string,
    cwd: string,
    override readonly cause: unknown,
  ) {
    const place = placeIn(cause, file, cwd) ?? relative(cwd, file);
    super(`${place === '' ? '' : lineOf(`${place}: `)}${messageOf(cause)}`);
  }
}

/** The message of an error. What parsers say beyond the first line is about their settings. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return lineOf(String(error));
  // Each copy of the package has a class of its own.
  return error.name === 'WaymarkError'
    ? error.message
    : lineOf(error.message.split('\n', 1)[0].trim());
}

/** Where in the folder of a file an error was thrown: file and line. */
function placeIn(error: unknown, file: string, cwd: string): string | null {
  if (!(error instanceof Error)) return null;
  for (const text of error.stack?.split('\n') ?? []) {
    const frame = readFrame(text);
    if (frame === null) continue;
    const { path, line } = frame;
    const plain = path.startsWith('file://') ? fileURLToPath(path) : path;
    const below = relative(dirname(file), plain);
    if (below.startsWith('..') || below.includes('node_modules')) continue;
    return `${relative(cwd, plain)}:${line}`;
  }
  return null;
}
