/** One finding for one fault. */
import type { Finding, FindingKind } from './finding.ts';

/** The slips that explain findings of a kind for the same row. */
export type Causes = ReadonlyMap<FindingKind, readonly Finding[]>;

/**
 * Leaves out the findings that a slip explains. The slip says what to write, so it stays; its level
 * and its request become those of what it explains.
 *
 * @param findings all of them, the slips included
 * @param causes the slips, by the kind of finding that they explain
 */
export function reportOnce(findings: readonly Finding[], causes: Causes): Finding[] {
  const causeOf = (finding: Finding): Finding => {
    const slip = causes.get(finding.kind)?.find(({ rows }) => rows[0] === finding.rows[0]);
    return slip === undefined || slip === finding ? finding : causeOf(slip);
  };
  const reported = new Map<Finding, Finding>();
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
 * Leaves out that a block is not reached if the rows that answer its paths are reported for passing it:
 * that is the same fault, and worse.
 *
 * @param findings all of them
 */
export function withoutDeadBlocks(findings: readonly Finding[]): Finding[] {
  const passed = findings.filter(({ kind }) => kind === 'block-passed');
  return findings.filter(({ kind, rows: [key, ...takers] }) => {
    if (kind !== 'unreached' || takers.length === 0) return true;
    const passing = passed.filter(({ rows }) => rows[0] === key).map(({ rows }) => rows[1]);
    return !takers.every((taker) => passing.includes(taker));
  });
}
