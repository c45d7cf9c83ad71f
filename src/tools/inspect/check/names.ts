/** Finds duplicate names. */
import { quote } from 'waymark/internal';
import { groupBy } from '../group-by.ts';
import type { Inspection } from '../inspection.ts';
import { enumerate, type Finding } from './finding.ts';

/** Finds names that several patterns share. Several methods of one pattern may share a name. */
export function findDuplicateNames(inspection: Inspection): Finding[] {
  const byName = groupBy(inspection.rows, ({ name }) => name);
  return [...byName].flatMap(([name, rows]): Finding[] => {
    if (name === null) return [];
    const patterns = new Set(rows.map(({ pattern }) => pattern));
    if (patterns.size < 2) return [];
    const keys = rows.map(({ key }) => key);
    const message = `${enumerate(keys.map(quote))} have one name, ${quote(name)}, so Route.url knows only the one that was defined last.`;
    return [{ level: 'error', kind: 'duplicate-name', rows: keys, message }];
  });
}
