/** Merges findings about one mistake. */
import { quote } from 'waymark/internal';
import { type Alike, enumerate, type Finding, type FindingKind } from './finding.ts';

/** The number of rows that a message names. */
const NAMED = 3;

/**
 * Merges findings that share the function `together`.
 *
 * @param findings the findings, in any order
 */
export function mergeAlike(findings: readonly Alike[]): Finding[] {
  const groups = new Map<unknown, [Alike, ...Alike[]]>();
  for (const finding of findings) {
    const key = finding.together ?? finding;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  return Array.from(groups.values(), (group) => {
    const [{ together, ...first }, ...others] = group;
    if (together === undefined || others.length === 0) return first;
    const rows = group.flatMap((one) => one.rows);
    return { ...first, rows, message: together(nameRows(rows)) };
  });
}

function nameRows(rows: readonly string[]): string {
  const named = rows.slice(0, NAMED).map(quote);
  const more = rows.length - named.length;
  return enumerate(more === 0 ? named : [...named, `${more} more`]);
}

/** Slips, by the kind of finding that they explain for the same row. */
export type Causes = ReadonlyMap<FindingKind, readonly Alike[]>;

/**
 * Removes findings that a slip explains. The slip stays, since it says what to write. If it
 * explains an error, it becomes an error and takes over that error's request.
 *
 * @param findings all findings, including the slips
 * @param causes the slips
 */
export function reportOnce(findings: readonly Alike[], causes: Causes): Alike[] {
  const causeOf = (finding: Alike): Alike => {
    const slip = causes.get(finding.kind)?.find(({ rows }) => rows[0] === finding.rows[0]);
    return slip === undefined || slip === finding ? finding : causeOf(slip);
  };
  const reported = new Map<Alike, Alike>();
  for (const finding of findings) {
    const cause = causeOf(finding);
    const { level, witness } = finding;
    const known = reported.get(cause) ?? cause;
    const isWorse = level === 'error' && known.level !== 'error';
    reported.set(cause, isWorse ? { ...known, level, ...(witness && { witness }) } : known);
  }
  return [...reported.values()];
}

/**
 * Removes the finding that no request reaches a block if all rows that answer its paths are
 * reported for bypassing it. That is the same mistake, and worse.
 *
 * @param findings all findings
 */
export function withoutDeadBlocks(findings: readonly Alike[]): Alike[] {
  const passed = findings.filter(({ kind }) => kind === 'block-passed');
  return findings.filter(({ kind, rows: [key, ...takers] }) => {
    if (kind !== 'unreached' || takers.length === 0) return true;
    const passing = passed.filter(({ rows }) => rows[0] === key).map(({ rows }) => rows[1]);
    return !takers.every((taker) => passing.includes(taker));
  });
}
