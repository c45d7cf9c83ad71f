/** Finds an unused `404_override`. */
import { NOT_FOUND_OVERRIDE, quote } from 'waymark/internal';
import { type Inspection, OTHER_METHOD, type Row } from '../inspection.ts';
import { isCatchAll } from './catch-all.ts';
import type { Finding } from './finding.ts';

/**
 * Finds a `404_override` that a catch-all makes useless. Blocked paths and missing actions still
 * need it. So it is not reported if the table has a block, or if a path can name the action.
 *
 * @param inspection the table
 * @returns at most one finding
 */
export function findUnusedOverride(inspection: Inspection): Finding[] {
  const { rows, router } = inspection;
  const { notFoundOverride } = router.settings;
  if (notFoundOverride === null || !rows.every(hasFixedAction)) return [];
  const all = rows.find((row) => row.method === null && isCatchAll(inspection, row));
  const root = inspection.resolve({ method: OTHER_METHOD, path: '/' });
  if (all === undefined || root.status !== 'found') return [];
  const message = `The ${NOT_FOUND_OVERRIDE} ${quote(notFoundOverride)} is never used, since ${quote(all.key)} matches every path; remove one of them.`;
  return [
    { level: 'warning', kind: 'unused-override', rows: [NOT_FOUND_OVERRIDE, all.key], message },
  ];
}

/**
 * Whether a row always runs the same action: its handler, or a controller and action given as text.
 */
function hasFixedAction({ to, handler, template: { pieces, groups } }: Row): boolean {
  if (handler !== null) return true;
  return to !== '' && (groups.length === 0 || pieces[0].split('/').length > 2);
}
