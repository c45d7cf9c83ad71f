/** The form of the tree: which character a node asks for, and where it leads. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePattern } from '../../../src/pattern/parse.ts';
import { buildTree, type TreeNode } from '../../../src/resolve/matcher/build.ts';
import { createTextInterner } from '../../../src/resolve/matcher/layout.ts';
import { type SegmentSet, type Steps, takeSteps } from '../../../src/resolve/matcher/steps.ts';
import { RUNS } from '../../support/runs.ts';
import { literal, placeholder } from '../../support/vocabulary.ts';

function grow(...patterns: string[]): TreeNode<Leaf> {
  const known = new Map<string, SegmentSet>();
  const read = createTextInterner();
  return buildTree(
    patterns.map((pattern, index) => {
      const steps = takeSteps(parsePattern(pattern, 'here'), known);
      const expression = steps.whole ? null : /x/;
      return { ...steps, route: { ...read(steps), index, expression, pattern } };
    }),
  );
}

interface Leaf extends ReturnType<ReturnType<typeof createTextInterner>> {
  readonly index: number;
  readonly expression: RegExp | null;
  readonly pattern: string;
}

/** A node, in words. */
function draw(node: TreeNode<Leaf>): unknown {
  const drawing: Record<string, unknown> = { skip: node.skip, lowestIndex: node.lowestIndex };
  if (node.leaf !== null) drawing.leaf = node.leaf.pattern;
  if (node.expressions !== null) drawing.expressions = node.expressions.map((one) => one.pattern);
  if (node.children.length > 0) {
    drawing.branchOffset = node.branchOffset;
    drawing.children = node.children.map((child, nth) =>
      child === null ? null : [String.fromCharCode(node.base + nth), draw(child)],
    );
  }
  const segments = [];
  for (let next = node.segment; next !== null; next = next.next) segments.push(draw(next.node));
  if (segments.length > 0) drawing.segments = segments;
  return drawing;
}

describe('a tree', () => {
  it('of one text skips all of it', () => {
    expect(draw(grow('photos'))).toEqual({ skip: 7, lowestIndex: 0, leaf: 'photos' });
  });

  it('of nothing leads nowhere', () => {
    const { children, segment, expressions, leaf } = buildTree([]);
    expect([children, segment, expressions, leaf]).toEqual([[], null, null, null]);
  });

  it('skips what all texts share', () => {
    expect(draw(grow('photos/new', 'photos'))).toEqual({
      skip: 7,
      lowestIndex: 0,
      leaf: 'photos',
      branchOffset: 0,
      children: [['/', { skip: 4, lowestIndex: 0, leaf: 'photos/new' }]],
    });
    const long = 'organisation/'.repeat(30);
    expect(draw(grow(`${long}x/a`, `${long}y`))).toEqual({
      skip: 391,
      lowestIndex: 0,
      branchOffset: 0,
      children: [
        ['x', { skip: 3, lowestIndex: 0, leaf: `${long}x/a` }],
        ['y', { skip: 1, lowestIndex: 1, leaf: `${long}y` }],
      ],
    });
  });

  it('leads on by the character that tells most texts apart, the first of several', () => {
    expect(draw(grow('aax', 'aby', 'abz'))).toEqual({
      skip: 2,
      lowestIndex: 0,
      branchOffset: 1,
      children: [
        ['x', { skip: 2, lowestIndex: 0, leaf: 'aax' }],
        ['y', { skip: 2, lowestIndex: 1, leaf: 'aby' }],
        ['z', { skip: 2, lowestIndex: 2, leaf: 'abz' }],
      ],
    });
    expect(draw(grow('axc', 'ayd'))).toMatchObject({ branchOffset: 0 });
    expect(draw(grow('aac', 'abc', 'abd'))).toMatchObject({ branchOffset: 0 });
    expect(draw(grow('a/a/c', 'a/b/d', 'a/b/e'))).toMatchObject({ branchOffset: 2 });
  });

  it('keeps a place for each character from the lowest to the highest', () => {
    expect(draw(grow('c', 'a'))).toMatchObject({
      branchOffset: 0,
      children: [['a', { lowestIndex: 1 }], null, ['c', { lowestIndex: 0 }]],
    });
  });

  it('looks for that character among the first 24', () => {
    const same = (length: number) => 'x'.repeat(length);
    const near = [`a${same(22)}a`, `b${same(22)}b`, `b${same(22)}c`];
    expect(draw(grow(...near))).toMatchObject({ skip: 1, branchOffset: 23 });
    const far = [`a${same(23)}a`, `b${same(23)}b`, `b${same(23)}c`];
    expect(draw(grow(...far))).toMatchObject({ skip: 1, branchOffset: 0 });
  });

  it('has the segments of a node from the one with the lowest index', () => {
    expect(draw(grow('a/(:num)', 'a/(:any)', 'a/(:num)/b', 'a'))).toEqual({
      skip: 2,
      lowestIndex: 0,
      leaf: 'a',
      segments: [
        {
          skip: 0,
          lowestIndex: 0,
          leaf: 'a/(:num)',
          branchOffset: 0,
          children: [['/', { skip: 2, lowestIndex: 2, leaf: 'a/(:num)/b' }]],
        },
        { skip: 0, lowestIndex: 1, leaf: 'a/(:any)' },
      ],
    });
  });

  it('keeps the first of several routes that end in one place', () => {
    expect(draw(grow('a/(:num)', 'a/([0-9]+)'))).toMatchObject({
      segments: [{ lowestIndex: 0, leaf: 'a/(:num)' }],
    });
  });

  it('has an expression where its steps end', () => {
    expect(draw(grow('a/(.+)', 'b', '(.*)c', 'a/b*'))).toEqual({
      skip: 1,
      lowestIndex: 0,
      expressions: ['(.*)c'],
      branchOffset: 0,
      children: [
        ['a', { skip: 2, lowestIndex: 0, expressions: ['a/(.+)', 'a/b*'] }],
        ['b', { skip: 1, lowestIndex: 1, leaf: 'b' }],
      ],
    });
  });

  it('of any patterns holds each where its texts and segments lead, under the lowest index', () => {
    const pattern = fc
      .array(fc.oneof(literal, placeholder), { minLength: 1, maxLength: 4 })
      .map((segments) => segments.map(({ from }) => from).join('/'));
    fc.assert(
      fc.property(fc.uniqueArray(pattern, { minLength: 1, maxLength: 12 }), (patterns) => {
        const known = new Map<string, SegmentSet>();
        const seeds = patterns.map((pattern) => takeSteps(parsePattern(pattern, 'here'), known));
        const met = new Set<number>();
        walk(grow(...patterns), ({ index }, { at, branchOffset, sets }) => {
          met.add(index);
          const { texts } = seeds[index];
          expect(at).toBe(texts.at(-1)?.length);
          expect(sets).toEqual(seeds[index].sets);
          for (const [depth, at, code] of branchOffset)
            expect(texts[depth].charCodeAt(at)).toBe(code);
        });
        // Of routes that are steps alone, and the same ones, only the first can ever answer.
        const same = (one: Steps, other: Steps) =>
          isDeepStrictEqual(one.texts, other.texts) &&
          one.sets.every((set, number) => set === other.sets[number]);
        const isFirst = (own: Steps, index: number) =>
          !own.whole || seeds.findIndex((seed) => seed.whole && same(seed, own)) === index;
        const expected = seeds.flatMap((own, index) => (isFirst(own, index) ? [index] : []));
        expect([...met].toSorted((a, b) => a - b)).toEqual(expected);
      }),
      RUNS,
    );
  });
});

/** How a node is come to. */
interface Way {
  /** How far into the text after the last segment. */
  readonly at: number;
  /** The characters that were branchOffset for, and where. */
  readonly branchOffset: readonly (readonly [depth: number, at: number, code: number])[];
  readonly sets: readonly SegmentSet[];
}

/** Goes to the routes of all nodes, checks the order that each node promises, gives the lowest index. */
function walk(
  node: TreeNode<Leaf>,
  visit: (route: Leaf, way: Way) => void,
  way: Way = { at: 0, branchOffset: [], sets: [] },
): number {
  const at = way.at + node.skip;
  const own = [...(node.expressions ?? []), ...(node.leaf === null ? [] : [node.leaf])];
  for (const route of own) visit(route, { ...way, at });
  const indexes = own.map(({ index }) => index);
  for (const [nth, child] of node.children.entries()) {
    if (child === null) continue;
    const branchOffset = [way.sets.length, at + node.branchOffset, node.base + nth] as const;
    indexes.push(
      walk(child, visit, { ...way, at, branchOffset: [...way.branchOffset, branchOffset] }),
    );
  }
  const entered: number[] = [];
  for (let next = node.segment; next !== null; next = next.next) {
    entered.push(walk(next.node, visit, { ...way, at: 0, sets: [...way.sets, next.set] }));
  }
  expect(entered).toEqual(entered.toSorted((a, b) => a - b));
  expect(node.lowestIndex).toBe(Math.min(...indexes, ...entered));
  return node.lowestIndex;
}
