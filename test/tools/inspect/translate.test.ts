/** Checks that automata accept exactly what the engine matches. */
import fc from 'fast-check';
import { Words } from 'refa';
import { describe, expect, it } from 'vitest';
import { normalisePath } from '../../../src/path/normalise.ts';
import { Languages, wordOf } from '../../../src/tools/inspect/automata/languages.ts';
import {
  attempt,
  type Captures,
  translate,
  Unproved,
  without,
} from '../../../src/tools/inspect/automata/translate.ts';
import { RUNS } from '../../support/runs.ts';

const utf16 = Words.fromStringToUTF16;

function accepts(source: string, text: string, captures?: Captures): boolean {
  const automaton = translate(source, captures);
  if (automaton instanceof Unproved) throw new Error(automaton.reason);
  return automaton.test(utf16(text));
}

const element = fc.letrec<{ part: string; parts: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom('a', 'b', '/', '[ab]', '[^/]', '.', '\\w', 'a+', 'b*', '[ab]?', '.+', '[^a]+'),
    tie('parts').map((inside) => `(${inside})`),
    tie('parts').map((inside) => `(?:${inside})`),
    fc.tuple(tie('parts'), tie('parts')).map(([one, other]) => `(${one}|${other})`),
    fc
      .tuple(tie('parts'), fc.constantFrom('?', '{2}', '{0,2}', '{1,3}', '*', '+'))
      .map(([inside, times]) => `(?:${inside})${times}`),
    tie('parts').map((inside) => `(?=${inside})`),
    tie('parts').map((inside) => `(?!${inside})`),
    fc.constant('$'),
  ),
  parts: fc.array(tie('part'), { minLength: 0, maxLength: 3 }).map((all) => all.join('')),
})).parts;

/** Twenty texts of a few characters. */
const textsOf = (maxLength: number, ...characters: string[]) => {
  const text = fc.string({ unit: fc.constantFrom(...characters), maxLength });
  return fc.array(text, { minLength: 20, maxLength: 20 });
};

describe('an automaton', () => {
  it('accepts what the engine matches, and nothing else', () => {
    const texts = textsOf(5, 'a', 'b', '/', 'c');
    fc.assert(
      fc.property(
        fc.oneof(
          element,
          element.map((one) => `^${one}`),
          fc
            .tuple(element, fc.constantFrom('(?<=', '(?<!'), element, element)
            .map(([one, behind, inside, other]) => `${one}${behind}${inside})${other}`),
        ),
        texts,
        (source, texts) => {
          const automaton = translate(source);
          if (automaton instanceof Unproved) {
            expect(automaton.reason).toMatch(/looks around$|too large$/);
            return;
          }
          const engine = new RegExp(`^(?:${source})$`, 's');
          const differs = texts.find((text) => automaton.test(utf16(text)) !== engine.test(text));
          expect(differs, source).toBeUndefined();
        },
      ),
      RUNS,
    );
  });

  it('with captures accepts every text for which the engine has these captures', () => {
    const texts = textsOf(4, 'a', 'b', '/');
    const wanted = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 2 });
    fc.assert(
      fc.property(element, wanted, texts, (source, text, texts) => {
        const automaton = translate(source, new Map([[1, wordOf(text)]]));
        if (automaton instanceof Unproved) return;
        const engine = new RegExp(`^(?:${source})$`, 's');
        const missed = texts.find((path) => {
          const found = engine.exec(path);
          return found !== null && (found[1] ?? '') === text && !automaton.test(utf16(path));
        });
        if (engine.exec('')?.length === 1) return;
        expect(missed, source).toBeUndefined();
      }),
      RUNS,
    );
  });

  it.each([
    ['a reference back', '(a)\\1', 'a reference back to a group is not regular'],
    ['what looks behind in a group', '(?:a(?<=a))b', '(?<=a) looks around'],
    ['what looks behind what looks ahead', 'a(?!c)b(?<=a)', '(?<=a) looks around'],
    ['what looks behind and ahead', 'a(?<=a(?=b))b', '(?<=a(?=b)) looks around'],
    ['a boundary of words', 'a\\b/b', '\\b looks around'],
    ['a start inside', 'a|b(?:^)', '^ looks around'],
    ['repeats that look ahead', '(?:a(?!b)){9}', '(?:a(?!b)){9} repeats what looks around'],
    ['a great many states', '(?:a|b)*a(?:a|b){14}', 'its automaton is too large'],
  ])('is not made of %s', (_, source, reason) => {
    expect(new Languages().of(source)).toEqual(new Unproved(reason));
  });

  it.each([
    ['what is repeated eight times', '(?:a(?!b)){8}', 'a'.repeat(8), true],
    ['what is repeated as often as that', '(?:a(?!b)){8}', 'a'.repeat(7), false],
    ['a possessive number', '(\\d+(?!\\d))/x', '12/x', true],
    ['a start at the start', '^a', 'a', true],
    ['a start in each alternative', '^a|^b', 'b', true],
    ['an end before more', 'a$b', 'ab', false],
    ['nothing', '', '', true],
    ['what is behind', '(.+)(?<!zz)', 'a/z', true],
    ['what is not to be behind', '(.+)(?<!zz)', 'a/zz', false],
    ['what is behind in one alternative', 'a(?<=b)|c(?<=c)d', 'cd', true],
    ['what is behind twice', '(?<!a)..(?<=bc).(?<!cc)d', 'bcad', true],
  ])('is made of %s: %s', (_, source, text, accepted) => {
    expect(accepts(source, text)).toBe(accepted);
  });
});

it.each([
  ['its text', '(a|b)/(c)', 1, 'b', 'b/c', true],
  ['another text', '(a|b)/(c)', 1, 'b', 'a/c', false],
  ['the text of a later group', '(a|b)/(c|d)', 2, 'd', 'a/d', true],
  ['the text of a later group, and not of the first', '(a|b)/(c|d)', 2, 'd', 'a/c', false],
  ['a text inside of a group', '((a|b)c)', 2, 'b', 'bc', true],
  ['a text inside of a group, and not another', '((a|b)c)', 2, 'b', 'ac', false],
  ['the text of a group that may be left out', 'x(/(a|b))?', 2, 'a', 'x/a', true],
  ['a text, where the group is left out', 'x(/(a|b))?', 2, 'a', 'x', false],
  ['nothing, where the group is left out', 'x(/(a|b))?', 2, '', 'x', true],
  ['the text of one alternative', '(a)|(b)', 1, 'a', 'a', true],
  ['a text, where the other alternative is taken', '(a)|(b)', 1, 'a', 'b', false],
  ['nothing, where the other alternative is taken', '(a)|(b)', 1, '', 'b', true],
  ['the last turn of a group that is repeated', '(?:(a|b)){2}', 1, 'b', 'ab', true],
  ['a group that looks ahead, which is let through', '((?=a).)b', 1, 'c', 'ab', true],
  ['a group in what looks ahead, which is let through', '(?=(a)).', 1, 'c', 'a', true],
])('a required capture of a group may be %s', (_, source, group, text, path, accepted) => {
  expect(accepts(source, path, new Map([[group, wordOf(text)]]))).toBe(accepted);
});

describe('the normal paths', () => {
  const languages = new Languages();

  it.each([
    [true, ['a', 'a/b', '.a', '...', '..a', 'a.b', 'a%2Fb', '%25', '😀', 'a b', 'é']],
    [false, ['', '/', 'a/', '/a', 'a//b', '.', '..', 'a/.', '../a', 'a%', '%2f', '%41']],
    [false, ['\u0000', '\u001f', '\u007f', '\u009f', '\ud83d', '\ude00']],
  ])('are distinguished from other texts: %j for %j', (normal, texts) => {
    expect(texts.filter((text) => languages.normal.test(utf16(text)) !== normal)).toEqual([]);
  });

  it('are those that normalisation leaves unchanged', () => {
    const char = fc.constantFrom(...'./%25Ffé', '\u0001', '\ud83d', '\ude00', 'a');
    fc.assert(
      fc.property(fc.string({ unit: char, minLength: 1, maxLength: 8 }), (text) => {
        expect(languages.normal.test(utf16(text))).toBe(normalisePath(text) === `/${text}`);
      }),
      { ...RUNS, numRuns: RUNS.numRuns * 10 },
    );
  });
});

describe('a witness', () => {
  const languages = new Languages();
  const witness = (source: string) => {
    const language = languages.of(source);
    return language instanceof Unproved ? null : languages.witness(language);
  };

  it.each([
    ['photos/[0-9]+', 'photos/0'],
    ['[^/]+', 'a'],
    ['[^a-z]+', '0'],
    ['[^a-z0-9]+', '-'],
    ['[^a-z0-9-]+', 'A'],
    ['[A-Z!]', 'A'],
    ['[_!]', '_'],
    ['[^\\w/-]+', '~'],
    ['[^\\w/.~-]+', '!'],
    ['[^ -~]+', 'à'],
    ['!|abc', 'abc'],
    ['[^\\x00-\\ud7ff]+', '\ue000'],
    ['[\\ud83d][^/]', '\ud83d\udc00'],
    ['a%25', 'a%25'],
    ['[5-z]{2}', 'aa'],
    ['a/', null],
  ])('is the most readable: %s', (source, path) => expect(witness(source)).toBe(path));

  it('does not exist for an empty language', () => {
    expect(languages.witness(without(languages.normal, languages.normal))).toBeNull();
  });

  it('is outside the languages that were subtracted', () => {
    expect(languages.witness(without(languages.normal, wordOf('a')))).toBe('b');
  });
});

describe('two expressions for one segment', () => {
  const languages = new Languages();

  it.each([
    ['[0-9]+', '[a-z]+', false],
    ['[0-9]+', '[^/]+', true],
    ['[a-f]', '[f-z]', true],
    ['(?:\\.)', '[^/]+', false],
    ['(a)\\1', 'b', true],
    ['b', '(a)\\1', true],
  ])('meet if they share a text: %s and %s', (one, other, meet) => {
    expect(languages.meet(one, other)).toBe(meet);
    expect(languages.meet(other, one)).toBe(meet);
  });

  it.each([
    ['[a-z]+', 'a+', true],
    ['a+', '[a-z]+', false],
    ['[^/]+', '.+', true],
    ['(a)\\1', 'aa', false],
    ['aa', '(a)\\1', false],
  ])('contain each other if one has all texts of the other: %s and %s', (wide, narrow, holds) => {
    expect(languages.holds(wide, narrow)).toBe(holds);
    // Repeats the question from the cache, which is separate from that of `meet`.
    languages.meet(wide, narrow);
    expect(languages.holds(wide, narrow)).toBe(holds);
  });
});

it('an attempt throws errors that are not about proofs', () => {
  const fail = () => {
    throw new TypeError('a mistake');
  };
  expect(() => attempt(fail)).toThrow('a mistake');
});
