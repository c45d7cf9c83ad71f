/** Properties of the search, for any table and any request. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createRouter } from '../../../src/index.ts';
import { BadPath, cutQuery, normalisePath } from '../../../src/path/normalise.ts';
import { Tree } from '../../../src/resolve/matcher/tree.ts';
import { Accepted } from '../../support/accepted.ts';
import { compilePatterns, countSearch } from '../../support/matchers.ts';
import { normalOf } from '../../support/ordered.ts';
import { RUNS } from '../../support/runs.ts';
import { PLAINLY, scenario, spell, spelling } from '../../support/targets.ts';
import { literal, placeholder, word } from '../../support/vocabulary.ts';

describe('resolve', () => {
  it('never throws, whatever a client sends', () => {
    const accepted = new Accepted();
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'/.%2fF5C3?#\\a\u0000\ud800') }),
      fc.webPath(),
    );
    fc.assert(
      fc.property(scenario, fc.string(), anything, ({ table, requests }, method, path) => {
        const router = createRouter(
          { ...accepted.table(table), '404_override': 'missing' },
          { autoRoute: true },
        );
        for (const [one, target] of [
          ...requests,
          [method, path] as const,
          ['GET', `/${path}`] as const,
        ]) {
          const answer = router.resolve(one, target);
          expect(answer).toHaveProperty('status');
          expect(answer).not.toHaveProperty('reason', 'too complex');
          expect(router.allowed(target)).toBeInstanceOf(Array);
        }
      }),
      RUNS,
    );
    expect(accepted.ratio).toBeGreaterThan(0.7);
  });

  // Other text is matched by an expression, which reads characters itself.
  const verbatim = literal.filter(({ text }) => /^[^%?#\u0000-\u001f\u007f-\uffff]+$/.test(text));
  const sets = fc.constantFrom('(:any)', '(:num)', '([a-z]+)', '([^a/]+)', '([.a-z]+)');
  const pure = fc.array(
    fc.oneof(
      verbatim.map(({ text }) => text.replace(/\W/g, '\\$&')),
      sets,
    ),
    { minLength: 1, maxLength: 6 },
  );
  const made = fc.array(pure, { minLength: 1, maxLength: 30 });
  const long = fc.constantFrom('7'.repeat(40), 'abcde'.repeat(10));
  const style = fc.oneof({ weight: 2, arbitrary: fc.constant(PLAINLY) }, spelling);
  const anyPath = fc
    .tuple(fc.array(fc.oneof({ weight: 4, arbitrary: word }, long), { maxLength: 30 }), style)
    .map(([segments, style]) => spell(segments, style));
  /** A path for one of the patterns, with a word or a long segment for each set. */
  const pathFor = (made: readonly string[][]) =>
    fc
      .tuple(
        fc.constantFrom(...made),
        fc.array(fc.oneof(word, long), { minLength: 6, maxLength: 6 }),
        style,
      )
      .map(([segments, words, style]) => {
        const path = segments.map((segment, place) =>
          segment.startsWith('(') ? words[place] : segment.replaceAll('\\', ''),
        );
        return spell(path, style);
      });
  const request = made.chain((made) =>
    fc.record({
      patterns: fc.constant(made.map((segments) => segments.join('/'))),
      path: fc.oneof(anyPath, pathFor(made)),
    }),
  );

  it('takes at most a few steps for each text and segment of its keys', () => {
    let matches = 0;
    fc.assert(
      fc.property(request, ({ patterns, path }) => {
        const compiled = compilePatterns([...new Set(patterns)]);
        const parts = compiled.routes.reduce((sum, { segmentCount }) => sum + segmentCount + 1, 0);
        const normal = normalisePath(cutQuery(path));
        for (const way of ['matchSent', 'matchNormal'] as const) {
          if (way === 'matchNormal' && normal instanceof BadPath) continue;
          const target = way === 'matchNormal' ? String(normal) : path;
          const longest = Math.max(...target.split('/').map((segment) => segment.length));
          const { steps, key } = countSearch(compiled, way, target);
          // One step each for a fork, a node, a route, and every character of a segment.
          expect(steps).toBeLessThanOrEqual(parts * (40 + longest));
          if (key !== null) matches++;
        }
      }),
      RUNS,
    );
    // Enough paths match: a third of the runs on average, with much chance.
    expect(matches).toBeGreaterThan(RUNS.numRuns / 20);
  });

  it('searches once with the path as it was sent, and at most once more with the normal path', () => {
    const sent = vi.spyOn(Tree.prototype, 'matchSent');
    const normal = vi.spyOn(Tree.prototype, 'matchNormal');
    try {
      fc.assert(
        fc.property(request, ({ patterns, path }) => {
          const router = createRouter(
            Object.fromEntries(patterns.map((from) => [`/${from}`, 'x'])),
          );
          sent.mockClear();
          normal.mockClear();
          const { status } = router.resolve('GET', path);
          expect(sent.mock.calls).toHaveLength(path.startsWith('/') ? 1 : 0);
          expect(normal.mock.calls.length).toBeLessThanOrEqual(1);
          if (status === 'found' && path === `/${normalOf(path)}` && /^[!-$&-~]*$/.test(path)) {
            expect(normal.mock.calls).toHaveLength(0);
          }
        }),
        RUNS,
      );
    } finally {
      sent.mockRestore();
      normal.mockRestore();
    }
  });

  it('finds a path that was made from a pattern', () => {
    const made = fc.array(fc.oneof(literal, placeholder), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(made, spelling, (segments, style) => {
        const path = spell(
          segments.map(({ text }) => text),
          style,
        );
        const from = segments.map((segment) => segment.from).join('/');
        const method = style.capitals ? 'GET ' : '';
        const router = createRouter({ [`${method}/${from}`]: 'x' });
        expect([from, path, router.resolve('GET', path).status]).toEqual([from, path, 'found']);
        expect(normalOf(path)).toBe(segments.map(({ text }) => text).join('/'));
      }),
      RUNS,
    );
  });
});
