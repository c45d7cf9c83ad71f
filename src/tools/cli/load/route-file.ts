/** Loads the table of one file. */
import { readFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { createRouter, Route, type SuppliedTable } from 'waymark';
import { collectBy, exportOf, hasRows, isDefining, isTable, membersOf } from 'waymark/internal';
import { isObject } from '../../shared/words.ts';
import { LoadFailure } from './failure.ts';
import { evaluateAlone, runnerIn, type SourceMaps } from './module.ts';

export const SOURCES = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'] as const;

type Settings = Readonly<Record<string, string>>;

/**
 * Loads a table from a file. It first resets `Route`, so that other definitions are excluded.
 *
 * A TypeScript or JavaScript file exports a table, or a function without parameters that defines
 * routes, as the default or as `routes`. Otherwise it may export a table as `table`. If it exports
 * none of these, or a table without rows, its calls of `Route` define the table. The file may use
 * any copy of the package, since all share one registry.
 * @param settings override the table's settings
 * @param cwd the folder to which paths in errors are relative
 */
export async function loadRouteFile(
  file: string,
  settings: Settings,
  cwd: string,
  maps?: SourceMaps,
): Promise<SuppliedTable> {
  try {
    Route.reset();
    const table = await readFileOf(file, settings, cwd, maps);
    // Report mistakes in the table as mistakes in the file.
    createRouter(table);
    return table;
  } catch (error) {
    throw new LoadFailure(file, cwd, error);
  }
}

/**
 * Evaluates the code of a route file that the importer wrote, with this copy of the package and
 * nothing of the folder around it. Throws if the code can't run: a constant may have no value.
 */
export async function evaluateRoutes(code: string): Promise<SuppliedTable> {
  Route.reset();
  // The cast: the importer writes such an export.
  return membersOf(await evaluateAlone(code)).default as SuppliedTable;
}

/** Loads a table from JSON text, like {@link loadRouteFile} from a file. */
export function loadJson(text: string, name: string, settings: Settings, cwd: string) {
  try {
    Route.reset();
    const table = withSettings(readJson(text), settings);
    createRouter(table);
    return table;
  } catch (error) {
    throw new LoadFailure(resolve(cwd, name), cwd, error);
  }
}

async function readFileOf(file: string, settings: Settings, cwd: string, maps?: SourceMaps) {
  const kind = extname(file).toLowerCase();
  if (kind === '.json') return withSettings(readJson(await readFile(file, 'utf8')), settings);
  if (kind === '.php') throw new Error('a PHP file is imported first: waymark import FILE');
  if (!SOURCES.includes(kind as (typeof SOURCES)[number])) {
    throw new Error(`it is neither a route file (${SOURCES.join(', ')}) nor a JSON table`);
  }
  const text = await readFile(file, 'utf8');
  const module = await runnerIn(cwd, { cached: false, maps }).load(file);
  if (exportOf(module) === undefined && /^export\s*=/m.test(text)) {
    throw new Error("it has 'export =', which is not read. Write export default in its place");
  }
  const table = tableOf(module, settings);
  if (table !== null) return table;
  throw new Error(`it defines no routes. ${HOW_TO_DEFINE}`);
}

export const HOW_TO_DEFINE =
  'Export a table or a function that calls Route, or call Route as the file is loaded';

function readJson(text: string): SuppliedTable {
  const table: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
  if (!isObject(table)) throw new Error('a JSON table is one object, patterns to destinations');
  return table as SuppliedTable; // the cast: the router checks its values
}

function tableOf(module: unknown, settings: Settings): SuppliedTable | null {
  const exported = exportOf(module);
  const isDefined = hasRows(Route.map());
  if (isTable(exported)) {
    const table = withSettings(exported, settings);
    // A CommonJS file that exports nothing has an empty object as its export.
    return isDefined && !hasRows(exported) ? Route.map(table) : table;
  }
  if (isDefining(exported)) return collected(exported, settings);
  return isDefined ? Route.map(settings) : null;
}

function collected(file: () => unknown, settings: Settings): SuppliedTable {
  const { made, unread } = collectBy(file, (define) => Route.collect(settings, define));
  if (unread !== null && !hasRows(made)) {
    throw new Error(
      'its function returns a table, which is not read. Export the table itself, or call Route in the function',
    );
  }
  return made;
}

/** Copies a table, with its names and handlers under symbols, and overrides its settings. */
function withSettings(table: SuppliedTable, settings: Settings): SuppliedTable {
  if (Object.keys(settings).length === 0) return table;
  const own = Object.getOwnPropertyDescriptors(table);
  return Object.defineProperties({}, { ...own, ...Object.getOwnPropertyDescriptors(settings) });
}
