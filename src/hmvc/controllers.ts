/**
 * The controllers of a program: their base class, the value that it hands to its handler, and their
 * names in a table.
 */
import { readOptions } from '../errors/argument.ts';
import { fromCaller } from '../errors/error.ts';
import { variesIn } from '../table/destination.ts';
import type { AddedContext } from '../table/request-context.ts';
import { type Row, readSettings } from '../table/row.ts';
import { type RouteTable, readTable, type SuppliedTable, writeTable } from '../table/table.ts';
import { BASE, createRunner } from './actions.ts';
import { createRouteCheck } from './check.ts';
import type { Context } from './context.ts';
import type { Controllers, OwnControllers } from './controllers-option.ts';
import { type Files, indexName, type RootsOption } from './files.ts';
import { type Indexed, indexAll, type Loader, loaderOf } from './loader.ts';
import { createPlaceLister } from './locate.ts';

/**
 * A base class for controllers. It is optional: any class that takes a {@link Context} works, and
 * then each of its methods can be an action, except those of `Object.prototype`. No URL reaches a
 * member of the base class, or a member that overrides one.
 * @example
 * export default class Photos extends Controller {
 *   show(id: string) { return { id, method: this.context.method }; }
 * }
 */
export class Controller<
  Added extends object = AddedContext,
  Platform extends readonly unknown[] = readonly unknown[],
> {
  static readonly [BASE] = true;

  readonly #context: Context<Added, Platform>;

  /** @param context see {@link Context} */
  constructor(context: Context<Added, Platform>) {
    this.#context = context;
  }

  /**
   * The request, its route and the response headers. An accessor on the prototype, so that it isn't
   * an action.
   */
  protected get context(): Context<Added, Platform> {
    return this.#context;
  }
}

/**
 * Makes the option `controllers` of `createFetchHandler`, `createFetchMiddleware`, `createGateway`
 * and {@link checkRoutes}. The files are indexed once, and imported when they are needed.
 * @param files see {@link Files}
 * @param options see {@link RootsOption}
 * @throws {WaymarkError} if an argument is wrong, or two files in one root have the same name
 * @example
 * const controllers = createControllers(await findFiles(new URL('.', import.meta.url)));
 * createFetchHandler({ routes: Route.map(), controllers });
 */
export function createControllers(files: Files, options: RootsOption = {}): Controllers {
  return fromCaller(createControllers, makeControllers, files, options);
}

function makeControllers(files: Files, options: RootsOption): OwnControllers {
  const { roots } = readOptions('createControllers', options, ['roots']);
  const indexed = indexAll(files, roots);
  return {
    files,
    roots: indexed.roots,
    withExactNames: (rows) => rowsWithExactNames(rows, indexed),
    runner: (settings) => createRunner(loaderOf(indexed, settings)),
    check: (rows, { loader }, where) => createRouteCheck(rows, loader, where),
  };
}

/** The number of segments in a destination that may name a controller. */
const NAMING_SEGMENTS = 3;

const CAPITAL = /(?:^|\/)\p{Lu}/u;

/**
 * Lets destinations name a controller exactly as its file is spelled, as is usual in CodeIgniter 3:
 * `Homepage/contact` for `Homepage.ts`. Such a destination is replaced by the form that the loader
 * finds, `homepage/contact`. This affects only segments written in the table, never those of a URL.
 * In URLs, a controller has one spelling, so no other spelling can bypass a block.
 * `createFetchHandler` and `checkRoutes` do this with their controllers; your own dispatcher should
 * too.
 * @param routes the table
 * @param files see {@link Files}
 * @param options see {@link RootsOption}
 * @returns the same table if nothing changes; otherwise a copy with its handlers, names and meta
 * @throws {WaymarkError} if the table is wrong, or two files in one root have the same name
 * @example
 * const files = { 'application/controllers/Homepage.ts': async () => ({}) };
 * withExactNames({ contact: 'Homepage/contact' }, files); // { contact: 'homepage/contact' }
 */
export function withExactNames<Table extends SuppliedTable>(
  routes: Table,
  files: Files,
  options: RootsOption = {},
): Table | RouteTable {
  return fromCaller(withExactNames, () => {
    const where = 'withExactNames';
    const { roots } = readOptions(where, options, ['roots']);
    return tableWithExactNames(routes, files, roots, where);
  });
}

/** Implements {@link withExactNames}. */
export function tableWithExactNames<Table extends SuppliedTable>(
  routes: Table,
  files: Files,
  roots: readonly string[] | undefined,
  where: string,
): Table | RouteTable {
  const indexed = indexAll(files, roots);
  const read = readTable(routes, where);
  const rows = rowsWithExactNames(read.rows, indexed);
  return rows === read.rows ? routes : writeTable({ ...read, rows });
}

/** Returns the same list if nothing changes. */
function rowsWithExactNames(rows: readonly Row[], indexed: Indexed): readonly Row[] {
  if (!rows.some(({ to }) => CAPITAL.test(to))) return rows;
  const loader = loaderOf(indexed, readSettings(rows));
  const named = rows.map((row) => (CAPITAL.test(row.to) ? rowWithExactName(row, loader) : row));
  return named.every((row, index) => row === rows[index]) ? rows : named;
}

function rowWithExactName(row: Row, loader: Loader): Row {
  const { to, pattern, handler } = row;
  const segments = to.split('/');
  const first = segments.slice(0, NAMING_SEGMENTS).findIndex(variesIn(to, pattern));
  const written = first === -1 ? Math.min(segments.length, NAMING_SEGMENTS) : first;
  const exact = handler === undefined ? findExactPlace(to, written, loader) : null;
  if (exact === null) return row;
  const isOther = first === -1 ? isTaken(to, exact, loader) : hasFolder(segments, written, loader);
  return isOther ? row : { ...row, to: exact.to };
}

/** Whether a destination, as spelled, leads to another file, other than one in a later place. */
function isTaken(to: string, exact: { to: string; path: string }, loader: Loader): boolean {
  const other = loader.locate(to);
  if (other === null) return false;
  const paths = loader.places(exact.to).map(({ file }) => file.path);
  return paths[0] !== exact.path || !paths.includes(other.file.path);
}

/**
 * The destination that finds the file named exactly by the written segments; `null` if there is
 * none.
 */
function findExactPlace(
  to: string,
  written: number,
  { index, settings }: Loader,
): { readonly to: string; readonly path: string } | null {
  const segments = to.split('/');
  for (const { name, used, module } of createPlaceLister(settings)(to)) {
    const own = segments[used - 1];
    if (own === undefined || used > written || indexName(own) === own) continue;
    const path = index.get(indexName(name))?.path;
    const spelled = name.slice(name.lastIndexOf('/') + 1);
    if (path?.startsWith(`${spelled}.`, path.lastIndexOf('/') + 1) !== true) continue;
    // A module keeps its spelling, so a controller with the module's name is written after it.
    const isModule = used === 1 && module !== null;
    const kept = segments.slice(0, isModule ? used : used - 1);
    return { to: [...kept, indexName(own), ...segments.slice(used)].join('/'), path };
  }
  return null;
}

/** Whether the varying segment may name something inside a folder named by the written segments. */
function hasFolder(segments: readonly string[], written: number, { index }: Loader): boolean {
  const [module, ...others] = segments.slice(0, written);
  const inModule = ['modules', module, 'controllers', ...others, ''].join('/');
  const inControllers = ['controllers', module, ...others, ''].join('/');
  return [...index.keys()].some(
    (name) => name.startsWith(inModule) || name.startsWith(inControllers),
  );
}
