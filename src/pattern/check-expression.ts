/**
 * Checks an expression whose syntax the parser of `expression.ts` has accepted. It refuses groups and
 * references that behave differently in PCRE, which runs CodeIgniter's patterns, and in JavaScript;
 * and text that no path contains.
 *
 * The two differ in three ways. At each turn of a repetition, JavaScript clears the groups inside
 * it and PCRE keeps them. JavaScript rejects an optional turn that consumes nothing; PCRE allows
 * one. A reference to a group that did not participate matches nothing in JavaScript and fails in
 * PCRE.
 */
import { quote, shorten } from '../errors/show.ts';
import { CONTROL, decodePath, isKept } from '../path/normalise.ts';
import type { Choices, Group, Pattern, Refuse, Repetition, Sequence, Term } from './expression.ts';

/** Whether a text or a group is certain to have a slash or an end of the path on each side. */
type Sides = readonly [before: boolean, after: boolean];

/** Neither side is known. */
const NOTHING: Sides = [false, false];

const NEVER = 'so this pattern would never match';
const ESCAPED_BYTES = /(?:%[0-9a-f]{2})+/gi;
const HALF_PAIR = /\p{Cs}/gu;
const SYNTAX = /[\\^$.*+?()[\]{}|]/g;
const NO_SEGMENT = /\/(\.{0,2})(?=\/)/;

/** How freely a term can match without consuming a character; a higher number is freer. */
enum Empty {
  Never,
  /** Only if a reference matches nothing. */
  ByReference,
  Freely,
}

/** Facts about a term that matter if the term is repeated. */
interface Facts {
  empty: Empty;
  /** Whether it first tries to consume nothing, or captures without consuming anything. */
  prefersEmpty: boolean;
  /** The first capturing group. */
  captures: Group | null;
  /** The first capturing group that a match may skip. */
  skips: Group | null;
}

const facts = (empty: Empty): Facts => ({
  empty,
  prefersEmpty: false,
  captures: null,
  skips: null,
});

/**
 * Refuses the first invalid place in a pattern.
 * @param bounded whether the pattern starts and ends where the path does
 */
export function checkExpression(
  { choices, groupCount, written }: Pattern,
  bounded: boolean,
  refuse: Refuse,
): void {
  /** The numbers and names of the groups that are certain to have participated so far. */
  const known: string[] = [];
  /** The groups that have ended, whether they participated or not. */
  const ended: string[] = [];

  /** @param nameable the groups that references may name, nearly always `known` */
  function visitAll(choices: Choices, outer: Sides, nameable: readonly string[]): Facts {
    const last = choices.length - 1;
    const all = facts(Empty.Never);
    for (const [place, sequence] of choices.entries()) {
      const before = known.length;
      const own = facts(Empty.Freely);
      refuseImpossible(sequence, outer, written, refuse);
      for (const [position, term] of sequence.entries()) {
        const isFixed = term.kind === 'group';
        const sides = isFixed ? sidesOf(sequence, position, position, outer) : NOTHING;
        const one = visit(term, sides, nameable);
        own.empty = Math.min(own.empty, one.empty);
        own.prefersEmpty ||= one.prefersEmpty;
        own.captures ??= one.captures;
        own.skips ??= one.skips;
      }
      if (last > 0) known.length = before;
      all.empty = Math.max(all.empty, own.empty);
      // An alternative that may be empty is tried before those behind it.
      all.prefersEmpty ||= own.empty === Empty.Freely && (place < last || own.prefersEmpty);
      all.captures ??= own.captures;
      all.skips ??= last > 0 ? own.captures : own.skips;
    }
    return all;
  }

  function visit(term: Term, sides: Sides, nameable: readonly string[]): Facts {
    const before = known.length;
    switch (term.kind) {
      case 'reference':
        // A reference inside its own group sees the capture of an earlier turn, which PCRE keeps
        // and JavaScript clears.
        if (!nameable.includes(term.to)) {
          refuse(
            term.index,
            `group ${shorten(term.to)} may not have participated here; then PCRE fails and JavaScript matches nothing`,
            'refer to a group that always comes before',
          );
        }
        return facts(Empty.ByReference);
      case 'assertion': {
        // PCRE matches a look-behind forwards and JavaScript backwards, so its references may only
        // name groups before it.
        const isBehind = term.source.startsWith('(?<');
        const own = visitAll(term.choices, NOTHING, isBehind ? [...known] : nameable);
        if (!term.source.endsWith('=')) known.length = before;
        return { ...own, empty: Empty.Freely, prefersEmpty: term.groupCount > 0 };
      }
      case 'group': {
        const own = visitAll(term.choices, sides, nameable);
        if (term.number === null) return own;
        const names = [String(term.number), term.name ?? ''];
        known.push(...names);
        ended.push(...names);
        return { ...own, captures: term };
      }
      case 'repetition': {
        const { node, min, max, lazy } = term;
        // A reference that is itself optional may name any group that has ended.
        const isInBehind = nameable !== known;
        const mayNameAny = min === 0 && !isInBehind && isReference(node);
        const own = visit(node, NOTHING, mayNameAny ? [...ended] : nameable);
        if (groupCount > 0 && node.kind === 'group') checkRepetition(term, own, refuse);
        own.prefersEmpty ||= lazy && max > min;
        if (min > 0) return own;
        known.length = before;
        return { ...own, empty: Empty.Freely, skips: own.captures };
      }
      default:
        return facts(Empty.Never);
    }
  }

  visitAll(choices, [bounded, bounded], known);
}

function checkRepetition({ index, min, max }: Repetition, own: Facts, refuse: Refuse): void {
  if (max > 1 && own.skips !== null) {
    refuse(
      own.skips.index,
      'this group is inside a repeated one and may be skipped in some turns, where only PCRE ' +
        'keeps its capture',
      'capture the whole repetition, as in ((?:a|b)*), or write (?:…) for this group',
    );
  }
  if (max > 1 && max > min && own.empty !== Empty.Never) {
    refuse(
      index,
      'this group is repeated and can be empty, which PCRE and JavaScript capture differently',
      'let it match at least one character, as in (a)* for (a?)*',
    );
  }
  if (max === 1 && min === 0 && own.prefersEmpty) {
    refuse(
      index,
      'this group is optional and tries to be empty first, which only PCRE allows',
      'leave out the quantifier behind it, as in (|a) for (|a)?',
    );
  }
}

/** Whether a term is a reference, or a group of references only. */
function isReference(term: Term): boolean {
  if (term.kind === 'reference') return true;
  return (
    term.kind === 'group' &&
    term.choices.every((sequence) => sequence.length === 1 && isReference(sequence[0]))
  );
}

/**
 * Refuses the first text in a sequence that no normal path contains. Adjacent texts are joined.
 * @param outer the known surroundings of the sequence
 * @param written the pattern as written, for the advice
 */
function refuseImpossible(sequence: Sequence, outer: Sides, written: string, refuse: Refuse): void {
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

function checkText(value: string, [before, after]: Sides, written: string, refuse: Refuse): void {
  const never = (position: number, problem: string, advice: string) =>
    refuse(position, `${problem}, ${NEVER}`, advice);

  const control = value.search(CONTROL);
  if (control !== -1) never(control, 'no path has a control character', 'leave it out');

  for (const { index } of value.matchAll(/%/g)) {
    const digits = value.slice(index + 1, index + 3);
    if (isKept(digits)) continue;
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
  const decoded = written.replace(ESCAPED_BYTES, (escapes) => {
    const text = decodePath(escapes);
    return typeof text === 'string' ? text.replace(SYNTAX, '\\$&') : escapes;
  });
  if (CONTROL.test(decoded)) return 'leave it out: no path has a control character';
  if (decoded === written) return 'write the character itself';
  return `write ${quote(decoded)}`;
}
