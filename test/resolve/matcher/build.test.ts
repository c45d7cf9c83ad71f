/** The form of the tree: which character a node looks at, and where it leads. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePattern } from '../../../src/pattern/parse.ts';
import { buildTree, type TreeNode } from '../../../src/resolve/matcher/build.ts';
import { createTextInterner } from '../../../src/resolve/matcher/layout.ts';
import { type SegmentSet, type Steps, takeSteps } from '../../../src/resolve/matcher/steps.ts';
import { RUNS } from '../../support/runs.ts';
import { literal, placeholder } from '../../support/vocabulary.ts';

function build(...patterns: string[]): TreeNode<TestRoute> {
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

interface TestRoute extends ReturnType<ReturnType<typeof createTextInterner>> {
  readonly index: number;
  readonly expression: RegExp | null;
  readonly pattern: string;
}

/** A node, in words. */
function draw(node: TreeNode<TestRoute>): unknown {
  const drawing: Record<string, unknown> = { skip: node.skip, lowestIndex: node.lowestIndex };
  if (node.route !== null) drawing.route = node.route.pattern;
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
    expect(draw(build('photos'))).toEqual({ skip: 7, lowestIndex: 0, route: 'photos' });
  });

  it('of nothing leads nowhere', () => {
    const { children, segment, expressions, route } = buildTree([]);
    expect([children, segment, expressions, route]).toEqual([[], null, null, null]);
  });

  it('skips what all texts share', () => {
    expect(draw(build('photos/new', 'photos'))).toEqual({
      skip: 7,
      lowestIndex: 0,
      route: 'photos',
      branchOffset: 0,
      children: [['/', { skip: 4, lowestIndex: 0, route: 'photos/new' }]],
    });
    const long = 'organisation/'.repeat(30);
    expect(draw(build(`${long}x/a`, `${long}y`))).toEqual({
      skip: 391,
      lowestIndex: 0,
      branchOffset: 0,
      children: [
        ['x', { skip: 3, lowestIndex: 0, route: `${long}x/a` }],
        ['y', { skip: 1, lowestIndex: 1, route: `${long}y` }],
      ],
    });
  });

  it('leads on by the character that tells most texts apart, the first of several', () => {
    expect(draw(build('aax', 'aby', 'abz'))).toEqual({
      skip: 2,
      lowestIndex: 0,
      branchOffset: 1,
      children: [
        ['x', { skip: 2, lowestIndex: 0, route: 'aax' }],
        ['y', { skip: 2, lowestIndex: 1, route: 'aby' }],
        ['z', { skip: 2, lowestIndex: 2, route: 'abz' }],
      ],
    });
    expect(draw(build('axc', 'ayd'))).toMatchObject({ branchOffset: 0 });
    expect(draw(build('aac', 'abc', 'abd'))).toMatchObject({ branchOffset: 0 });
    expect(draw(build('a/a/c', 'a/b/d', 'a/b/e'))).toMatchObject({ branchOffset: 2 });
  });

  it('keeps a place for each character from the lowest to the highest', () => {
    expect(draw(build('c', 'a'))).toMatchObject({
      branchOffset: 0,
      children: [['a', { lowestIndex: 1 }], null, ['c', { lowestIndex: 0 }]],
    });
  });

  it('looks for that character among the first 24', () => {
    const same = (length: number) => 'x'.repeat(length);
    const near = [`a${same(22)}a`, `b${same(22)}b`, `b${same(22)}c`];
    expect(draw(build(...near))).toMatchObject({ skip: 1, branchOffset: 23 });
    const far = [`a${same(23)}a`, `b${same(23)}b`, `b${same(23)}c`];
    expect(draw(build(...far))).toMatchObject({ skip: 1, branchOffset: 0 });
  });

  it('has the segments of a node from the one with the lowest index', () => {
    expect(draw(build('a/(:num)', 'a/(:any)', 'a/(:num)/b', 'a'))).toEqual({
      skip: 2,
      lowestIndex: 0,
      route: 'a',
      segments: [
        {
          skip: 0,
          lowestIndex: 0,
          route: 'a/(:num)',
          branchOffset: 0,
          children: [['/', { skip: 2, lowestIndex: 2, route: 'a/(:num)/b' }]],
        },
        { skip: 0, lowestIndex: 1, route: 'a/(:any)' },
      ],
    });
  });

  it('keeps the first of several routes that end in one place', () => {
    expect(draw(build('a/(:num)', 'a/([0-9]+)'))).toMatchObject({
      segments: [{ lowestIndex: 0, route: 'a/(:num)' }],
    });
  });

  it('has an expression where its steps end', () => {
    expect(draw(build('a/(.+)', 'b', '(.*)c', 'a/b*'))).toEqual({
      skip: 1,
      lowestIndex: 0,
      expressions: ['(.*)c'],
      branchOffset: 0,
      children: [
        ['a', { skip: 2, lowestIndex: 0, expressions: ['a/(.+)', 'a/b*'] }],
        ['b', { skip: 1, lowestIndex: 1, route: 'b' }],
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
        const expectedSteps = patterns.map((pattern) =>
          takeSteps(parsePattern(pattern, 'here'), known),
        );
        const met = new Set<number>();
        walk(build(...patterns), ({ index }, { at, branches, sets }) => {
          met.add(index);
          const { fixedTexts } = expectedSteps[index];
          expect(at).toBe(fixedTexts.at(-1)?.length);
          expect(sets).toEqual(expectedSteps[index].sets);
          for (const [depth, at, code] of branches)
            expect(fixedTexts[depth].charCodeAt(at)).toBe(code);
        });
        // Of routes that are steps alone, and the same ones, only the first can ever answer.
        const same = (one: Steps, other: Steps) =>
          isDeepStrictEqual(one.fixedTexts, other.fixedTexts) &&
          one.sets.every((set, number) => set === other.sets[number]);
        const isFirst = (own: Steps, index: number) =>
          !own.whole ||
          expectedSteps.findIndex((steps) => steps.whole && same(steps, own)) === index;
        const expected = expectedSteps.flatMap((own, index) =>
          isFirst(own, index) ? [index] : [],
        );
        expect([...met].toSorted((a, b) => a - b)).toEqual(expected);
      }),
      RUNS,
    );
  });
});

/** How a node is come to. */
interface Trail {
  /** How far into the text after the last segment. */
  readonly at: number;
  /** The characters that children were chosen by, and where. */
  readonly branches: readonly (readonly [depth: number, at: number, code: number])[];
  readonly sets: readonly SegmentSet[];
}

/** Goes to the routes of all nodes, checks the order that each node promises, gives the lowest index. */
function walk(
  node: TreeNode<TestRoute>,
  visit: (route: TestRoute, trail: Trail) => void,
  trail: Trail = { at: 0, branches: [], sets: [] },
): number {
  const at = trail.at + node.skip;
  const own = [...(node.expressions ?? []), ...(node.route === null ? [] : [node.route])];
  for (const route of own) visit(route, { ...trail, at });
  const indexes = own.map(({ index }) => index);
  for (const [nth, child] of node.children.entries()) {
    if (child === null) continue;
    const branch = [trail.sets.length, at + node.branchOffset, node.base + nth] as const;
    indexes.push(walk(child, visit, { ...trail, at, branches: [...trail.branches, branch] }));
  }
  const entered: number[] = [];
  for (let next = node.segment; next !== null; next = next.next) {
    entered.push(walk(next.node, visit, { ...trail, at: 0, sets: [...trail.sets, next.set] }));
  }
  expect(entered).toEqual(entered.toSorted((a, b) => a - b));
  expect(node.lowestIndex).toBe(Math.min(...indexes, ...entered));
  return node.lowestIndex;
}
