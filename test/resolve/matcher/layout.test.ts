/** The fixed texts of a route, cut up for the comparison at the end of a search. */
import { describe, expect, it } from 'vitest';
import { createTextInterner } from '../../../src/resolve/matcher/layout.ts';
import { ANY } from '../../../src/resolve/matcher/steps.ts';

/** Steps with a segment after each text but the last. */
const steps = (...texts: string[]) => ({ texts, sets: texts.slice(1).map(() => ANY), whole: true });

describe('the texts of a route', () => {
  it('are the path where there is no segment', () => {
    expect(createTextInterner()(steps('/photos/new'))).toEqual({
      path: '/photos/new',
      chunks: [],
      layout: { gaps: [], segments: [], offsets: [] },
    });
  });

  it.each([
    [['', ''], [], [1], [], []],
    [['/photos', ''], ['photos'], [8], [0], [1]],
    [['/photos', '/edit'], ['photos', 'edit'], [8], [0, 1], [1, 1]],
    [
      ['/a', '', '/b', ''],
      ['a', 'b'],
      [3, 1, 3],
      [0, 2],
      [1, 1],
    ],
    [['/abcdefghijkl', ''], ['abcdefghijkl'], [14], [0], [1]],
    [['/abcdefghijklm', ''], ['abcdefg', 'hijklm'], [15], [0, 0], [1, 8]],
    [['/abcdefghijklmnopqrstuvwx', ''], ['abcdefghijkl', 'mnopqrstuvwx'], [26], [0, 0], [1, 13]],
    [
      ['', '/abcdefghijklmno/pqrstuvwxyz'],
      ['abcdefghi', 'jklmno/pq', 'rstuvwxyz'],
      [1],
      [1, 1, 1],
      [1, 10, 19],
    ],
  ])('%j are the chunks %j', (texts, chunks, gaps, segments, offsets) => {
    const found = createTextInterner()(steps(...texts));
    expect(found).toEqual({ path: null, chunks, layout: { gaps, segments, offsets } });
  });

  it('share their layout where it is the same, and only there', () => {
    const read = createTextInterner();
    const { layout } = read(steps('/photos', '/edit'));
    expect(read(steps('/albums', '/show')).layout).toBe(layout);
    expect(read(steps('/albums', '/new')).layout).toBe(layout);
    expect(read(steps('/album', '/show')).layout).not.toBe(layout);
    expect(read(steps('/photos', '')).layout).not.toBe(layout);
  });
});
