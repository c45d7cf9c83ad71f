/** Reads PHP files: the one that the user names, and those that it includes. */
import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { type FolderEntry, type ImportOptions, readPlace } from '../../import.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../options.ts';
import { isBelow, isFolder, slashed } from './paths.ts';

interface Refused {
  readonly refused: string;
}
type Found = Buffer | null | Refused;
type Content = readonly FolderEntry[] | null | Refused;

/** Real route files are far smaller. */
const MAX_BYTES = 1024 * 1024;

export function readPhp(file: string, cwd: string): Buffer {
  const found = read(resolve(cwd, file), null);
  if (Buffer.isBuffer(found)) return found;
  throw new UsageError(
    found === null ? `there is no file ${file}` : `${file} was not read: ${found.refused}`,
  );
}

/**
 * Makes the functions that read the files and folders that a PHP file names. The PHP chooses the
 * paths, so only those in the application's folder are read: the folder around `config`, or else
 * the folder of the PHP file. Links out of it are refused.
 */
export function filesBelow(file: string, more: readonly string[], cwd: string) {
  const folders = [...foldersOf(resolve(cwd, file)), ...more].map((folder) => {
    try {
      return realpathSync(resolve(cwd, folder));
    } catch {
      throw new UsageError(`there is no folder ${folder}`);
    }
  });
  // Cached, since the PHP may ask for a file in a loop.
  const cached = <T>(ask: (path: string, folders: readonly string[]) => T) => {
    const known = new Map<string, T>();
    return (path: string): T => {
      const found = known.get(path) ?? ask(resolve(cwd, path), folders);
      known.set(path, found);
      return found;
    };
  };
  return { read: cached(read), list: cached(list) };
}

/** The options of `importRoutes` for a PHP file's place; absolute if the given path is. */
export function placeBelow(file: string, cwd: string) {
  const { application, module, environment } = readPlace(slashed(resolve(cwd, file)));
  const folder = applicationNear(application);
  return {
    application: slashed(isAbsolute(file) ? folder : relative(cwd, folder) || '.'),
    module,
    constants: { ...(environment !== null && { ENVIRONMENT: environment }) },
  };
}

/** The application's folder. It may be next to the modules folder instead of around it. */
function applicationNear(folder: string): string {
  const beside = join(folder, 'application');
  const isBeside = !isFolder(join(folder, 'config')) && isFolder(join(beside, 'config'));
  return isBeside ? beside : resolve(folder);
}

/** The folders of a file, its module and its application, except the file system's root. */
function foldersOf(path: string): string[] {
  const folder = dirname(path);
  const { application, module, environment } = readPlace(slashed(path));
  const isPlaced = module !== null || environment !== null || basename(folder) === 'config';
  const around = resolve(application);
  if (!isPlaced || around === dirname(around)) return [folder];
  return [folder, ...(module === null ? [] : [dirname(folder)]), applicationNear(application)];
}

const OUTSIDE = {
  refused: "it is outside the application's folder; allow its folder with --include",
};
const IRREGULAR = { refused: 'it is not a regular file' };
const LARGE = { refused: 'it is larger than 1 MB' };

/** Reads the bytes of a regular file, which may not be UTF-8; `null` if it can't be read. */
function read(path: string, folders: readonly string[] | null): Found {
  try {
    const real = realpathSync(path);
    if (folders !== null && !folders.some((folder) => isBelow(folder, real))) return OUTSIDE;
    if (!lstatSync(real).isFile()) return IRREGULAR;
    // The file may have been replaced since: don't follow a link, and don't wait for a pipe.
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

/** Lists a folder; `null` if it is missing. */
function list(path: string, folders: readonly string[]): Content {
  try {
    const real = realpathSync(path);
    if (!folders.some((folder) => isBelow(folder, real))) return OUTSIDE;
    if (!lstatSync(real).isDirectory()) return null;
    const entries = readdirSync(real, { withFileTypes: true });
    return entries.map((entry) => {
      const isFolder = entry.isSymbolicLink()
        ? isLinkToFolder(join(real, entry.name), folders)
        : entry.isDirectory();
      return { name: entry.name, isFolder };
    });
  } catch {
    return null;
  }
}

/** Whether a link leads to a folder; `null` if it leads to a forbidden or missing place. */
function isLinkToFolder(path: string, folders: readonly string[]): boolean | null {
  try {
    const real = realpathSync(path);
    return folders.some((folder) => isBelow(folder, real)) ? lstatSync(real).isDirectory() : null;
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

/** A value that is certainly not a secret, such as `production` or `1`. */
const PLAIN = /^(?:[A-Za-z]{0,20}|\d{1,5})$/;

/**
 * Makes the function that reads variables for `getenv`. The PHP chooses their names, and a value
 * may become part of the written file. So without `--env`, only plain words and short numbers are
 * read.
 */
export function environmentOf(
  given: Readonly<Record<string, string | null>>,
  env: Io['env'],
): NonNullable<ImportOptions['env']> {
  const [variables, surroundings] = [given, env].map((each) => new Map(Object.entries(each)));
  return (name) => {
    const own = variables.get(name);
    const found = surroundings.get(name) ?? null;
    if (own !== undefined) return own ?? found;
    if (found === null) {
      return { refused: `it is not set here: import again with --env ${quoted(`${name}=value`)}` };
    }
    if (PLAIN.test(found)) return found;
    return { refused: `it may be secret: import again with --env ${quoted(name)}` };
  };
}

/** Quotes an argument for a shell if necessary. */
function quoted(argument: string): string {
  return /^[\w=]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
