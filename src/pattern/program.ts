/** What the machine runs: a pattern as plain data. */
import type { CharacterSet } from './set.ts';

/**
 * What an instruction does. Each instruction is four numbers: one of these, an operand, the next
 * instruction, and its mark. An enum, because esbuild writes its members as numbers.
 */
export enum Op {
  /** Ends the run. */
  ACCEPT,
  /** Takes a character. Operand: the number of a set, or the complement of a character's code. */
  TAKE,
  /** Takes as many characters as there are, then fewer. Operand: that of `TAKE`. Has a mark. */
  RUN,
  /** Tries an instruction before the next one. Operand: the instruction. */
  SPLIT,
  /** Fails the second time at a place. Has a mark. */
  MARK,
  /** Notes the place. Operand: the slot. */
  SAVE,
  /** Needs the start of the path (`^`). */
  START,
  /** Needs its end (`$`). */
  END,
  /** Needs a word boundary (`\b`). Operand: 1 to need that there is none (`\B`). */
  BOUNDARY,
  /** Needs a look-around. Operand: its number. */
  LOOK,
}

/** How many numbers an instruction is. */
export const WIDTH = 4;

export interface Program<S = CharacterSet> {
  readonly code: readonly number[];
  /** The first instruction. */
  readonly start: number;
  readonly sets: readonly S[];
  readonly looks: readonly Look[];
  /** How many marks there are. */
  readonly marks: number;
  /** How many capturing groups there are. */
  readonly groups: number;
  /** A text that each matching path ends with. */
  readonly tail: string;
}

/** A look-around. One inside another has a higher number. */
export interface Look {
  /** The instruction where the search for its places starts. */
  readonly truth: number;
  /** The instruction that captures its groups; −1 if it has none. */
  readonly captures: number;
  readonly behind: boolean;
  readonly negative: boolean;
}
