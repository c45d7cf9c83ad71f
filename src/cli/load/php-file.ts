/** Reads PHP files: the one that the user names and those that it includes. */
import { closeSync, constants, lstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { ImportOptions } from '../../import.ts';
import { UsageError } from '../command.ts';
import { isBelow } from './below.ts';

type Read = NonNullable<ImportOptions['read']>;
type Found = Buffer | null | { readonly refused: string };

/** Real route files are far smaller. */
const MAX_BYTES = 1024 * 1024;

/**
 * Reads the PHP file that the user names.
 *
 * @param file its path
 * @param cwd the working folder
 * @throws {UsageError} if it is missing, not a regular file, or too large
 */
export function readPhp(file: string, cwd: string): Buffer {
  const found = read(resolve(cwd, file), null);
  if (Buffer.isBuffer(found)) return found;
  throw new UsageError(
    found === null ? `there is no file ${file}` : `${file} was not read: ${found.refused}`,
  );
}

/**
 * Makes the function that reads the files that a PHP file includes. The PHP chooses their paths, so
 * only files in the application's folder are read: the folder around `config`, or else the folder
 * of the PHP file. Links out of it are refused.
 *
 * @param file the path of the PHP file
 * @param more further allowed folders
 * @param cwd the working folder
 * @returns the option `read` of `importRoutes`
 * @throws {UsageError} if one of the further folders is missing
 */
export function readerBelow(file: string, more: readonly string[], cwd: string): Read {
  const folders = [...foldersOf(resolve(cwd, file)), ...more].map((folder) => {
    try {
      return realpathSync(resolve(cwd, folder));
    } catch {
      throw new UsageError(`there is no folder ${folder}`);
    }
  });
  // The PHP may ask for a file in a loop.
  const known = new Map<string, Found>();
  return (path) => {
    const found = known.get(path) ?? read(resolve(cwd, path), folders);
    known.set(path, found);
    return found;
  };
}

/** The folder of a file and that of its application; none for a `config` at the root. */
function foldersOf(path: string): string[] {
  const folder = dirname(path);
  const parents = [folder, dirname(folder)];
  const config = parents.find((parent) => basename(parent) === 'config');
  if (config === undefined) return [folder];
  const around = dirname(config);
  const isModule = basename(dirname(around)) === 'modules';
  const application = isModule ? dirname(dirname(around)) : around;
  return application === dirname(application) ? [folder] : [folder, application];
}

const OUTSIDE = {
  refused: "it is outside the application's folder; allow its folder with --include",
};
const IRREGULAR = { refused: 'it is not a regular file' };
const LARGE = { refused: 'it is larger than 1 MB' };

/** Reads the bytes of a regular file, which need not be UTF-8; `null` if it can't be read. */
function read(path: string, folders: readonly string[] | null): Found {
  try {
    const real = realpathSync(path);
    if (folders !== null && !folders.some((folder) => isBelow(folder, real))) return OUTSIDE;
    if (!lstatSync(real).isFile()) return IRREGULAR;
    // Another file may have taken its place: don't follow a link, and don't wait for a pipe.
    const file = openSync(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      return readBytes(file);
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}

function readBytes(file: number): Found {
  const bytes = Buffer.allocUnsafe(MAX_BYTES + 1);
  let length = 0;
  for (;;) {
    const count = readSync(file, bytes, length, bytes.length - length, null);
    if (count === 0) break;
    length += count;
  }
  return length > MAX_BYTES ? LARGE : bytes.subarray(0, length);
}
