/** Definitions that a later one took the place of. */
import { quote } from '../../errors/show.ts';
import type { Inspection } from '../inspection.ts';
import type { Replaced, Sources } from '../sources.ts';
import { enumerate, type Finding } from './finding.ts';

/**
 * Finds the rows that were defined more than once and led elsewhere before. A table has only the last
 * definition of a key, so what was recorded while it was made has to say.
 */
export function findReplaced(inspection: Inspection, sources: Sources): Finding[] {
  return inspection.rows.flatMap((row): Finding[] => {
    const replaced = sources.replaced(row);
    if (replaced.length === 0) return [];
    const before = enumerate(replaced.map(say));
    const message = `${quote(row.key)} is defined again later, so what leads to ${before} has no effect.`;
    return [{ level: 'warning', kind: 'replaced', rows: [row.key], message }];
  });
}

function say({ destination, source }: Replaced): string {
  const place = source === null ? '' : ` (${source.file}:${source.line})`;
  return `${destination === '' ? 'nothing' : quote(destination)}${place}`;
}
