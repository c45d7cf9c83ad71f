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
export function isDirect({ code, start, sets }: Program): boolean {
  const classes = sets.map(
    ({ ascii, beyond }): Characters =>
      BigInt(`0b${ascii.join('')}`) | (beyond === false ? 0n : BEYOND),
  );
  const charactersOf = (which: number): Characters =>
    classes[which] ?? (~which < 128 ? 1n << BigInt(127 - ~which) : BEYOND);
  /** What the path's rest may start with at each instruction. */
  const firsts: Characters[] = [];
  let isComplete: boolean;
  let ways: number;
  // Until nothing is new: loops lead to instructions that come later.
  do {
    isComplete = true;
    ways = code.length > LONGEST ? Infinity : 1;
    let isLong = false;
    let loop = -1;
    for (let pc = 0; pc < code.length; pc += WIDTH) {
      const op = code[pc];
      const operand = code[pc + 1];
      const next = code[pc + 2];
      // Bodies of look-arounds come behind the rest: nothing is known of what follows them.
      const isBody = pc > start;
      let own = pc === 0 ? END : (firsts[next] ?? 0n);
      if (op === Op.TAKE) own = charactersOf(operand);
      if (op === Op.MARK && next > pc) {
        isLong = true;
        loop = Math.max(loop, next);
      }
      if (op === Op.RUN || op === Op.SPLIT) {
        const isRun = op === Op.RUN;
        const other = isRun ? charactersOf(operand) : firsts[operand];
        if (isBody || (own & other) !== 0n) {
          if (pc <= loop || (isRun && (isLong || isBody))) ways = Infinity;
          if (!isRun) ways *= 2;
        }
        own |= other;
        isLong ||= isRun;
      }
      if (firsts[pc] !== own) isComplete = false;
      firsts[pc] = own;
    }
  } while (!isComplete);
  return ways <= MOST_WAYS;
}
