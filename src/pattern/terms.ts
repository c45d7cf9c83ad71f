/** What a regular expression is made of. */

/** Where a node is in the expression's source, in UTF-16 units: from `index` up to `end`. */
interface Placed {
  readonly index: number;
  readonly end: number;
}

/** Characters that stand for themselves, unescaped; an escaped one is a node of its own. */
export interface Text extends Placed {
  readonly kind: 'text';
  readonly value: string;
}

/** One character out of several: a class in brackets, a dot, or an escape such as `\d`. */
export interface CharacterClass extends Placed {
  readonly kind: 'class';
  readonly source: string;
}

/** A group, which captures if it has a number. */
export interface Group extends Placed {
  readonly kind: 'group';
  readonly number: number | null;
  readonly name: string | null;
  /** What is between its parentheses. */
  readonly body: string;
  readonly choices: Choices;
  /** How many capturing groups it holds, itself included if it captures. */
  readonly groupCount: number;
}

/** Something that takes up no character: an anchor, a word boundary, a look-around. */
export interface Assertion extends Placed {
  readonly kind: 'assertion';
  /** All of `^`, `$`, `\b` and `\B`, and how a look-around starts. */
  readonly source: string;
  /** What a look-around looks for; otherwise empty. */
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

/** What can be before a quantifier; a text is one character there. */
export type Repeatable = Text | CharacterClass | Group | Reference;

export type Term = Repeatable | Assertion | Repetition;

export type Sequence = readonly Term[];

/** What is between the `|` of an expression or a group: at least one sequence. */
export type Choices = readonly Sequence[];

/** Called with what is wrong at a place and what to write instead; it throws. */
export type Refuse = (index: number, problem: string, advice: string) => never;

/** What a repetition repeats; any other term is itself. */
export function innerOf(term: Term): Repeatable | Assertion {
  return term.kind === 'repetition' ? term.node : term;
}
