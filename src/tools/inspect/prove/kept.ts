/** Pairs the rows that two tables have in common. */
import type { Row } from '../inspection.ts';
import { formOf } from './canonical.ts';

/**
 * Pairs rows that have the same method and match the same paths, and have the same order in both tables. Two rows
 * of different pairs never answer the same request: the row that comes first in one table would
 * come second in the other.
 * @returns for each such row of either table, the row of the other table
 */
export function keptRows(before: readonly Row[], after: readonly Row[]): Map<Row, Row> {
  const rows = new Map<string, Row>();
  // Of rows that match the same paths, only the first answers.
  for (const row of [...after].reverse()) rows.set(signatureOf(row), row);
  const pairs: Pair[] = [];
  for (const row of before) {
    const signature = signatureOf(row);
    const other = rows.get(signature);
    if (other === undefined) continue;
    rows.delete(signature);
    pairs.push({ row, other, last: null });
  }
  return new Map(longestInOrder(pairs));
}

interface Pair {
  readonly row: Row;
  readonly other: Row;
  /** The pair before it in the longest ordered list that ends with it. */
  last: Pair | null;
}

function signatureOf({ method, source }: Row): string {
  return `${method} ${formOf(source)}`;
}

/**
 * The longest list of pairs that is in order in both tables, by patience sorting
 * (https://en.wikipedia.org/wiki/Longest_increasing_subsequence).
 */
function longestInOrder(pairs: readonly Pair[]): [Row, Row][] {
  /** For each length, the list that ends first in the second table. */
  const ends: Pair[] = [];
  for (const pair of pairs) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle].other.index < pair.other.index) low = middle + 1;
      else high = middle;
    }
    pair.last = ends[low - 1] ?? null;
    ends[low] = pair;
  }
  const kept: [Row, Row][] = [];
  for (let pair = ends.at(-1) ?? null; pair !== null; pair = pair.last) {
    kept.push([pair.row, pair.other], [pair.other, pair.row]);
  }
  return kept;
}
