/** Finds and loads the application's files, as CodeIgniter's loader and its extensions do. */

import { badArgument, readOptions } from '../errors/argument.ts';
import { fromCaller, WaymarkError } from '../errors/error.ts';
import { nearest, quote } from '../errors/show.ts';
import type { Load } from '../table/request-context.ts';
import { readSettings, type Settings } from '../table/row.ts';
import {
  byRoot,
  controllerName,
  type FileIndex,
  type Files,
  type IndexedFile,
  indexName,
  indexOthers,
  indexSources,
  ROOTS,
  type RootsOption,
} from './files.ts';
import { createLocator, type Location } from './locate.ts';

/** A module and its files. */
export interface Module {
  readonly name: string;
  /** Its controllers, as named in destinations but without the module: `photos`, `admin/photos`. */
  readonly controllers: readonly string[];
  /** The paths of its files, sorted. Files that another root overrides are left out. */
  readonly files: readonly string[];
}

/** Looks up files by name. Earlier roots come first. */
export interface Loader {
  /** Every source file below the roots, by name. */
  readonly index: FileIndex;
  /** The folders that were indexed, in search order. */
  readonly roots: readonly string[];
  /** The table's settings. */
  readonly settings: Settings;
  /** Loads files for code that is in no module. */
  readonly load: Load;
  /**
   * Returns the `this.context.load` of a module's controllers.
   * @param module the module; `null` for code in no module
   */
  within(module: string | null): Load;
  /**
   * Finds the controller, the action and the arguments of a destination.
   * @param destination as resolved, with `%2F` and `%25` still encoded
   * @returns the first place that has a file; `null` if none does
   */
  locate(destination: string): Location | null;
  /**
   * Finds the places of a destination that have a file, in order. If a class lacks the action, the
   * next place is tried.
   * @param destination as resolved, with `%2F` and `%25` still encoded
   */
  places(destination: string): Location[];
  /** The modules, by name. */
  modules(): Module[];
}

/** The options of {@link createLoader}. */
export interface LoaderOptions extends RootsOption {
  /** The table's settings: `router.settings`. */
  readonly settings?: Settings | undefined;
}

/**
 * Indexes files once. Names are looked up in the index, so no path is ever built from a URL.
 * @param files see {@link Files}
 * @param options see {@link LoaderOptions}
 * @throws {WaymarkError} if two files in one root have the same name
 * @example
 * const loader = createLoader(await findFiles('src'), { settings: router.settings });
 * loader.locate('gallery/photos/show/7')?.action; // 'show'
 */
export function createLoader(files: Files, options: LoaderOptions = {}): Loader {
  return fromCaller(createLoader, makeLoader, files, options);
}

export function makeLoader(files: Files, options: LoaderOptions): Loader {
  const given = readOptions('createLoader', options, ['roots', 'settings']);
  const indexed = indexAll(files, given.roots);
  return loaderOf(indexed, given.settings ?? readSettings([]));
}

/** Indexed files, from which a loader is made for the settings of a table. */
export interface Indexed {
  readonly roots: readonly string[];
  readonly index: FileIndex;
  /** The files that are not source. */
  readonly others: FileIndex;
}

/** @param given the option `roots` */
export function indexAll(files: Files, given: readonly string[] | null | undefined): Indexed {
  const roots = given ?? ROOTS;
  return { roots, index: indexSources(files, roots), others: indexOthers(files, roots) };
}

export function loaderOf(indexed: Indexed, settings: Settings): Loader {
  const { roots, index } = indexed;
  const places = createLocator(index, settings);
  const loads = new Map<string | null, Load>();
  return {
    index,
    roots,
    settings,
    places,
    locate: (destination) => places(destination)[0] ?? null,
    load: createLoad(indexed, null),
    within(module) {
      const load = loads.get(module) ?? createLoad(indexed, module);
      loads.set(module, load);
      return load;
    },
    modules: () => listModules(indexed),
  };
}

function listModules({ index, others }: Indexed): Module[] {
  const modules = new Map<string, { controllers: string[]; files: string[] }>();
  for (const [name, { path }] of [...index, ...others]) {
    const module = /^modules\/([^/]+)\/./s.exec(name)?.[1];
    if (module === undefined) continue;
    const { controllers, files } = modules.get(module) ?? { controllers: [], files: [] };
    modules.set(module, { controllers, files });
    const controller = controllerName(name)?.inside;
    if (controller?.includes('.') === false) controllers.push(controller);
    files.push(path);
  }
  return Array.from(modules, ([name, { controllers, files }]) => ({
    name,
    controllers: controllers.sort(),
    files: files.sort(),
  })).sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Makes `load` for the controllers of a module, or for code in no module. */
function createLoad(indexed: Indexed, module: string | null): Load {
  const from =
    (kind: string, folder: string) =>
    async <Exports>(name: string): Promise<Exports> => {
      const where = `load.${kind}`;
      checkString(where, 'name', name);
      const file = findIn(indexed, module, folder, name);
      if (file !== undefined) return (await file.load()) as Exports; // the cast: only the caller knows
      throw noSuchFile(indexed, `${where}(${quote(name)})`, `${folder}/${name}`);
    };
  const load = async <Exports>(folder: string, name: string): Promise<Exports> => {
    checkString('load', 'folder', folder);
    checkString('load', 'name', name);
    const path = `${folder}/${name}`;
    const file = findFile(indexed, indexName(path));
    if (file !== undefined) return (await file.load()) as Exports; // the cast: as above
    throw noSuchFile(indexed, `load(${quote(folder)}, ${quote(name)})`, path);
  };
  return Object.assign(load, {
    model: from('model', 'models'),
    library: from('library', 'libraries'),
    config: from('config', 'config'),
    view: from('view', 'views'),
    core: from('core', 'core'),
  });
}

function checkString(where: string, what: string, text: unknown): void {
  if (typeof text !== 'string') throw badArgument(where, what, 'a string', text);
}

/** Finds a file by its name in the index, with or without an extension. */
function findFile({ index, others }: Indexed, name: string): IndexedFile | undefined {
  return index.get(name) ?? others.get(name);
}

function findIn(indexed: Indexed, module: string | null, folder: string, name: string) {
  const [first, ...rest] = name.split('/');
  const names = [`modules/${first}/${folder}/${rest.join('/')}`];
  if (module !== null) names.unshift(`modules/${module}/${folder}/${name}`);
  const found = names.flatMap((inModule) => findFile(indexed, indexName(inModule)) ?? []);
  const [file] = byRoot(found, ({ root }) => root);
  return file ?? findFile(indexed, indexName(`${folder}/${name}`));
}

function noSuchFile({ index, others }: Indexed, where: string, name: string): WaymarkError {
  const files = new Map([...index, ...others]);
  const near = files.get(nearest(name, [...files.keys()]) ?? '');
  const hint = near
    ? `the nearest file is ${quote(near.path)}`
    : 'there are no files below the roots';
  const advice = "write the file's name without .ts, and a module's as 'module/name'";
  return new WaymarkError('bad-files', where, `no root has such a file; ${hint}`, advice);
}
