/**
 * Makes the matcher of a pattern: writes its program, and leaves it to the engine if the engine matches
 * it in linear time.
 */
import {
  type Assertion,
  type Choices,
  type Pattern,
  type Refuse,
  type Repetition,
  refusal,
  type Term,
} from './expression.ts';
import {
  ASSERTIONS,
  type Look,
  Machine,
  Op,
  type PatternMatcher,
  type Program,
  readSet,
  WIDTH,
} from './machine.ts';

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

// A set of characters is a number with one bit for each character below 128, one for all others, and
// one for the path's end.
const BEYOND = 1n << 128n;
const PATH_END = 1n << 129n;

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
  const firsts: bigint[] = [];
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
      let own = pc === 0 ? PATH_END : (firsts[next] ?? 0n);
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

/** The most instructions in a program, after its repetitions are expanded. */
const MOST_STEPS = 10_000;

/**
 * Writes the program that matches whole paths. It works from the end to the start, since each part
 * refers to the instruction after it.
 * @param groups the number of capturing groups
 * @param refuse called if repetitions make the program longer than {@link MOST_STEPS} instructions
 */
export function assemble(choices: Choices, groups: number, refuse: Refuse): Program {
  const code: number[] = [];
  const classes: string[] = [];
  const bodies: Assertion[] = [];
  const slots = 2 * groups + 2;
  let marks = 0;
  let step = 1;

  function emit(op: Op, operand = 0, next = 0): number {
    return code.push(op, operand, next, 0) - WIDTH;
  }

  /** Gives a mark to an instruction with several predecessors. */
  function join(instruction: number): void {
    code[instruction + 3] ||= ++marks;
  }

  function lastFirst<T>(list: readonly T[]): readonly T[] {
    return step > 0 ? list.toReversed() : list;
  }

  function writeChoices(choices: Choices, next: number): number {
    if (choices.length > 1) join(next);
    return choices
      .map((sequence) => lastFirst(sequence).reduce((behind, term) => write(term, behind), next))
      .reduceRight((other, start) => emit(Op.SPLIT, start, other));
  }

  function writeGroup(number: number, choices: Choices, next: number): number {
    // The machine reads the body of a look-behind backwards, so it meets the group's end first.
    const first = 2 * number + Number(step < 0);
    const second = first ^ 1;
    return emit(Op.SAVE, first, writeChoices(choices, emit(Op.SAVE, second, next)));
  }

  function write(term: Term, next: number): number {
    switch (term.kind) {
      case 'text':
        return lastFirst(term.value.split('')).reduce(
          (behind, char) => emit(Op.TAKE, ~char.charCodeAt(0), behind),
          next,
        );
      case 'class':
        return emit(Op.TAKE, numberOf(term.source, classes), next);
      case 'repetition':
        return writeRepetition(term, next);
      case 'group': {
        const { number, choices } = term;
        return number === null ? writeChoices(choices, next) : writeGroup(number, choices, next);
      }
      case 'assertion': {
        const place = ASSERTIONS.findIndex(({ source }) => source === term.source);
        if (place >= 0) return emit(Op.ASSERT, place, next);
        return emit(Op.LOOK, slots + numberOf(term, bodies), next);
      }
      default:
        return emit(Op.REFER);
    }
  }

  function writeRepetition(term: Repetition, behind: number): number {
    const { node, min, max, lazy, index } = term;
    let turns = 0;
    const writeTurn = (next: number): number => {
      const start = write(node, next);
      if (++turns > 1 && code.length > MOST_STEPS * WIDTH) {
        refuse(index, `written out, it is over ${MOST_STEPS} steps`, 'write smaller numbers');
      }
      return start;
    };
    // The machine tries the branch at 1 first. The body replaces one of the two.
    const branch = lazy ? 2 : 1;
    let next = behind;
    if (max === Infinity) {
      next = emit(Op.SPLIT, behind, behind);
      join(next);
      const body = writeTurn(next);
      code[next + branch] = body;
    } else if (max > min) {
      join(behind);
      for (let turn = min; turn < max; turn++) {
        const body = writeTurn(next);
        next = emit(Op.SPLIT, behind, behind);
        code[next + branch] = body;
      }
    }
    for (let turn = 0; turn < min; turn++) next = writeTurn(next);
    return next;
  }

  emit(Op.END, 0, emit(Op.ACCEPT));
  const start = writeGroup(0, choices, WIDTH);
  const looks: Look[] = [];
  // Writing a body appends the bodies nested in it to this list.
  for (const { source, choices, groupCount } of bodies) {
    const forwards = source.startsWith('(?<') ? -1 : 1;
    const wanted = Number(source.endsWith('='));
    step = -forwards;
    const truth = writeChoices(choices, emit(Op.ACCEPT));
    step = forwards;
    const captures = groupCount * wanted > 0 ? writeChoices(choices, emit(Op.ACCEPT)) : -1;
    looks.push([truth, captures, forwards, wanted]);
  }
  return [code, start, classes.map(readSet), looks, marks, slots];
}

/** The index of a value in a list; a missing value is added. */
function numberOf<T>(value: T, list: T[]): number {
  const place = list.indexOf(value);
  return place < 0 ? list.push(value) - 1 : place;
}
