/** Finds the places of a destination's controller in a tree of the indexed files. */
import { decodeKept } from '../path/normalise.ts';
import type { Settings } from '../table/row.ts';
import { byRoot, type FileIndex, type IndexedFile } from './files.ts';

/** The action of a destination that names none, as in CodeIgniter. */
export const INDEX = 'index';

/** A place of a destination's controller, which may lack the action. */
export interface Location {
  readonly file: IndexedFile;
  /** The file's path below a root, without extension. */
  readonly name: string;
  /** The number of segments that name the file; 0 for the default controller. */
  readonly used: number;
  /** The place's module; `null` for `controllers/` of a root. */
  readonly module: string | null;
  /** The action; {@link INDEX} if the destination has no segment for it. */
  readonly action: string;
  /** Whether the destination has a segment for the action. */
  readonly namesAction: boolean;
  /** The remaining segments, each decoded once. */
  readonly args: readonly string[];
}

/**
 * Makes a function that finds the places of a destination that have a file. The order is that of
 * Bonfire's router (`BF_Router`, CodeIgniter's modular extensions as Bonfire runs them):
 *
 * | for `a/b/c…` | the controller | the action |
 * | --- | --- | --- |
 * | 1 | `modules/a/controllers/b` | the 3rd segment |
 * | 2 | `modules/a/controllers/b/c` | the 4th |
 * | 3 | `modules/a/controllers/a` | the 2nd |
 * | 4 | the default controller, in the folder of module `a` that the whole destination names | its own |
 * | 5 | `controllers/a` | the 2nd |
 * | 6 | `controllers/a/b` | the 3rd |
 * | 7 | `controllers/a/b/c` | the 4th |
 * | 8 | the default controller, in the folder of `controllers` that the whole destination names | its own |
 *
 * Places 1 to 3 are searched root by root, then place 4, then places 5 to 8 root by root. Names are
 * compared exactly: case matters, and an encoded slash is not a slash.
 * @param index see {@link FileIndex}
 * @param settings the table's; `translateUriDashes` replaces dashes with underscores, except in
 *   arguments
 * @returns a function that returns these places in order
 * @example
 * const locate = createLocator(index, router.settings);
 * const [first] = locate('gallery/photos/show/7'); // { file, module: 'gallery', action: 'show', … }
 */
export function createLocator(
  index: FileIndex,
  settings: Settings,
): (destination: string) => Location[] {
  return createWalk(createFolders(index), settings);
}

/**
 * Makes a function that lists the places of a destination, whether they have a file or not, in the
 * order of the table at {@link createLocator}.
 * @param settings as for {@link createLocator}
 */
export function createPlaceLister(
  settings: Settings,
): (destination: string) => Omit<Location, 'file'>[] {
  return createWalk(everyNameBelow(''), settings);
}

/**
 * Makes the function that walks a tree. It builds no names, and skips the places below folders that
 * are missing.
 */
function createWalk(root: Folder, settings: Settings): (destination: string) => Location[] {
  const { nameAt, place, defaultAt, controller } = createReader(settings);
  const modules = inside(root, 'modules');
  const controllers = inside(root, 'controllers');

  function inModule(parts: Segments, folder: Folder, a: string): Location[] {
    const second = below(folder, parts, 1);
    let found = add([], second, parts, 2, a);
    found = add(found, below(second, parts, 2), parts, 3, a);
    found = add(found, inside(folder, a), parts, 1, a);
    return addDefault(inOrder(found), parts, folder, second, a);
  }

  function inControllers(parts: Segments, folder: Folder): Location[] {
    const second = below(folder, parts, 1);
    let found = add([], folder, parts, 1, null);
    found = add(found, second, parts, 2, null);
    found = add(found, below(second, parts, 2), parts, 3, null);
    return inOrder(addDefault(found, parts, folder, second, null));
  }

  function add(
    found: Location[],
    folder: Folder | undefined,
    parts: Segments,
    used: number,
    module: string | null,
  ): Location[] {
    if (folder?.file === undefined) return found;
    return append(found, place(parts, used, folder.name, module, folder.file));
  }

  function addDefault(
    found: Location[],
    { starts }: Segments,
    folder: Folder,
    second: Folder | undefined,
    module: string | null,
  ): Location[] {
    if (starts[2] !== -1) return found;
    const own = inside(starts[1] === -1 ? folder : second, controller);
    if (own?.file === undefined) return found;
    return append(found, defaultAt(own.name, module, own.file));
  }

  function below(folder: Folder | undefined, parts: Segments, at: 1 | 2): Folder | undefined {
    // Most controllers have nothing below them. Then no segment is cut from the destination.
    if (folder === undefined || folder.inside.size === 0 || parts.starts[at] === -1) return;
    return folder.inside.get(nameAt(parts, at));
  }

  return (destination) => {
    const parts = take(destination);
    const a = nameAt(parts, 0);
    const module = inside(inside(modules, a), 'controllers');
    const folder = inside(controllers, a);
    // Most controllers are in no module and have nothing below them.
    if (module === undefined && folder?.inside.size === 0) return add([], folder, parts, 1, null);
    const first = module === undefined ? [] : inModule(parts, module, a);
    if (folder === undefined) return first;
    const second = inControllers(parts, folder);
    return first.length === 0 ? second : [...first, ...second];
  };
}

/**
 * Avoids a growing array, since most destinations have one place, and V8 reserves room for many.
 */
function append(found: readonly Location[], location: Location): Location[] {
  return found.length === 0 ? [location] : [...found, location];
}

function inOrder(found: Location[]): Location[] {
  return found.length > 1 ? byRoot(found, ({ file }) => file.root) : found;
}

/** A destination whose segments are found, but not cut. */
interface Segments {
  readonly destination: string;
  /** The start of each of the first five segments; -1 for missing ones. */
  readonly starts: readonly number[];
}

/** Makes the functions that cut a destination, as the table's settings say. */
function createReader({ defaultController, translateUriDashes }: Settings) {
  const [controller, action = INDEX] = defaultController?.split('/') ?? [];
  const renamed = (segment: string) =>
    translateUriDashes ? segment.replaceAll('-', '_') : segment;

  return {
    controller,
    nameAt(parts: Segments, at: 0 | 1 | 2): string {
      return renamed(segmentAt(parts, at));
    },
    place(
      parts: Segments,
      used: number,
      name: string,
      module: string | null,
      file: IndexedFile,
    ): Location {
      const given = parts.starts[used] === -1 ? '' : segmentAt(parts, used);
      const args = argsAt(parts.destination, parts.starts[used + 1]);
      const own = renamed(given) || INDEX;
      return { name, used, module, action: own, namesAction: given !== '', args, file };
    },
    defaultAt(name: string, module: string | null, file: IndexedFile): Location {
      return { name, used: 0, module, action, namesAction: false, args: [], file };
    },
  };
}

/** Finds the segments of a destination. Cutting all of them would be slower. */
function take(destination: string): Segments {
  const starts = [0, -1, -1, -1, -1];
  for (let at = 1; at < starts.length; at++) {
    const slash = destination.indexOf('/', starts[at - 1]);
    if (slash === -1) break;
    starts[at] = slash + 1;
  }
  return { destination, starts };
}

function segmentAt({ destination, starts }: Segments, at: number): string {
  const next = starts[at + 1];
  return destination.slice(starts[at], next === -1 ? undefined : next - 1);
}

function argsAt(destination: string, start: number): string[] {
  if (start === -1) return [];
  const rest = destination.slice(start);
  return rest.includes('/') ? rest.split('/').map(decodeKept) : [decodeKept(rest)];
}

/** A node of the tree: a file, a folder of the same name, or both. */
interface Folder {
  /** The path below a root, without extension. */
  readonly name: string;
  readonly file: IndexedFile | undefined;
  readonly inside: Pick<ReadonlyMap<string, Folder>, 'get' | 'size'>;
}

/** Makes the tree of an index. Its root has an empty name. */
function createFolders(index: FileIndex): Folder {
  const root = makeFolder('');
  for (const [name, file] of index) {
    let folder = root;
    for (const segment of name.split('/')) {
      const path = folder === root ? segment : `${folder.name}/${segment}`;
      const next = folder.inside.get(segment) ?? makeFolder(path);
      folder.inside.set(segment, next);
      folder = next;
    }
    folder.file = file;
  }
  return root;
}

/** The child of a folder; `undefined` if the folder, the name or the child is missing. */
function inside(folder: Folder | undefined, name: string | undefined): Folder | undefined {
  return name === undefined ? undefined : folder?.inside.get(name);
}

interface GrowingFolder extends Folder {
  file: IndexedFile | undefined;
  readonly inside: Map<string, GrowingFolder>;
}

function makeFolder(name: string): GrowingFolder {
  return { name, file: undefined, inside: new Map() };
}

/**
 * Makes a tree in which every name is a file and a folder, so that a walk finds every place. The tree
 * has no end: a child is made when it is read.
 */
function everyNameBelow(name: string): Folder {
  return {
    name,
    file: NO_FILE,
    inside: {
      size: 1,
      get: (segment) => everyNameBelow(name === '' ? segment : `${name}/${segment}`),
    },
  };
}

/** The file of every name. Its `load` is never called: the type of {@link createPlaceLister} has no file. */
const NO_FILE: IndexedFile = { path: '', root: 0, load: Promise.resolve.bind(Promise) };
