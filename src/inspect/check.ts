/** Finds mistakes in a table. */
import type { Files } from '../hmvc/files.ts';
import { readTable, type SuppliedTable } from '../table/table.ts';
import { type Acceptance, accept } from './check/accept.ts';
import { findAlternatives } from './check/alternatives.ts';
import { findLost } from './check/application.ts';
import { findMissingArguments } from './check/arguments.ts';
import { findOpenBlocks } from './check/blocks.ts';
import { findCatchAlls } from './check/catch-all.ts';
import { readControllers } from './check/controllers.ts';
import type { Finding } from './check/finding.ts';
import { gather } from './check/gather.ts';
import type { Needs } from './check/kinds.ts';
import { findMeant } from './check/meant.ts';
import { findDuplicateNames } from './check/names.ts';
import { reportOnce, withoutDeadBlocks } from './check/once.ts';
import { findOptionalSegments } from './check/optional.ts';
import { findUnusedOverride } from './check/override.ts';
import { findMissingGroups } from './check/references.ts';
import { findReplaced } from './check/replaced.ts';
import { findDestinationSlips } from './check/slips.ts';
import { findNotJudged, findSlow, TOOLS } from './check/slow.ts';
import { findSpaces } from './check/spaces.ts';
import { findUnreached } from './check/unreached.ts';
import { Inspection, type InspectOptions } from './inspection.ts';
import type { Sources } from './sources.ts';

/** What {@link check} takes. */
export interface CheckOptions extends InspectOptions {
  /**
   * The application's files, as `waymark/hmvc` takes them: every controller is imported, and
   * destinations and actions are held against each other. A block then closes an action and not a
   * text, however destinations spell it.
   */
  readonly files?: Files;
  /** Folders of the files, first searched first; `application` and `framework` by default. */
  readonly roots?: readonly string[];
  /**
   * Destinations that the application leads to without a route: the error pages of
   * `createFetchHandler`, and actions that `context.run` calls.
   */
  readonly alsoReached?: readonly string[];
  /**
   * Has recheck judge the patterns, which is loaded for it and has to be installed; `false` by
   * default. Without recheck the answer is a finding of the kind `not-judged`.
   */
  readonly recheck?: boolean;
  /** What `recordSources` returned before the table was defined: shows what was defined twice. */
  readonly sources?: Sources;
  /** Findings that are accepted. One that accepts nothing any more is a finding itself. */
  readonly accept?: readonly Acceptance[];
}

/**
 * Finds mistakes in a table: what is certainly wrong, what was probably meant otherwise, and what
 * could not be decided.
 *
 * @param table see `createRouter`
 * @param options see {@link CheckOptions}
 * @returns the findings, errors first; none if nothing is wrong
 * @throws {WaymarkError} if `createRouter` would
 *
 * @example
 * await check({ 'users/(:any)': 'users/$1', 'users/new': 'users/create_new' });
 * // [{ level: 'error', kind: 'unreached', rows: ['users/new', 'users/(:any)'], message: '…' }]
 */
export async function check(
  table: SuppliedTable,
  {
    recheck = false,
    sources,
    files,
    roots,
    alsoReached = [],
    accept: acceptances = [],
    ...options
  }: CheckOptions = {},
): Promise<Finding[]> {
  const inspection = new Inspection(table, options);
  const controllers =
    files === undefined ? null : await readControllers(files, roots, inspection.router.settings);
  const inPatterns = findMeant(inspection);
  const inDestinations = findDestinationSlips(inspection);
  const written = inPatterns.filter(({ kind }) => kind === 'parameter-syntax');
  const all = [
    ...findUnreached(inspection),
    ...findAlternatives(inspection),
    ...findOpenBlocks(inspection, controllers),
    ...findMissingGroups(inspection),
    ...findDuplicateNames(inspection),
    ...(sources === undefined ? [] : findReplaced(inspection, sources)),
    ...(controllers === null
      ? []
      : [
          ...findLost(inspection, table, controllers, alsoReached),
          ...findMissingArguments(inspection, controllers),
        ]),
    ...(recheck ? await findSlow(inspection, TOOLS) : findNotJudged(inspection)),
    ...inPatterns,
    ...inDestinations,
    ...findSpaces(inspection),
    ...findOptionalSegments(inspection),
    ...findCatchAlls(inspection),
    ...findUnusedOverride(inspection),
  ];
  const findings = reportOnce(
    withoutDeadBlocks(all),
    new Map([
      ['missing-group', written],
      ['parameter-syntax', written],
      ['dead-destination', inDestinations],
      ['dead-override', inDestinations],
    ]),
  );
  const has = new Set<Needs>();
  if (controllers !== null) has.add('files');
  if (sources !== undefined) has.add('sources');
  if (recheck) has.add('recheck');
  const left = gather(accept(locate(findings, table), acceptances, has));
  return LEVELS.flatMap((level) => left.filter((finding) => finding.level === level));
}

/** Adds where the first row of each finding is defined. */
function locate(findings: readonly Finding[], table: SuppliedTable): Finding[] {
  const places = new Map(readTable(table, 'check').map(({ key, source }) => [key, source]));
  return findings.map((finding) => {
    const source = finding.source ?? places.get(finding.rows[0]);
    return source === undefined ? finding : { ...finding, source };
  });
}

const LEVELS = ['error', 'warning', 'unproved'] as const;
