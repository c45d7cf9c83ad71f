/** Adds the routes of modules to a table. */
import { collectFrom, collectImport, type RouteFile } from '../define/collect.ts';
import { mapTable } from '../define/map.ts';
import { type FileDefinitions, registry } from '../define/registry.ts';
import { readOptions } from '../errors/argument.ts';
import { fromAsyncCaller, WaymarkError } from '../errors/error.ts';
import { describe, quote, tableKey } from '../errors/show.ts';
import { type Files, type IndexedFile, type RootsOption, withoutDot } from '../hmvc/files.ts';
import { isRedirect } from '../table/destination.ts';
import { formatKey, isReserved, readSettings, USUAL_HOME } from '../table/row.ts';
import { type RouteTable, readTable, type SuppliedTable, writeTable } from '../table/table.ts';
import { collectBy, exportOf, routeFiles } from './route-file.ts';

/**
 * Adds the routes of modules to a table. It reads `modules/<module>/config/routes` of every root.
 * Module routes come after the table's own, first by root, then by module name. A key that the
 * table or an earlier module already has is skipped.
 *
 * A route file exports, as the default or as `routes`, a table or a function that `Route.collect`
 * accepts. It may also call `Route` while being imported, but only the first import counts.
 *
 * Keys are whole paths. Destinations are below the module: in the module `gallery`,
 * `photos/show/$1` becomes `gallery/photos/show/$1`. Names are added to those that `Route.collect`
 * collected last, for `Route.url`. A name that the table or an earlier module already has is kept.
 * @param table the application's table, such as `Route.map(base)`; it is not modified
 * @param files see {@link Files}
 * @param options see {@link RootsOption}
 * @returns a new table
 * @throws {WaymarkError} if a route file defines a reserved key, exports something else or an
 *   asynchronous function, has no routes at all, or calls this function while it is imported; and
 *   whatever the file throws
 * @example
 * const routes = await withModuleRoutes(Route.map({ default_controller: 'welcome' }), files);
 */
export async function withModuleRoutes(
  table: SuppliedTable,
  files: Files,
  options: RootsOption = {},
): Promise<RouteTable> {
  return fromAsyncCaller(withModuleRoutes, addModuleRoutes, table, files, options);
}

async function addModuleRoutes(
  table: SuppliedTable,
  files: Files,
  options: RootsOption,
): Promise<RouteTable> {
  const { roots } = readOptions('withModuleRoutes', options, ['roots']);
  refuseNested();
  const read = readTable(table, 'withModuleRoutes');
  const { names: own } = read;
  const rows = [...read.rows];
  const defaultController = readSettings(rows).defaultController ?? USUAL_HOME;
  const taken = new Set(rows.map(({ method, pattern }) => formatKey(method, pattern)));
  const mistakes = [...read.mistakes];
  const names = new Map<string, string>();
  for (const [module, file] of routeFiles(files, roots)) {
    const inFile = new Map<string, string>();
    const defined = await routesOf(file, defaultController);
    mistakes.push(...defined.mistakes);
    for (const row of defined.rows) {
      const { method, pattern, to } = row;
      if (row.name !== undefined) inFile.set(row.name, pattern);
      const key = formatKey(method, pattern);
      if (taken.has(key)) continue;
      taken.add(key);
      // Otherwise the answer would have a name whose URL leads elsewhere.
      const earlier = row.name && (own.get(row.name) ?? names.get(row.name));
      const name = (earlier ?? pattern) === pattern ? row.name : undefined;
      rows.push({ ...row, to: withModule(module, to), name });
    }
    // The table's own name wins: the file's import may have registered the name in the process.
    for (const [name, pattern] of inFile) {
      if (!names.has(name)) names.set(name, own.get(name) ?? pattern);
    }
  }
  const { current } = registry();
  current.collectedNames = new Map([...current.collectedNames, ...names]);
  return writeTable({ ...read, rows, names: new Map([...own, ...names]), mistakes });
}

/** A block stays a block, and a redirect leads to a path. */
function withModule(module: string, to: string): string {
  return to === '' || isRedirect(to) ? to : `${module}/${to}`;
}

/** The route file being imported; `''` for none. Imports run one after another. */
let importing = '';

/**
 * Refuses a call by the route file that is being imported. The call would wait for that import, and
 * the import for the call. Only the stack tells it from a call at the same time.
 * @throws {WaymarkError}
 */
function refuseNested(): void {
  const file = withoutDot(importing);
  if (file === '' || !String(new Error().stack).replaceAll('\\', '/').includes(file)) return;
  const problem = `${quote(importing)} calls it while being imported, and would wait for itself`;
  const advice =
    'call it in the route file of the application, and export a function or a table here';
  throw new WaymarkError('bad-table', 'withModuleRoutes', problem, advice);
}

/** What a route file defines, with keys and destinations as written there. */
async function routesOf(
  { path, load }: IndexedFile,
  defaultController: string,
): Promise<FileDefinitions> {
  const imported = await collectImport(async () => {
    importing = path;
    try {
      return await load();
    } finally {
      importing = '';
    }
  });
  const defined = [recall(imported)];
  const exported = exportOf(imported.module);
  let table: SuppliedTable = {};
  if (typeof exported === 'function') {
    defined.push(definedBy(path, exported as RouteFile)); // the cast: the call checks the function
  } else if (typeof exported === 'object' && exported !== null) {
    table = exported as SuppliedTable; // the cast: readTable checks each value
  } else if (exported !== undefined) {
    throw badRouteFile(path, `it exports ${describe(exported)}`);
  } else if (defined[0].rows.length === 0) {
    const problem = 'it exports no routes, and defined none as it was imported just now';
    throw badRouteFile(path, problem);
  }
  const rows = defined.flatMap((one) => one.rows);
  const patterns = [...readTable(table, path).rows, ...rows].map(({ pattern }) => pattern);
  const reserved = patterns.find(isReserved);
  if (reserved !== undefined) {
    const problem = `${reserved} is a setting of the whole table, not of a module`;
    const advice = `set it in the application's table: Route.map({ ${quote(reserved)}: … })`;
    throw new WaymarkError('bad-table', tableKey(path, reserved), problem, advice);
  }
  const current = { ...registry().current, rows };
  const made = mapTable(table, undefined, defaultController, current, path);
  return {
    rows: readTable(made, path).rows.filter(({ pattern }) => !isReserved(pattern)),
    mistakes: defined.flatMap((one) => one.mistakes),
  };
}

/** What a route file's function defines. It is an error if the function only returns a table. */
function definedBy(path: string, file: RouteFile): FileDefinitions {
  const { made, unread } = collectBy(file, (define) => collectFrom(path, define));
  if (unread === null || made.rows.length > 0) return made;
  throw badRouteFile(path, 'its function returns a table, which is not read');
}

/** What a file defined when it was imported, even if that import was for another table. */
function recall({
  module,
  ...now
}: FileDefinitions & { readonly module: unknown }): FileDefinitions {
  if (typeof module !== 'object' || module === null) return now;
  const { imported } = registry();
  if (now.rows.length > 0) imported.set(module, now);
  return imported.get(module) ?? now;
}

function badRouteFile(path: string, problem: string): WaymarkError {
  const advice =
    'export a function that calls Route, or a table; a file that calls Route as it is imported ' +
    'must not be imported by another one first';
  return new WaymarkError('bad-table', path, problem, advice);
}
