/** Finds definitions that a later one replaced. */
import { quote } from 'waymark/internal';
import type { Inspection } from '../inspection.ts';
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
