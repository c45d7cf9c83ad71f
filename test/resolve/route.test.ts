/** What a compiled route has apart from itself. */
import { describe, expect, it } from 'vitest';
import { extrasOf } from '../../src/resolve/route.ts';

describe('what few routes have', () => {
  const handler = () => 'handled';

  it.each([
    ['an expression', /a/, undefined, undefined],
    ['a handler', null, handler, undefined],
    ['a name', null, undefined, 'user'],
    ['all of it', /a/, handler, 'user'],
  ])('is kept together: %s', (_, expression, given, name) => {
    expect(extrasOf(expression, given, name)).toEqual({ expression, handler: given, name });
  });

  it('is null where a route has none of it', () => {
    expect(extrasOf(null, undefined, undefined)).toBeNull();
  });
});
