/** Checks that a table may have any strings as keys: each stays as is, or is refused by name. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRouter, Route, WaymarkError } from '../../../src/index.ts';
import { RUNS } from '../../support/runs.ts';
import { entries } from '../../support/tables.ts';
import { PLAINLY, spell, target } from '../../support/targets.ts';
import { literal } from '../../support/vocabulary.ts';

describe('a table with any strings for keys', () => {
  const anyKey = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    entries.map(([{ key }]) => key),
    target,
    fc.constantFrom('404', '/404', '', '/', 'GET ', 'GET /', 'a b', ' ', '\ud800', '\u0000'),
  );

  const OTHERS = ['kept/(:num)', 'z', 'default_controller'];

  it('is mapped and compiled, or refused by an error of this package that names the key', () => {
    fc.assert(
      fc.property(anyKey, fc.string(), (key, to) => {
        Route.reset();
        const table = Object.fromEntries([
          ['kept/(:num)', 'kept/$1'],
          [key, to],
          ['z', 'kept'],
        ]);
        // A mapped key has the groups of its named placeholders.
        let spelled = key;
        try {
          const mapped = Route.map(table);
          spelled = Object.keys(mapped).find((own) => !OTHERS.includes(own)) ?? key;
          const router = createRouter(mapped);
          if (key !== 'kept/(:num)' && key !== 'z')
            expect(mapped).toMatchObject({ 'kept/(:num)': 'kept/$1', z: 'kept' });
          expect(router.resolve('GET', '/kept/7')).toHaveProperty('status');
        } catch (error) {
          expect(error).toBeInstanceOf(WaymarkError);
          // Invisible characters are escaped, and long keys are cut.
          const plain = /^[ -&(-[\]-~]{0,100}$/.test(spelled);
          const shown = plain ? `table key '${spelled}'` : 'table key';
          expect((error as WaymarkError).where).toContain(shown);
        }
      }),
      RUNS,
    );
  });

  it('keeps every definition under the pattern that it was made for', () => {
    const names = fc.uniqueArray(literal, { maxLength: 12, selector: ({ text }) => text });
    fc.assert(
      fc.property(names, (names) => {
        Route.reset();
        // The slash protects text that would be read as a method.
        for (const [index, { from, text }] of names.entries()) {
          Route.any(`/${from}`, `to/${index}`, { as: text });
        }
        const router = createRouter(Route.map());
        for (const [index, { from, text }] of names.entries()) {
          expect(Route.named(text)).toBe(from);
          expect(router.resolve('GET', spell([text], PLAINLY))).toMatchObject({
            destination: `to/${index}`,
          });
        }
      }),
      RUNS,
    );
  });
});
