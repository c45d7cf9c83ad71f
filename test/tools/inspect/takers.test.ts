/** The rows that take all requests from an unreached row. */
import { expect, it } from 'vitest';
import type { SuppliedTable } from '../../../src/index.ts';
import { check } from '../../../src/tools/inspect.ts';

it.each<[string, SuppliedTable, string[]]>([
  [
    'one row covers it, and another takes some of it',
    { 'a/b': 'x', 'a/(:any)': 'y', 'a/(b|c)': 'z' },
    ['a/(b|c)', 'a/b', 'a/(:any)'],
  ],
  [
    'one row covers it, and others leave nothing to that row',
    { 'a/b': 'x', 'a/c': 'x', 'a/(:any)': 'y', 'a/(b|c)': 'z' },
    ['a/(b|c)', 'a/b', 'a/c'],
  ],
  [
    'one row covers it, and the first has other paths',
    { 'a/b': 'x', 'a/[bd]': 'w', 'a/(:any)': 'y', 'a/(c|d)': 'z' },
    ['a/(c|d)', 'a/[bd]', 'a/(:any)'],
  ],
  [
    'what one row covers is not proved',
    { 'a/b': 'x', '(.+)': 'y', 'a/([bc])\\1?': 'z' },
    ['a/([bc])\\1?', '(.+)'],
  ],
])('the rows that take every request of another row are each named: %s', async (_, table, rows) => {
  expect((await check(table)).filter(({ kind }) => kind === 'unreached')).toMatchObject([{ rows }]);
});
