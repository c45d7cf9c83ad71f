/** Patterns that may take exponential time. */
import { expect, it } from 'vitest';
import { check } from '../../../src/tools/inspect.ts';

it('patterns with back references may take exponential time, and are named together', async () => {
  const one = await check({ '(b)\\1': 'x' });
  expect(one[0].message).toMatch(/^The pattern of '\(b\)\\1' has back references/);
  expect(await check({ '(a)\\1((?:a|a)*b)': 'x', '(a+)+': 'x', '(b)\\1': 'x' })).toEqual([
    {
      level: 'unproved',
      kind: 'not-judged',
      rows: ['(a)\\1((?:a|a)*b)', '(b)\\1'],
      message:
        "The patterns of '(a)\\1((?:a|a)*b)' and '(b)\\1' have back references, so some path may take exponential time.",
    },
  ]);
});
