/** Checks that no answer depends on a path's spelling. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRouter, METHODS } from '../../../src/index.ts';
import { Accepted } from '../../support/accepted.ts';
import { normalOf } from '../../support/ordered.ts';
import { RUNS } from '../../support/runs.ts';
import { entries, settings, tableOf } from '../../support/tables.ts';
import { MALFORMED, PLAINLY, spell, spelling } from '../../support/targets.ts';
import { word } from '../../support/vocabulary.ts';

/** Some entries of a table, and the segments of paths, made for the entries or from words. */
const cases = entries.chain((entries) =>
  fc.record({
    entries: fc.constant(entries),
    paths: fc.array(
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...entries.map(({ path }) => path)) },
        { weight: 1, arbitrary: fc.array(word, { minLength: 1, maxLength: 4 }) },
      ),
      { minLength: 1, maxLength: 6, size: 'max' },
    ),
  }),
);
const dotSegment = (segment: string) => segment === '' || segment === '.' || segment === '..';
// With `autoRoute`, the answer shows unmatched paths too.
const options = fc.record({ autoRoute: fc.boolean() });

describe('another spelling of a path', () => {
  it('gets the same answer, for any table', () => {
    const accepted = new Accepted();
    fc.assert(
      fc.property(settings, cases, spelling, options, (settings, { entries, paths }, style, on) => {
        const router = createRouter(accepted.table(tableOf(settings, entries)), on);
        for (const path of paths) {
          const segments = path.filter((segment) => !dotSegment(segment));
          const [first, other] = [spell(segments, PLAINLY), spell(segments, style)];
          for (const method of ['GET', 'POST', 'PUT']) {
            expect([other, router.resolve(method, other)]).toEqual([
              other,
              router.resolve(method, first),
            ]);
          }
        }
      }),
      RUNS,
    );
    expect(accepted.ratio).toBeGreaterThan(0.7);
  });

  it('never bypasses a block, nor does a path without a normal form', () => {
    const accepted = new Accepted();
    const blocks = Array.from({ length: 10 }, (_, more) => `(:any)${'/(:any)'.repeat(more)}`);
    const style = fc.oneof(fc.constant(PLAINLY), spelling);
    const splice = fc.record({ at: fc.nat(30), bytes: fc.constantFrom(...MALFORMED) });
    fc.assert(
      fc.property(cases, style, splice, ({ entries, paths }, style, splice) => {
        // An object would move an integer before the blocks.
        const others = entries.filter(({ key }) => !blocks.includes(key) && !/^\d+$/.test(key));
        // Everything but the root is blocked, so later rows are never found.
        const router = createRouter({
          ...Object.fromEntries(blocks.map((from) => [from, ''])),
          ...accepted.table(tableOf({}, others)),
        });
        for (const path of paths) {
          const segments = path.filter((segment) => !dotSegment(segment));
          if (segments.length === 0) continue;
          const spelled = spell(segments, style);
          const route = blocks[segments.length - 1];
          const answer = router.resolve('GET', spelled);
          expect([spelled, answer]).toEqual([spelled, { status: 'blocked', route }]);
          const spoiled = spelled.slice(0, splice.at) + splice.bytes + spelled.slice(splice.at);
          if (normalOf(spoiled) === '') continue;
          for (const method of METHODS) {
            expect(['blocked', 'bad-request']).toContain(router.resolve(method, spoiled).status);
          }
        }
      }),
      RUNS,
    );
    expect(accepted.ratio).toBeGreaterThan(0.7);
  });
});
