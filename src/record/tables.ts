/** The tables that a build compiled, and the search for the one that a program's calls made. */
import { WaymarkError } from '../errors/error.ts';
import type { readInputs } from '../http/read.ts';
import { type CompiledTable, loadRouter, loadUrls, type Parts } from '../resolve/compiled/load.ts';
import {
  createCall,
  type Digest,
  digestOf,
  END,
  type FoundRouter,
  isGiven,
  type Recorded,
  type RecordedCall,
  reporter,
} from './call.ts';

/** What a build knows of a program, for {@link addTables}. */
export interface Tables extends Parts {
  readonly tables: readonly BuiltTable[];
  /** What the program learned of tables while it defined them: rows, patterns and URLs. */
  readonly results: readonly (readonly [hash: string, value: unknown])[];
  /** Reads what schemas validate, if any route has them. */
  readonly readInputs?: typeof readInputs | undefined;
  /** Finds the names of tables for `Route.url`, if any has names. */
  readonly findNames?: FindNames | undefined;
}

/** A compiled table, and the calls that made it. */
export interface BuiltTable extends CompiledTable {
  /** See {@link Digest}, which has the checks too. */
  readonly hash: string;
  readonly checks: readonly number[];
  /** Whether `Route.url` knows exactly the names of this table, once it is made. */
  readonly isNamed: boolean;
}

const added: Tables[] = [];
let isFilled = false;

/**
 * Adds tables that `waymark compile` wrote. Import its file before the modules that make routers of
 * them. A program whose calls to `Route` differ from the build's refuses to start.
 * @param tables the content of that file
 * @example
 * import './tables.js'; // written by: npx waymark compile app.js -o tables.js
 */
export function addTables(tables: Tables): void {
  added.push(tables);
}

/** The text in whose place a bundler's plugin puts the tables of a bundle. */
export const PLACEHOLDER = 'waymark:tables-go-here';

function allTables(): readonly Tables[] {
  if (!isFilled) {
    // Joined, so that no minifier can tell that the list has a text in it.
    const built: readonly unknown[] = ([] as unknown[]).concat(PLACEHOLDER);
    added.push(...(built.filter((one) => typeof one === 'object') as Tables[])); // the cast: the plugin wrote it
    isFilled = true;
  }
  return added;
}

/**
 * Finds the router of a call.
 * @param args the arguments that the table depends on
 * @param application all options of a handler
 * @throws {WaymarkError} if the build had other calls; it names the first that differs
 */
export function findRouter(
  where: string,
  args: readonly unknown[],
  application: object | null = null,
): FoundRouter {
  const call = createCall(where, args);
  const digest = digestOf([call]);
  const build = reporter();
  if (build !== undefined) return build.router({ call, digest, application: application ?? {} });
  for (const parts of allTables()) {
    const table = parts.tables.find(({ hash }) => hash === digest.hash);
    if (table === undefined) continue;
    const router = loadRouter(table, digest.held, parts);
    const urls = loadUrls(table, parts);
    for (const [own] of call.held.filter(isGiven)) {
      if (own !== null) own.named = { table, urls };
    }
    return { router, urls, readInputs: parts.readInputs };
  }
  throw difference(digest, Math.min(firstDifference(digest), digest.calls.length - 1));
}

/**
 * The result of a call that the build noted.
 * @param before the calls before it
 * @throws {WaymarkError} if the build did not make these calls
 */
export function findResult(digest: Digest, before: readonly RecordedCall[]): unknown {
  const results = allTables().flatMap(({ results }) => results);
  const found = results.find(([hash]) => hash === digest.hash);
  if (found !== undefined) return found[1];
  const own = digestOf(before);
  const at = firstDifference(own);
  if (at < own.calls.length) throw difference(own, at);
  const advice = 'read tables, names and URLs as the program starts, or use context.url';
  const where = String(digest.calls.at(-1)?.text);
  throw new WaymarkError('bad-table', where, 'the bundle has no answer', advice);
}

/** The place of the first call that no table of the build has; after the last if there is none. */
function firstDifference({ checks }: Digest): number {
  const tables = allTables().flatMap(({ tables }) => tables);
  const at = checks.findIndex((check, at) => !tables.some(({ checks }) => checks[at] === check));
  return at < 0 ? checks.length : at;
}

/** Names the call that differs. */
function difference({ calls }: Digest, at: number): WaymarkError {
  const where = String(calls.at(-1)?.text.split('(', 1));
  const number = 1 + calls.slice(0, at).filter(({ text }) => !text.startsWith(END)).length;
  const isEmpty = allTables().every(({ tables }) => tables.length === 0);
  const [problem, advice] = isEmpty
    ? ['no table is compiled', 'use the plugin, or first import what waymark compile wrote']
    : [
        `${calls[at].text} is not call ${number} of the build`,
        'define the same routes in both: the environment, files and the time may differ',
      ];
  return new WaymarkError('bad-table', where, problem, advice);
}

/** The code that finds names; `undefined` if no table has any. */
export function namesPart(): FindNames | undefined {
  return allTables().find(({ findNames }) => findNames)?.findNames;
}

/**
 * Answers a call for a name where the real `Route` would look: in the table collected last, then in
 * all calls.
 * @param given the table that the call names
 * @returns `undefined` if no router has the names
 */
export type FindNames = (
  state: {
    readonly calls: readonly RecordedCall[];
    readonly collected: Recorded | null;
    readonly mapped: Recorded | null;
  },
  call: 'url' | 'named',
  args: readonly unknown[],
  given: Recorded | null | undefined,
) => string | null | undefined;

/** A part that only bundles with names have. */
export const findNames: FindNames = ({ calls, collected, mapped }, call, args, given) => {
  const [name, params, options] = args as [string, [], object?]; // the cast: the builder checks them
  const { base, routes, ...others }: { base?: string; routes?: unknown } = { ...options };
  // A copy has the names that the build found in it.
  if (routes && !given) return undefined;
  const own = (given ?? collected)?.named;
  const isOwn = own?.table.isNamed === true && own.table.names.includes(name);
  const named = isOwn || given || calls.length === 0 ? own : mapped?.named;
  if (named?.table.isNamed !== true) return undefined;
  const { table, urls } = named;
  if (call === 'url') return urls?.(base, 'Route.url')(name, params, others);
  return table.urls[table.names.indexOf(name)]?.written ?? null;
};
