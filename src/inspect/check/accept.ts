/** Findings that somebody has looked at and accepted. */
import { meant } from '../../errors/nearest.ts';
import { quote } from '../../errors/show.ts';
import type { Source } from '../../table/row.ts';
import { enumerate, type Finding, type FindingKind } from './finding.ts';
import { FINDING_KINDS, type Needs } from './kinds.ts';

/**
 * Accepts findings of a kind: all of them, or those about some rows or a file.
 *
 * @example
 * const one: Acceptance = { kind: 'dot', rows: ['sitemap.xml'], reason: 'any character is meant' };
 */
export interface Acceptance {
  readonly kind: FindingKind;
  /** Only findings about one of these table keys. */
  readonly rows?: readonly string[];
  /** Only findings in this file, spelled as in `source` of the finding. */
  readonly file?: string;
  /** Why; it must not be empty. */
  readonly reason: string;
  /** Where it is written, for findings about itself. */
  readonly source?: Source;
}

/**
 * Leaves out the findings that are accepted.
 *
 * @param findings all of them, each with its place
 * @param acceptances what accepts them
 * @param has the options that `check` was given
 * @returns the findings that are left, and one for each acceptance that is wrong, or accepts nothing
 *   although `check` looked for such findings
 *
 * @example
 * accept([dot], [{ kind: 'dot', reason: 'any character is meant' }], new Set()); // []
 */
export function accept(
  findings: readonly Finding[],
  acceptances: readonly Acceptance[],
  has: ReadonlySet<Needs>,
): Finding[] {
  const wrong = new Map(acceptances.map((one) => [one, faultOf(one)]));
  const right = acceptances.filter((one) => wrong.get(one) === null);
  const used = new Set<Acceptance>();
  const left = findings.filter((finding) => {
    const accepting = right.filter((one) => accepts(one, finding));
    for (const one of accepting) used.add(one);
    return accepting.length === 0;
  });
  const about = acceptances.flatMap((one): Finding[] => {
    const fault = wrong.get(one) ?? null;
    if (fault !== null) return [report({ ...one, rows: [] }, 'error', 'bad-acceptance', fault)];
    const needs = FINDING_KINDS.get(one.kind)?.needs;
    if (used.has(one) || (needs !== undefined && !has.has(needs))) return [];
    const message = `No finding is left that ${say(one)} accepts; remove it. Its reason was: ${quote(one.reason)}.`;
    return [report(one, 'warning', 'unused-acceptance', message)];
  });
  return [...left, ...about];
}

function accepts({ kind, rows, file }: Acceptance, finding: Finding): boolean {
  return (
    finding.kind === kind &&
    (rows === undefined || rows.includes(finding.rows[0])) &&
    (file === undefined || file === finding.source?.file)
  );
}

const KINDS = [...FINDING_KINDS.keys()] as [string, ...string[]]; // the cast: there are some

/** What is wrong with an acceptance; `null` if nothing is. */
function faultOf(acceptance: Acceptance): string | null {
  const { kind, reason } = acceptance;
  if (!FINDING_KINDS.has(kind)) {
    const near = meant(kind, KINDS);
    const advice = near === null ? `one of ${enumerate(KINDS)}` : quote(near);
    return `${quote(kind)} is no kind of finding; write ${advice}.`;
  }
  if (reason.trim() === '') {
    return `The acceptance of ${quote(kind)} has no reason; write why the finding is accepted.`;
  }
  return null;
}

function say({ kind, rows = [], file }: Acceptance): string {
  const about = rows.length === 0 ? '' : ` for ${enumerate(rows.map(quote))}`;
  const place = file === undefined ? '' : ` in ${quote(file)}`;
  return `the acceptance of ${quote(kind)}${about}${place}`;
}

function report(
  { rows = [], source }: Acceptance,
  level: Finding['level'],
  kind: FindingKind,
  message: string,
): Finding {
  return { level, kind, rows, message, ...(source && { source }) };
}
