/** Finds duplicate names. */
import { quote } from '../../errors/show.ts';
import type { Inspection, Row } from '../inspection.ts';
import { enumerate, type Finding } from './finding.ts';

/** Finds names that several patterns share. Several methods of one pattern may share a name. */
export function findDuplicateNames(inspection: Inspection): Finding[] {
  const byName = new Map<string, Row[]>();
  for (const row of inspection.rows) {
    if (row.name !== null) byName.set(row.name, [...(byName.get(row.name) ?? []), row]);
  }
  return [...byName].flatMap(([name, rows]): Finding[] => {
    const patterns = new Set(rows.map(({ pattern }) => pattern));
    if (patterns.size < 2) return [];
    const keys = rows.map(({ key }) => key);
    const message = `${enumerate(keys.map(quote))} have one name, ${quote(name)}, so Route.url knows only the one that was defined last.`;
    return [{ level: 'error', kind: 'duplicate-name', rows: keys, message }];
  });
}
