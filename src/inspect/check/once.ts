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
 *
 * @example
 * // '/users/login' starts with a slash, and so leads nowhere.
 * reportOnce([slip, dead], new Map([['dead-destination', [slip]]])); // [{ ...slip, level: 'error' }]
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
