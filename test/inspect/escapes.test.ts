/** Which escapes stay is said in one place, and inspection follows. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const ESCAPES = '../../src/path/escapes.ts';
let inspect: typeof import('../../src/inspect.ts');

beforeAll(async () => {
  vi.resetModules();
  // As if `%3B` stayed as well.
  vi.doMock(ESCAPES, async (load) => {
    const escapes = await load<typeof import('../../src/path/escapes.ts')>();
    return {
      ...escapes,
      guardRest: (path: string) => escapes.guardRest(path).replace(/%3b/gi, '%253B'),
      restoreRest: (url: string) => escapes.restoreRest(url).replaceAll('%253B', '%3B'),
      isRest: (digits: string) => digits === '3B' || escapes.isRest(digits),
    };
  });
  inspect = await import('../../src/inspect.ts');
}, 120_000);
afterAll(() => {
  vi.doUnmock(ESCAPES);
  vi.resetModules();
});

it('an escape that stays is in the paths that are proved', () => {
  const table = { '(?=b%3B)(.+)': 'x' };
  expect(inspect.examples(table)[0].request).toMatchObject({ path: '/b%3B' });
});

it.each([
  ['/b%3B', []],
  ['/b%3b', ['percent-encoded characters are decoded']],
  ['/b%3A', ['percent-encoded characters are decoded']],
])('an escape that stays is not explained as decoded: %s', (path, steps) => {
  expect(inspect.explain({}, 'GET', path).steps).toEqual(steps);
});
