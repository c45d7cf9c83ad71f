/** The form of the tree: which character a node asks for, and where it leads. */
import { describe, expect, it } from 'vitest';
import { parsePattern } from '../../../src/pattern/parse.ts';
import { growTree, type Node } from '../../../src/resolve/matcher/build.ts';
import { type SegmentSet, takeSteps } from '../../../src/resolve/matcher/steps.ts';
import { createTextReader } from '../../../src/resolve/matcher/texts.ts';

function grow(...patterns: string[]): Node<Leaf> {
  const known = new Map<string, SegmentSet>();
  const read = createTextReader();
  return growTree(
    patterns.map((pattern, index) => {
      const steps = takeSteps(parsePattern(pattern, 'here'), known);
      const expression = steps.whole ? null : /x/;
      return { ...steps, route: { ...read(steps), index, expression, pattern } };
    }),
  );
}

interface Leaf extends ReturnType<ReturnType<typeof createTextReader>> {
  readonly index: number;
  readonly expression: RegExp | null;
  readonly pattern: string;
}

/** A node, in words. */
function draw(node: Node<Leaf>): unknown {
  const drawing: Record<string, unknown> = { skip: node.skip, lowest: node.lowest };
  if (node.leaf !== null) drawing.leaf = node.leaf.pattern;
  if (node.expressions !== null) drawing.expressions = node.expressions.map((one) => one.pattern);
  if (node.kids.length > 0) {
    drawing.asked = node.asked;
    drawing.kids = node.kids.map((kid, nth) =>
      kid === null ? null : [String.fromCharCode(node.base + nth), draw(kid)],
    );
  }
  const segments = [];
  for (let next = node.segment; next !== null; next = next.next) segments.push(draw(next.node));
  if (segments.length > 0) drawing.segments = segments;
  return drawing;
}

describe('a tree', () => {
  it('of one text skips all of it', () => {
    expect(draw(grow('photos'))).toEqual({ skip: 7, lowest: 0, leaf: 'photos' });
  });

  it('of nothing leads nowhere', () => {
    const { kids, segment, expressions, leaf } = growTree([]);
    expect([kids, segment, expressions, leaf]).toEqual([[], null, null, null]);
  });

  it('skips what all texts share', () => {
    expect(draw(grow('photos/new', 'photos'))).toEqual({
      skip: 7,
      lowest: 0,
      leaf: 'photos',
      asked: 0,
      kids: [['/', { skip: 4, lowest: 0, leaf: 'photos/new' }]],
    });
    const long = 'organisation/'.repeat(30);
    expect(draw(grow(`${long}x/a`, `${long}y`))).toEqual({
      skip: 391,
      lowest: 0,
      asked: 0,
      kids: [
        ['x', { skip: 3, lowest: 0, leaf: `${long}x/a` }],
        ['y', { skip: 1, lowest: 1, leaf: `${long}y` }],
      ],
    });
  });

  it('asks for the character that tells most texts apart, the first of several', () => {
    expect(draw(grow('aax', 'aby', 'abz'))).toEqual({
      skip: 2,
      lowest: 0,
      asked: 1,
      kids: [
        ['x', { skip: 2, lowest: 0, leaf: 'aax' }],
        ['y', { skip: 2, lowest: 1, leaf: 'aby' }],
        ['z', { skip: 2, lowest: 2, leaf: 'abz' }],
      ],
    });
    expect(draw(grow('axc', 'ayd'))).toMatchObject({ asked: 0 });
    expect(draw(grow('aac', 'abc', 'abd'))).toMatchObject({ asked: 0 });
    expect(draw(grow('a/a/c', 'a/b/d', 'a/b/e'))).toMatchObject({ asked: 2 });
  });

  it('keeps a place for each character from the lowest to the highest', () => {
    expect(draw(grow('c', 'a'))).toMatchObject({
      asked: 0,
      kids: [['a', { lowest: 1 }], null, ['c', { lowest: 0 }]],
    });
  });

  it('looks for that character among the first 24', () => {
    const same = (length: number) => 'x'.repeat(length);
    const near = [`a${same(22)}a`, `b${same(22)}b`, `b${same(22)}c`];
    expect(draw(grow(...near))).toMatchObject({ skip: 1, asked: 23 });
    const far = [`a${same(23)}a`, `b${same(23)}b`, `b${same(23)}c`];
    expect(draw(grow(...far))).toMatchObject({ skip: 1, asked: 0 });
  });

  it('has the segments of a node from the one with the lowest index', () => {
    expect(draw(grow('a/(:num)', 'a/(:any)', 'a/(:num)/b', 'a'))).toEqual({
      skip: 2,
      lowest: 0,
      leaf: 'a',
      segments: [
        {
          skip: 0,
          lowest: 0,
          leaf: 'a/(:num)',
          asked: 0,
          kids: [['/', { skip: 2, lowest: 2, leaf: 'a/(:num)/b' }]],
        },
        { skip: 0, lowest: 1, leaf: 'a/(:any)' },
      ],
    });
  });

  it('keeps the first of several routes that end in one place', () => {
    expect(draw(grow('a/(:num)', 'a/([0-9]+)'))).toMatchObject({
      segments: [{ lowest: 0, leaf: 'a/(:num)' }],
    });
  });

  it('has an expression where its steps end', () => {
    expect(draw(grow('a/(.+)', 'b', '(.*)c', 'a/b*'))).toEqual({
      skip: 1,
      lowest: 0,
      expressions: ['(.*)c'],
      asked: 0,
      kids: [
        ['a', { skip: 2, lowest: 0, expressions: ['a/(.+)', 'a/b*'] }],
        ['b', { skip: 1, lowest: 1, leaf: 'b' }],
      ],
    });
  });
});
