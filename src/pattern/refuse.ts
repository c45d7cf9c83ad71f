/**
 * Refuses valid expressions that are not valid patterns: groups and references that behave
 * differently in PCRE, which runs CodeIgniter's patterns, and in JavaScript; and text that no path
 * contains.
 *
 * The two differ in three ways. At each turn of a repetition, JavaScript clears the groups inside
 * it and PCRE keeps them. JavaScript rejects an optional turn that consumes nothing; PCRE allows
 * one. A reference to a group that did not participate matches nothing in JavaScript and fails in
 * PCRE.
 */
import { shorten } from '../errors/show.ts';
import type { Expression } from './expression.ts';
import { NOTHING, refuseImpossible, type Sides, sidesOf } from './impossible.ts';
import type { Choices, Group, Refuse, Repetition, Term } from './terms.ts';

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

type Groups = readonly string[];

const facts = (empty: Empty): Facts => ({
  empty,
  prefersEmpty: false,
  captures: null,
  skips: null,
});

/**
 * Refuses the first invalid place in an expression.
 * @param written the pattern as written, for the advice
 * @param bounded whether the pattern starts and ends where the path does
 */
export function checkExpression(
  { choices, groupCount }: Expression,
  written: string,
  bounded: boolean,
  refuse: Refuse,
): void {
  /** The numbers and names of the groups that are certain to have participated so far. */
  const known: string[] = [];
  /** The groups that have ended, whether they participated or not. */
  const ended: string[] = [];

  /** @param nameable the groups that references may name, nearly always `known` */
  function visitAll(choices: Choices, outer: Sides, nameable: Groups): Facts {
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

  function visit(term: Term, sides: Sides, nameable: Groups): Facts {
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
