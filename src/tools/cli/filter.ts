/** Filters and sorts rows. */
import type { Meta } from 'waymark';
import type { Options, SortKey } from './options.ts';
import { sayMember } from './show/cells.ts';

/** The fields for filtering and sorting. */
export interface Filtered {
  /** From 1. */
  readonly order: number;
  /** `null` for every method. */
  readonly method: string | null;
  readonly pattern: string;
  readonly destination: string;
  readonly name: string | null;
  readonly meta: Meta | null;
}

/**
 * Filters and sorts rows.
 * @param rows all rows, in the table's order
 */
export function filterRows<Row extends Filtered>(
  rows: readonly Row[],
  { method, path = '', name = '', to = '', meta = {}, sort = 'order' }: Options,
): Row[] {
  const chosen = rows.filter(
    (row) =>
      (method === undefined || row.method === null || row.method === method) &&
      row.pattern.includes(path) &&
      (row.name ?? '').includes(name) &&
      row.destination.includes(to) &&
      Object.entries(meta).every(([key, value]) => hasMeta(row.meta ?? {}, key, value)),
  );
  return sort === 'order' ? chosen : chosen.sort((one, other) => compare(sort, one, other));
}

/** Whether a member of meta, or an item of a list in it, has this text. */
function hasMeta(meta: object, key: string, value: string): boolean {
  if (!Object.hasOwn(meta, key)) return false;
  return [Reflect.get(meta, key)].flat().some((item) => sayMember(item) === value);
}

/** Compares by code units; equal rows keep their order. */
function compare(by: Exclude<SortKey, 'order'>, one: Filtered, other: Filtered): number {
  const [a, b] = [TEXTS[by](one), TEXTS[by](other)];
  return a < b ? -1 : Number(a > b);
}

const TEXTS = {
  method: ({ method }) => method ?? '',
  path: ({ pattern }) => pattern,
  name: ({ name }) => name ?? '',
  to: ({ destination }) => destination,
} satisfies Record<string, (row: Filtered) => string>;
