/**
 * Runs a pattern's program in time proportional to the path's length times the program's.
 *
 * The machine tries alternatives in the same order as JavaScript's engine, so its first match is
 * the engine's, captures included. (If an optional group matches nothing, the engine captures
 * `undefined` and the machine `''`. Both become `''` in an answer.) An engine may reach an
 * instruction at one place of the path in exponentially many ways. But only the instruction and the
 * place decide whether the rest matches: if it fails once, it always fails. So the machine marks the
 * pair, and fails at once when it returns there. Only instructions with several predecessors need a
 * mark, since any other runs exactly as often as its predecessor.
 *
 * When a look-around is first reached, the machine computes whether it matches at each place of the
 * path. It runs a look-ahead's body backwards from every place, and a look-behind's forwards; the
 * matches are the places where it arrives. Captures in a look-around are taken after the path has
 * matched, at the place where the look-around last succeeded.
 *
 * Programs and their sets of characters are plain data, so a compiled table can hold them.
 */

/** Matches like a regular expression. */
export interface PatternMatcher {
  /** @returns the whole match and the captures, or `null` */
  exec(path: string): readonly (string | undefined)[] | null;
}

/** Matches a pattern by running its program. */
export class Machine implements PatternMatcher {
  constructor(readonly program: Program) {}

  exec(path: string): readonly (string | undefined)[] | null {
    const [code, start, sets, looks, marks, slotCount] = this.program;
    const { length } = path;
    /** The start and end of each group, then the last place of each look-around; −1 if unset. */
    const slots: number[] = new Array(slotCount + looks.length).fill(-1);
    /** 1 for each visited pair of a place and a mark. */
    const marked = new Uint8Array((length + 1) * marks);
    /** For each look-around, 1 for each place where its body matches. */
    const truths: Uint8Array[] = [];

    const takes = (which: number, from: number, to: number): boolean => {
      if (to < 0 || to > length) return false;
      const character = path.charCodeAt(from < to ? from : to);
      return which < 0 ? character === ~which : isMember(sets[which], character);
    };

    /**
     * Runs to the first `ACCEPT`.
     * @param stack pairs to start from or to backtrack to: a place and an instruction, or the old
     *   value of a slot and the slot's complement
     * @param step 1 to move towards the path's end, −1 towards its start
     * @param truth if given, the place of each `ACCEPT` is set to 1, and the run continues
     * @returns whether the run ended at an `ACCEPT`
     */
    const search = (stack: number[], step: number, truth?: Uint8Array): boolean => {
      while (stack.length > 0) {
        let pc = stack.pop() as number; // the cast: it is not empty
        let at = stack.pop() as number; // the cast: they are pairs
        if (pc < 0) {
          slots[~pc] = at;
          continue;
        }
        let holds = true;
        while (holds) {
          const operand = code[pc + 1];
          let next = code[pc + 2];
          const mark = code[pc + 3];
          if (mark > 0) {
            const pair = at * marks + mark - 1;
            if (marked[pair] === 1) break;
            marked[pair] = 1;
          }
          switch (code[pc]) {
            case Op.ACCEPT:
              if (truth === undefined) return true;
              truth[at] = 1;
              holds = false;
              break;
            case Op.TAKE:
              holds = takes(operand, at, at + step);
              at += step;
              break;
            case Op.SPLIT:
              stack.push(at, next);
              next = operand;
              break;
            case Op.END:
              holds = at === length;
              break;
            case Op.ASSERT: {
              const assertion = ASSERTIONS[operand];
              assertion.lastIndex = at;
              holds = assertion.test(path);
              break;
            }
            default:
              if (code[pc] === Op.LOOK) {
                const look = operand - slotCount;
                holds = truthOf(look)[at] === looks[look][3];
              }
              stack.push(slots[operand], ~operand);
              slots[operand] = at;
          }
          pc = next;
        }
      }
      return false;
    };

    const truthOf = (look: number): Uint8Array => {
      if (truths[look] === undefined) {
        const [body, , step] = looks[look];
        truths[look] = new Uint8Array(length + 1);
        const everywhere: number[] = [];
        for (let at = 0; at <= length; at++) everywhere.push(at, body);
        search(everywhere, -step, truths[look]);
      }
      return truths[look];
    };

    if (!search([0, start], 1)) return null;
    looks.forEach(([, captures, step], look) => {
      const at = slots[slotCount + look];
      if (at >= 0 && captures >= 0) search([at, captures], step);
    });
    const found: (string | undefined)[] = [];
    for (let slot = 0; slot < slotCount; slot += 2) {
      found.push(slots[slot] < 0 ? undefined : path.slice(slots[slot], slots[slot + 1]));
    }
    return found;
  }
}

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

export interface CharacterSet {
  /** 1 for each code below 128 that is a member. */
  readonly ascii: Readonly<Uint8Array>;
  /** Whether the characters from 128 on are members; an expression if only some are. */
  readonly beyond: boolean | RegExp;
}

/** Classes that treat all non-ASCII characters alike: those without such a character or a code. */
const ALIKE = /^(?:[^\\\u0080-\uffff]|\\[^uxc0-7])*$/;

/** Reads the source of a class, or of one character: `[^/]`, `.`, `\d`. */
export function readSet(source: string): CharacterSet {
  const member = new RegExp(`^${source}$`, 's');
  const ascii = Uint8Array.from({ length: 128 }, (_, code) =>
    member.test(String.fromCharCode(code)) ? 1 : 0,
  );
  return { ascii, beyond: ALIKE.test(source) ? member.test('\u0100') : member };
}

function isMember({ ascii, beyond }: CharacterSet, code: number): boolean {
  if (code < 128) return ascii[code] === 1;
  return typeof beyond === 'boolean' ? beyond : beyond.test(String.fromCharCode(code));
}
