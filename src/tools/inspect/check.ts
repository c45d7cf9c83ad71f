/** Finds mistakes in a table. */
import type { SuppliedTable } from 'waymark';
import type { Files, RootsOption } from 'waymark/hmvc';
import { fromAsyncCaller, type RESERVED, tableWithExactNames } from 'waymark/internal';
import { isSpent, withBudget } from './automata/budget.ts';
import { type Acceptance, accept } from './check/accept.ts';
import { findLost, findUnread } from './check/application.ts';
import { findOpenBlocks } from './check/blocks.ts';
import { readControllers } from './check/controllers.ts';
import {
  type Alike,
  doubtAll,
  type Finding,
  mergeAlike,
  reportOnce,
  withoutDeadBlocks,
} from './check/finding.ts';
import { findUnguarded } from './check/guarded.ts';
import type { Needs } from './check/kinds.ts';
import {
  findAlternatives,
  findDeadGroups,
  findOptionalSegments,
  findSlow,
} from './check/patterns.ts';
import { findLostRedirects } from './check/redirects.ts';
import { findMissingArguments, findMissingGroups, findOuterGroups } from './check/references.ts';
import { findDestinationSlips, findPatternSlips } from './check/slips.ts';
import {
  findBehindDefault,
  findCatchAlls,
  findDuplicateNames,
  findReplaced,
  findUnreached,
  findUnusedOverride,
} from './check/unreached.ts';
import { Inspection, type InspectOptions } from './inspection.ts';
import type { Sources } from './sources.ts';

/** The options of {@link check}. */
export interface CheckOptions extends InspectOptions, RootsOption {
  /**
   * The application's files, as for `waymark/hmvc`. Every controller is imported, and destinations
   * are compared with actions. A block then closes an action, however it is spelled, instead of a
   * text.
   */
  readonly files?: Files | undefined;
  /**
   * Destinations that the application uses without a route: error pages of `createFetchHandler`,
   * and actions that `context.run` calls.
   */
  readonly alsoReached?: readonly string[] | undefined;
  /**
   * The members of meta that guards read, such as `['role']`. A row that reaches a guarded action
   * without one of them is then an error. By default, any member but `openapi` may guard, and such a
   * row is a warning.
   */
  readonly guards?: readonly string[] | undefined;
  /** The recording, started before the table was defined. It reveals duplicate definitions. */
  readonly sources?: Sources | undefined;
  /** Findings to accept. An acceptance that no longer matches any finding is itself reported. */
  readonly accept?: readonly Acceptance[] | undefined;
}

/**
 * Finds mistakes in a table: certain ones, probable ones, and doubts that it could not resolve.
 * @param table see `createRouter`
 * @param options see {@link CheckOptions}
 * @returns the findings, errors first. The work of its proofs is limited; past that, they are `unproved`
 * @throws {WaymarkError} if `createRouter` would
 * @example
 * await check({ 'users/(:any)': 'users/$1', 'users/new': 'users/create_new' });
 * // [{ level: 'error', kind: 'unreached', rows: ['users/new', 'users/(:any)'], message: '…' }]
 */
export async function check(table: SuppliedTable, options: CheckOptions = {}): Promise<Finding[]> {
  return fromAsyncCaller(check, findAll, table, options);
}

async function findAll(
  table: SuppliedTable,
  {
    sources,
    files,
    roots,
    guards,
    alsoReached = [],
    accept: acceptances = [],
    ...options
  }: CheckOptions,
): Promise<Finding[]> {
  const named = files === undefined ? table : tableWithExactNames(table, files, roots, 'check');
  const inspection = new Inspection(named, options);
  const controllers =
    files === undefined ? null : await readControllers(files, roots, inspection.router.settings);
  const inPatterns = findPatternSlips(inspection);
  const inDestinations = findDestinationSlips(inspection);
  const outer = findOuterGroups(inspection);
  const written = inPatterns.filter(({ kind }) => kind === 'parameter-syntax');
  const actions = controllers?.actions.length ?? 0;
  const rows = Math.max(inspection.rows.length, FEW_ROWS) + ROWS_PER_ACTION * actions;
  const nodes = NODES_PER_ROW * rows;
  const within = (find: () => readonly Alike[]) =>
    withBudget(nodes, () => [...find(), ...(isSpent() ? [doubtAll()] : [])]);
  const all = within(() => [
    ...findIgnored(inspection),
    ...findUnreached(inspection),
    ...findAlternatives(inspection),
    ...findOpenBlocks(inspection, controllers),
    ...findUnguarded(inspection, controllers, guards ?? null),
    ...within(() => findLostRedirects(inspection)),
    ...findMissingGroups(inspection),
    ...outer,
    ...findDuplicateNames(inspection),
    ...(sources === undefined ? [] : findReplaced(inspection, sources)),
    ...(controllers === null
      ? []
      : [
          ...findLost(inspection, controllers, alsoReached),
          ...findMissingArguments(inspection, controllers),
        ]),
    ...(files === undefined ? [] : findUnread(files)),
    ...findSlow(inspection),
    ...inPatterns,
    ...inDestinations,
    ...findDeadGroups(inspection),
    ...findOptionalSegments(inspection),
    ...findCatchAlls(inspection),
    ...findBehindDefault(inspection),
    ...findUnusedOverride(inspection),
  ]);
  const findings = reportOnce(
    withoutDeadBlocks(all),
    new Map([
      ['missing-group', written],
      ['missing-argument', outer],
      ['parameter-syntax', written],
      ['dead-destination', inDestinations],
      ['dead-override', inDestinations],
    ]),
  );
  const has = new Set<Needs>();
  if (controllers !== null) has.add('files');
  if (sources !== undefined) has.add('sources');
  const left = mergeAlike(accept(locate(findings, inspection), acceptances, has));
  return LEVELS.flatMap((level) => left.filter((finding) => finding.level === level));
}

function findIgnored({ contents }: Inspection): Finding[] {
  return contents.mistakes.map(({ message }) => {
    return { level: 'error', kind: 'ignored-block', rows: [], message };
  });
}

function locate(findings: readonly Alike[], { contents }: Inspection): Alike[] {
  const places = new Map(contents.rows.map(({ key, source }) => [key, source]));
  return findings.map((finding) => {
    const source = finding.source ?? places.get(finding.rows[0]);
    if (source === undefined) return finding;
    if (finding.source !== undefined || finding.level !== 'warning') return { ...finding, source };
    const { file, line, column } = source;
    return { ...finding, source, call: `${finding.kind} ${file}:${line}:${column}` };
  });
}

/**
 * The nodes that the proofs about redirects may build for each row, and all other proofs too. A small
 * table may build those of twelve rows, which take less than two seconds.
 */
const NODES_PER_ROW = 8_000;
const FEW_ROWS = 12;
/** Every row is compared with the destinations of each action. */
const ROWS_PER_ACTION = 4;

const LEVELS = ['error', 'warning', 'unproved'] as const;

/**
 * The default export of `waymark.config.ts`: arguments and options for every command. The command
 * line overrides them. Paths are relative to the file's folder.
 * @example
 * const config: Config = { routes: 'src/routes.ts', files: 'src', autoRoute: true };
 */
export interface Config {
  /** The route file, the JSON table or the folder of the application. */
  readonly routes?: string | undefined;
  /** Like `--files`: the folder of the application. */
  readonly files?: string | undefined;
  /** Like `--roots`: root folders in `files`, in search order. */
  readonly roots?: readonly string[] | undefined;
  /** Like `--set`: settings of the table. */
  readonly set?: Readonly<Partial<Record<(typeof RESERVED)[number], string | boolean>>> | undefined;
  /** Like `--constant`: constants for `import`. */
  readonly constant?: Readonly<Record<string, string | number | boolean>> | undefined;
  /** Like `--auto-route`. */
  readonly autoRoute?: boolean | undefined;
  /** The members of meta that guards read, for `check`. */
  readonly guards?: readonly string[] | undefined;
  /** Findings that `check` ignores, each with a reason. */
  readonly accept?: readonly Omit<Acceptance, 'source'>[] | undefined;
}
