/** The tables that a build compiled, and the search for the one that a program's calls made. */
import { WaymarkError } from '../errors/error.ts';
import type { readInputs } from '../http/read.ts';
import {
  type BuiltTable,
  createCall,
  type Digest,
  digestOf,
  END,
  type FoundRouter,
  type RecordedCall,
  reporter,
  type TableCalls,
  textOf,
} from './call.ts';
import { loadRouter, loadUrls, type OptionalCode } from './load.ts';

/** What a build knows of a program, for {@link addTables}. */
export interface Tables extends OptionalCode {
  readonly tables: readonly BuiltTable[];
  /** What the program learned of tables while it defined them: rows, patterns and URLs. */
  readonly results: readonly (readonly [hash: string, value: unknown])[];
  /** Reads what schemas validate, if any route has them. */
  readonly readInputs?: typeof readInputs | undefined;
  /** Finds the names of tables for `Route.url`, if any has names. */
  readonly findNames?: FindNames | undefined;
}

const builds: Tables[] = [];
let hasReadMark = false;

/**
 * Adds tables that `waymark compile` wrote. Import its file before the modules that make routers of
 * them. A program whose calls to `Route` differ from the build's refuses to start.
 * @param tables the content of that file
 * @example
 * import './tables.js'; // written by: npx waymark compile app.js -o tables.js
 */
export function addTables(tables: Tables): void {
  builds.push(tables);
}

/** The text in whose place a bundler's plugin puts the tables of a bundle. */
export const TABLES_MARK = 'waymark:tables-go-here';

function allBuilds(): readonly Tables[] {
  if (!hasReadMark) {
    // Joined, so that no minifier can tell that the list has a text in it.
    const built: readonly unknown[] = ([] as unknown[]).concat(TABLES_MARK);
    builds.push(...(built.filter((one) => typeof one === 'object') as Tables[])); // the cast: the plugin wrote it
    hasReadMark = true;
  }
  return builds;
}

/**
 * Finds the router of a call.
 * @param args the arguments that the table depends on
 * @param options all options of a handler
 * @throws {WaymarkError} if the build had other calls; it names the first that differs
 */
export function findRouter(
  where: string,
  args: readonly unknown[],
  options: object = {},
): FoundRouter {
  const call = createCall(where, args);
  const digest = digestOf([call]);
  const reporting = reporter();
  if (reporting !== undefined) return reporting.router(call, digest, options);
  for (const build of allBuilds()) {
    const table = build.tables.find(({ hash }) => hash === digest.hash);
    if (table === undefined) continue;
    const router = loadRouter(table, digest.held, build);
    const urls = loadUrls(table, build);
    for (const { own } of call.tables) {
      if (own === null) continue;
      own.built = table;
      own.urls = urls;
    }
    return { router, urls, readInputs: build.readInputs };
  }
  throw difference(digest, Math.min(firstDifference(digest), digest.calls.length - 1));
}

/**
 * Finds the result of a call: the rows of a table, a pattern or a URL.
 * @param tableCalls the table, or the calls up to this one
 * @param before the calls before it
 * @throws {WaymarkError} if the build did not make these calls
 */
export function findResult(
  tableCalls: TableCalls,
  before: readonly RecordedCall[],
  call: RecordedCall,
): unknown {
  const digest = digestOf([...before, call]);
  const reporting = reporter();
  if (reporting !== undefined) return reporting.result(tableCalls, digest);
  const results = allBuilds().flatMap(({ results }) => results);
  const found = results.find(([hash]) => hash === digest.hash);
  if (found !== undefined) return found[1];
  const own = digestOf(before);
  const at = firstDifference(own);
  if (at < own.calls.length) throw difference(own, at);
  const advice = 'read tables, names and URLs as the program starts, or use context.url';
  throw new WaymarkError('bad-table', textOf(call), 'the bundle has no answer', advice);
}

/** The place of the first call that no table of the build has; after the last if there is none. */
function firstDifference({ checks }: Digest): number {
  const tables = allBuilds().flatMap(({ tables }) => tables);
  const at = checks.findIndex((check, at) => !tables.some(({ checks }) => checks[at] === check));
  return at < 0 ? checks.length : at;
}

/** Names the call that differs. */
function difference({ calls }: Digest, at: number): WaymarkError {
  const { name } = calls[calls.length - 1];
  const number = 1 + calls.slice(0, at).filter(({ name }) => name !== END).length;
  const isEmpty = allBuilds().every(({ tables }) => tables.length === 0);
  const [problem, advice] = isEmpty
    ? ['no table is compiled', 'use the plugin, or first import what waymark compile wrote']
    : [
        `${textOf(calls[at])} is not call ${number} of the build`,
        'define the same routes in both: the environment, files and the time may differ',
      ];
  return new WaymarkError('bad-table', name, problem, advice);
}

/**
 * Answers a call for a name from tables with routers.
 * @param tables where the real `Route` would look, in this order
 * @returns `undefined` if a table that may have the name has no router
 */
export type FindNames = (
  tables: readonly (TableCalls | null | undefined)[],
  call: 'url' | 'named',
  args: readonly unknown[],
) => string | null | undefined;

/** Finds names for `Route.url` and `Route.named`. Only bundles whose tables have names contain it. */
export const findNames: FindNames = (tables, call, args) => {
  const [name, params, options] = args as [string, [], object?]; // the cast: the builder checks them
  const { base, routes, ...others }: { base?: string; routes?: unknown } = { ...options };
  for (const [at, table] of tables.entries()) {
    const next = tables[at + 1];
    if (table?.built?.isNamed === true) {
      const { built, urls } = table;
      const place = built.names.indexOf(name);
      if (place < 0 && next !== undefined) continue;
      if (call === 'url') return urls?.(base, 'Route.url')(name, params, others);
      return built.urls[place]?.written ?? null;
    }
    // A table has the names of the one that was collected before it.
    if (next?.before !== table) break;
  }
  return undefined;
};

/** The code that finds names; `undefined` if no table has any. */
export function namesPart(): FindNames | undefined {
  return allBuilds().find(({ findNames }) => findNames)?.findNames;
}
