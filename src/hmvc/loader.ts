/** Finds the application's files: what CodeIgniter's loader was extended to do. */
import { WaymarkError } from '../errors/error.ts';
import { quote } from '../errors/show.ts';
import type { Settings } from '../table/settings.ts';
import { type Files, indexFiles } from './files.ts';
import { createLocator, type Location } from './locate.ts';

/** Looks files up by name, an earlier root's before a later one's. */
export interface Loader {
  /**
   * Loads a file of the application, such as `load('core', 'controller')`.
   *
   * @param folder its folder below a root: `core`, `modules/gallery/models`
   * @param name its name without extension, first letter in lower case
   * @returns the module
   * @throws {WaymarkError} where no root has it
   */
  load(folder: string, name: string): Promise<unknown>;
  /**
   * Finds the controller, the action and the arguments of a destination.
   *
   * @param destination what the resolver gave, `%2F` and `%25` still encoded
   * @returns `null` where no file answers to it
   */
  locate(destination: string): Location | null;
}

/** What {@link createLoader} may be told. */
export interface LoaderOptions {
  /** Folders, first searched first; `application` and `framework` by default. */
  readonly roots?: readonly string[];
  /** The table's settings: `router.settings`. */
  readonly settings?: Settings;
}

const NO_SETTINGS: Settings = {
  defaultController: null,
  notFoundOverride: null,
  translateUriDashes: false,
};

/**
 * Indexes files once, and looks names up in the index from then on: no path is ever built from a
 * URL.
 *
 * @param files see {@link Files}
 * @param options see {@link LoaderOptions}
 * @throws {WaymarkError} where two files of one root have one name
 *
 * @example
 * const loader = createLoader(await findFiles('src'), { settings: router.settings });
 * loader.locate('gallery/photos/show/7')?.action; // 'show'
 */
export function createLoader(files: Files, options: LoaderOptions = {}): Loader {
  const index = indexFiles(files, options.roots);
  return {
    locate: createLocator(index, options.settings ?? NO_SETTINGS),
    async load(folder, name) {
      const file = index.get(`${folder}/${name}`);
      if (file === undefined) {
        throw noFile(`loader.load(${quote(folder)}, ${quote(name)})`);
      }
      return file.load();
    },
  };
}

/** No root has a file of this name. */
function noFile(where: string): WaymarkError {
  const advice = 'write its folder below a root and its name, first letter in lower case';
  return new WaymarkError('bad-files', where, 'no root has such a file', advice);
}
