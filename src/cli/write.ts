/** Files that commands write. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, lstat, open, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from './command.ts';
import type { Io } from './io.ts';
import { isBelow } from './load/below.ts';
import { messageOf } from './load/failure.ts';
import type { Options } from './options.ts';
import { codeOf } from './show/text.ts';

/**
 * Writes a command's result to the file that `--output` names, or to standard output. The file is
 * complete or unchanged: a temporary file beside it takes its name. No link is followed out of the
 * folder that the caller named.
 *
 * @param code the result; invisible characters are escaped
 * @param options `--output`; an existing file is overwritten unless `force` is `false`
 * @param io where it writes
 * @throws {UsageError} if the file can't be written, or exists and must not be overwritten
 */
export async function writeResult(
  code: string,
  { output, force = true }: Pick<Options, 'output' | 'force'>,
  { stdout, cwd }: Pick<Io, 'stdout' | 'cwd'>,
): Promise<void> {
  const text = codeOf(code);
  if (output === undefined) {
    stdout.write(text);
    return;
  }
  try {
    await replaceFile(await findTarget(output, cwd), text, force);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      throw new UsageError(
        `${output} is there already, and may have been edited; name another file, or overwrite it with --force`,
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
  const folder = await realpath(dirname(named));
  // A path that leaves the working folder by its own words is meant; a link that does so may not be.
  if (isBelow(cwd, named) && !isBelow(await realpath(cwd), folder)) {
    throw new UsageError(`${output} is behind a link to ${folder}; name the file in that folder`);
  }
  const path = join(folder, basename(named));
  const found = await statIfAny(path);
  if (found === null) return { path, mode: null };
  const real = found.isSymbolicLink() ? await realpath(path) : path;
  if (!isBelow(folder, real)) {
    throw new UsageError(`${output} is a link to ${real}; name that file, or remove the link`);
  }
  const file = await lstat(real);
  if (!file.isFile()) throw new UsageError(`${output} is not a regular file; name another`);
  // Renaming would replace a file that is read-only.
  await access(real, constants.W_OK);
  return { path: real, mode: file.mode & 0o777 };
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
    if (mode !== null) await chmod(temporary, mode); // the umask may have cleared some of it
    // Creating the file reserves its name, so that no other file is overwritten.
    if (!force) await (await open(path, 'wx')).close();
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}
