/** Describes the parts of a pattern. */

import type {
  Choices,
  Group,
  Repetition,
  Sequence,
  Term,
} from '../../../src/pattern/expression.ts';
import { parsePattern } from '../../../src/pattern/parse.ts';
import { writtenIndex } from '../../../src/pattern/placeholder.ts';
import type { AnswerOf } from '../answer.ts';

/** A part as written, what it says, and the number of groups around it. */
type Part = AnswerOf<'pattern'>['parts'][number];

type TextOf = (place: { readonly index: number; readonly end: number }) => string;

/**
 * Explains a pattern.
 *
 * @param pattern a row's pattern
 * @returns its parts, in order; a group comes before its own parts
 *
 * @example
 * partsOf('photos/(:num)')[1]; // { text: '(:num)', says: '$1: one or more digits', depth: 0 }
 */
export function partsOf(pattern: string): Part[] {
  const { choices, written } = parsePattern(pattern.replace(/^\//, ''), 'the pattern');
  return choiceParts(choices, 0, ({ index, end }) =>
    written.slice(writtenIndex(written, index), writtenIndex(written, end)),
  );
}

function choiceParts(choices: Choices, depth: number, textOf: TextOf): Part[] {
  if (choices.length === 1) return sequenceParts(choices[0] ?? [], depth, textOf);
  return choices.flatMap((sequence, at): Part[] => {
    const [first] = sequence;
    const last = sequence.at(-1);
    if (first === undefined || last === undefined) return [{ text: '', says: 'or nothing', depth }];
    const text = textOf({ index: first.index, end: last.end });
    const isPlain = sequence.every(({ kind }) => kind === 'text');
    const inner = isPlain ? [] : sequenceParts(sequence, depth + 1, textOf);
    return [{ text, says: at === 0 ? 'either this' : 'or this', depth }, ...inner];
  });
}

function sequenceParts(sequence: Sequence, depth: number, textOf: TextOf): Part[] {
  const joined: Term[] = [];
  for (const term of sequence) {
    const last = joined.at(-1);
    // An escaped character is a term of its own.
    if (term.kind === 'text' && last?.kind === 'text') {
      joined[joined.length - 1] = { ...last, value: last.value + term.value, end: term.end };
    } else joined.push(term);
  }
  return joined.flatMap((term): Part[] => {
    const text = textOf(term);
    const short = sayTerm(term);
    if (short !== null) return [{ text, says: short, depth }];
    const node = term.kind === 'repetition' ? term.node : term;
    if (!('choices' in node)) return [];
    const times = term.kind === 'repetition' ? `, ${sayTimes(term)}` : '';
    const says =
      node.kind === 'group' ? `${sayGroup(node)}this${times}:` : sayAssertion(node.source);
    return [{ text, says, depth }, ...choiceParts(node.choices, depth + 1, textOf)];
  });
}

/** Describes a term in one line; returns `null` if it needs several. */
function sayTerm(term: Term): string | null {
  switch (term.kind) {
    case 'text':
      return 'this text';
    case 'class':
      return sayClass(term.source)[0];
    case 'reference':
      return `the same text as $${term.to} again`;
    case 'assertion':
      return term.choices.length === 0 ? sayAssertion(term.source) : null;
    case 'repetition':
      return sayRepetition(term);
    case 'group': {
      const inner = sayChoices(term.choices);
      return inner === null ? null : sayGroup(term) + inner;
    }
  }
}

/** Describes choices that fit on one line: literal texts, or a single class. */
function sayChoices(choices: Choices): string | null {
  const texts = choices.map((sequence) =>
    sequence.every((term) => term.kind === 'text')
      ? sequence.map((term) => (term.kind === 'text' ? term.value : '')).join('')
      : null,
  );
  if (!texts.includes(null) && choices.length > 1) {
    const known = texts.map((each) => each || 'nothing');
    return `${known.slice(0, -1).join(', ')} or ${known.at(-1)}`;
  }
  const [[term, ...rest] = [], ...others] = choices;
  if (others.length > 0 || rest.length > 0 || term === undefined) return null;
  return term.kind === 'group' ? null : sayTerm(term);
}

function sayRepetition(repetition: Repetition): string | null {
  const { node, min, max } = repetition;
  if (node.kind === 'class') {
    const [one, many] = sayClass(node.source);
    return min === 0 && max === 1 ? `${one}, ${sayTimes(repetition)}` : sayTimes(repetition, many);
  }
  const inner = sayTerm(node);
  return inner === null ? null : `${inner}, ${sayTimes(repetition)}`;
}

function sayTimes({ min, max, lazy }: Repetition, things = 'times'): string {
  const few = lazy ? ', as few as possible' : '';
  if (min === 0 && max === 1) return `or nothing${few}`;
  if (min === 0 && max === Infinity) return `any number of ${things}, even none${few}`;
  if (min === max) return `${min} ${things}${few}`;
  if (max === Infinity) return `${min === 1 ? 'one' : min} or more ${things}${few}`;
  return `${min} to ${max} ${things}${few}`;
}

function sayGroup({ number, name }: Group): string {
  if (number === null) return '';
  return name === null ? `$${number}: ` : `$${number}, called ${name}: `;
}

const ASSERTIONS: ReadonlyMap<string, string> = new Map([
  ['^', 'the start of the path'],
  ['$', 'the end of the path'],
  ['\\b', 'the edge of a word'],
  ['\\B', 'not the edge of a word'],
  ['(?=', 'what follows must be this:'],
  ['(?!', 'what follows must not be this:'],
  ['(?<=', 'what comes before must be this:'],
  ['(?<!', 'what comes before must not be this:'],
]);

function sayAssertion(source: string): string {
  return ASSERTIONS.get(source) ?? source;
}

/** Names for one character of a class, and for several. */
const CLASSES: ReadonlyMap<string, readonly [one: string, many: string]> = new Map([
  ['.', ['any character', 'characters of any kind']],
  ['[^/]', ['any character but a slash', 'characters, but no slash']],
  ['[0-9]', ['a digit', 'digits']],
  ['\\d', ['a digit', 'digits']],
  ['[a-z]', ['a lower-case letter', 'lower-case letters']],
  ['[A-Z]', ['an upper-case letter', 'upper-case letters']],
  ['[a-zA-Z]', ['a letter', 'letters']],
  ['[a-zA-Z0-9]', ['a letter or digit', 'letters and digits']],
  ['\\w', ['a letter, a digit or _', 'letters, digits and _']],
  ['[a-zA-Z0-9\\-_]', ['a letter, a digit, - or _', 'letters, digits, - and _']],
]);

function sayClass(source: string): readonly [one: string, many: string] {
  const known = CLASSES.get(source);
  if (known !== undefined) return known;
  const [is, are] = source.startsWith('[^') ? ['that is not in', 'that are not in'] : ['of', 'of'];
  const all = source.replace(/^\[\^/, '[');
  return [`a character ${is} ${all}`, `characters ${are} ${all}`];
}
