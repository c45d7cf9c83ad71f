/** The application's files by name: the only thing that a destination is looked up in. */
import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { isCallable, quote } from '../errors/show.ts';
import { isPromise } from './promise.ts';

/**
 * Files by path, each with the function that imports it: what Vite's `import.meta.glob` gives, and
 * `findFiles` of `waymark/node`. Paths have forward slashes and start with a root, such as
 * `application/modules/gallery/controllers/photos.ts`; a leading `./` or `/` means nothing. A
 * controller's function is called until it has given a class, and then no more.
 */
export type Files = Readonly<Record<string, () => Promise<unknown>>>;

/** Where a name leads. */
export interface IndexedFile {
  /** The key of {@link Files}. */
  readonly path: string;
  /** Which of the roots it is in, from 0. */
  readonly root: number;
  readonly load: () => Promise<unknown>;
}

/** Files by their path below a root, without extension: `modules/gallery/controllers/photos`. */
export type FileIndex = ReadonlyMap<string, IndexedFile>;

/** The folders that are searched unless an application names others. */
export const ROOTS: readonly string[] = ['application', 'framework'];

/** A source file whose name a segment can have, unlike `photos.test.ts` and `photos.d.ts`. */
export const SOURCE = /^(?:(.*)\/)?([^/.]+)\.[cm]?[jt]sx?$/s;

const CONTROLLER = /^(?:modules\/([^/]+)\/)?controllers\/(.+)/s;

/**
 * Indexes source files. A name is the file's without its extension and with its first letter in lower
 * case, so that `Photos.ts` (CodeIgniter's way) and `photos.ts` both serve `photos`. A file of an
 * earlier root replaces one of the same name in a later root.
 * @param files see {@link Files}; files outside every root, and those that are not source, are left
 *   out
 * @param roots folders, first searched first
 * @throws {WaymarkError} if two files of one root have one name; the error names both
 * @example
 * indexFiles({ 'application/controllers/Photos.ts': load }).get('controllers/photos')?.load === load;
 */
export function indexFiles(files: Files, roots: readonly string[] = ROOTS): FileIndex {
  return index(files, roots, sourceName);
}

/**
 * Indexes the files that {@link indexFiles} leaves out, such as views, under names that keep their
 * extension. They are kept apart, so that no URL can name such a file as a controller.
 * @throws {WaymarkError} if two files of one root have one name
 */
export function indexOthers(files: Files, roots: readonly string[] = ROOTS): FileIndex {
  return index(files, roots, otherName);
}

/** A name as the index has it: the first letter of the file in lower case. */
export function indexName(name: string): string {
  const file = name.lastIndexOf('/') + 1;
  return name.slice(0, file) + name.charAt(file).toLowerCase() + name.slice(file + 1);
}

/** The module of a controller, if it is in one, and its path below `controllers`; `null` for other files. */
export function controllerName(
  name: string,
): { readonly module: string | undefined; readonly inside: string } | null {
  const match = CONTROLLER.exec(name);
  return match && { module: match[1], inside: match[2] };
}

/** Sorts by root, the earlier first, and otherwise keeps the order given. */
export function byRoot<T>(found: readonly T[], rootOf: (one: T) => number): T[] {
  return [...found].sort((one, other) => rootOf(one) - rootOf(other));
}

function index(
  files: Files,
  roots: readonly string[],
  nameOf: (path: string) => string | null,
): FileIndex {
  if (typeof files !== 'object' || files === null || Symbol.iterator in files || isPromise(files)) {
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

function withoutDot(path: string): string {
  return path.replace(/^(?:\.?\/)+/, '');
}

function sourceName(path: string): string | null {
  const source = SOURCE.exec(path);
  if (source === null) return null;
  const [, folder, file] = source;
  return indexName(folder === undefined ? file : `${folder}/${file}`);
}

function otherName(path: string): string | null {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const named = file.includes('.') && !file.startsWith('.') && !SOURCE.test(path);
  return named ? indexName(path) : null;
}

function sameName(name: string, first: string, second: string): WaymarkError {
  const where = `files[${quote(second)}]`;
  const problem = `${quote(first)} serves the name ${quote(name)} already`;
  return new WaymarkError('bad-files', where, problem, 'rename one of the two files');
}
