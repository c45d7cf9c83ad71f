/** What the machine runs: a pattern as plain data. */
import type { CharacterSet } from './set.ts';

/**
 * What an instruction does. Each instruction is four numbers: one of these, an operand, the next
 * instruction, and the number of its mark. One with a mark fails the second time at a place; one
 * without has 0. An enum, because esbuild writes its members as numbers.
 */
export enum Op {
  /** Ends the run. */
  ACCEPT,
  /** Takes a character. Operand: the number of a set, or the complement of a character's code. */
  TAKE,
  /** Needs the path's end. */
  END,
  /** Tries an instruction before the next one. Operand: the instruction. */
  SPLIT,
  /** Notes the place. Operand: a slot. */
  SAVE,
  /** Needs an assertion. Operand: its place in `ASSERTIONS`. */
  ASSERT,
  /** Needs a look-around, and notes the place. Operand: a slot; its number comes after the groups'. */
  LOOK,
  /** Stands for a back reference, which the machine can't match. */
  REFER,
}

/** How many numbers an instruction is. */
export const WIDTH = 4;

/** The assertions that look at neighbours alone. */
export const ASSERTIONS = [/^/y, /$/y, /\b/y, /\B/y];

/**
 * The instructions; the first to run, which the bodies of look-arounds are behind, and all others
 * before; the sets of characters; the look-arounds; how many marks there are; and how many slots the
 * groups have, two for each and two for the whole match. A tuple, since the names of members would be
 * a fifth of the machine's code.
 */
export type Program<S = CharacterSet> = readonly [
  code: readonly number[],
  start: number,
  sets: readonly S[],
  looks: readonly Look[],
  marks: number,
  slots: number,
];

/**
 * A look-around; one inside another has a higher number. The instructions where the search for its
 * places starts, and where its groups are captured, or −1 if it has none; 1 for a look-ahead, −1 for
 * a look-behind; 1 if it must match, 0 if it must not.
 */
export type Look = readonly [truth: number, captures: number, step: number, wanted: number];
