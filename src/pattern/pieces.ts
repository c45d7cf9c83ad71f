/** What a regular expression is made of at its top level. */

/** Plain characters, with their escapes taken off. */
export interface Text {
  readonly kind: 'text';
  readonly value: string;
  readonly index: number;
}

/** A group, with what stands between its parentheses. */
export interface Group {
  readonly kind: 'capture' | 'plain';
  readonly body: string;
  readonly index: number;
  /** How many capturing groups it holds, itself included where it captures. */
  readonly captures: number;
}

/** Something that takes up no character: an anchor, a word boundary, a look-around. */
export interface Assertion {
  readonly kind: 'assertion';
  readonly index: number;
  /** How many capturing groups a look-around holds. */
  readonly captures: number;
}

/** Anything else: a class, a dot, an escape such as `\d`, whatever has a quantifier. */
export interface Other {
  readonly kind: 'other';
  readonly index: number;
}

/** A part of an expression at its top level. */
export type Piece = Text | Group | Assertion | Other;

/** What `scan` found. */
export interface Scanned {
  readonly pieces: readonly Piece[];
  /** How many capturing groups there are, at any depth. */
  readonly captures: number;
  /** Whether a `|` stands at the top level. */
  readonly alternatives: boolean;
}

/** Told what is wrong at a place and what to write instead; it throws. */
export type Refuse = (index: number, problem: string, advice: string) => never;
