/** What a bundle does to definitions that come after its table was compiled. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { registry, sealDefinitions } from '../../src/define/registry.ts';
import { Route } from '../../src/index.ts';

beforeEach(() => Route.reset());
// A seal lasts for the whole process.
afterEach(() => registry().sourceTaggers.clear());

it('a definition after the seal is refused, and names the call whose table was compiled', () => {
  Route.get('a', 'b');
  sealDefinitions('createRouter at app.ts:7');
  expect(() => Route.block('a')).toThrow(
    'createRouter at app.ts:7: Route is called after this table was compiled. Define the route before this call.',
  );
  expect(Object.keys(Route.map())).toEqual(['default_controller', 'GET a']);
});

it.each<[string, () => void]>([
  ['one that Route.collect collects', () => Route.collect(() => Route.get('c', 'd'))],
  [
    'one after Route.reset',
    () => {
      Route.reset();
      Route.get('c', 'd');
    },
  ],
])('a seal leaves other definitions alone: %s', (_, define) => {
  sealDefinitions('createRouter at app.ts:7');
  expect(define).not.toThrow();
});
