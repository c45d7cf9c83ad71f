/** Marks each row with the result of the request. */
import type { Explained, Looked, Row } from '../answer.ts';

/** The mark of a row. */
export interface Mark {
  readonly kind: 'matched' | 'skipped' | 'untried';
  /** The reason, in one clause; `''` if there is nothing to add. */
  readonly why: string;
}

/**
 * Marks a row.
 *
 * @param row the row
 * @param index its index in the table
 * @param looked the answer to the request
 * @param explained the reasons why rows did not match; those for another request are ignored
 */
export function markOf(row: Row, index: number, looked: Looked, explained: Explained | null): Mark {
  if (index === looked.winner) return { kind: 'matched', why: '' };
  if (index >= looked.tried) {
    return { kind: 'untried', why: looked.after.includes(index) ? 'it would match too' : '' };
  }
  const isOther = row.method !== null && row.method !== looked.request.method;
  const plain = isOther ? `it is only for ${row.method}` : 'the path does not match';
  const reasons = explained !== null && isSame(explained, looked) ? explained.reasons : [];
  const near = reasons.find(({ route }) => route === row.route);
  return { kind: 'skipped', why: near?.reason ?? plain };
}

function isSame({ request: one }: Explained, { request: other }: Looked): boolean {
  return one.method === other.method && one.path === other.path;
}
