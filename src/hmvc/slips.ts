/** Finds probable mistakes in a table and its files before the first request. */
import { WaymarkError } from '../errors/error.ts';
import { quote, tableKey } from '../errors/show.ts';
import { referencesOf } from '../table/destination.ts';
import { canonicalKey, handledKeys, isReserved } from '../table/key.ts';
import { isRedirect } from '../table/redirect.ts';
import type { Row } from '../table/row.ts';
import { misspelledSetting, slipInDestination, slipsInPattern } from '../table/slips.ts';
import { readTable, type SuppliedTable, slipsOf } from '../table/table.ts';
import type { Files } from './files.ts';
import type { Loader } from './loader.ts';

/** A table to check, and the files, handlers and options that go with it. */
export interface Checked {
  readonly routes: SuppliedTable;
  readonly files: Files;
  readonly loader: Loader;
  readonly handlers: Readonly<Record<string, unknown>>;
  readonly autoRoute: boolean;
  /** Whether rows whose destination is missing are passed on. */
  readonly passes: boolean;
  /** The call, for errors. */
  readonly where: string;
}

/** Route files with a name that nothing reads, and their correct name. */
const UNREAD: readonly (readonly [name: RegExp, instead: string])[] = [
  [/^((?:.*\/)?modules\/[^/]+)\/routes(\.\w+)$/, '$1/config/routes$2'],
  [/^((?:.*\/)?config)\/route(\.\w+)$/, '$1/routes$2'],
];

/**
 * Finds probable mistakes without importing a controller: a table without routes, files that are
 * missing or never read, the syntax of other routers, a `$2` without a second group, a misspelled
 * setting. None of them changes an answer: the table still means what it means in CodeIgniter.
 * @returns an error for each mistake, for the caller to report or throw
 * @throws {WaymarkError} if the table is wrong
 */
export function findSlips(checked: Checked): WaymarkError[] {
  const { routes, files, loader, handlers, passes, where } = checked;
  const handled = handledKeys(handlers, where);
  const rows = readTable(routes, where);
  const isHandled = (row: Row) =>
    row.handler !== undefined ||
    isRedirect(row.to) ||
    handled.has(canonicalKey(row)) ||
    (passes && loader.locate(row.to) === null);
  return [
    ...slipsOf(routes),
    ...slipsInTable(rows, isHandled, checked),
    ...rows.flatMap((row) => slipsInRow(row, isHandled(row), where)),
    ...Object.keys(files).flatMap((path) => slipInFile(path, where)),
  ];
}

function slipsInTable(
  rows: readonly Row[],
  isHandled: (row: Row) => boolean,
  { loader, autoRoute, where }: Checked,
): WaymarkError[] {
  const own = rows.filter(({ pattern }) => !isReserved(pattern));
  if (own.length === 0) {
    if (autoRoute) return [];
    const has = rows.length === 0 ? 'has no rows' : 'has settings and no rows';
    const advice =
      'import the route file before Route.map(), or pass its function to Route.collect()';
    return [new WaymarkError('bad-table', where, `the table ${has}`, advice)];
  }
  const needy = own.find((row) => row.to !== '' && !isHandled(row));
  if (loader.index.size > 0 || needy === undefined) return [];
  const problem = `there is no file below ${loader.roots.join(' or ')}, and ${quote(needy.key)} needs a controller`;
  const advice = "pass files: await findFiles('.'), or the option roots if the folders differ";
  return [new WaymarkError('bad-files', where, problem, advice)];
}

function slipsInRow(row: Row, isHandled: boolean, where: string): WaymarkError[] {
  const { key, pattern, to } = row;
  const slip = (problem: string, advice: string) =>
    new WaymarkError('bad-table', whereIs(row, where), problem, advice);
  const slips = slipsInPattern(pattern).map(({ problem, advice }) => slip(problem, advice));
  const setting = isReserved(pattern) ? null : misspelledSetting(pattern);
  if (setting !== null) {
    slips.push(slip(`${quote(key)} is a pattern like any other`, `write ${quote(setting)}`));
  }
  if (isHandled) return slips;
  const captures = groupsIn(pattern);
  const foreign = slipInDestination(to, captures);
  if (foreign !== null) {
    slips.push(slip(`the destination ${quote(to)} ${foreign.problem}`, foreign.advice));
  }
  const missing = referencesOf(to).find((group) => group > captures);
  if (missing !== undefined) {
    const has = captures === 0 ? 'no group' : captures === 1 ? '1 group' : `${captures} groups`;
    const problem = `the destination ${quote(to)} has $${missing}, and the pattern has ${has}`;
    slips.push(slip(problem, 'correct the number, or put what varies into parentheses'));
  }
  return slips;
}

function slipInFile(path: string, where: string): WaymarkError[] {
  const found = UNREAD.find(([name]) => name.test(path));
  if (found === undefined) return [];
  const advice = `rename it to ${quote(path.replace(...found))}`;
  const problem = 'nothing reads this file';
  return [new WaymarkError('bad-files', `${where}, ${quote(path)}`, problem, advice)];
}

/** The call, the key, and the location of the definition if a tool has recorded it. */
function whereIs({ key, source }: Row, where: string): string {
  const place = source === undefined ? '' : ` (${source.file}:${source.line}:${source.column})`;
  return tableKey(where, key) + place;
}

/** An escape, a bracket of a class, or the start of a group that captures. */
const TOKEN = /\\.|[[\]]|\((?!\?)|\(\?<(?![=!])/gs;

/** The number of capturing groups in a pattern. */
function groupsIn(pattern: string): number {
  let groups = 0;
  let isInClass = false;
  for (const [token] of pattern.matchAll(TOKEN)) {
    if (token === '[' || token === ']') isInClass = token === '[';
    else if (token.startsWith('(') && !isInClass) groups += 1;
  }
  return groups;
}
