/** The syntax tree of a PCRE pattern. Each node has its JavaScript equivalent. */

/** Code units from the first to the last, both included. */
export type Range = readonly [first: number, last: number];

/** An item that matches exactly one character: a character, a class, an escape, a dot. */
export interface One {
  readonly kind: 'one';
  readonly source: string;
  readonly ranges: readonly Range[];
  /** The character, if only one matches. */
  readonly literal: string | null;
}

/** An anchor or a word boundary. */
export interface Assertion {
  readonly kind: 'assertion';
  readonly source: string;
}

/** An item that can never match, such as `\R`, since no path has a line break. */
export interface Never {
  readonly kind: 'never';
}

/** A group, or a look-around. */
export interface Group {
  readonly kind: 'group';
  readonly open: string;
  /** The number if it captures; otherwise `null`. */
  readonly number: number | null;
  readonly name: string | null;
  readonly body: Body;
}

/** A back reference, by number or by name. */
export interface Reference {
  readonly kind: 'reference';
  readonly to: string;
  /** The source, if JavaScript spells it the same. */
  readonly source: string | null;
  readonly ignoresCase: boolean;
}

/** The backtracking mode of a quantifier; `''` if greedy. */
export type Mode = '' | '?' | '+';

/** A repeated item. */
export interface Repeat {
  readonly kind: 'repeat';
  readonly item: Item;
  readonly min: number;
  readonly max: number;
  readonly mode: Mode;
  /** The quantifier as written, without its mode. */
  readonly source: string;
}

/** One part of a sequence. */
export type Item = One | Assertion | Never | Group | Reference | Repeat;

/** Alternatives, each a sequence. */
export type Body = readonly (readonly Item[])[];

/** Whether a group is a look-ahead or a look-behind. */
export const isLook = ({ open }: Group): boolean => /^\(\?<?[=!]/.test(open);

/** A pattern that has no exact JavaScript equivalent, or that PCRE rejects. */
export class Untranslatable extends Error {}

/** The maximum length of a pattern in characters; a path has at most 2,048. */
export const LONGEST = 1000;
