/** What holds for the search, whatever table it goes through and whatever a client sends. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createRouter } from '../../../src/index.ts';
import type { TreeNode } from '../../../src/resolve/matcher/build.ts';
import type { MatcherRoute } from '../../../src/resolve/matcher/contract.ts';
import { Tree } from '../../../src/resolve/matcher/search.ts';
import { Accepted } from '../../support/accepted.ts';
import { normalOf } from '../../support/ordered.ts';
import { RUNS } from '../../support/runs.ts';
import { PLAINLY, scenario, spell, spelling } from '../../support/targets.ts';
import { literal, placeholder, word } from '../../support/vocabulary.ts';

/** Makes the nodes of trees count how often a search comes to them. */
function countVisits(trees: Iterable<unknown>): Map<TreeNode<MatcherRoute>, number> {
  const visits = new Map<TreeNode<MatcherRoute>, number>();
  // The cast: the root is private.
  const pending = Array.from(trees, (tree) => (tree as { root: TreeNode<MatcherRoute> }).root);
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const counted = node;
    const { skip } = counted;
    visits.set(counted, 0);
    const get = () => {
      visits.set(counted, (visits.get(counted) ?? 0) + 1);
      return skip;
    };
    // What a search reads of a node first, and once.
    Object.defineProperty(counted, 'skip', { get });
    pending.push(...counted.children.filter((child) => child !== null));
    for (let { segment } = counted; segment !== null; segment = segment.next) {
      pending.push(segment.node);
    }
  }
  return visits;
}

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

  it('visits no node more than once a search, and looks at few characters for each', () => {
    // Other text is matched by an expression, which looks at characters for itself.
    const verbatim = literal.filter(({ text }) => /^[^%?#\u0000-\u001f\u007f-\uffff]+$/.test(text));
    const sets = fc.constantFrom('(:any)', '(:num)', '([a-z]+)', '([^a/]+)', '([.a-z]+)');
    const pure = fc
      .array(
        fc.oneof(
          verbatim.map(({ text }) => text.replace(/\W/g, '\\$&')),
          sets,
        ),
        {
          minLength: 1,
          maxLength: 6,
        },
      )
      .map((segments) => segments.join('/'));
    const path = fc
      .tuple(
        fc.array(fc.oneof({ weight: 4, arbitrary: word }, fc.constant('7'.repeat(40))), {
          maxLength: 30,
        }),
        fc.oneof(fc.constant(PLAINLY), spelling),
      )
      .map(([segments, style]) => spell(segments, style));
    // The cast: both ways in come to this, which is private.
    const search = vi.spyOn(Tree.prototype as unknown as { search(): boolean }, 'search');
    const look = vi.spyOn(String.prototype, 'charCodeAt');
    try {
      fc.assert(
        fc.property(fc.array(pure, { minLength: 1, maxLength: 30 }), path, (patterns, path) => {
          const router = createRouter(
            Object.fromEntries(patterns.map((from) => [`/${from}`, 'x'])),
          );
          search.mockClear();
          router.resolve('GET', '/');
          const visits = countVisits(new Set(search.mock.contexts));
          search.mockClear();
          look.mockClear();
          router.resolve('GET', path);
          const [looks, searches] = [look.mock.calls.length, search.mock.calls.length];
          // One search with the path as it was sent, and one with the normal path.
          expect(searches).toBeLessThanOrEqual(2);
          expect(Math.max(...visits.values())).toBeLessThanOrEqual(searches);
          // A node asks for a character and a slash, and reads a segment once for itself and once
          // for each of its sets of characters.
          const total = [...visits.values()].reduce((sum, times) => sum + times);
          const longest = Math.max(...path.split('/').map((segment) => segment.length));
          expect(looks).toBeLessThanOrEqual(path.length + total * (3 + 6 * longest));
        }),
        RUNS,
      );
    } finally {
      search.mockRestore();
      look.mockRestore();
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
