/** The fixed texts of a route, cut up for the comparison at the end of a search. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTextInterner } from '../../../src/resolve/matcher/layout.ts';
import { ANY } from '../../../src/resolve/matcher/steps.ts';
import { RUNS } from '../../support/runs.ts';
import { word } from '../../support/vocabulary.ts';

/** Steps with a segment after each text but the last. */
const steps = (...texts: string[]) => ({
  fixedTexts: texts,
  sets: texts.slice(1).map(() => ANY),
  whole: true,
});

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

  it('are all there, in pieces of one to twelve characters that lie where the layout says', () => {
    // A text starts with a slash, and only one between two segments may be empty.
    const text = fc
      .array(word, { minLength: 1, maxLength: 3 })
      .map((segments) => `/${segments.join('/')}`);
    const texts = fc.array(fc.oneof(text, fc.constant('')), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 4 }), fc.nat(5), (tables, length) => {
        const read = createTextInterner();
        for (const texts of tables) {
          const { path, chunks, layout } = read(steps(...texts));
          // A path that has the texts, with any segments between them.
          const segments = texts.slice(1).map((_, number) => `/${'x'.repeat(length + number)}`);
          const whole = texts.map((text, number) => text + (segments[number] ?? '')).join('');
          const ends = segments.map(
            (_, number) =>
              [...texts.slice(0, number + 1), ...segments.slice(0, number + 1)].join('').length,
          );
          const found = layout.segments.map((segment, number) => {
            const from = (segment === 0 ? 0 : ends[segment - 1]) + layout.offsets[number];
            return whole.slice(from, from + chunks[number].length);
          });
          expect(path).toBeNull();
          expect(found).toEqual(chunks);
          expect(chunks.every(({ length }) => length >= 1 && length <= 12)).toBe(true);
          expect(chunks.join('')).toBe(texts.map((text) => text.slice(1)).join(''));
          const starts = [0, ...ends].slice(0, -1).map((end, number) => end + layout.gaps[number]);
          expect(starts.map((start, number) => whole.slice(start, ends[number]))).toEqual(
            segments.map((segment) => segment.slice(1)),
          );
        }
      }),
      RUNS,
    );
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
