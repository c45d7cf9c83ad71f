/** By which characters a fork tells texts apart, and to what places it sends them. */
import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Choice,
  chooseFork,
  type Distinct,
  DistinctCounter,
  END,
  firstDifference,
} from '../../../src/resolve/matcher/fork.ts';
import { RUNS } from '../../support/runs.ts';

const SLASH = 47;

/** A text after which the path ends, a segment follows, or nothing is known. */
const ends = (text: string): Distinct => ({ text, known: Infinity, following: END });
const enters = (text: string): Distinct => ({ text, known: text.length + 1, following: SLASH });
const open = (text: string): Distinct => ({ text, known: text.length, following: END });

/** A character that is known of each path with a text. */
function codeOf({ text, known, following }: Distinct, at: number): number {
  equal(at < known, true);
  if (at < text.length) return text.charCodeAt(at);
  return at === text.length ? following : END;
}

/** Where a search would go with a text. */
function placeOf(text: Distinct, { offsets, factor, shift }: Choice): number {
  const key = offsets.reduceRight((key, at) => key * 128n + BigInt(codeOf(text, at)), 0n);
  return Number(BigInt.asUintN(32, key * BigInt(factor)) >> BigInt(shift));
}

/** One counter for all tests, as one serves all forks of a tree. */
const counter = new DistinctCounter();

const choose = (texts: readonly Distinct[]) =>
  chooseFork(texts, firstDifference(texts, 0), counter);
const offsetsOf = (...texts: string[]) => choose(texts.map(ends)).offsets;
const placesTaken = ({ places }: Choice) => new Set(places).size;

describe('texts start to differ', () => {
  it.each<[string, Distinct[], number, number]>([
    ['at their first character', [ends('/a'), ends('/b')], 0, 1],
    ['after what they share', [ends('/photos'), ends('/posts')], 0, 2],
    ['where the third differs', [ends('/aaab'), ends('/aaac'), ends('/ab')], 0, 2],
    ['where the second of three differs', [ends('/aab'), ends('/ac'), ends('/aab')], 0, 2],
    ['after a place that is given', [ends('/aXbc'), ends('/aYbd')], 3, 4],
    ['at a place that is given', [ends('/aXbc'), ends('/aYbd')], 1, 2],
    ['where one ends the path', [ends('/a'), ends('/ab')], 0, 2],
    ['where one ends the path, after the other', [ends('/ab'), ends('/a')], 0, 2],
    ['where the empty text ends the path', [ends(''), ends('/a')], 0, 0],
    ['where one enters a segment', [enters('/a'), ends('/ab')], 0, 2],
    ['nowhere, where a slash follows in both', [enters('/a'), ends('/a/b')], 0, -1],
    ['nowhere, where nothing is known to follow', [open('/a'), ends('/ab')], 0, -1],
    ['nowhere, where nothing is known to follow the last', [ends('/ab'), open('/a')], 0, -1],
    ['nowhere, where the empty text enters a segment', [enters(''), ends('/a')], 0, -1],
    ['nowhere, where nothing at all is known', [open(''), ends('/a'), ends('/b')], 0, -1],
    ['not where one of them is not known any more', [open('/a'), ends('/ab'), ends('/ac')], 0, -1],
    ['before that', [open('/a'), ends('/ab'), ends('/b')], 0, 1],
    ['nowhere beyond a slash', [enters('/a'), ends('/a/b'), ends('/a/c')], 0, -1],
    ['at the last character', [ends('/aaaaaaab'), ends('/aaaaaaac')], 0, 8],
    [
      'far along',
      [ends(`/${'x'.repeat(5000)}a`), ends(`/${'x'.repeat(5000)}b`), open(`/${'x'.repeat(5001)}`)],
      0,
      5001,
    ],
  ])('%s', (_, texts, from, first) => {
    expect(firstDifference(texts, from)).toBe(first);
  });

  it('where all texts before it are equal', () => {
    const text = fc.tuple(fc.stringMatching(/^\/[ab/]{0,8}$/), fc.constantFrom(ends, enters, open));
    const texts = fc
      .uniqueArray(text, { minLength: 2, maxLength: 6, selector: ([text]) => text })
      .map((made) => made.map(([text, of]) => of(text)));
    fc.assert(
      fc.property(texts, (texts) => {
        const first = firstDifference(texts, 0);
        const known = Math.min(...texts.map(({ known }) => known));
        const until = first < 0 ? Math.min(known, 10) : first;
        const codes = (at: number) => new Set(texts.map((text) => codeOf(text, at))).size;
        for (let at = 0; at < until; at++) equal(codes(at), 1);
        if (first >= 0) return equal(codes(first) > 1, true);
        const shortest = texts.reduce((one, other) =>
          other.text.length < one.text.length ? other : one,
        );
        deepEqual(
          texts.filter(({ text }) => !text.startsWith(shortest.text)),
          [],
        );
      }),
      RUNS,
    );
  });
});

describe('a fork looks at', () => {
  it.each<[string, string[], number[]]>([
    ['the one character that tells all apart', ['/aax', '/aby', '/abz'], [3]],
    ['the first of two that do', ['/axc', '/ayd'], [2]],
    ['the first of two that tell most apart, and another', ['/aac', '/abc', '/abd'], [2, 3]],
    ['the one that tells most apart, a slash or not', ['/a/a/c', '/a/b/d', '/a/b/e'], [5]],
    ['that first, and then what is left', ['/aax', '/bax', '/aay', '/aaz'], [3, 1]],
    ['the end of the path', ['/a', '/ab', '/ac'], [2]],
    ['what is behind the end of some', ['/a', '/ab', '/abc', '/abcd'], [2, 3, 4]],
    ['two characters of four texts', ['/a-a', '/a-b', '/b-a', '/b-b'], [1, 3]],
    [
      'four characters of sixteen texts, and no fifth of more',
      Array.from({ length: 32 }, (_, number) =>
        `/${number.toString(2).padStart(5, '0')}`.replaceAll('', '-').slice(1),
      ),
      [2, 4, 6, 8],
    ],
  ])('%s', (_, texts, offsets) => {
    expect(offsetsOf(...texts)).toEqual(offsets);
  });

  it('no more characters than tell all apart, nor any that tells nothing more', () => {
    const far = 'x'.repeat(40);
    expect(offsetsOf(`/a${far}`, `/b${far}`)).toEqual([1]);
    expect(offsetsOf(`/a${far}1`, `/a${far}2`, `/b${far}`)).toEqual([1]);
    expect(offsetsOf(`/ac${far}1`, `/ac${far}2`, `/bd${far}`, `/be${far}`)).toEqual([2]);
  });

  it('characters among the first 24 from where the texts differ', () => {
    const same = (length: number) => 'x'.repeat(length);
    const near = [`/a${same(22)}a`, `/b${same(22)}b`, `/b${same(22)}c`];
    expect(offsetsOf(...near)).toEqual([24]);
    const far = [`/a${same(23)}a`, `/b${same(23)}b`, `/b${same(23)}c`];
    expect(offsetsOf(...far)).toEqual([1]);
    expect(offsetsOf(...near.map((text) => same(100) + text))).toEqual([124]);
  });

  it('characters that are known of all texts', () => {
    // Behind `/ab` anything may come, a segment's slash comes behind `/ac`.
    const [x, y] = [ends('/adx'), ends('/ady')];
    expect(choose([open('/ab'), x, y]).offsets).toEqual([2]);
    expect(choose([ends('/ab'), x, y]).offsets).toEqual([3]);
    expect(choose([enters('/ab'), x, y]).offsets).toEqual([3]);
    const [xx, xy] = [ends('/adxx'), ends('/adxy')];
    expect(choose([ends('/ab'), xx, xy]).offsets).toEqual([4]);
    expect(choose([enters('/ab'), xx, xy]).offsets).toEqual([2]);
    expect(choose([enters('/ab'), ends('/ab'), ends('/abc')]).offsets).toEqual([3]);
  });

  it('characters that tell a sample of more than 40 texts apart', () => {
    // Only texts of odd place differ in the third character, which the sample of each second misses.
    const textsOf = (count: number) =>
      Array.from({ length: count }, (_, number) => {
        const letter = String.fromCharCode(65 + number);
        return `/${number < 2 ? 'a' : 'b'}${number % 2 === 1 ? letter : '-'}x`;
      });
    expect(offsetsOf(...textsOf(40))).toEqual([2, 1]);
    expect(offsetsOf(...textsOf(41))).toEqual([1]);
  });

  it('the first character that differs, even if it does not in the sample', () => {
    const texts = Array.from({ length: 41 }, (_, number) => ends(number === 1 ? '/a' : '/b'));
    expect(choose(texts).offsets).toEqual([1]);
    expect(placesTaken(choose(texts))).toBe(2);
  });

  it.each([
    [40, 1],
    [41, 2],
    [80, 2],
    [81, 3],
    [320, 8],
    [328, 8],
    [1000, 8],
    [4000, 8],
  ])('each of so many of %i texts that it counts one of %i', (count, stride) => {
    // One text differs early, where only a sample with it sees that; all others differ at the end.
    const seen = (place: number) => {
      const texts = Array.from({ length: count }, (_, number) =>
        ends(number === place ? '/ab' : number === 0 ? '/aa' : '/ba'),
      );
      return choose(texts).offsets;
    };
    expect(seen(stride)).toEqual([1, 2]);
    if (stride > 1) {
      expect(seen(1)).toEqual([1]);
      expect(seen(stride - 1)).toEqual([1]);
    }
  });

  it('one character after the other of thousands of texts, wherever they are', () => {
    const texts = Array.from({ length: 5000 }, (_, number) => {
      const [a, b, c, d] = number.toString().padStart(4, '0');
      return ends(`/${a}-${b}-${c}-${d}`);
    });
    const choice = choose(texts);
    expect(choice.offsets.toSorted((a, b) => a - b)).toEqual([1, 3, 5, 7]);
    // Keys of their own, in four to eight times as many places.
    expect(choice.shift).toBe(32 - 13 - 2);
    expect(placesTaken(choice)).toBeGreaterThan(4000);
  });
});

describe('the list of a fork', () => {
  const letters = (count: number) =>
    Array.from({ length: count }, (_, number) => ends(`/${String.fromCharCode(48 + number)}`));

  it.each([2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 24, 32])(
    'has a place of its own for each of %i texts, and at most four times as many as needed',
    (count) => {
      const choice = choose(letters(count));
      expect(placesTaken(choice)).toBe(count);
      expect(2 ** (32 - choice.shift)).toBeLessThanOrEqual(4 * 2 ** Math.ceil(Math.log2(count)));
    },
  );

  it.each([
    [2, 1],
    [3, 2],
    [4, 2],
    [5, 3],
    [8, 3],
    [41, 8],
    [64, 8],
    [65, 9],
    [79, 9],
  ])('for %i texts has 2 to the power of %i places', (count, bits) => {
    expect(choose(letters(count)).shift).toBe(32 - bits);
  });

  /** So many texts of three characters without order, other ones for each seed. */
  function scattered(count: number, seed: number): Distinct[] {
    const texts = new Set<string>();
    let state = seed * 7919 + 1;
    const next = () => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return String.fromCharCode(33 + ((state >>> 16) % 14));
    };
    while (texts.size < count) texts.add(`/${next()}${next()}${next()}`);
    return Array.from(texts, ends);
  }

  const choices = (count: number) =>
    Array.from({ length: 40 }, (_, seed) => choose(scattered(count, seed)));
  const mean = (numbers: readonly number[]) =>
    numbers.reduce((sum, number) => sum + number) / numbers.length;

  it('for up to 40 texts has at most four times the places needed, and few texts share one', () => {
    const made = choices(40);
    const bits = made.map(({ shift }) => 32 - shift);
    expect(bits.every((bits) => bits >= 6 && bits <= 8)).toBe(true);
    // By chance, 37 of 40 would have a place of their own among 256.
    expect(mean(made.map(placesTaken))).toBeGreaterThan(39.5);
    expect(Math.min(...made.map(placesTaken))).toBeLessThan(40);
    // The best of many factors is taken, and of three sizes.
    expect(new Set(made.map(({ factor }) => factor)).size).toBeGreaterThan(4);
    const sizes = choices(8).map(({ shift }) => 32 - shift);
    expect(new Set(sizes)).toEqual(new Set([3, 4, 5]));
  });

  it.each([50, 64])('for %i texts has 256 places, and the best of four factors', (count) => {
    const made = choices(count);
    expect(new Set(made.map(({ shift }) => shift))).toEqual(new Set([32 - 8]));
    expect(new Set(made.map(({ factor }) => factor)).size).toBe(4);
  });

  it('takes all texts of a class to the same place', () => {
    const texts = ['/aa', '/ab', '/ba'].map((text) => ends(`${text[1]}${'x'.repeat(30)}${text}`));
    const { places } = choose(texts);
    expect(places[0]).toBe(places[1]);
    expect(places[2]).not.toBe(places[0]);
  });
});

describe('a counter', () => {
  it('has met none of the values of a new count', () => {
    const counter = new DistinctCounter();
    for (const limit of [10, 5000, 10, 100_000, 4096, 4097]) {
      counter.start(limit);
      const { met, known, number } = counter;
      expect(known).toHaveLength(met.length);
      for (const value of [0, 1, limit >> 1, limit - 1]) {
        expect(met[value]).toBeLessThan(number);
        met[value] = number;
      }
    }
  });
});

describe('any texts', () => {
  const some = fc.stringMatching(/^(?:\/[ab-]{1,3}){1,4}$/);
  const long = fc
    .tuple(fc.nat(30), fc.stringMatching(/^[a-d]{1,4}$/), fc.nat(30))
    .map(([before, text, after]) => `/${'x'.repeat(before)}${text}${'y'.repeat(after)}`);
  const anyText = fc.stringMatching(/^\/[!-"$&->@-~]{1,5}$/);
  const texts = fc
    .uniqueArray(
      fc.tuple(
        fc.oneof(fc.constant(''), some, long, anyText),
        fc.constantFrom(ends, ends, enters, open),
      ),
      { minLength: 2, maxLength: 60, size: 'max', selector: ([text]) => text },
    )
    .map((made) => made.map(([text, of]) => of(text)));

  it('are told apart by forks, up to those that the shortest is the start of', () => {
    fc.assert(
      fc.property(texts, (texts) => {
        const pending: (readonly [group: Distinct[], from: number])[] = [[texts, 0]];
        for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
          const [group, from] = next;
          if (group.length === 1) continue;
          const first = firstDifference(group, from);
          equal(first, firstDifference(group, 0));
          if (first < 0) {
            const shortest = group.reduce((one, other) =>
              other.text.length < one.text.length ? other : one,
            );
            equal(
              group.every(({ text }) => text.startsWith(shortest.text)),
              true,
            );
            const longer = group.filter((text) => text !== shortest);
            pending.push([longer, shortest.text.length]);
            continue;
          }
          const choice = chooseFork(group, first, counter);
          const { offsets, factor, shift, places } = choice;
          equal(offsets.length >= 1 && offsets.length <= 4, true);
          equal(new Set(offsets).size, offsets.length);
          equal(
            offsets.every((at) => at >= first && at < first + 24),
            true,
          );
          deepEqual([factor, shift], [factor | 0, shift & 31]);
          equal(factor & 1, 1);
          deepEqual(
            [...places],
            group.map((text) => placeOf(text, choice)),
          );
          const byPlace = new Map<number, Distinct[]>();
          for (const [number, text] of group.entries()) {
            byPlace.set(places[number], [...(byPlace.get(places[number]) ?? []), text]);
          }
          equal(byPlace.size > 1, true);
          for (const same of byPlace.values()) pending.push([same, first]);
        }
      }),
      RUNS,
    );
  });
});
