/** Indexes the application's files by name. Destinations are looked up only in this index. */

import { badArgument, isRecord } from '../errors/argument.ts';
import { fromCaller, WaymarkError } from '../errors/error.ts';
import { isCallable } from '../errors/kind.ts';
import { quote } from '../errors/show.ts';

/**
 * Functions that import files, by path, like the results of Vite's `import.meta.glob` and of
 * `findFiles` of `waymark/node`. Paths have forward slashes and start with a root, such as
 * `application/modules/gallery/controllers/photos.ts`. A leading `./` or `/` is ignored. A
 * controller is imported once; a failed import is retried.
 */
export type Files = Readonly<Record<string, () => Promise<unknown>>>;

/** A file in the index. */
export interface IndexedFile {
  /** Its key in {@link Files}. */
  readonly path: string;
  /** The index of its root. */
  readonly root: number;
  readonly load: () => Promise<unknown>;
}

/** Files by their path below a root, without extension: `modules/gallery/controllers/photos`. */
export type FileIndex = ReadonlyMap<string, IndexedFile>;

/** The option of every call that takes {@link Files}. */
export interface RootsOption {
  /**
   * Folders that hold the files, searched in this order; `application` and `framework` by default.
   */
  readonly roots?: readonly string[] | undefined;
}

export const ROOTS: readonly string[] = ['application', 'framework'];

/** The extension of a source file. */
export const SOURCE = /\.[cm]?[jt]sx?$/;

/** A name that a segment can match, unlike those of `photos.test.ts` and `photos.d.ts`. */
const PLAIN_NAME = /(?:^|\/)[^/.]+$/;

const CONTROLLER = /^(?:modules\/([^/]+)\/)?controllers\/(.+)/s;

/**
 * Indexes source files. A file's name in the index has no extension, and its first letter is in
 * lower case. So `Photos.ts` (as CodeIgniter writes it) and `photos.ts` are both `photos`. A file
 * in an earlier root overrides one of the same name in a later root.
 * @param files see {@link Files}; files outside the roots and files that are not source are ignored
 * @param roots folders, in the order in which they are searched
 * @throws {WaymarkError} if two files in one root have the same name; the error names both
 * @example
 * indexFiles({ 'application/controllers/Photos.ts': load }).get('controllers/photos')?.load === load;
 */
export function indexFiles(files: Files, roots: readonly string[] = ROOTS): FileIndex {
  return fromCaller(indexFiles, indexSources, files, roots);
}

export function indexSources(files: Files, roots: readonly string[]): FileIndex {
  return index(files, roots, sourceName);
}

/**
 * Indexes the files that {@link indexFiles} ignores, such as views, with their extension. This
 * index is separate, so that no URL can name such a file as a controller.
 * @throws {WaymarkError} if two files in one root have the same name
 */
export function indexOthers(files: Files, roots: readonly string[]): FileIndex {
  return index(files, roots, otherName);
}

/** Puts the first letter of the file's name in lower case, as in the index. */
export function indexName(name: string): string {
  const file = name.lastIndexOf('/') + 1;
  return name.slice(0, file) + name.charAt(file).toLowerCase() + name.slice(file + 1);
}

/** A controller's module, if any, and its path below `controllers`; `null` for other files. */
export function controllerName(
  name: string,
): { readonly module: string | undefined; readonly inside: string } | null {
  const match = CONTROLLER.exec(name);
  return match && { module: match[1], inside: match[2] };
}

/** Sorts by root, keeping the order within each root. */
export function byRoot<T>(found: readonly T[], rootOf: (one: T) => number): T[] {
  return [...found].sort((one, other) => rootOf(one) - rootOf(other));
}

function index(
  files: Files,
  roots: readonly string[],
  nameOf: (path: string) => string | null,
): FileIndex {
  if (!isRecord(files)) {
    throw badArgument('files', 'the record', WANTED_FILES, files);
  }
  if (!(Array.isArray(roots) && roots.every((root) => typeof root === 'string'))) {
    throw badArgument('roots', 'the list', "an array of folders, such as ['application']", roots);
  }
  const index = new Map<string, IndexedFile>();
  for (const [root, folder] of roots.entries()) {
    const inRoot = new Map<string, IndexedFile>();
    const start = withoutDot(`${folder.replace(/\/$/, '')}/`);
    for (const [path, load] of Object.entries(files)) {
      const inside = withoutDot(path);
      if (!inside.startsWith(start)) continue;
      const name = nameOf(inside.slice(start.length));
      if (name === null) continue;
      const other = inRoot.get(name);
      if (other !== undefined) throw sameName(name, other.path, path);
      if (!isCallable(load)) {
        const wanted = `a function that imports it, such as () => import(${quote(`./${inside}`)})`;
        throw badArgument(`files[${quote(path)}]`, 'the file', wanted, load);
      }
      inRoot.set(name, { path, root, load });
    }
    for (const [name, file] of inRoot) if (!index.has(name)) index.set(name, file);
  }
  return index;
}

const WANTED_FILES =
  'an object of functions by path, such as import.meta.glob gives, or what findFiles of waymark/node resolves to';

/** The path without a leading `./` or `/`. */
export function withoutDot(path: string): string {
  return path.replace(/^(?:\.?\/)+/, '');
}

/** The name of a source file in the index; `null` for a file that no segment can name. */
export function sourceName(path: string): string | null {
  const name = path.replace(SOURCE, '');
  return name !== path && PLAIN_NAME.test(name) ? indexName(name) : null;
}

function otherName(path: string): string | null {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const named = file.includes('.') && !file.startsWith('.') && sourceName(path) === null;
  return named ? indexName(path) : null;
}

function sameName(name: string, first: string, second: string): WaymarkError {
  const where = `files[${quote(second)}]`;
  const problem = `the name ${quote(name)} is already that of ${quote(first)}`;
  return new WaymarkError('bad-files', where, problem, 'rename one of the two files');
}
