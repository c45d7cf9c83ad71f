/** Checks that one fault makes one finding. */
import { describe, expect, it } from 'vitest';
import type { SuppliedTable } from '../../../src/index.ts';
import { check } from '../../../src/tools/inspect.ts';

describe('one fault', () => {
  it.each<[string, SuppliedTable, string[]]>([
    ['a block that an earlier row answers', { 'a/(:any)': 'x', 'a/b': '' }, ['block-passed a/b']],
    [
      'a block that several earlier rows answer',
      { '(:num)': 'x', '([a-z]+)': 'y', '([a-z]|[0-9])': '' },
      ['block-passed ([a-z]|[0-9])', 'block-passed ([a-z]|[0-9])'],
    ],
    ['a parameter of another router, with $1', { 'a/{id}': 'x/$1' }, ['parameter-syntax a/{id}']],
    ['two of them, with $1 and $2', { 'a/:b/{c}': 'x/$1/$2' }, ['parameter-syntax a/:b/{c}']],
    ['a block that another block takes', { 'a/(:any)': '', 'a/b': '' }, ['unreached a/b']],
    [
      'a block that a row takes in part, and another block the rest',
      { 'a/(b)': 'x/$1', 'a/(:any)': '', 'a/(?:b|c)': '', 'x/(:any)': '' },
      ['unreached a/(?:b|c)'],
    ],
    ['a row that an earlier row takes', { 'a/(:any)': 'x', 'a/b': 'y' }, ['unreached a/b']],
    ['a parameter of another router', { 'a/{id}': 'x' }, ['parameter-syntax a/{id}']],
    ['a reference without a group', { 'a/b': 'x/$1' }, ['missing-group a/b']],
    ['a pattern that no path matches', { 'a{2049}': '' }, ['unreached a{2049}']],
  ])('is one finding: %s', async (_, table, expected) => {
    expect((await check(table)).map(({ kind, rows }) => `${kind} ${rows[0]}`)).toEqual(expected);
  });

  it('keeps the advice', async () => {
    const [{ level, message }] = await check({ 'a/{id}': 'x/$1' });
    expect(level).toBe('error');
    expect(message).toBe(
      "In 'a/{id}', '{id}' in the pattern is matched as it is written; write (?<name>:any) for a named param, since only calls of Route take {name}.",
    );
  });
});
