/**
 * Refuses text that no normal path contains: a route for it would never match, and a block of it
 * would block nothing.
 */
import { quote } from '../errors/show.ts';
import { isRest } from '../path/escapes.ts';
import { decodePath } from '../path/normalise.ts';
import { type Choices, innerOf, type Refuse, type Sequence, type Term } from './terms.ts';

/** Neighbouring texts as one. */
interface Run {
  readonly value: string;
  /** Where in the source each of its characters starts. */
  readonly indices: readonly number[];
  /** Whether a slash or an end of the path is next to it. */
  readonly bounded: Sides;
}

type Sides = readonly [before: boolean, after: boolean];

const ESCAPES = /(?:%[0-9a-f]{2})+/gi;
const CONTROL = /\p{Cc}/u;
const HALF_PAIR = /\p{Cs}/gu;
const SYNTAX = /[\\^$.*+?()[\]{}|]/g;

/**
 * Refuses the first text of a pattern that no normal path contains.
 * @param written the pattern as written, to spell the advice
 * @param bounded whether the pattern's ends are those of a path
 */
export function refuseImpossible(
  choices: Choices,
  written: string,
  bounded: boolean,
  refuse: Refuse,
): void {
  const visit = (choices: Choices, outer: Sides): void => {
    for (const sequence of choices) {
      for (const run of runsOf(sequence, outer)) checkRun(run, written, refuse);
      for (const [position, term] of sequence.entries()) {
        const inner = innerOf(term);
        if (!('choices' in inner)) continue;
        // What is optional, repeated or only looked for says nothing about its neighbours.
        const isFixed = term.kind === 'group';
        visit(inner.choices, isFixed ? sidesOf(sequence, position, position, outer) : NOTHING);
      }
    }
  };
  visit(choices, [bounded, bounded]);
}

/** Nothing is known of either side. */
const NOTHING: Sides = [false, false];

function* runsOf(sequence: Sequence, outer: Sides): Generator<Run, void> {
  let value = '';
  let indices: number[] = [];
  let start = 0;
  for (let position = 0; position <= sequence.length; position++) {
    const term = sequence[position];
    if (term?.kind === 'text') {
      if (value === '') start = position;
      value += term.value;
      // An escaped character is a term of its own, so a text's characters are as written.
      for (let at = 0; at < term.value.length; at++) indices.push(term.index + at);
      continue;
    }
    if (value === '') continue;
    if (term?.kind === 'repetition' && term.node.kind === 'text' && term.min > 0) {
      // The text goes on with the first repetition, whatever comes then: %20+ starts with %20.
      value += term.node.value;
      indices.push(term.index);
    }
    yield { value, indices, bounded: sidesOf(sequence, start, position - 1, outer) };
    value = '';
    indices = [];
  }
}

function sidesOf(sequence: Sequence, first: number, last: number, outer: Sides): Sides {
  const side = (neighbour: Term, anchor: string, edge: number): boolean => {
    if (neighbour.kind === 'text') return neighbour.value.at(edge) === '/';
    return neighbour.kind === 'assertion' && neighbour.source === anchor;
  };
  return [
    first === 0 ? outer[0] : side(sequence[first - 1], '^', -1),
    last === sequence.length - 1 ? outer[1] : side(sequence[last + 1], '$', 0),
  ];
}

function checkRun({ value, indices, bounded }: Run, written: string, refuse: Refuse): void {
  const refuseAt = (position: number, problem: string, advice: string) =>
    refuse(indices[position], problem, advice);
  const never = (position: number, problem: string, advice: string) =>
    refuseAt(position, `${problem}, so this pattern would never match`, advice);
  const [before, after] = bounded;

  const control = value.search(CONTROL);
  if (control !== -1) never(control, 'no path has a control character', 'leave it out');

  for (const { index } of value.matchAll(/%/g)) {
    const digits = value.slice(index + 1, index + 3);
    if (isRest(digits)) continue;
    // What follows the text may complete an escape that its end begins.
    if (!after && (digits === '' || digits === '2')) continue;
    if (/[0-9a-f]{2}/i.test(digits)) {
      const problem = `paths are decoded before they are matched, so none contains %${digits}`;
      refuseAt(index, problem, spelling(written));
    }
    never(index, 'a percent sign of a path is matched as %25', 'write %25');
  }

  for (const { 0: unit, index } of value.matchAll(HALF_PAIR)) {
    // A class next to the text may hold the other half.
    const completed =
      unit < '\udc00' ? !after && index === value.length - 1 : !before && index === 0;
    if (!completed) never(index, 'no path has half a surrogate pair', 'write the whole character');
  }

  const segments = value.split('/');
  const end = segments.length - 1;
  let start = 0;
  for (const [number, segment] of segments.entries()) {
    const alone = (number > 0 || before) && (number < end || after);
    if (alone && segment === '') {
      const problem = 'no path has an empty segment';
      if (number === 0) never(start, problem, 'leave this slash out');
      if (number === end) never(start - 1, problem, 'leave the slash at the end out');
      never(start, problem, 'write one slash');
    }
    if (alone && (segment === '.' || segment === '..')) {
      never(start, `no path has the segment ${segment}`, 'write the path as it is without it');
    }
    start += segment.length + 1;
  }
}

/** The pattern with its escapes decoded, as a normal path has them. */
function spelling(written: string): string {
  const decoded = written.replace(ESCAPES, (escapes) => {
    const text = decodePath(escapes);
    return typeof text === 'string' ? text.replace(SYNTAX, '\\$&') : escapes;
  });
  if (CONTROL.test(decoded)) return 'leave it out: no path has a control character';
  if (decoded === written) return 'write the character itself';
  return `write ${quote(decoded)}`;
}
