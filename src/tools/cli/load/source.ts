/** Loads the table of a command. */
import { stat } from 'node:fs/promises';
import { extname, join, relative, resolve } from 'node:path';
import { Route, type SuppliedTable } from 'waymark';
import { createLoader, type Files, withModuleRoutes } from 'waymark/hmvc';
import { DEFAULT_CONTROLLER, hasRows, isHomeWritten, readTable } from 'waymark/internal';
import { findFiles } from 'waymark/node';
import { recordSources, type Sources } from '../../inspect.ts';
import type { Io } from '../io.ts';
import { type Options, UsageError } from '../options.ts';
import { LoadFailure } from './failure.ts';
import { runnerIn, SourceMaps } from './module.ts';
import { isFile } from './paths.ts';
import { placeRows, withImports } from './places.ts';
import { HOW_TO_DEFINE, loadJson, loadRouteFile, SOURCES } from './route-file.ts';

export interface Source {
  readonly table: SuppliedTable;
  readonly files: Files | undefined;
  readonly folder: string | undefined;
  /** The files that the table was read from: the route file, and those of modules. */
  readonly paths: readonly string[];
  readonly roots: readonly string[] | undefined;
  /** Whether the whole table is from JSON, which can't carry handlers. */
  readonly isJson: boolean;
  /** Whether its default controller was written rather than filled in by `Route.map`. */
  readonly knowsDefault: () => boolean;
}

const INPUT_NAME = 'standard input';

/**
 * Loads the table of a file, or of an application with the routes of its modules.
 * @param argument a file, the application's folder, or `-` for a JSON table on standard input. If
 *   omitted, it is read from the configuration file or searched for, and named on standard error
 */
export async function loadSource(
  argument: string | undefined,
  options: Options,
  io: Pick<Io, 'cwd' | 'readInput' | 'stderr'>,
  maps?: SourceMaps,
): Promise<Source> {
  const { roots, set = {} } = options;
  const { cwd } = io;
  const { file, folder, isInput } = await locate(argument, options, io);
  const table = isInput
    ? loadJson(await io.readInput(), INPUT_NAME, set, cwd)
    : await loadRouteFile(file, set, cwd, maps);
  // The table loses its mark if the file uses another copy of the package. So `home` is ambiguous
  // as soon as routes have been defined.
  const isLiteral = Object.keys(Route.map()).every((key) => key === DEFAULT_CONTROLLER);
  const knowsDefault = () =>
    Object.hasOwn(set, DEFAULT_CONTROLLER) ||
    isHomeWritten(readTable(table, 'waymark').rows, isLiteral);
  const read = isInput ? [] : [file];
  const source = { folder, roots, knowsDefault };
  if (folder === undefined) {
    if (!hasRows(table)) throw withoutRows(file, cwd);
    const isJson = isInput || isJsonFile(file);
    return { ...source, table, paths: read, files: undefined, isJson };
  }
  const loaded = new Set<string>();
  const files = await filesOf(folder, loaded, maps);
  const merged = await withModuleRoutes(table, files, { roots }).catch((error: unknown) => {
    throw new LoadFailure(folder, cwd, error);
  });
  // With auto-routing, an application needs no rows.
  if (!hasRows(merged) && options.autoRoute !== true) throw withoutRows(file, cwd, folder);
  return { ...source, table: merged, paths: [...read, ...loaded], files, isJson: false };
}

/** Like {@link loadSource}, and records where each row is defined. */
export async function loadPlaced(
  argument: string | undefined,
  options: Options,
  io: Pick<Io, 'cwd' | 'readInput' | 'stderr'>,
): Promise<Source & { readonly sources: Sources }> {
  const maps = new SourceMaps();
  const sources = recordSources(maps.original);
  const source = await loadSource(argument, options, io, maps).finally(() => sources.stop());
  const table = await placeRows(source.table, await withImports(source.paths));
  return { ...source, table, sources };
}

async function locate(
  argument: string | undefined,
  options: Options,
  io: Pick<Io, 'cwd' | 'stderr'>,
): Promise<{ file: string; folder: string | undefined; isInput: boolean }> {
  const { roots, defaults } = options;
  const { cwd } = io;
  const given = argument ?? (await findDefault(options, io));
  const isInput = given === STANDARD_INPUT;
  const path = given === undefined || isInput ? undefined : resolve(cwd, given);
  if (path !== undefined && (await kindOf(path, cwd)) === 'folder') {
    // A folder given as an argument overrides the configuration file's.
    const other = options.files ?? (argument === undefined ? defaults?.files : undefined);
    if (other !== undefined) {
      throw new UsageError(`${given} and --files ${other} are both folders; give one of them`);
    }
    return { file: await routeFileIn(path, roots, cwd), folder: path, isInput };
  }
  const files = options.files ?? defaults?.files;
  const folder = files === undefined ? undefined : resolve(cwd, files);
  if (folder !== undefined && (await kindOf(folder, cwd)) === 'file') {
    throw new UsageError(`--files ${files} is a file; it takes the folder of an application`);
  }
  if (isInput) return { file: resolve(cwd, INPUT_NAME), folder, isInput };
  // The cast: without a file, there is a folder.
  return { file: path ?? (await routeFileIn(folder as string, roots, cwd)), folder, isInput };
}

/** The error for a table without rows, for which any proof would hold. */
function withoutRows(file: string, cwd: string, application?: string): LoadFailure {
  const modules =
    application === undefined
      ? ''
      : `, and neither do the modules in ${relative(cwd, application) || 'this folder'}`;
  const advice =
    isJsonFile(file) || file === resolve(cwd, INPUT_NAME)
      ? 'Write patterns and destinations, such as "photos/(:num)": "photos/show/$1"'
      : HOW_TO_DEFINE;
  // A string, since an error's stack would be taken for the location of the mistake.
  return new LoadFailure(file, cwd, `it defines no routes${modules}. ${advice}`);
}

async function kindOf(path: string, cwd: string): Promise<'file' | 'folder'> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch {
    throw new UsageError(`there is no file or folder ${relative(cwd, path)}`);
  }
}

function isJsonFile(file: string): boolean {
  return file.toLowerCase().endsWith('.json');
}

/** The application's files, imported like the route file, since Node may not run TypeScript. */
async function filesOf(folder: string, loaded: Set<string>, maps?: SourceMaps): Promise<Files> {
  const { load } = runnerIn(folder, { cached: true, maps });
  const paths = Object.keys(await findFiles(folder));
  return Object.fromEntries(
    paths.map((path) => {
      const file = join(folder, path);
      return [path, () => load(file).finally(() => loaded.add(file))];
    }),
  );
}

const STANDARD_INPUT = '-';

/** The places of an application's route file, in its folder or one of its roots. */
const PLACES = ['routes', 'config/routes'] as const;

const USUAL = ['routes', 'src/routes', 'app/routes'] as const;

type Roots = Options['roots'];

const ENDS: readonly string[] = [...SOURCES, '.json'];

/** Finds the file to load if no argument is given, and names it on standard error. */
async function findDefault(
  { files, roots, defaults }: Options,
  { cwd, stderr }: Pick<Io, 'cwd' | 'stderr'>,
): Promise<string | undefined> {
  if (defaults?.routes !== undefined) {
    stderr.write(`Reading ${defaults.routes}, as ${defaults.from} says.\n`);
    return defaults.routes;
  }
  if (files !== undefined) return undefined;
  if (defaults?.files !== undefined) {
    stderr.write(`Reading the application in ${defaults.files}, as ${defaults.from} says.\n`);
    return undefined;
  }
  const usual = await firstOf(cwd, USUAL);
  if (usual !== null) {
    stderr.write(`Reading ${relative(cwd, usual)}.\n`);
    return usual;
  }
  const near = await firstOf(cwd, placesIn(roots));
  const hint = near === null ? '' : `, such as ${relative(cwd, near)}`;
  throw new UsageError(`give a route file, a JSON table or the folder of an application${hint}`);
}

export async function hasDefault({ files, defaults }: Options, cwd: string): Promise<boolean> {
  const named = files ?? defaults?.routes ?? defaults?.files;
  return named !== undefined || (await firstOf(cwd, USUAL)) !== null;
}

/** Whether an argument looks like a table: it has the extension of a route file, or it exists. */
export async function isSource(argument: string, cwd: string): Promise<boolean> {
  if (argument === STANDARD_INPUT || ENDS.includes(extname(argument).toLowerCase())) return true;
  return (await stat(resolve(cwd, argument)).catch(() => null)) !== null;
}

async function routeFileIn(folder: string, roots: Roots, cwd: string): Promise<string> {
  const found = await firstOf(folder, placesIn(roots));
  if (found !== null) return found;
  throw new UsageError(
    `there is no route file in ${relative(cwd, folder) || 'this folder'}: ` +
      `looked for ${placesIn(roots).join(', ')}, each with ${ENDS.join(', ')}. ` +
      'Name the file as well: waymark check FILE --files FOLDER',
  );
}

async function firstOf(folder: string, places: readonly string[]): Promise<string | null> {
  const paths = places.flatMap((name) => ENDS.map((end) => join(folder, name + end)));
  for (const path of paths) if (await isFile(path)) return path;
  return null;
}

function placesIn(roots: Roots = createLoader({}).roots): string[] {
  return ['', ...roots].flatMap((root) => PLACES.map((place) => join(root, place)));
}
