/** One finding for all rows that have the same slip. */
import { quote } from '../../errors/show.ts';
import { enumerate, type Finding } from './finding.ts';

/** A finding that is reported together with its like. */
export interface Alike extends Finding {
  /** Says what is wrong with several rows, of which a list names the first. */
  readonly together?: (list: string) => string;
}

/** How many rows a message names. */
const NAMED = 3;

/**
 * Makes one finding of all that say the same of their rows.
 *
 * @param findings those that are left, in any order
 *
 * @example
 * gather([dotInA, dotInB]).map(({ rows }) => rows); // [['a.b', 'c.d']]
 */
export function gather(findings: readonly Alike[]): Finding[] {
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
