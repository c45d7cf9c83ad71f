/** Errors of loaded files. */
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFrame } from '../../shared/words.ts';
import { lineOf } from '../show/text.ts';

export class LoadFailure extends Error {
  constructor(
    file: string,
    cwd: string,
    override readonly cause: unknown,
  ) {
    const place = placeIn(cause, file, cwd) ?? relative(cwd, file);
    super(`${place === '' ? '' : lineOf(`${place}: `)}${messageOf(cause)}`);
  }
}

/** The errors of imports, which their callers report or rethrow. */
const caught = new Set<unknown>();

/** Runs an import, and remembers its error for {@link isOfImport}. */
export async function importing<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    caught.add(error);
    throw error;
  }
}

/**
 * Whether an import has thrown an error with the same message. If an ES module imports CommonJS that
 * throws, jiti runs it twice: it throws the second error, and leaves a promise rejected with the first.
 */
export function isOfImport(error: unknown): boolean {
  return [...caught].some((one) => messageOf(one) === messageOf(error));
}

/** The first line of an error's message; parsers describe their settings after it. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return lineOf(String(error));
  // By name, since each copy of the package has its own class.
  return error.name === 'WaymarkError'
    ? error.message
    : lineOf(error.message.split('\n', 1)[0].trim());
}

/** The file and line that threw an error, in the folder of `file` or below; `null` if unknown. */
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
