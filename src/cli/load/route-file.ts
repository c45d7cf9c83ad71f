/** Loads the table of one file. */
import { readFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { isCallable } from '../../errors/show.ts';
import { createRouter, Route, type RouteFile, type SuppliedTable } from '../../index.ts';
import { withoutSlash } from '../../table/key.ts';
import { isReserved } from '../../table/settings.ts';
import { LoadFailure } from './failure.ts';
import { importerIn } from './module.ts';
import type { SourceMaps } from './source-maps.ts';

/** What a route file may be written in. */
export const SOURCES = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'] as const;

/**
 * Loads a table. Everything that was defined on `Route` before is forgotten, so that the table is
 * the file's alone.
 *
 * A TypeScript or JavaScript file gives what it exports by default, or else as `routes`: a table, or
 * a function without parameters that defines routes; or else the table that it exports as `table`.
 * If it exports none of these, or a table without rows, its calls of `Route` define the table. All
 * copies of the package share one registry, so any copy will do.
 *
 * @param file the file, as an absolute path
 * @param settings what the table is to have besides, and instead
 * @param cwd what paths in errors start from
 * @param maps gets the source map of each file that is compiled
 * @throws {LoadFailure} if there is no table in it, or its code throws
 *
 * @example
 * await loadRouteFile('/app/routes.ts', { default_controller: 'welcome' }, '/app');
 */
export async function loadRouteFile(
  file: string,
  settings: Readonly<Record<string, string>>,
  cwd: string,
  maps?: SourceMaps,
): Promise<SuppliedTable> {
  try {
    Route.reset();
    const table = await readFileOf(file, settings, cwd, maps);
    // What is wrong with a table is wrong with the file.
    createRouter(table);
    return table;
  } catch (error) {
    throw new LoadFailure(file, cwd, error);
  }
}

/**
 * Loads a JSON table of its text, as {@link loadRouteFile} does of a file.
 *
 * @param name what errors call the text
 * @throws {LoadFailure} if the text is no table
 *
 * @example
 * loadJson('{"a":"b/c"}', 'standard input', {}, '/app');
 */
export function loadJson(
  text: string,
  name: string,
  settings: Readonly<Record<string, string>>,
  cwd: string,
): SuppliedTable {
  try {
    Route.reset();
    const table = withSettings(readJson(text), settings);
    createRouter(table);
    return table;
  } catch (error) {
    throw new LoadFailure(resolve(cwd, name), cwd, error);
  }
}

async function readFileOf(
  file: string,
  settings: Readonly<Record<string, string>>,
  cwd: string,
  maps: SourceMaps | undefined,
): Promise<SuppliedTable> {
  const kind = extname(file).toLowerCase();
  if (kind === '.json') return withSettings(readJson(await readFile(file, 'utf8')), settings);
  if (kind === '.php') throw new Error('a PHP file is imported first: waymark import FILE');
  if (!SOURCES.includes(kind as (typeof SOURCES)[number])) {
    throw new Error(`it is neither a route file (${SOURCES.join(', ')}) nor a JSON table`);
  }
  const text = await readFile(file, 'utf8');
  const table = tableOf(await importerIn(cwd, false, maps)(file), settings);
  if (table !== null) return table;
  const advice = /^export\s*=/m.test(text)
    ? "Write export default in place of 'export =', which is not read"
    : HOW_TO_DEFINE;
  throw new Error(`it defines no routes. ${advice}`);
}

/** Advice for a route file without routes. */
export const HOW_TO_DEFINE =
  'Export a table or a function that calls Route, or call Route as the file is loaded';

/**
 * Whether a table has a row; its settings don't count.
 *
 * @example
 * hasRows({ default_controller: 'home' }); // false
 */
export function hasRows(table: SuppliedTable): boolean {
  return Object.keys(table).some((key) => !isReserved(withoutSlash(key)));
}

function readJson(text: string): SuppliedTable {
  const table: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
  refuseCompiled(table);
  if (typeof table !== 'object' || table === null || Array.isArray(table)) {
    throw new Error('a JSON table is one object, patterns to destinations');
  }
  return table as SuppliedTable; // the router says which of its values is wrong
}

/** A compiled table has a number where a table has destinations. */
function refuseCompiled(value: unknown): void {
  if (typeof membersOf(value).waymark !== 'number') return;
  throw new Error(
    'it is a compiled table, which only createCompiledRouter reads. Give the file that it was compiled from, or what waymark table writes',
  );
}

/** The table of a file; `null` if it has none. */
function tableOf(
  module: unknown,
  settings: Readonly<Record<string, string>>,
): SuppliedTable | null {
  const exported = exportOf(module);
  if (exported === undefined) refuseCompiled(membersOf(module).default);
  const isDefined = hasRows(Route.map());
  if (isTable(exported)) {
    const table = withSettings(exported, settings);
    // CommonJS exports an empty object unless the file exports something else.
    return isDefined && !hasRows(exported) ? Route.map(table) : table;
  }
  if (exported !== undefined) return collected(exported, settings);
  return isDefined ? Route.map(settings) : null;
}

function collected(file: RouteFile, settings: Readonly<Record<string, string>>): SuppliedTable {
  let returned: unknown;
  const call = () => {
    returned = file();
    return returned;
  };
  const made = Route.collect(settings, isCallable(file) ? call : file);
  if (isTable(returned) && hasRows(returned) && !hasRows(made)) {
    throw new Error(
      'its function returns a table, which is not read. Export the table itself, or call Route in the function',
    );
  }
  return made;
}

/** What a file exports that is a table or defines one; CommonJS has all that it exports by default. */
function exportOf(module: unknown): SuppliedTable | RouteFile | undefined {
  const own = membersOf(module);
  const inner = membersOf(own.default);
  const given = [own.default, own.routes, inner.default, inner.routes];
  return (
    given.find((value) => isTable(value) || isRouteFile(value)) ??
    [own, inner].map(({ table }) => table).find(isTable)
  );
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  // The cast opens a value of unknown form; the caller looks at what is read from it.
  return (value ?? {}) as Readonly<Record<string, unknown>>;
}

function isRouteFile(value: unknown): value is RouteFile {
  return typeof value === 'function' && value.length === 0;
}

/** A copy that has the settings; names and handlers come along, under their symbols. */
function withSettings(
  table: SuppliedTable,
  settings: Readonly<Record<string, string>>,
): SuppliedTable {
  if (Object.keys(settings).length === 0) return table;
  return Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(table),
      ...Object.getOwnPropertyDescriptors(settings),
    },
  );
}

function isTable(value: unknown): value is SuppliedTable {
  return (
    typeof value === 'object' &&
    value !== null &&
    !(Symbol.iterator in value || Symbol.toStringTag in value) &&
    Object.values(value).every((to) => typeof to === 'string' || typeof to === 'boolean')
  );
}
