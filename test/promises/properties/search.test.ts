/** What holds for the search, whatever table it goes through and whatever a client sends. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createRouter } from '../../../src/index.ts';
import { cutQuery, normalisePath } from '../../../src/path/normalise.ts';
import { BadPath } from '../../../src/path/reason.ts';
import { parsePattern } from '../../../src/pattern/parse.ts';
import { buildTree } from '../../../src/resolve/matcher/build.ts';
import { SearchResult } from '../../../src/resolve/matcher/contract.ts';
import { Tree } from '../../../src/resolve/matcher/search.ts';
import { SegmentSets, takeSteps } from '../../../src/resolve/matcher/steps.ts';
import type { TreeData } from '../../../src/resolve/matcher/tree.ts';
import { Accepted } from '../../support/accepted.ts';
import { normalOf } from '../../support/ordered.ts';
import { RUNS } from '../../support/runs.ts';
import { PLAINLY, scenario, spell, spelling } from '../../support/targets.ts';
import { literal, placeholder, word } from '../../support/vocabulary.ts';

/** What a search did. */
interface Work {
  /** How often it came to each fork, node and route. */
  readonly visits: Map<object, number>;
  /** How many characters it may have looked at. */
  looks: number;
  /** How many characters of texts it may have compared. */
  compared: number;
  /** How many segments it may have looked for the end of. */
  segments: number;
}

/**
 * Makes the steps of a tree, and the routes, note when a search comes to them, and what that search
 * may do there at most.
 *
 * @param longest the length of the path's longest segment
 */
function noteVisits(
  { root }: TreeData,
  routes: readonly { path: string | null }[],
  longest: number,
): Work {
  const work: Work = { visits: new Map(), looks: 0, compared: 0, segments: 0 };
  // What a search reads of each once a visit.
  const note = (step: object, name: string, value: unknown, count: () => void) => {
    const get = () => {
      work.visits.set(step, (work.visits.get(step) ?? 0) + 1);
      count();
      return value;
    };
    Object.defineProperty(step, name, { get });
  };
  for (const route of routes) note(route, 'path', route.path, () => {});
  const pending = [root];
  for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
    if (step === null || typeof step === 'number') continue;
    if (step.children !== null) {
      const { first, second, third, fourth } = step;
      const used = [first, second, third, fourth].filter((offset) => offset >= 0).length;
      note(step, 'factor', step.factor, () => {
        work.looks += used;
      });
      pending.push(...step.children);
      continue;
    }
    const { length, any, more } = step;
    const { segment = null, longer = null } = more ?? {};
    let edges = 0;
    for (let next = segment; next !== null; next = next.next, edges++) pending.push(next.step);
    pending.push(any, longer);
    const isEntered = any !== null || edges > 0;
    note(step, 'length', length, () => {
      work.compared += Math.max(0, length - 1);
      if (!isEntered) return;
      // A slash, whether it is a dot segment, its characters up to the next slash, and those once
      // more for each set.
      work.looks += 1 + 3 + (longest + 1) + edges * longest;
      work.segments++;
    });
  }
  return work;
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

  // Other text is matched by an expression, which looks at characters for itself.
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
  /** A path for one of the patterns, with a word or a long segment for each of its sets. */
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

  it('visits no step more than once a search, and looks at few characters for each', () => {
    const met = { forks: 0, nodes: 0, matches: 0 };
    const look = vi.spyOn(String.prototype, 'charCodeAt');
    const cut = vi.spyOn(String.prototype, 'slice');
    const find = vi.spyOn(String.prototype, 'indexOf');
    try {
      fc.assert(
        fc.property(request, ({ patterns, path }) => {
          const sets = new SegmentSets();
          const entries = patterns.map((pattern, index) => ({
            ...takeSteps(parsePattern(pattern, 'here'), sets),
            index,
          }));
          expect(entries.every(({ whole }) => whole)).toBe(true);
          const normal = normalisePath(cutQuery(path));
          const segments = entries.map(({ sets }) => sets.length);
          for (const way of ['matchSent', 'matchNormal'] as const) {
            if (way === 'matchNormal' && normal instanceof BadPath) continue;
            const target = way === 'matchNormal' ? String(normal) : path;
            const routes = entries.map(({ fixedTexts, sets }) => ({
              path: sets.length === 0 ? fixedTexts[0] : null,
              more: null,
            }));
            const data = buildTree(entries);
            const longest = Math.max(...target.split('/').map((segment) => segment.length));
            const work = noteVisits(data, routes, longest);
            const tree = new Tree(routes, sets.list, () => data);
            const result = new SearchResult<(typeof routes)[number]>(Math.max(...segments));
            for (const spy of [look, cut, find]) spy.mockClear();
            const found = tree[way](target, result);
            const looks = look.mock.calls.length;
            const finds = find.mock.calls.length;
            const compared = cut.mock.results.reduce((sum, { value }) => sum + value.length, 0);
            expect(Math.max(0, ...work.visits.values())).toBeLessThanOrEqual(1);
            expect(looks).toBeLessThanOrEqual(work.looks);
            expect(compared).toBeLessThanOrEqual(work.compared);
            expect(finds).toBeLessThanOrEqual(work.segments);
            for (const step of work.visits.keys()) {
              if ('factor' in step) met.forks++;
              if ('length' in step) met.nodes++;
            }
            if (found) met.matches++;
          }
        }),
        RUNS,
      );
    } finally {
      for (const spy of [look, cut, find]) spy.mockRestore();
    }
    // It is about something.
    expect(met.forks).toBeGreaterThan(RUNS.numRuns / 4);
    expect(met.nodes).toBeGreaterThan(RUNS.numRuns / 2);
    expect(met.matches).toBeGreaterThan(RUNS.numRuns / 4);
  });

  it('searches once with the path as it was sent, and at most once more with the normal path', () => {
    // The cast: both ways in come to this, which is private.
    const search = vi.spyOn(Tree.prototype as unknown as { search(): boolean }, 'search');
    try {
      fc.assert(
        fc.property(request, ({ patterns, path }) => {
          const router = createRouter(
            Object.fromEntries(patterns.map((from) => [`/${from}`, 'x'])),
          );
          search.mockClear();
          const { status } = router.resolve('GET', path);
          const sent = path.startsWith('/') ? 1 : 0;
          expect(search.mock.calls.length).toBeLessThanOrEqual(sent + 1);
          if (status === 'found' && path === `/${normalOf(path)}` && /^[!-$&-~]*$/.test(path)) {
            expect(search.mock.calls).toHaveLength(1);
          }
        }),
        RUNS,
      );
    } finally {
      search.mockRestore();
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
