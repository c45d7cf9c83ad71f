import type { Settings } from '../table/key.ts';
import type { FileIndex, IndexedFile } from './files.ts';
import {
  createFolders,
  createReader,
  type Folder,
  inside,
  type Parts,
  type Place,
  take,
} from './places.ts';

/** A place that has a file. The controller may lack the action. */
export interface Location extends Place {
  readonly file: IndexedFile;
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
  // `createPlaces` lists the same places by name. Walking the tree builds no names, and skips the
  // places below folders that are missing.
  const { nameAt, place, defaultAt, controller } = createReader(settings);
  const root = createFolders(index);
  const modules = inside(root, 'modules');
  const controllers = inside(root, 'controllers');

  function inModule(parts: Parts, folder: Folder, a: string): Location[] {
    const second = below(folder, parts, 1);
    let found = add([], second, parts, 2, a);
    found = add(found, below(second, parts, 2), parts, 3, a);
    found = add(found, inside(folder, a), parts, 1, a);
    sortByRoot(found);
    return addDefault(found, parts, folder, second, a);
  }

  function inControllers(parts: Parts, folder: Folder): Location[] {
    const second = below(folder, parts, 1);
    let found = add([], folder, parts, 1, null);
    found = add(found, second, parts, 2, null);
    found = add(found, below(second, parts, 2), parts, 3, null);
    found = addDefault(found, parts, folder, second, null);
    sortByRoot(found);
    return found;
  }

  function add(
    found: Location[],
    folder: Folder | undefined,
    parts: Parts,
    used: number,
    module: string | null,
  ): Location[] {
    if (folder?.file === undefined) return found;
    return append(found, place(parts, used, folder.name, module, folder.file));
  }

  function addDefault(
    found: Location[],
    { starts }: Parts,
    folder: Folder,
    second: Folder | undefined,
    module: string | null,
  ): Location[] {
    if (starts[2] !== -1) return found;
    const own = inside(starts[1] === -1 ? folder : second, controller);
    if (own?.file === undefined) return found;
    return append(found, defaultAt(own.name, module, own.file));
  }

  /** The subfolder named by a segment. */
  function below(folder: Folder | undefined, parts: Parts, at: 1 | 2): Folder | undefined {
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

/** Sorts by root, then by place. */
function sortByRoot(found: Location[]): void {
  if (found.length > 1) found.sort((one, other) => one.file.root - other.file.root);
}
