/** Writes files that a later run may overwrite, unless they have been changed. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Io } from '../io.ts';
import { codeOf } from '../show/text.ts';
import { writeResult } from '../write.ts';

/** The action taken for a file. */
export type Written = 'written' | 'unchanged' | 'kept';

const SEAL = /^\/\/ Written by waymark import; seal ([\da-f]{16})\. [^\n]*\n/;

/**
 * Writes a file below a folder. Its first line is a comment with a hash of the rest. A later run
 * uses this to detect changes, and keeps a changed file.
 * @param path the file's path, relative to the folder
 * @param folder the folder, relative to the working folder
 * @param code TypeScript
 * @returns `kept` if the file exists and differs from the result of an earlier run
 * @throws {UsageError} if it can't be written, or is behind a link
 */
export async function writeSealed(
  path: string,
  folder: string,
  code: string,
  io: Pick<Io, 'stdout' | 'cwd'>,
): Promise<Written> {
  const safe = codeOf(code);
  const text = `// Written by waymark import; seal ${sealOf(safe)}. Once you change this file, it is kept.\n${safe}`;
  const base = resolve(io.cwd, folder);
  const file = join(base, path);
  const existing = await readFile(file, 'utf8').catch(() => null);
  if (existing === text) return 'unchanged';
  if (existing !== null && !isSealed(existing)) return 'kept';
  await writeResult(text, { output: relative(io.cwd, file), base }, io);
  return 'written';
}

/** Whether a text is unchanged since the command wrote it. */
function isSealed(text: string): boolean {
  const found = SEAL.exec(text);
  return found !== null && sealOf(text.slice(found[0].length)) === found[1];
}

function sealOf(code: string): string {
  return createHash('sha256').update(code).digest('hex').slice(0, 16);
}
