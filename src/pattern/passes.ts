/**
 * Matches a program without assertions in two passes, several times faster than a search.
 * The first pass reads the path from its end. For each place it computes the instructions from
 * which the rest of the path matches, as a number with a bit for each `TAKE`. The second pass reads
 * from the start. At each split it takes the first branch from which the rest matches: the one that
 * the search would find by backtracking.
 */
import { Op, type Program, WIDTH } from './program.ts';
import { isMember } from './set.ts';

/**
 * Matches a path.
 * @param slots all −1; filled with the start and end of each group that participates
 */
export type Passes = (path: string, slots: number[]) => boolean;

/** The limit of a 32-bit number, minus one bit for the path's end. */
const MOST_TAKES = 31;

/**
 * Prepares the passes of a program.
 * @returns `false` if it has assertions, or more than {@link MOST_TAKES} characters
 * @example
 * createPasses(program)('a-b-c', slots); // for '(:any)-(:any)': true, slots is [0, 5, 0, 3, 4, 5]
 */
export function createPasses([code, start, sets, , , slotCount]: Program): Passes | false {
  const takes: number[] = [];
  /**
   * For each instruction, the bits of the `TAKE`s, or of the end, that it can reach without a
   * `TAKE`. Bit 0 is the end, and bit n + 1 is `takes[n]`.
   */
  const firsts: number[] = [];
  for (let pc = 0; pc < code.length; pc += WIDTH) {
    if (code[pc] > Op.SAVE) return false;
    firsts[pc] = code[pc] === Op.TAKE ? 1 << takes.push(pc) : Number(code[pc] === Op.END);
  }
  if (takes.length > MOST_TAKES) return false;
  let isComplete: boolean;
  // Repeats until nothing changes, since a loop's branch to its body points forwards in the code.
  do {
    isComplete = true;
    for (let pc = 0; pc < code.length; pc += WIDTH) {
      if (code[pc] < Op.SPLIT) continue;
      const next = code[pc + 2];
      const own = firsts[next] | firsts[code[pc] === Op.SPLIT ? code[pc + 1] : next];
      isComplete &&= own === firsts[pc];
      firsts[pc] = own;
    }
  } while (!isComplete);
  /** For each `TAKE`, the bits of those that can follow it. */
  const behind = takes.map((pc) => firsts[code[pc + 2]]);

  const takersOf = (character: number): number =>
    takes.reduce((bits, pc) => {
      const which = code[pc + 1];
      const isTaken = which < 0 ? character === ~which : isMember(sets[which], character);
      return isTaken ? bits | firsts[pc] : bits;
    }, 0);
  const takers = Int32Array.from({ length: 128 }, (_, character) => takersOf(character));

  return (path, slots) => {
    const { length } = path;
    const matching = new Int32Array(length + 1);
    let now = 1;
    /** The bits that `before` was computed for. */
    let cachedFor = 0;
    let before = 0;
    for (let at = length; at > 0; ) {
      if (now !== cachedFor) {
        cachedFor = now;
        before = 0;
        for (let take = 0; take < behind.length; take++) {
          if ((behind[take] & now) !== 0) before |= 2 << take;
        }
      }
      matching[at] = now;
      const character = path.charCodeAt(--at);
      now = before & (character < 128 ? takers[character] : takersOf(character));
      if (now === 0) return false;
    }
    matching[0] = now;
    if ((firsts[start] & now) === 0) return false;
    slots[0] = 0;
    slots[1] = length;
    // Skipped if there are no groups: turns that consume nothing could then loop forever.
    let pc = slotCount > 2 ? start : 0;
    for (let at = 0; pc > 0; ) {
      const op = code[pc];
      const operand = code[pc + 1];
      pc = code[pc + 2];
      if (op === Op.TAKE) at++;
      else if (op === Op.SAVE) slots[operand] = at;
      else if (op === Op.SPLIT && (firsts[operand] & matching[at]) !== 0) pc = operand;
    }
    return true;
  };
}
