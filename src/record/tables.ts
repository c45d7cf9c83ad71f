/** The tables that a build compiled, and the one that some calls make. */
import { WaymarkError } from '../errors/error.ts';
import type { CompiledTable, Parts } from '../resolve/compiled/load.ts';
import type { UrlsBelow } from '../url/compiled-urls.ts';
import type { RecordedCall } from './call.ts';
import { DIGITS, type Digest } from './digest.ts';

/** What a build knows of a program, for {@link addTables}. */
export interface Tables extends Parts {
  readonly tables: readonly BuiltTable[];
  /** What the program learned of tables while it defined them: rows, and URLs. */
  readonly texts: readonly (readonly [hash: string, value: unknown])[];
}

/** A compiled table, and the calls that made it. */
export interface BuiltTable extends CompiledTable, Pick<Digest, 'hash' | 'checks'> {
  /** Whether `Route.url` knows the names of this table, and no others, once it is made. */
  readonly isNamed: boolean;
}

/** The names of a table, for `Route.url` and `Route.named`. */
export interface TableNames {
  readonly names: readonly string[];
  readonly patterns: readonly string[];
  readonly urls: UrlsBelow;
  readonly isNamed: boolean;
}

const added: Tables[] = [];
let isFilled = false;

/**
 * Adds tables that `waymark compile` wrote. Import its file before the modules that make routers of
 * them. A program that calls `Route` in another way than it did then refuses to start.
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
 * Finds the table of calls.
 * @throws {WaymarkError} if the build had other calls; it names the first that differs
 */
export function findTable(digest: Digest, where: string): { table: BuiltTable; parts: Parts } {
  for (const parts of allTables()) {
    const table = parts.tables.find(({ hash }) => hash === digest.hash);
    if (table !== undefined) return { table, parts };
  }
  const { calls } = digest;
  if (allTables().every(({ tables }) => tables.length === 0)) {
    const advice = 'use the plugin, or first import what waymark compile wrote';
    throw new WaymarkError('bad-table', where, 'no table is compiled', advice);
  }
  // Other calls may have the same checks, but then the last one is not that of the build.
  const at = Math.min(countSame(digest), calls.length - 1);
  throw new WaymarkError('bad-table', where, difference(calls, at), HOW);
}

/**
 * What the build noted about these calls.
 * @returns `undefined` if it made them, and noted nothing
 * @throws {WaymarkError} if the build had other calls
 */
export function findText(digest: Digest, before: Digest, where: string): unknown {
  for (const { texts } of allTables()) {
    const found = texts.find(([hash]) => hash === digest.hash);
    if (found !== undefined) return found[1];
  }
  const { calls } = before;
  const same = countSame(before);
  if (same === calls.length) return undefined;
  throw new WaymarkError('bad-table', where, difference(calls, same), HOW);
}

const HOW =
  'define the same routes in the build and in the bundle: the environment, files and the time may differ';

/** The number of calls from the start that a table of the build has, too. */
function countSame({ checks }: Digest): number {
  const tables = allTables().flatMap(({ tables }) => tables);
  return Math.max(0, ...tables.map((table) => sameCalls(table.checks, checks)));
}

/** Names a call that no table of the build has in this place. */
function difference(calls: readonly RecordedCall[], at: number): string {
  const number = 1 + calls.slice(0, at).filter(({ text }) => !isEnd(text)).length;
  return `${shown(calls[at])} is not call ${number} of the build`;
}

/** The number of calls that are the same from the start. */
function sameCalls(one: string, other: string): number {
  let at = 0;
  while (at < other.length && one.slice(at, at + DIGITS) === other.slice(at, at + DIGITS)) {
    at += DIGITS;
  }
  return at / DIGITS;
}

function isEnd(text: string): boolean {
  return text.startsWith('end(');
}

/** A call with its strings as people write them. */
function shown({ text }: RecordedCall): string {
  if (isEnd(text)) return 'the end of a callback';
  return text.replace(/"((?:[^"\\]|\\(?:.|$))*)(?:"|$)/gs, (quoted, inner: string) =>
    /['\\]/.test(inner) ? quoted : `'${inner}'`,
  );
}
