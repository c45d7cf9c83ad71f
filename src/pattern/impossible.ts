/**
 * Refuses text that no normal path contains, since its route would never match, or block nothing.
 */
import { quote } from '../errors/show.ts';
import { CONTROL, decodePath, isRest } from '../path/normalise.ts';
import type { Refuse, Sequence, Term } from './terms.ts';

/** Whether a text or a group is certain to have a slash or an end of the path on each side. */
export type Sides = readonly [before: boolean, after: boolean];

/** Neither side is known. */
export const NOTHING: Sides = [false, false];

const NEVER = 'so this pattern would never match';
const ESCAPES = /(?:%[0-9a-f]{2})+/gi;
const HALF_PAIR = /\p{Cs}/gu;
const SYNTAX = /[\\^$.*+?()[\]{}|]/g;
const NO_SEGMENT = /\/(\.{0,2})(?=\/)/;

/**
 * Refuses the first text in a sequence that no normal path contains. Adjacent texts are joined.
 * @param outer the known surroundings of the sequence
 * @param written the pattern as written, for the advice
 */
export function refuseImpossible(
  sequence: Sequence,
  outer: Sides,
  written: string,
  refuse: Refuse,
): void {
  let value = '';
  /** The index in the source of each character of the text. */
  let indices: number[] = [];
  let first = 0;
  for (let position = 0; position <= sequence.length; position++) {
    const term = sequence[position];
    if (term?.kind === 'text') {
      if (value === '') first = position;
      value += term.value;
      // An escaped character is a term of its own, so a text's characters are as written.
      for (let at = 0; at < term.value.length; at++) indices.push(term.index + at);
      continue;
    }
    const next = sequence[position + 1];
    if (term?.kind === 'assertion' && term.source === '$' && next?.kind === 'text') {
      refuse(term.index, `$ ends the path, ${NEVER}`, 'write \\$ for a dollar sign');
    }
    if (value === '') continue;
    if (term?.kind === 'repetition' && term.node.kind === 'text' && term.min > 0) {
      // A repetition's first turn belongs to the text: %20+ starts with %20.
      value += term.node.value;
      indices.push(term.index);
    }
    const places = indices;
    checkText(value, sidesOf(sequence, first, position - 1, outer), written, (at, ...why) =>
      refuse(places[at], ...why),
    );
    value = '';
    indices = [];
  }
}

export function sidesOf(sequence: Sequence, first: number, last: number, outer: Sides): Sides {
  const side = (neighbour: Term, anchor: string, edge: number): boolean => {
    if (neighbour.kind === 'text') return neighbour.value.at(edge) === '/';
    return neighbour.kind === 'assertion' && neighbour.source === anchor;
  };
  return [
    first === 0 ? outer[0] : side(sequence[first - 1], '^', -1),
    last === sequence.length - 1 ? outer[1] : side(sequence[last + 1], '$', 0),
  ];
}

function checkText(value: string, [before, after]: Sides, written: string, refuse: Refuse): void {
  const never = (position: number, problem: string, advice: string) =>
    refuse(position, `${problem}, ${NEVER}`, advice);

  const control = value.search(CONTROL);
  if (control !== -1) never(control, 'no path has a control character', 'leave it out');

  for (const { index } of value.matchAll(/%/g)) {
    const digits = value.slice(index + 1, index + 3);
    if (isRest(digits)) continue;
    // The next term may complete an escape that starts at the end of the text.
    if (!after && (digits === '' || digits === '2')) continue;
    if (/[0-9a-f]{2}/i.test(digits)) {
      const problem = `paths are decoded before they are matched, so none contains %${digits}`;
      refuse(index, problem, spelling(written));
    }
    never(index, 'a percent sign of a path is matched as %25', 'write %25');
  }

  for (const { 0: unit, index } of value.matchAll(HALF_PAIR)) {
    // A class next to the text may contain the other half.
    const completed =
      unit < '\udc00' ? !after && index === value.length - 1 : !before && index === 0;
    if (!completed) never(index, 'no path has half a surrogate pair', 'write the whole character');
  }

  const between = `${before ? '/' : 'x'}${value}${after ? '/' : 'x'}`;
  const found = NO_SEGMENT.exec(between);
  if (found === null) return;
  // `between` has one character more in front, so the index of the slash there is that of the next
  // character in the text.
  const { 1: segment, index: at } = found;
  if (segment !== '') {
    never(at, `no path has the segment ${segment}`, 'write the path as it is without it');
  }
  const problem = 'no path has an empty segment';
  if (at === 0) never(at, problem, 'leave this slash out');
  if (at === value.length) never(at - 1, problem, 'leave the slash at the end out');
  never(at, problem, 'write one slash');
}

/** Advises how to write the pattern, with its escapes decoded as in a normal path. */
function spelling(written: string): string {
  const decoded = written.replace(ESCAPES, (escapes) => {
    const text = decodePath(escapes);
    return typeof text === 'string' ? text.replace(SYNTAX, '\\$&') : escapes;
  });
  if (CONTROL.test(decoded)) return 'leave it out: no path has a control character';
  if (decoded === written) return 'write the character itself';
  return `write ${quote(decoded)}`;
}
