/** The form of the tree: what each step holds, and where it leads. */
import { deepEqual, equal, notEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePattern } from '../../../src/pattern/parse.ts';
import { buildTree, type TreeEntry } from '../../../src/resolve/matcher/build.ts';
import {
  ANY,
  DIGITS,
  SegmentSets,
  takeSteps,
  templateSteps,
} from '../../../src/resolve/matcher/steps.ts';
import { type Fork, NONE, type Step, type TextNode } from '../../../src/resolve/matcher/tree.ts';
import { RUNS } from '../../support/runs.ts';
import { literal, placeholder, word } from '../../support/vocabulary.ts';

function entriesOf(patterns: readonly string[]): TreeEntry[] {
  const sets = new SegmentSets();
  return patterns.map((pattern, index) => ({
    ...takeSteps(parsePattern(pattern, 'here'), sets),
    index,
  }));
}

const build = (...patterns: string[]) => buildTree(entriesOf(patterns));

/** The text of a node, which its chunks have without the slash. */
const textOf = ({ length, text, next, more }: TextNode) =>
  length === 0 ? '' : `/${[text, next, ...(more?.rest ?? [])].join('')}`;

const offsetsOf = ({ first, second, third, fourth }: Fork) =>
  [first, second, third, fourth].filter((offset) => offset >= 0);

/** A step, in words. What is not there is left out, and what a fork leads to is in order of index. */
function draw(step: Step | null): unknown {
  if (step === null || typeof step === 'number') return step;
  if (step.children !== null) {
    const children = step.children.filter((child) => child !== null);
    const sorted = children.toSorted((one, other) => lowest(one) - lowest(other));
    return { fork: offsetsOf(step), lowestIndex: step.lowestIndex, to: sorted.map(draw) };
  }
  const drawing: Record<string, unknown> = { text: textOf(step), lowestIndex: step.lowestIndex };
  if (step.route >= 0) drawing.route = step.route;
  if (step.any !== null) drawing.any = draw(step.any);
  const segments = segmentsOf(step).map(({ set, step }) => [set, draw(step)]);
  if (segments.length > 0) drawing.segments = segments;
  const { expressions = null, longer = null } = step.more ?? {};
  if (expressions !== null) drawing.expressions = expressions;
  if (longer !== null) drawing.longer = draw(longer);
  return drawing;
}

function segmentsOf({ more }: TextNode): { set: number; step: Step }[] {
  const found = [];
  for (let next = more?.segment ?? null; next !== null; next = next.next) found.push(next);
  return found;
}

const lowest = (step: Step) => (typeof step === 'number' ? step : step.lowestIndex);

describe('a tree', () => {
  it('of one text is its route, which is compared with the whole path', () => {
    expect(build('photos')).toEqual({ root: 0, rootRoute: -1 });
  });

  it('of nothing leads nowhere', () => {
    expect(buildTree([])).toEqual({ root: null, rootRoute: -1 });
  });

  it.each<[string[], number, unknown]>([
    [[''], 0, null],
    [['', 'a', ''], 0, 1],
    [['a', '', ''], 1, 0],
    [['a', '(.*)'], -1, { text: '/', lowestIndex: 0, expressions: [1], longer: 0 }],
    [['(:any)'], -1, { text: '', lowestIndex: 0, any: 0 }],
  ])('of %j has the route %i for the path / by itself', (patterns, rootRoute, root) => {
    const tree = build(...patterns);
    expect([tree.rootRoute, draw(tree.root)]).toEqual([rootRoute, root]);
  });

  it('has a node where a text is the start of others', () => {
    expect(draw(build('photos/new', 'photos/(:num)', 'photos/(:any)/x').root)).toEqual({
      text: '/photos',
      lowestIndex: 0,
      segments: [[DIGITS, 1]],
      any: { text: '/x', lowestIndex: 2, route: 2 },
      longer: 0,
    });
  });

  it('goes from node to node along texts of which each is the start of the next', () => {
    const patterns = ['a/(:num)', 'ab/(:num)', 'a/b/(:num)', 'a/b/c/(:num)', 'a/b/c'];
    expect(draw(build(...patterns).root)).toEqual({
      fork: [2],
      lowestIndex: 0,
      to: [
        {
          text: '/a',
          lowestIndex: 0,
          segments: [[DIGITS, 0]],
          longer: {
            text: '/a/b',
            lowestIndex: 2,
            segments: [[DIGITS, 2]],
            longer: { text: '/a/b/c', lowestIndex: 3, route: 4, segments: [[DIGITS, 3]] },
          },
        },
        { text: '/ab', lowestIndex: 1, segments: [[DIGITS, 1]] },
      ],
    });
  });

  it('tells a text from longer ones by the end of the path, where it ends the path', () => {
    expect(draw(build('photos', 'photos/new', 'photographs').root)).toEqual({
      fork: [7],
      lowestIndex: 0,
      to: [0, 1, 2],
    });
    expect(draw(build('photos', 'photosets').root)).toEqual({
      fork: [7],
      lowestIndex: 0,
      to: [0, 1],
    });
  });

  it('tells a text from longer ones by the slash of its segment', () => {
    expect(draw(build('photos/(:num)', 'photosets').root)).toEqual({
      fork: [7],
      lowestIndex: 0,
      to: [{ text: '/photos', lowestIndex: 0, segments: [[DIGITS, 0]] }, 1],
    });
  });

  it('takes nothing for known behind a text that an expression goes on from', () => {
    expect(draw(build('photo.*', 'photosets').root)).toEqual({
      text: '/photo',
      lowestIndex: 0,
      expressions: [0],
      longer: 1,
    });
    expect(draw(build('photos', 'photos.*', 'photosets').root)).toEqual({
      text: '/photos',
      lowestIndex: 0,
      route: 0,
      expressions: [1],
      longer: 2,
    });
  });

  it('tells a text from longer ones where the same comes after it in several routes', () => {
    const fork = (first: unknown) => ({ fork: [2], lowestIndex: 0, to: [first, 2] });
    expect(draw(build('a', 'a', 'ab').root)).toEqual(fork(0));
    expect(draw(build('a/(:num)', 'a/(:any)', 'ab').root)).toEqual(
      fork({ text: '/a', lowestIndex: 0, segments: [[DIGITS, 0]], any: 1 }),
    );
  });

  it('takes nothing for known behind a text after which more than one thing comes', () => {
    const either = { text: '/a', lowestIndex: 0, any: expect.anything(), route: expect.anything() };
    expect(draw(build('a', 'a/(:any)', 'ab').root)).toMatchObject({ ...either, longer: 2 });
    expect(draw(build('a/(:any)', 'a', 'a', 'ab').root)).toMatchObject({ ...either, longer: 3 });
  });

  it('tells apart what comes after a segment', () => {
    expect(draw(build('(:any)', '(:any)/a', '(:any)/b').root)).toEqual({
      text: '',
      lowestIndex: 0,
      any: {
        fork: [1],
        lowestIndex: 0,
        to: [0, { text: '/a', lowestIndex: 1, route: 1 }, { text: '/b', lowestIndex: 2, route: 2 }],
      },
    });
  });

  it('has the segments of a node from the one with the lowest index, and that of (:any) apart', () => {
    expect(draw(build('a/(:num)', 'a/([a-z]+)', 'a/(:any)', 'a/(:num)/b', 'a').root)).toEqual({
      text: '/a',
      lowestIndex: 0,
      route: 4,
      any: 2,
      segments: [
        [DIGITS, { fork: [0], lowestIndex: 0, to: [0, { text: '/b', lowestIndex: 3, route: 3 }] }],
        [2, 1],
      ],
    });
    expect(draw(build('a/([a-z]+)', 'a/(:num)', 'a/([A-Z]+)').root)).toMatchObject({
      segments: [
        [2, 0],
        [DIGITS, 1],
        [3, 2],
      ],
    });
  });

  it('keeps the first of several routes that end in one place', () => {
    expect(build('a', 'a').root).toBe(0);
    expect(draw(build('a/(:num)', 'a/([0-9]+)').root)).toEqual({
      text: '/a',
      lowestIndex: 0,
      segments: [[DIGITS, 0]],
    });
    expect(draw(build('(:any)/x', '(:any)/x').root)).toMatchObject({
      any: { text: '/x', lowestIndex: 0, route: 0 },
    });
    expect(draw(build('a', 'a', 'a/(:any)').root)).toMatchObject({ route: 0, any: 2 });
  });

  it('has an expression where its steps end', () => {
    expect(draw(build('a/(.+)', 'b', '(.*)c', 'a/b*', 'a/(.+)').root)).toEqual({
      text: '/',
      lowestIndex: 0,
      expressions: [2],
      longer: {
        fork: [1],
        lowestIndex: 0,
        to: [{ text: '/a/', lowestIndex: 0, expressions: [0, 3, 4] }, 1],
      },
    });
    expect(draw(build('(:any)/a.b', 'a|b').root)).toEqual({
      text: '',
      lowestIndex: 0,
      expressions: [1],
      any: { text: '/a', lowestIndex: 0, expressions: [0] },
    });
  });

  it('makes the steps of a route that shares none as those of others', () => {
    const single = build('x/(:num)/(:any)/([a-z]+)/y/(:any)').root;
    expect(draw(single)).toEqual({
      text: '/x',
      lowestIndex: 0,
      segments: [
        [
          DIGITS,
          {
            text: '',
            lowestIndex: 0,
            any: {
              text: '',
              lowestIndex: 0,
              segments: [[2, { text: '/y', lowestIndex: 0, any: 0 }]],
            },
          },
        ],
      ],
    });
  });

  it('of thousands of segments is built without a stack', () => {
    const segments = '/(:any)'.repeat(20_000).slice(1);
    const patterns = [segments, `${segments}/x`];
    const { root } = buildTree(
      patterns.map((pattern, index) => ({ ...templateSteps(pattern), index })),
    );
    let depth = 0;
    let step = root;
    for (; step !== null && typeof step !== 'number' && step.children === null; depth++) {
      step = step.any;
    }
    expect([depth, draw(step)]).toEqual([
      20_000,
      { fork: [0], lowestIndex: 0, to: [0, { text: '/x', lowestIndex: 1, route: 1 }] },
    ]);
  });
});

describe('the text of a node', () => {
  const chunksOf = (text: string) => {
    const { root } = buildTree([{ index: 0, fixedTexts: [text, ''], sets: [ANY], whole: true }]);
    const { length, text: first, next, more } = root as TextNode; // it has a segment, so it is a node
    const rest = more?.rest ?? null;
    return { length, chunks: [first, ...(next === '' ? [] : [next]), ...(rest ?? [])], rest };
  };

  it.each([
    ['', ['']],
    ['/a', ['a']],
    ['/abcdefghijkl', ['abcdefghijkl']],
    ['/abcdefghijklm', ['abcdefg', 'hijklm']],
    ['/abcdefghijklmnopqrstuvwx', ['abcdefghijkl', 'mnopqrstuvwx']],
    ['/abcdefghijklmnopqrstuvwxy', ['abcdefghi', 'jklmnopqr', 'stuvwxy']],
    ['/abcdefghijklmno/pqrstuvwxyz', ['abcdefghi', 'jklmno/pq', 'rstuvwxyz']],
  ])('%j is cut into %j', (text, chunks) => {
    const rest = chunks.length > 2 ? chunks.slice(2) : null;
    expect(chunksOf(text)).toEqual({ length: text.length, chunks, rest });
  });

  it('is all there, in pieces of one to twelve characters', () => {
    const text = fc
      .array(word, { minLength: 1, maxLength: 6 })
      .map((segments) => `/${segments.join('/')}`);
    fc.assert(
      fc.property(text, (text) => {
        const { length, chunks } = chunksOf(text);
        expect([length, `/${chunks.join('')}`]).toEqual([text.length, text]);
        expect(chunks.every((chunk) => chunk.length >= 1 && chunk.length <= 12)).toBe(true);
        // The pieces are about equal, so that none of a few characters is compared by itself.
        expect(chunks.length).toBe(Math.ceil((length - 1) / 12));
      }),
      RUNS,
    );
  });
});

/** The steps of any routes, which have more in common than patterns of words. */
const looseEntries = fc
  .array(
    fc.record({
      texts: fc.array(
        fc.oneof(
          { weight: 3, arbitrary: fc.constantFrom('', '/a', '/ab', '/b', '/a/b', '/aa') },
          fc.stringMatching(/^(?:\/[abc]{1,30}){1,2}$/),
        ),
        { minLength: 1, maxLength: 4 },
      ),
      sets: fc.array(fc.nat(3), { minLength: 3, maxLength: 3 }),
      end: fc.constantFrom('whole', 'whole', 'open', 'open/'),
    }),
    { minLength: 1, maxLength: 40, size: 'max' },
  )
  .map((made) =>
    made.map(({ texts, sets, end }, index): TreeEntry => {
      const whole = end === 'whole' && (texts.length > 1 || texts[0] !== '');
      const last = texts.at(-1) + (end === 'open/' ? '/' : '');
      const fixedTexts = [...texts.slice(0, -1), last];
      return { index, fixedTexts, sets: sets.slice(0, texts.length - 1), whole };
    }),
  );

const patternEntries = fc
  .uniqueArray(
    fc
      .array(fc.oneof(literal, placeholder), { minLength: 1, maxLength: 4 })
      .map((segments) => segments.map(({ from }) => from).join('/')),
    { minLength: 1, maxLength: 12 },
  )
  .map(entriesOf);

describe.each([
  ['any patterns', patternEntries],
  ['any steps', looseEntries],
])('a tree of %s', (_, arbitrary) => {
  it('has each where its own texts and segments lead, once, under the lowest index, in order', () => {
    fc.assert(
      fc.property(arbitrary, (entries) => {
        const tree = buildTree(entries);
        const { root, rootRoute } = tree;
        const met = new Set<Step>();
        for (const entry of entries) {
          const first = firstAlike(entries, entry);
          if (entry.whole && entry.fixedTexts[0] === '/') equal(rootRoute, first);
          else follow(root, entry, first, met);
        }
        const all = stepsIn(root);
        // Nothing is there but what a route needs, and no two ways lead to it.
        equal(met.size, new Set(all).size);
        equal(
          all.every((step) => met.has(step)),
          true,
        );
        const objects = all.filter((step) => typeof step !== 'number');
        equal(objects.length, new Set(objects).size);
        if (root !== null) checkStep(root);
        // It is plain data, and forks are of one form, as nodes are, which V8 can tell apart.
        deepEqual(JSON.parse(JSON.stringify(tree)), tree);
        for (const isFork of [true, false]) {
          const alike = objects.filter(({ children }) => (children !== null) === isFork);
          equal(new Set(alike.map((step) => Object.keys(step).join())).size <= 1, true);
        }
      }),
      RUNS,
    );
  });
});

/** The index of the first route that is the same steps and nothing more; its own where it is more. */
function firstAlike(entries: readonly TreeEntry[], own: TreeEntry): number {
  const form = ({ fixedTexts, sets, whole }: TreeEntry) =>
    JSON.stringify([fixedTexts, sets, whole]);
  if (!own.whole) return own.index;
  return entries.findIndex((entry) => form(entry) === form(own));
}

/** Goes the way of a path that has the route's texts, looking at nothing else, and notes the steps. */
function follow(root: Step | null, entry: TreeEntry, first: number, met: Set<Step>): void {
  const { fixedTexts, sets, whole } = entry;
  let step = root;
  for (const [depth, text] of fixedTexts.entries()) {
    const isLast = depth === sets.length;
    step = arrive(step, text, isLast ? (whole ? 'end' : 'unknown') : 'slash', met);
    if (typeof step === 'number') {
      // Nothing is left to compare but the path's end, or the path is text alone.
      deepEqual([step, isLast && whole, text === '' || depth === 0], [first, true, true]);
      return;
    }
    // All of the text is compared here, before a segment is entered or a route found.
    equal(textOf(step), text);
    if (isLast) break;
    const edges = segmentsOf(step).filter(({ set }) => set === sets[depth]);
    const following: Step | null = sets[depth] === ANY ? step.any : (edges[0]?.step ?? null);
    notEqual(following, null);
    step = following;
  }
  const end = step as TextNode; // what `arrive` gives where it is not a route
  if (whole) equal(end.route, first);
  else equal(end.more?.expressions?.includes(entry.index), true);
}

/** Follows forks and longer texts to where a text ends. */
function arrive(
  from: Step | null,
  text: string,
  following: 'slash' | 'end' | 'unknown',
  met: Set<Step>,
): number | TextNode {
  for (let step = from; step !== null; ) {
    met.add(step);
    if (typeof step === 'number') return step;
    if (step.children !== null) {
      const codes = offsetsOf(step).map((offset) => {
        if (offset < text.length) return text.charCodeAt(offset);
        // It may only look at what is known of each path with this text.
        notEqual(following, 'unknown');
        if (following === 'slash') equal(offset, text.length);
        return following === 'slash' ? '/'.charCodeAt(0) : 0;
      });
      const key = codes.reduceRight((key, code) => key * 128n + BigInt(code), 0n);
      const product = BigInt.asUintN(32, key * BigInt(step.factor));
      step = step.children[Number(product >> BigInt(step.shift))] ?? null;
      continue;
    }
    const own = textOf(step);
    if (own === text) return step;
    deepEqual([own, text.startsWith(own)], [own, true]);
    step = step.more?.longer ?? null;
  }
  throw new Error(`nothing leads to ${text}`);
}

/** All steps of a tree, with those that occur twice. */
function stepsIn(root: Step | null): Step[] {
  const found: Step[] = [];
  const pending = [root];
  for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
    if (step === null) continue;
    found.push(step);
    if (typeof step === 'number') continue;
    if (step.children !== null) pending.push(...step.children);
    else
      pending.push(
        step.any,
        step.more?.longer ?? null,
        ...segmentsOf(step).map(({ step }) => step),
      );
  }
  return found;
}

/** Checks what a step promises and all below it; gives the lowest index. */
function checkStep(step: Step): number {
  if (typeof step === 'number') return step;
  const indexes: number[] = [];
  if (step.children !== null) {
    const { children, factor, shift } = step;
    equal(children.length, 2 ** (32 - shift));
    deepEqual([factor, shift], [factor | 0, shift | 0]);
    const offsets = offsetsOf(step);
    // Those that are not needed come last.
    deepEqual(
      [step.first, step.second, step.third, step.fourth],
      [...offsets, ...new Array(4 - offsets.length).fill(-1)],
    );
    equal(new Set(offsets).size, offsets.length);
    const taken = children.filter((child) => child !== null);
    equal(taken.length > 1, true);
    indexes.push(...taken.map(checkStep));
  } else {
    if (step.route >= 0) indexes.push(step.route);
    const { expressions: own = null, longer = null } = step.more ?? {};
    const expressions = own ?? [];
    notEqual(own?.length, 0);
    // What few nodes have takes room only there.
    notEqual(step.more !== null && Object.values(step.more).every((part) => part === null), true);
    deepEqual(
      expressions,
      expressions.toSorted((a, b) => a - b),
    );
    indexes.push(...expressions);
    const entered = segmentsOf(step).map(({ step }) => checkStep(step));
    deepEqual(
      entered,
      entered.toSorted((a, b) => a - b),
    );
    const sets = segmentsOf(step).map(({ set }) => set);
    equal(new Set([ANY, ...sets]).size, sets.length + 1);
    indexes.push(...entered);
    if (step.any !== null) indexes.push(checkStep(step.any));
    if (longer !== null) indexes.push(checkStep(longer));
  }
  equal(step.lowestIndex, Math.min(NONE, ...indexes));
  return step.lowestIndex;
}
