/** The data that a compiled route stores separately. */
import { describe, expect, it } from 'vitest';
import { extrasOf } from '../../src/resolve/route.ts';

describe('a property that few routes have', () => {
  const NONE = {
    expression: null,
    handler: undefined,
    name: undefined,
    meta: undefined,
    named: undefined,
  };

  it.each([
    ['an expression', { ...NONE, expression: /a/ }],
    ['a handler', { ...NONE, handler: () => 'handled' }],
    ['a name', { ...NONE, name: 'user' }],
    ['meta', { ...NONE, meta: { role: 'admin' } }],
  ])('is kept if there is any: %s', (_, extras) => {
    expect(extrasOf(extras)).toBe(extras);
  });

  it('is null if a route lacks it', () => {
    expect(extrasOf(NONE)).toBeNull();
  });
});
