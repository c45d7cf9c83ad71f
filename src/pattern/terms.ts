/** The terms of a regular expression. */

/** The position of a term in the source, in UTF-16 units: from `index` up to `end`. */
interface Placed {
  readonly index: number;
  readonly end: number;
}

/** Literal characters; an escaped character is a term of its own. */
export interface Text extends Placed {
  readonly kind: 'text';
  readonly value: string;
}

/** One character of a set: a class in brackets, a dot, or an escape such as `\d`. */
export interface CharacterClass extends Placed {
  readonly kind: 'class';
  readonly source: string;
}

/** A group, which captures if it has a number. */
export interface Group extends Placed {
  readonly kind: 'group';
  readonly number: number | null;
  readonly name: string | null;
  /** The source between its parentheses. */
  readonly body: string;
  readonly choices: Choices;
  /** The number of capturing groups in it, including itself if it captures. */
  readonly groupCount: number;
}

/** A term that consumes nothing: an anchor, a word boundary, a look-around. */
export interface Assertion extends Placed {
  readonly kind: 'assertion';
  /** `^`, `$`, `\b` or `\B`, or the start of a look-around, such as `(?=`. */
  readonly source: string;
  /** The body of a look-around; otherwise empty. */
  readonly choices: Choices;
  readonly groupCount: number;
}

/** A back reference, to a number or a name. */
export interface Reference extends Placed {
  readonly kind: 'reference';
  readonly to: string;
}

export interface Repetition extends Placed {
  readonly kind: 'repetition';
  readonly node: Repeatable;
  readonly min: number;
  /** `Infinity` if there is no limit. */
  readonly max: number;
  readonly lazy: boolean;
}

/** A term that can have a quantifier; a text is a single character there. */
export type Repeatable = Text | CharacterClass | Group | Reference;

export type Term = Repeatable | Assertion | Repetition;

export type Sequence = readonly Term[];

/** The alternatives of an expression or a group, at least one. */
export type Choices = readonly Sequence[];

/** Throws an error that says what is wrong at an index, and what to write instead. */
export type Refuse = (index: number, problem: string, advice: string) => never;

/** The repeated term of a repetition; any other term itself. */
export function innerOf(term: Term): Repeatable | Assertion {
  return term.kind === 'repetition' ? term.node : term;
}

/** The name of a group, and its number from 1. */
export type NamedGroup = readonly [name: string, number: number];

/** The names of a pattern's params: of a group without a name, its position from 0. */
export function paramNames(groupCount: number, named: readonly NamedGroup[]): string[] {
  const names = Array.from({ length: groupCount }, (_, place) => String(place));
  for (const [name, number] of named) names[number - 1] = name;
  return names;
}
