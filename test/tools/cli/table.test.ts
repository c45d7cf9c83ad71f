/** The filters of `waymark list`, for rows that no table of strings has. */
import { expect, it } from 'vitest';
import { filterRows } from '../../../src/tools/cli/show/table.ts';

it('sorts rows with a handler, which have no destination, before the others', () => {
  const row = { order: 1, method: null, pattern: 'a', name: null, meta: null };
  const rows = [
    { ...row, destination: 'b' },
    { ...row, destination: null },
  ];
  const sorted = filterRows(rows, { sort: 'to' });
  expect(sorted.map(({ destination }) => destination)).toEqual([null, 'b']);
});
