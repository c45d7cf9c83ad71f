/** Random patterns of the whole accepted syntax, and short paths for them. */
import fc from 'fast-check';
import { type Choices, innerOf, type Pattern, type Term } from '../../src/pattern/expression.ts';
import { parsePattern } from '../../src/pattern/parse.ts';

const CHARACTERS = ['a', 'b', 'ab', '-', '/', 'é', '1', '_', '\\.', '\\x61', '\\u0062', '\\/'];
const CLASSES = [
  ...['[ab]', '[^/]', '[a-c]', '[^a]', '.', '\\d', '\\w', '\\D', '\\W', '[\\w-]', '[^\\d/]'],
  ...['[\\x61-\\x63]', '[\\u00e0-\\u00ff]', '[^b-]', '[\\]a^]', '[é]', '[^é]', '[-a]'],
  ...['(?::any)', '(?::num)'],
];
const QUANTIFIERS = ['+', '*', '?', '{2}', '{1,2}', '{2,}', '{0,3}', '{0}', '{1,3}'];
const ASSERTIONS = ['\\b', '\\B', '^', '$'];
const LOOK_AROUNDS = ['(?=', '(?!', '(?<=', '(?<!'];

const quantifier = fc
  .tuple(fc.constantFrom(...QUANTIFIERS), fc.constantFrom('', '', '?'))
  .map((parts) => parts.join(''));

/** A pattern, or a part of one. Parts with captures are repeated only a few times. */
const written = fc.letrec<{ choices: string; plain: string; sequence: string; part: string }>(
  (tie) => ({
    choices: fc
      .array(tie('sequence'), { minLength: 1, maxLength: 3 })
      .map((sequences) => sequences.join('|')),
    sequence: fc.array(tie('part'), { maxLength: 4 }).map((parts) => parts.join('')),
    // No groups, so it may be repeated.
    plain: fc
      .array(
        fc.oneof(
          fc.constantFrom(...CHARACTERS, ...CLASSES, ...ASSERTIONS),
          fc
            .tuple(fc.constantFrom('a', 'b', '[ab]', '[^/]'), quantifier)
            .map((both) => both.join('')),
          fc.constantFrom('(?:a|b)', '(?:a|ab)', '(?=a)', '(?!b)', '(?<=a)', '(?:ab?)', '(?:|a)'),
        ),
        { minLength: 1, maxLength: 3 },
      )
      .map((parts) => parts.join('')),
    part: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.constantFrom(...CHARACTERS, ...CLASSES),
      fc.tuple(fc.constantFrom(...CHARACTERS, ...CLASSES), quantifier).map((both) => both.join('')),
      fc.constantFrom(...ASSERTIONS),
      fc
        .tuple(fc.constantFrom('(', '(?:', '(?<n>'), tie('choices'))
        .map(([open, body]) => `${open}${body})`),
      fc
        .tuple(fc.constantFrom('(', '(?:'), tie('plain'), quantifier)
        .map(([open, body, end]) => `${open}${body})${end}`),
      fc
        .tuple(fc.constantFrom('(', '(?:'), tie('choices'), quantifier)
        .map(([open, body, end]) => `${open}${body})${end}`),
      fc
        .tuple(fc.constantFrom(...LOOK_AROUNDS), tie('choices'))
        .map(([open, body]) => `${open}${body})`),
    ),
  }),
).choices;

/** An accepted pattern. */
export const expression: fc.Arbitrary<Pattern> = written
  .map((source) => {
    try {
      return parsePattern(source, '');
    } catch {
      return null;
    }
  })
  .filter((pattern) => pattern !== null);

/** A short path without its leading slash, not always normal. */
export const shortPath = fc.string({
  unit: fc.constantFrom('a', 'a', 'b', 'b', '-', '/', 'é', '1', '_', '.', 'c'),
  maxLength: 9,
});

/** The kinds of construct in a pattern, so a test can count them. */
export function constructsOf(choices: Choices): Set<string> {
  const found = new Set<string>();
  const visitChoices = (choices: Choices, around: string): void => {
    if (choices.length > 1) found.add('alternatives');
    for (const term of choices.flat()) visit(term, around);
  };
  const visit = (term: Term, around: string): void => {
    const inner = innerOf(term);
    if (term.kind === 'repetition') {
      const { min, max, lazy, node } = term;
      const counts = max === Infinity ? (min > 1 ? 'n or more' : 'any number') : 'a number';
      found.add(`${node.kind} repeated ${max === 1 && min === 0 ? 'or not' : counts}`);
      if (lazy) found.add('lazy repetition');
      if (max === 0) found.add('no turn');
    }
    if (inner.kind === 'group') {
      found.add(inner.number === null ? 'group' : 'capture');
      if (inner.name !== null) found.add('name');
      if (inner.number !== null && around !== '') found.add(`capture in ${around}`);
      visitChoices(inner.choices, around);
    } else if (inner.kind === 'assertion') {
      found.add(inner.source);
      if (inner.choices.length === 0) return;
      if (around !== '') found.add('look-around in another');
      visitChoices(inner.choices, inner.source);
    } else found.add(inner.kind);
  };
  visitChoices(choices, '');
  return found;
}
