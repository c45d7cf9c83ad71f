/** Writes the files of commands. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  chmod,
  lstat,
  mkdir,
  open,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from './command.ts';
import type { Io } from './io.ts';
import { isBelow } from './load/below.ts';
import { messageOf } from './load/failure.ts';
import type { Options } from './options.ts';
import { codeOf, printedCodeOf } from './show/text.ts';

/**
 * Writes a command's result to the file of `--output`, or to standard output. The file is written
 * atomically: a temporary file beside it is renamed. Missing folders are created. Links out of the
 * named folder are not followed.
 *
 * @param code the result; its invisible characters are escaped
 * @param options `--output`; an existing file is overwritten unless `force` is `false`
 * @param io standard output and the working folder
 * @throws {UsageError} if the file can't be written, or exists and must not be overwritten
 */
export async function writeResult(
  code: string,
  { output, force = true }: Pick<Options, 'output' | 'force'>,
  { stdout, cwd }: Pick<Io, 'stdout' | 'cwd'>,
): Promise<void> {
  if (output === undefined) {
    stdout.write(printedCodeOf(code));
    return;
  }
  try {
    const target = await findTarget(output, cwd);
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

/** A file to write: its real path, and its permissions if it exists. */
interface Target {
  readonly path: string;
  readonly mode: number | null;
}

async function findTarget(output: string, cwd: string): Promise<Target> {
  const named = resolve(cwd, output);
  if ((await statIfAny(named))?.isDirectory()) {
    throw new UsageError(`${output} is a folder; name a file in it`);
  }
  const existing = await realpath(await nearestFolder(dirname(named)));
  // A path that leaves the working folder is intentional; a link that does may not be.
  if (isBelow(cwd, named) && !isBelow(await realpath(cwd), existing)) {
    throw new UsageError(`${output} is behind a link to ${existing}; name the file in that folder`);
  }
  await mkdir(dirname(named), { recursive: true });
  const folder = await realpath(dirname(named));
  const path = join(folder, basename(named));
  const found = await statIfAny(path);
  if (found === null) return { path, mode: null };
  const real = found.isSymbolicLink() ? await realpath(path) : path;
  if (!isBelow(folder, real)) {
    throw new UsageError(`${output} is a link to ${real}; name that file, or remove the link`);
  }
  const file = await lstat(real);
  if (!file.isFile()) throw new UsageError(`${output} is not a regular file; name another`);
  // Checked here, since renaming would replace a read-only file.
  await access(real, constants.W_OK);
  return { path: real, mode: file.mode & 0o777 };
}

/** The folder itself, or its nearest existing parent. */
async function nearestFolder(folder: string): Promise<string> {
  const isMissing = (await statIfAny(folder)) === null;
  return isMissing ? await nearestFolder(dirname(folder)) : folder;
}

async function statIfAny(path: string) {
  try {
    return await lstat(path);
  } catch {
    return null;
  }
}

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
