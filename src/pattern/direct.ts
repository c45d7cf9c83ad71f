/** Decides whether JavaScript's engine, which is faster than the machine, may match a pattern. */
import { Op, type Program, WIDTH } from './program.ts';

/** The engine may run an instruction this many times at one place of the path. */
const MOST_WAYS = 16;

/** Longer programs may be too large for the engine. */
const LONGEST = 4_000 * WIDTH;

/** A set of characters, a bit for each: those below 128, all others, the end. */
type Characters = bigint;

const BEYOND = 1n << 128n;
const END = 1n << 129n;

/**
 * Whether the engine matches a pattern in linear time although it goes back. Where a program splits,
 * the next character must tell which way to go, with two exceptions: the last loop may end anywhere,
 * and a few ways outside of loops may start alike.
 */
export function isDirect([code, start, sets]: Program): boolean {
  const classes = sets.map(
    ({ ascii, beyond }) => BigInt(`0b${ascii.join('')}`) | (beyond === false ? 0n : BEYOND),
  );
  /** What the path's rest may start with at each instruction. */
  const firsts: Characters[] = [];
  let isComplete: boolean;
  let ways: number;
  // Until nothing is new: a loop leads to its body, which comes behind it.
  do {
    isComplete = true;
    ways = 1;
    let isLong = false;
    let loop = 0;
    for (let pc = 0; pc < code.length; pc += WIDTH) {
      const op = code[pc];
      const operand = code[pc + 1];
      const next = code[pc + 2];
      let own = pc === 0 ? END : (firsts[next] ?? 0n);
      if (op === Op.REFER) return true;
      // The operand may be the complement of a code. Codes below 128 have the bits from the highest on.
      if (op === Op.TAKE) {
        own = classes[operand] ?? (operand < -128 ? BEYOND : 1n << BigInt(128 + operand));
      }
      if (op === Op.SPLIT) {
        const other = firsts[operand] ?? 0n;
        const target = Math.max(operand, next);
        if (pc > start || (own & other) !== 0n) {
          ways *= loop >= pc || (target > pc && isLong) ? Infinity : 2;
        }
        loop = Math.max(loop, target);
        own |= other;
        isLong ||= loop > pc;
      }
      isComplete &&= firsts[pc] === own;
      firsts[pc] = own;
    }
  } while (!isComplete);
  return ways <= MOST_WAYS && code.length <= LONGEST;
}
