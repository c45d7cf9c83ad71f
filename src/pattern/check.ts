/**
 * Refuses what is a valid expression and yet no pattern: what captures one thing in PCRE, which runs
 * CodeIgniter's patterns, and another in JavaScript, and text that no path contains.
 *
 * JavaScript forgets the groups inside a repeated group at each turn, refuses a turn that takes up no
 * character, and lets a reference to a group that took no part match nothing; PCRE remembers, allows
 * one such turn, and fails.
 */
import { shorten } from '../errors/show.ts';
import type { Expression } from './expression.ts';
import { NOTHING, refuseImpossible, type Sides, sidesOf } from './impossible.ts';
import type { Choices, Group, Refuse, Repetition, Term } from './terms.ts';

/** What a repetition has to know of what it repeats. */
interface Facts {
  /** Whether it may take up no character: 1 if only because a reference may match nothing. */
  empty: number;
  /** Whether it tries that first, or captures without taking up a character. */
  prefersEmpty: boolean;
  /** The first group that captures. */
  captures: Group | null;
  /** The first of those that a match may leave out. */
  skips: Group | null;
}

type Groups = readonly string[];

const facts = (empty: number): Facts => ({
  empty,
  prefersEmpty: false,
  captures: null,
  skips: null,
});

/**
 * Refuses the first such place of an expression.
 * @param written the pattern as written, to spell the advice
 * @param bounded whether the pattern's ends are those of a path
 */
export function checkExpression(
  { choices, groupCount }: Expression,
  written: string,
  bounded: boolean,
  refuse: Refuse,
): void {
  /** The groups, by number and name, that have taken part wherever what comes before matches. */
  const known: string[] = [];
  /** Those that have ended, whether they took part or not. */
  const ended: string[] = [];

  /**
   * @param instead the groups that references may name, if not those known: in a look-behind, which
   *   PCRE reads forwards and JavaScript backwards, those known before it
   */
  function visitAll(choices: Choices, outer: Sides, instead: Groups | null): Facts {
    const last = choices.length - 1;
    const all = facts(0);
    for (const [number, sequence] of choices.entries()) {
      const before = known.length;
      const own = facts(2);
      refuseImpossible(sequence, outer, written, refuse);
      for (const [position, term] of sequence.entries()) {
        const one = visit(term, sidesOf(sequence, position, position, outer), instead);
        own.empty = Math.min(own.empty, one.empty);
        own.prefersEmpty ||= one.prefersEmpty;
        own.captures ??= one.captures;
        own.skips ??= one.skips;
      }
      if (last > 0) known.length = before;
      all.empty = Math.max(all.empty, own.empty);
      all.prefersEmpty ||= own.empty === 2 && (number < last || own.prefersEmpty);
      all.captures ??= own.captures;
      all.skips ??= last > 0 ? own.captures : own.skips;
    }
    return all;
  }

  function visit(term: Term, sides: Sides, instead: Groups | null): Facts {
    const before = known.length;
    switch (term.kind) {
      case 'reference':
        // Before its end, a group has what it captured at an earlier turn of a repetition, which PCRE
        // keeps and JavaScript does not.
        if (!(instead ?? known).includes(term.to)) {
          refuse(
            term.index,
            `group ${shorten(term.to)} may have taken no part here, where PCRE fails and JavaScript matches nothing`,
            'refer to a group that always comes before',
          );
        }
        return facts(1);
      case 'assertion': {
        const isBehind = term.source.startsWith('(?<');
        const own = visitAll(term.choices, NOTHING, isBehind ? [...known] : instead);
        if (!term.source.endsWith('=')) known.length = before;
        return { ...own, empty: 2, prefersEmpty: term.groupCount > 0 };
      }
      case 'group': {
        const own = visitAll(term.choices, sides, instead);
        if (term.number === null) return own;
        const names = [String(term.number), term.name ?? ''];
        known.push(...names);
        ended.push(...names);
        return { ...own, captures: term };
      }
      case 'repetition': {
        const { node, min, max, lazy } = term;
        // A reference that is optional by itself may name any group that has ended.
        const mayNameAny = min === 0 && isReference(node);
        const own = visit(node, NOTHING, instead ?? (mayNameAny ? [...ended] : null));
        if (groupCount > 0 && node.kind === 'group') checkRepetition(term, own, refuse);
        own.prefersEmpty ||= lazy && max > min;
        if (min > 0) return own;
        known.length = before;
        return { ...own, empty: 2, skips: own.captures };
      }
      default:
        return facts(0);
    }
  }

  visitAll(choices, [bounded, bounded], null);
}

function checkRepetition({ index, min, max }: Repetition, own: Facts, refuse: Refuse): void {
  if (max > 1 && own.skips !== null) {
    refuse(
      own.skips.index,
      'this group is inside a repeated one and may be left out at some turns, where only PCRE ' +
        'keeps what it captured',
      'capture the whole repetition, as in ((?:a|b)*), or write (?:…) for this group',
    );
  }
  if (max > 1 && max > min && own.empty > 0) {
    refuse(
      index,
      'this group is repeated and can be empty, which PCRE and JavaScript capture differently',
      'let it take up one character at least, as in (a)* for (a?)*',
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

/** Whether a term is a reference, or a group with nothing else in it. */
function isReference(term: Term): boolean {
  if (term.kind === 'reference') return true;
  return (
    term.kind === 'group' &&
    term.choices.every((sequence) => sequence.length === 1 && isReference(sequence[0]))
  );
}
