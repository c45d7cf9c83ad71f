/** Writes the files of commands. */
import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  chmod,
  lstat,
  mkdir,
  open,
  readFile,
  readlink,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Io } from './io.ts';
import { messageOf } from './load/failure.ts';
import { isBelow } from './load/paths.ts';
import { type Options, UsageError } from './options.ts';
import { codeOf, lineOf, printedCodeOf } from './show/text.ts';

/**
 * Writes a command's result to the file of `--output`, or to standard output. The file is written
 * atomically: a temporary file beside it is renamed. Missing folders are created. Links are not
 * followed below the working folder or, outside of it, below `base`, by default the file's folder.
 * An existing file is overwritten unless `force` is `false`.
 */
export async function writeResult(
  code: string,
  { output, force = true, base }: Pick<Options, 'output' | 'force'> & { readonly base?: string },
  { stdout, cwd }: Pick<Io, 'stdout' | 'cwd'>,
): Promise<void> {
  if (output === undefined) {
    stdout.write(printedCodeOf(code));
    return;
  }
  try {
    const target = await findTarget(output, cwd, base);
    await replaceFile(target, codeOf(code), force);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // Creating a folder also fails with EEXIST if a file has its name.
    const { code: kind, syscall } = error as NodeJS.ErrnoException; // the cast: from the file system
    if (kind === 'EEXIST' && syscall !== 'mkdir') {
      throw new UsageError(
        `${output} exists and may have been edited; name another file, or overwrite it with --force`,
      );
    }
    throw new UsageError(`${output} can't be written: ${messageOf(error)}`);
  }
}

/** Says on standard error that the file of `--output` was written, if there is one. */
export function sayWritten(
  { output }: Pick<Options, 'output'>,
  what: string,
  { stderr }: Pick<Io, 'stderr'>,
): void {
  if (output !== undefined) stderr.write(`${lineOf(`wrote ${what} to ${output}`)}\n`);
}

interface Target {
  readonly path: string;
  readonly mode: number | null;
}

async function findTarget(output: string, cwd: string, base?: string): Promise<Target> {
  const path = resolve(cwd, output);
  if ((await statIfAny(path))?.isDirectory()) {
    throw new UsageError(`${output} is a folder; name a file in it`);
  }
  await refuseLinks(path, isBelow(cwd, path) ? cwd : (base ?? dirname(path)), output);
  await mkdir(dirname(path), { recursive: true });
  const found = await statIfAny(path);
  if (found === null) return { path, mode: null };
  if (!found.isFile()) throw new UsageError(`${output} is not a regular file; name another`);
  // Checked here, since renaming would replace a read-only file.
  await access(path, constants.W_OK);
  return { path, mode: found.mode & 0o777 };
}

/** Refuses a path with a link below a folder, since the link may not be the user's own. */
async function refuseLinks(path: string, folder: string, output: string): Promise<void> {
  for (let at = path; at !== folder; at = dirname(at)) {
    if ((await statIfAny(at))?.isSymbolicLink() !== true) continue;
    const to = resolve(dirname(at), await readlink(at));
    throw new UsageError(
      at === path
        ? `${output} is a link to ${to}; name that file, or remove the link`
        : `${output} is behind a link to ${to}; name the file in that folder`,
    );
  }
}

const statIfAny = (path: string) => lstat(path).catch(() => null);

async function replaceFile({ path, mode }: Target, text: string, force: boolean): Promise<void> {
  const temporary = join(dirname(path), `.waymark-${randomUUID()}`);
  try {
    await writeFile(temporary, text, { flag: 'wx', mode: mode ?? 0o666 });
    if (mode !== null) await chmod(temporary, mode); // the umask may have cleared some bits
    // Reserves the name by creating the file, which fails if it exists.
    if (!force) await (await open(path, 'wx')).close();
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

export type Written = 'written' | 'unchanged' | 'kept';

const SEAL = /^(?:<\?php )?\/\/ Written by waymark import; seal ([\da-f]{16})\. [^\n]*\n/;

/**
 * Writes a file below a folder. Its first line is a comment with a hash of the rest, and opens PHP
 * in a script without its tag. A later run
 * uses this to detect changes, and keeps a changed file.
 */
export async function writeSealed(
  path: string,
  folder: string,
  code: string,
  io: Pick<Io, 'stdout' | 'cwd'>,
): Promise<Written> {
  const safe = codeOf(code);
  const open = path.endsWith('.php') ? '<?php ' : '';
  const text = `${open}// Written by waymark import; seal ${sealOf(safe)}. Once you change this file, it is kept.\n${safe}`;
  const base = resolve(io.cwd, folder);
  const file = join(base, path);
  const existing = await readFile(file, 'utf8').catch(() => null);
  if (existing === text) return 'unchanged';
  if (existing !== null && !isSealed(existing)) return 'kept';
  await writeResult(text, { output: relative(io.cwd, file), base }, io);
  return 'written';
}

function isSealed(text: string): boolean {
  const found = SEAL.exec(text);
  return found !== null && sealOf(text.slice(found[0].length)) === found[1];
}

function sealOf(code: string): string {
  return createHash('sha256').update(code).digest('hex').slice(0, 16);
}
