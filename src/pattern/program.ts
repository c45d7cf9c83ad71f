/** Programs for the machine: patterns as plain data. */
import type { CharacterSet } from './set.ts';

/**
 * Operations. An instruction is four numbers: an operation, an operand, the next instruction, and
 * the number of its mark, or 0 for none. A marked instruction fails if it is reached again at the
 * same place. This is an enum because esbuild inlines its members as numbers.
 */
export enum Op {
  /** Ends the run. */
  ACCEPT,
  /** Consumes a character. Operand: the number of a set, or the complement of a character code. */
  TAKE,
  /** Requires the path's end. */
  END,
  /** Tries another instruction before the next one. Operand: that instruction. */
  SPLIT,
  /** Records the place. Operand: a slot. */
  SAVE,
  /** Requires an assertion. Operand: its index in `ASSERTIONS`. */
  ASSERT,
  /** Requires a look-around and records the place. Operand: a slot, numbered after the groups'. */
  LOOK,
  /** A back reference, which the machine can't match. */
  REFER,
}

/** The number of numbers in an instruction. */
export const WIDTH = 4;

/** The assertions that depend on neighbouring characters only. */
export const ASSERTIONS = [/^/y, /$/y, /\b/y, /\B/y];

/**
 * A program. `start` is the first instruction to run. In `code`, the bodies of look-arounds come
 * after `start`, and everything else before it. `marks` is the number of marks. `slots` is the
 * number of group slots: two for each group and two for the whole match. It is a tuple, since
 * property names would make up a fifth of the machine's code.
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
 * A look-around. `truth` is the instruction that starts the search for the places where its body
 * matches. `captures` starts the capture of its groups, and is −1 if there are none to capture.
 * `step` is 1 for a look-ahead, −1 for a look-behind. `wanted` is 1 if the body must match, 0 if it
 * must not. Nested look-arounds come after the outer one.
 */
export type Look = readonly [truth: number, captures: number, step: number, wanted: number];
