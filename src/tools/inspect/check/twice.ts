/** Finds definitions that a later one replaced, and names that are given twice. */
import { quote } from 'waymark/internal';
import type { Inspection } from '../inspection.ts';
import { groupBy } from '../maps.ts';
import type { Replaced, Sources } from '../sources.ts';
import { enumerate, type Finding } from './finding.ts';

/**
 * Finds rows whose earlier definitions were different. A table has only the last definition of a
 * key, so this needs the recording of the definitions.
 */
export function findReplaced(inspection: Inspection, sources: Sources): Finding[] {
  return inspection.rows.flatMap((row): Finding[] => {
    const replaced = sources.replaced(row);
    if (replaced.length === 0) return [];
    const before = enumerate(replaced.map(say));
    const isOpened = replaced.some(({ destination }) => destination === '');
    const message = isOpened
      ? `${quote(row.key)} opens ${before}, which is defined before it.`
      : `${quote(row.key)} is defined again later, which replaces ${before}.`;
    const level = isOpened ? 'error' : 'warning';
    return [{ level, kind: 'replaced', rows: [row.key], message }];
  });
}

function say({ destination, source }: Replaced): string {
  const place = source === null ? '' : ` (${source.file}:${source.line})`;
  return `${destination === '' ? 'a block' : quote(destination)}${place}`;
}

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
