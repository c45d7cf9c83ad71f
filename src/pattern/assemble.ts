/** Writes the program of a pattern for the machine. */
import { type Look, Op, type Program, WIDTH } from './program.ts';
import { type CharacterSet, readSet } from './set.ts';
import type { Assertion, CharacterClass, Choices, Refuse, Repetition, Term } from './terms.ts';

/** How many instructions repetitions may add, since each turn is written out. */
const MOST_COPIES = 10_000;

/**
 * Writes the program that matches whole paths, from its end to its start: each part is written with
 * the instruction that comes after it.
 * @param groups how many capturing groups there are
 * @param refuse called if repetitions add more than {@link MOST_COPIES} instructions
 * @returns `null` if there are back references
 */
export function assemble(choices: Choices, groups: number, refuse: Refuse): Program | null {
  const code: number[] = [];
  const sets: CharacterSet[] = [];
  const setNumbers = new Map<string, number>();
  const looks: Look[] = [];
  const lookNumbers = new Map<Assertion, number>();
  let marks = 0;
  let copies = 0;
  let isCopy = false;
  let isBackwards = false;
  let hasReference = false;

  function emit(op: Op, operand = 0, next = 0, mark = 0): number {
    if (isCopy) copies++;
    return code.push(op, operand, next, mark) - WIDTH;
  }

  /** An instruction that several lead to. */
  function join(next: number): number {
    return emit(Op.MARK, 0, next, marks++);
  }

  function lastFirst<T>(list: readonly T[]): readonly T[] {
    return isBackwards ? list : list.toReversed();
  }

  /** The operand that stands for one character. */
  function characterOf(term: CharacterClass): number {
    const { source } = term;
    const number = setNumbers.get(source) ?? sets.push(readSet(source)) - 1;
    setNumbers.set(source, number);
    return number;
  }

  function writeChoices(choices: Choices, behind: number): number {
    const end = choices.length > 1 ? join(behind) : behind;
    return choices
      .map((sequence) => lastFirst(sequence).reduce((next, term) => write(term, next), end))
      .reduceRight((other, start) => emit(Op.SPLIT, start, other));
  }

  function write(term: Term, next: number): number {
    switch (term.kind) {
      case 'text':
        return lastFirst(term.value.split('')).reduce(
          (next, char) => emit(Op.TAKE, ~char.charCodeAt(0), next),
          next,
        );
      case 'class':
        return emit(Op.TAKE, characterOf(term), next);
      case 'repetition':
        return writeRepetition(term, next);
      case 'group': {
        const { number, choices } = term;
        if (number === null) return writeChoices(choices, next);
        const last = 2 * number - (isBackwards ? 2 : 1);
        const body = writeChoices(choices, emit(Op.SAVE, last, next));
        return emit(Op.SAVE, last ^ 1, body);
      }
      case 'assertion': {
        const { source } = term;
        if (source === '^') return emit(Op.START, 0, next);
        if (source === '$') return emit(Op.END, 0, next);
        if (source.startsWith('\\')) return emit(Op.BOUNDARY, Number(source === '\\B'), next);
        const number = lookNumbers.get(term) ?? lookNumbers.size;
        lookNumbers.set(term, number);
        return emit(Op.LOOK, number, next);
      }
      default:
        hasReference = true;
        return next;
    }
  }

  function writeRepetition(term: Repetition, behind: number): number {
    const { node, min, max, lazy, index } = term;
    const wasCopy = isCopy;
    const copy = (next: number): number => {
      const start = write(node, next);
      isCopy = true;
      if (copies > MOST_COPIES) {
        refuse(
          index,
          `written out, it has more than ${MOST_COPIES} steps`,
          'write smaller numbers',
        );
      }
      return start;
    };
    const split = (body: number, skip: number) =>
      lazy ? emit(Op.SPLIT, skip, body) : emit(Op.SPLIT, body, skip);
    let next = behind;
    if (max === Infinity) {
      next = join(behind);
      const body = copy(next);
      // One character is faster as one instruction.
      if (body === next + WIDTH && code[body] === Op.TAKE && !lazy) {
        code.splice(next, 2 * WIDTH, Op.RUN, code[body + 1], behind, marks - 1);
      } else code[next + 2] = split(body, behind);
    } else if (max > min) {
      const end = join(behind);
      next = end;
      for (let turn = min; turn < max; turn++) next = split(copy(next), end);
    }
    for (let turn = 0; turn < min; turn++) next = copy(next);
    isCopy = wasCopy;
    return next;
  }

  emit(Op.ACCEPT);
  // A look-around's body is what comes after the first instruction.
  const start = emit(Op.START, 0, writeChoices(choices, emit(Op.END)));
  // The bodies add those that are inside them.
  for (const { source, choices, groupCount } of lookNumbers.keys()) {
    const behind = source.startsWith('(?<');
    const negative = source.endsWith('!');
    isBackwards = !behind;
    const truth = writeChoices(choices, 0);
    isBackwards = behind;
    const captures = groupCount > 0 && !negative ? writeChoices(choices, 0) : -1;
    looks.push({ truth, captures, behind, negative });
  }
  if (hasReference) return null;
  const last = choices.length === 1 ? choices[0].at(-1) : undefined;
  const tail = last?.kind === 'text' ? last.value : '';
  return { code, start, sets, looks, marks, groups, tail };
}
