/** Chooses the engine that matches a pattern. */
import { assemble } from './assemble.ts';
import { Machine, Op, type PatternMatcher, type Program, WIDTH } from './machine.ts';
import { type Pattern, refusal } from './parse.ts';

/**
 * Makes the matcher of a pattern. It matches like CodeIgniter (`preg_match('#^…$#')`), with two
 * deliberate differences: top-level alternatives are grouped before anchoring, and a match ends at
 * the path's true end. It takes linear time, unless the pattern has back references.
 * @throws {WaymarkError} if the pattern's repetitions are too long
 */
export function createMatcher(pattern: Pattern, where: string): PatternMatcher {
  const { choices, source, groupCount, written } = pattern;
  const program = assemble(choices, groupCount, refusal(written, where));
  if (!isDirect(program)) return new Machine(program);
  // The engine compiles an expression at its first use, since a table may have too many to compile
  // at once.
  return new RegExp(`^(?:${source})$`, 's');
}

/** How many times the engine may run one instruction at one place of the path. */
const MOST_WAYS = 16;

/** Longer programs may be too large for the engine. */
const LONGEST = 4_000 * WIDTH;

/**
 * A set with one bit for each character below 128, one for all others, and one for the path's end.
 */
type Characters = bigint;

const BEYOND = 1n << 128n;
const END = 1n << 129n;

/** The first character has the highest bit, as the first digit of a number does. */
const bitOf = (code: number) => (code < 128 ? 1n << BigInt(127 - code) : BEYOND);

/**
 * Whether the engine matches a pattern in linear time although it backtracks. At each split of the
 * program, the next character must decide which branch to take, with two exceptions: the last loop
 * may end anywhere, and outside loops a few branches may start alike. In a look-around, it never
 * decides.
 */
export function isDirect([code, start, sets]: Program): boolean {
  const classes = sets.map(
    ({ ascii, beyond }) => BigInt(`0b${ascii.join('')}`) | (beyond === false ? 0n : BEYOND),
  );
  /** For each instruction, the characters that can come next in the path. */
  const firsts: Characters[] = [];
  let isComplete: boolean;
  let ways: number;
  // Repeats until nothing changes, since a loop's branch to its body points forwards in the code.
  do {
    isComplete = true;
    ways = 1;
    // The program's order is from the pattern's end to its start.
    let loopEnd = 0;
    for (let pc = 0; pc < code.length; pc += WIDTH) {
      const op = code[pc];
      const operand = code[pc + 1];
      const next = code[pc + 2];
      let own = pc === 0 ? END : (firsts[next] ?? 0n);
      if (op === Op.REFER) return true;
      if (op === Op.TAKE) own = operand < 0 ? bitOf(~operand) : classes[operand];
      if (op === Op.SPLIT) {
        const other = firsts[operand] ?? 0n;
        // Anything may follow the end of a look-around.
        const isInLookAround = pc > start;
        const isAmbiguous = isInLookAround || (own & other) !== 0n;
        // Only a loop branches forwards, to its body.
        const bodyEnd = Math.max(operand, next);
        const isLoop = bodyEnd > pc;
        const isInLoop = pc <= loopEnd;
        const isLastLoop = isLoop && loopEnd === 0;
        if (isAmbiguous) ways *= isInLoop || (isLoop && !isLastLoop) ? Infinity : 2;
        if (isLoop) loopEnd = Math.max(loopEnd, bodyEnd);
        own |= other;
      }
      isComplete &&= firsts[pc] === own;
      firsts[pc] = own;
    }
  } while (!isComplete);
  return ways <= MOST_WAYS && code.length <= LONGEST;
}
