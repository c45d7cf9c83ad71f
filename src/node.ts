/**
 * Lists an application's files, through Node's file system.
 * @module waymark/node
 */

import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { badArgument, readOptions } from './errors/argument.ts';
import { fromAsyncCaller, WaymarkError } from './errors/error.ts';
import { isCallable } from './errors/kind.ts';
import { quote } from './errors/show.ts';
import { type Files, SOURCE } from './hmvc/files.ts';

/** The options of {@link findFiles}. */
export interface FindFilesOptions {
  /**
   * Other files to list, by the end of their names: `['.html', '.json']`. They are read, not
   * imported: their default export is their text, or the parsed JSON.
   */
  readonly extensions?: readonly string[] | undefined;
  /**
   * Imports a source file, given its `file:` URL. By default, waymark imports it. Test runners such
   * as Vitest and Jest transform only the imports in your own files, so pass an import of your own
   * there: `(file) => import(file)`.
   */
  readonly import?: ((file: string) => Promise<unknown>) | undefined;
}

/**
 * Lists the files of a folder and its subfolders once, and makes the record of files for
 * `waymark/hmvc` and `waymark/fetch`. Each file is imported or read once, when first needed. Links to
 * files and folders are followed. Folders named `node_modules` or starting with a dot are skipped.
 * @param dir the folder that holds the roots, as a path or a `file:` URL
 * @param options see {@link FindFilesOptions}
 * @returns source files by their path below the folder, with forward slashes, sorted by path
 * @throws {WaymarkError} if an argument is wrong, such as an extension without a dot, the folder is
 *   missing, or a link leads nowhere or to a folder around it
 * @throws the file system's error if the folder can't be read for another reason
 * @example
 * const files = await findFiles(new URL('.', import.meta.url), { extensions: ['.html'] });
 * Object.keys(files); // ['application/controllers/welcome.ts', …]
 */
export async function findFiles(dir: string | URL, options: FindFilesOptions = {}): Promise<Files> {
  return fromAsyncCaller(findFiles, readFiles, dir, options);
}

async function readFiles(dir: string | URL, options: FindFilesOptions): Promise<Files> {
  const given = readOptions('findFiles', options, ['extensions', 'import']);
  const extensions = readExtensions(given.extensions);
  const importFile = readImport(given.import);
  const root = readFolder(dir);
  const found = await listFiles(root, extensions).catch(explainMissing);
  const named = found.map(({ path, real }) => ({
    name: relative(root, path).split(sep).join('/'),
    load: SOURCE.test(path) ? () => importFile(pathToFileURL(real).href) : readOnce(real),
  }));
  return Object.fromEntries(
    named
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map(({ name, load }) => [name, load]),
  );
}

function readFolder(dir: unknown): string {
  if (typeof dir === 'string' && !dir.startsWith('file:')) return resolve(dir);
  const isUrl = typeof dir === 'string' || (dir instanceof URL && dir.protocol === 'file:');
  if (isUrl) return fileURLToPath(dir);
  throw badArgument('findFiles', 'dir', 'a path or a file: URL', dir);
}

function readExtensions(given: readonly string[] | undefined): readonly string[] {
  const extensions = given ?? [];
  const wanted = "a list such as ['.html', '.json']";
  if (!Array.isArray(extensions)) throw badArgument('findFiles', 'extensions', wanted, extensions);
  for (const extension of extensions) {
    if (typeof extension === 'string' && /^\.[^/]+$/.test(extension)) continue;
    throw badArgument('findFiles', 'extensions', wanted, extension);
  }
  return extensions;
}

function readImport(given: FindFilesOptions['import']): (file: string) => Promise<unknown> {
  if (given === undefined || given === null) return importHere;
  if (isCallable(given)) return given;
  throw badArgument('findFiles', 'import', 'a function such as (file) => import(file)', given);
}

/**
 * Node's error codes for an unknown file type and for a sandbox without imports, such as Jest's.
 */
const NOT_HERE = /^ERR_(?:UNKNOWN_FILE_EXTENSION|VM_DYNAMIC_IMPORT_CALLBACK_MISSING(?:_FLAG)?)$/;

async function importHere(file: string): Promise<unknown> {
  try {
    return await import(file);
  } catch (error) {
    const { code, message } = Object(error);
    if (!NOT_HERE.test(code)) throw error;
    const advice =
      'in a test runner, pass findFiles the option { import: (file) => import(file) }; ' +
      'elsewhere, run node --import tsx';
    const problem = `waymark can't import it here (${message})`;
    throw new WaymarkError('bad-files', fileURLToPath(file), problem, advice);
  }
}

function explainMissing(error: unknown): never {
  const { code, path } = Object(error);
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
  const advice =
    "pass the folder that holds application or framework, such as new URL('.', import.meta.url)";
  throw new WaymarkError('bad-argument', 'findFiles', `there is no folder ${quote(path)}`, advice);
}

interface ListedFile {
  readonly path: string;
  /** The path without links, so that a runner imports a file once even if several lead to it. */
  readonly real: string;
}

async function listFiles(
  folder: string,
  extensions: readonly string[],
  outer: readonly string[] = [],
): Promise<ListedFile[]> {
  const own = await realpath(folder);
  const around = [...outer, own];
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry): Promise<ListedFile[]> => {
      const path = join(folder, entry.name);
      const hidden = entry.name.startsWith('.') || entry.name === 'node_modules';
      const isLink = entry.isSymbolicLink() && !hidden;
      const real = isLink ? await followLink(path, around) : join(own, entry.name);
      const target = isLink ? await stat(real) : entry;
      if (target.isDirectory()) return hidden ? [] : listFiles(path, extensions, around);
      const wanted =
        SOURCE.test(entry.name) || extensions.some((extension) => entry.name.endsWith(extension));
      return target.isFile() && wanted ? [{ path, real }] : [];
    }),
  );
  return found.flat();
}

/** Follows a link. `around` has the real paths of the folders that it is in. */
async function followLink(link: string, around: readonly string[]): Promise<string> {
  const target = await realpath(link).catch((error: Error) => {
    throw badLink(link, `the link leads nowhere (${error.message})`);
  });
  if (around.some((folder) => join(folder, sep).startsWith(join(target, sep)))) {
    throw badLink(link, 'the link leads to a folder around it, so the list would have no end');
  }
  return target;
}

function badLink(link: string, problem: string): WaymarkError {
  return new WaymarkError('bad-files', link, problem, 'correct or remove the link');
}

/** Reads a file at the first call, and caches it, like an import. */
function readOnce(path: string): () => Promise<unknown> {
  let module: Promise<unknown> | undefined;
  return () => {
    module ??= readFile(path, 'utf8').then((text) => ({
      default: extname(path) === '.json' ? parseJsonFile(path, text) : text,
    }));
    return module;
  };
}

/**
 * Parses JSON after removing the byte order mark that some editors write, which `JSON.parse`
 * rejects.
 */
function parseJsonFile(path: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    // The cast: JSON.parse throws only this.
    const problem = `it is not JSON (${(error as SyntaxError).message})`;
    throw new WaymarkError('bad-files', path, problem, 'correct the file');
  }
}
