/** Merges the findings of rows with the same mistake. */
import { quote } from 'waymark/internal';
import { type Alike, enumerate, type Finding } from './finding.ts';

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
