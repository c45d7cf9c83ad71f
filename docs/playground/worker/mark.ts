/** What a request did at each row. */
import type { Explanation, Listed } from 'waymark/inspect';
import type { Row } from '../answer.ts';

/** A row with its mark. */
export type Marked = Omit<Row, 'groups' | 'spot'> & Pick<Listed, 'source'>;

/**
 * Marks the rows: the one that answered, those before it with why they did not, and those after it.
 *
 * @param rows all of them, in order
 * @param explanation of the request
 */
export function markRows(
  rows: readonly Listed[],
  { answer, request, before, after }: Explanation,
): Marked[] {
  const key = 'route' in answer ? answer.route : null;
  const winner = rows.findIndex(({ route }) => route === key);
  const end = answer.status === 'bad-request' ? -1 : winner < 0 ? rows.length : winner;
  const reasons = new Map(before.map(({ route, reason }) => [route, reason]));
  const late = new Set(after);
  return rows.map(({ order, ...row }, index) => {
    if (index === winner) return { ...row, mark: 'matched', why: null };
    if (index > end) {
      const why = late.has(row.route) ? 'it would have matched' : null;
      return { ...row, mark: 'unreached', why };
    }
    const other = row.method !== null && row.method !== request.method;
    const plain = other ? `it is only for ${row.method}` : 'the path does not match';
    return { ...row, mark: 'passed', why: reasons.get(row.route) ?? plain };
  });
}
