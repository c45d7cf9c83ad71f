/** Finds rows that no request reaches. */
import { quote } from 'waymark/internal';
import type { Inspection, Row } from '../inspection.ts';
import { proveReached } from '../prove/prove.ts';
import { doubt, enumerate, type Finding } from './finding.ts';

/** Finds rows that no request reaches, and rows for which this is undecided. */
export function findUnreached(inspection: Inspection): Finding[] {
  return inspection.rows.flatMap((row): Finding[] => {
    const proof = proveReached(inspection, row);
    if (proof.kind === 'reached') return [];
    if (proof.kind === 'unproved') {
      return [doubt([row.key], `Whether a request reaches ${quote(row.key)}`, proof)];
    }
    const rows = [row.key, ...proof.takers.map(({ key }) => key)];
    const message = `No request reaches ${quote(row.key)}: ${takenBy(proof.takers)}.`;
    return [{ level: 'error', kind: 'unreached', rows, message }];
  });
}

/**
 * Explains why no request is left for a row or a part of it.
 *
 * @param takers the earlier rows that take all its requests
 */
export function takenBy(takers: readonly Row[]): string {
  const names = enumerate(takers.map(({ key }) => quote(key)));
  if (takers.length > 1) return `${names} come first, and together match all its requests`;
  if (takers.length === 1) return `${names} comes first and matches all its requests`;
  return 'no path that a request can have is left for it';
}
