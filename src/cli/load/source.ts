/** Where a command's table comes from. */
import { stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { type Files, withModuleRoutes } from '../../hmvc.ts';
import { Route, type SuppliedTable } from '../../index.ts';
import { findFiles } from '../../node.ts';
import { DEFAULT_CONTROLLER } from '../../table/settings.ts';
import { isDefaultControllerWritten } from '../../table/table.ts';
import { UsageError } from '../command.ts';
import type { Io } from '../io.ts';
import type { Options } from '../options.ts';
import { LoadFailure } from './failure.ts';
import { importerIn } from './module.ts';
import { HOW_TO_DEFINE, hasRows, loadJson, loadRouteFile, SOURCES } from './route-file.ts';

/** A table, and the application that it is for. */
export interface Source {
  readonly table: SuppliedTable;
  /** The application's files, where a folder was given. */
  readonly files: Files | undefined;
  /** Its folders that are searched, where they were given. */
  readonly roots: readonly string[] | undefined;
  /** Whether all of it was read as JSON, which carries no handlers. */
  readonly isJson: boolean;
  /** Whether somebody wrote its default controller; `Route.map` fills one in. */
  readonly knowsDefault: boolean;
}

/** Where an application keeps its route file, below its folder or one of its roots. */
const PLACES = ['routes', 'config/routes'] as const;

/** The argument that stands for standard input, and what errors call it. */
const STANDARD_INPUT = '-';
const INPUT_NAME = 'standard input';

/** The roots, unless `--roots` names others. */
const ROOTS = ['application', 'framework'] as const;

/**
 * Loads a table: of a file, or of an application, whose modules' routes are added.
 *
 * @param given a file, the application's folder, or `-` for a JSON table on standard input; optional
 *   with `--files`
 * @param options `--files`, `--roots` and `--set`
 * @param io the folder that relative paths start from, and standard input
 * @throws {UsageError} where neither a file nor a folder is given, or two folders are
 * @throws {LoadFailure} if a file can't be loaded, or the table has no rows
 *
 * @example
 * const { table } = await loadSource('routes.ts', {}, io);
 */
export async function loadSource(
  given: string | undefined,
  { files: folder, roots, set = {} }: Options,
  { cwd, readInput }: Pick<Io, 'cwd' | 'readInput'>,
): Promise<Source> {
  if (given === undefined && folder === undefined) {
    const near = await findRouteFile(cwd, roots ?? ROOTS);
    const hint = near === null ? '' : `, such as ${relative(cwd, near)}`;
    throw new UsageError(`give a route file, a JSON table or the folder of an application${hint}`);
  }
  const isInput = given === STANDARD_INPUT;
  const path = given === undefined ? undefined : resolve(cwd, isInput ? INPUT_NAME : given);
  const isFolder = !isInput && path !== undefined && (await kindOf(path, cwd)) === 'folder';
  if (isFolder && folder !== undefined) {
    throw new UsageError(`${given} and --files ${folder} are both folders; give one of them`);
  }
  const application = isFolder ? path : folder === undefined ? undefined : resolve(cwd, folder);
  if (application !== undefined && !isFolder && (await kindOf(application, cwd)) === 'file') {
    throw new UsageError(`--files ${folder} is a file; it takes the folder of an application`);
  }
  const file =
    path === undefined || isFolder
      ? await routeFileIn(application as string, roots ?? ROOTS, cwd) // one of the two is there
      : path;
  const table = isInput
    ? loadJson(await readInput(), INPUT_NAME, set, cwd)
    : await loadRouteFile(file, set, cwd);
  const isJson = isInput || isJsonFile(file);
  // The mark of a table is lost where the file has another copy of the package, so `home` is
  // ambiguous once routes have been defined.
  const isLiteral = Object.keys(Route.map()).every((key) => key === DEFAULT_CONTROLLER);
  const knowsDefault =
    Object.hasOwn(set, DEFAULT_CONTROLLER) || isDefaultControllerWritten(table, isLiteral);
  if (application === undefined) {
    if (!hasRows(table)) throw withoutRows(file, cwd);
    return { table, files: undefined, roots, isJson, knowsDefault };
  }
  const files = await filesOf(application);
  const merged = await withModules(table, files, { application, roots, cwd });
  if (!hasRows(merged)) throw withoutRows(file, cwd, application);
  return { table: merged, files, roots, isJson: false, knowsDefault };
}

/** A table with the routes of an application's modules. */
async function withModules(
  table: SuppliedTable,
  files: Files,
  { application, roots, cwd }: { application: string; roots: Source['roots']; cwd: string },
): Promise<SuppliedTable> {
  try {
    return await withModuleRoutes(table, files, roots === undefined ? {} : { roots });
  } catch (error) {
    throw new LoadFailure(application, cwd, error);
  }
}

/** The error for a table without a row, of which every statement would be true. */
function withoutRows(file: string, cwd: string, application?: string): LoadFailure {
  const modules =
    application === undefined
      ? ''
      : `, and neither do the modules in ${relative(cwd, application) || 'this folder'}`;
  const advice =
    isJsonFile(file) || file === resolve(cwd, INPUT_NAME)
      ? 'Write patterns and destinations, such as "photos/(:num)": "photos/show/$1"'
      : HOW_TO_DEFINE;
  // A text has no stack, whose first frame would be taken for the place of the mistake.
  return new LoadFailure(file, cwd, `it defines no routes${modules}. ${advice}`);
}

async function kindOf(path: string, cwd: string): Promise<'file' | 'folder'> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch {
    throw new UsageError(`there is no file or folder ${relative(cwd, path)}`);
  }
}

async function routeFileIn(folder: string, roots: readonly string[], cwd: string): Promise<string> {
  const found = await findRouteFile(folder, roots);
  if (found !== null) return found;
  throw new UsageError(
    `there is no route file in ${relative(cwd, folder) || 'this folder'}: ` +
      `looked for ${placesIn(roots).join(', ')}, each with ${ENDS.join(', ')}. ` +
      'Name the file as well: waymark check FILE --files FOLDER',
  );
}

/** The route file of an application; `null` where it has none. */
async function findRouteFile(folder: string, roots: readonly string[]): Promise<string | null> {
  const paths = placesIn(roots).flatMap((name) => ENDS.map((end) => join(folder, `${name}${end}`)));
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (found?.isFile() === true) return path;
  }
  return null;
}

function isJsonFile(file: string): boolean {
  return file.toLowerCase().endsWith('.json');
}

/** What a route file's name may end with. */
const ENDS = [...SOURCES, '.json'];

function placesIn(roots: readonly string[]): string[] {
  return ['', ...roots].flatMap((root) => PLACES.map((place) => join(root, place)));
}

/** The files, imported as the route file is: not every version of Node takes TypeScript. */
async function filesOf(folder: string): Promise<Files> {
  const load = importerIn(folder, true);
  const paths = Object.keys(await findFiles(folder));
  return Object.fromEntries(paths.map((path) => [path, () => load(join(folder, path))]));
}
