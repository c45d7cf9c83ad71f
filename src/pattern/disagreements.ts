/**
 * Refuses expressions whose groups capture one thing in PCRE, which runs CodeIgniter's patterns, and
 * another in JavaScript. JavaScript forgets the groups inside a repeated group at each turn, refuses
 * a turn that takes up no character, and lets a reference to a group that took no part match nothing;
 * PCRE remembers, allows one such turn, and fails.
 */
import { shorten } from '../errors/show.ts';
import { type Choices, type Group, innerOf, type Refuse, type Term } from './terms.ts';

/** Refuses the first such place of an expression. */
export function refuseDisagreements(choices: Choices, groupCount: number, refuse: Refuse): void {
  if (groupCount === 0) return;
  checkRepetitions(choices, refuse);
  // It keeps a set of groups for each group, which takes the square of their number.
  if (hasReference(choices)) checkReferences(choices, refuse);
}

function hasReference(choices: Choices): boolean {
  return choices.flat().some((term) => {
    const inner = innerOf(term);
    return inner.kind === 'reference' || ('choices' in inner && hasReference(inner.choices));
  });
}

function checkRepetitions(choices: Choices, refuse: Refuse): void {
  for (const term of choices.flat()) {
    const inner = innerOf(term);
    if (!('choices' in inner)) continue;
    if (term.kind === 'repetition') checkRepetition(inner, term.min, term.max, refuse);
    checkRepetitions(inner.choices, refuse);
  }
}

function checkRepetition(
  { choices, index }: { readonly choices: Choices; readonly index: number },
  min: number,
  max: number,
  refuse: Refuse,
): void {
  const skipped = max > 1 ? findSkipped(choices) : null;
  if (skipped !== null) {
    refuse(
      skipped.index,
      'this group is inside a repeated one and may be left out at some turns, where only PCRE ' +
        'keeps what it captured',
      'capture the whole repetition, as in ((?:a|b)*), or write (?:…) for this group',
    );
  }
  if (max > 1 && max > min && canBeEmpty(choices, true)) {
    refuse(
      index,
      'this group is repeated and can be empty, which PCRE and JavaScript capture differently',
      'let it take up one character at least, as in (a)* for (a?)*',
    );
  }
  if (max === 1 && min === 0 && prefersEmpty(choices)) {
    refuse(
      index,
      'this group is optional and tries to be empty first, which only PCRE allows',
      'leave out the quantifier behind it, as in (|a) for (|a)?',
    );
  }
}

/** Whether sequences may match nothing before they match something, or capture without taking any. */
function prefersEmpty(choices: Choices): boolean {
  return choices.some(
    (sequence, number) =>
      canBeEmpty([sequence], false) && (number < choices.length - 1 || sequence.some(triesEmpty)),
  );
}

function triesEmpty(term: Term): boolean {
  if (term.kind === 'repetition')
    return (term.lazy && term.max > term.min) || triesEmpty(term.node);
  if (term.kind === 'assertion') return term.groupCount > 0;
  return term.kind === 'group' && prefersEmpty(term.choices);
}

/** The first capturing group that a match may leave out. */
function findSkipped(choices: Choices, outer = false): Group | null {
  for (const term of choices.flat()) {
    const inner = innerOf(term);
    if (!('choices' in inner)) continue;
    const optional = outer || choices.length > 1 || (term.kind === 'repetition' && term.min === 0);
    if (optional && inner.kind === 'group' && inner.number !== null) return inner;
    const found = findSkipped(inner.choices, optional);
    if (found !== null) return found;
  }
  return null;
}

function canBeEmpty(choices: Choices, references: boolean): boolean {
  const can = (term: Term): boolean => {
    switch (term.kind) {
      case 'assertion':
        return true;
      case 'reference':
        return references;
      case 'repetition':
        return term.min === 0 || can(term.node);
      default:
        return term.kind === 'group' && canBeEmpty(term.choices, references);
    }
  };
  return choices.some((sequence) => sequence.every(can));
}

type Groups = ReadonlySet<string>;

/**
 * Refuses a reference to a group that may have taken no part before it, unless only the reference is
 * optional there and the group has ended: before its end, a group has what it captured at an earlier
 * turn of a repetition, which PCRE keeps and JavaScript does not.
 */
function checkReferences(choices: Choices, refuse: Refuse): void {
  /** The groups that have ended, whether they took part or not. */
  const ended = new Set<string>();

  /**
   * @param known the groups that have taken part wherever what comes before matches; those that these
   *   sequences add are added to them
   * @param outside in a look-behind, which PCRE reads forwards and JavaScript backwards, those known
   *   before it
   */
  const visit = (choices: Choices, known: Set<string>, outside: Groups | null): void => {
    const ends = choices.map((sequence) => {
      const own = new Set(known);
      for (const term of sequence) visitTerm(term, own, outside);
      return own;
    });
    for (const group of ends[0] ?? []) {
      if (ends.every((end) => end.has(group))) known.add(group);
    }
  };

  const visitTerm = (term: Term, known: Set<string>, outside: Groups | null): void => {
    if (term.kind === 'repetition') {
      const { node, min } = term;
      visitTerm(node, min > 0 ? known : new Set(isReference(node) ? ended : known), outside);
    } else if (term.kind === 'reference' && !(outside ?? known).has(term.to)) {
      refuse(
        term.index,
        `group ${shorten(term.to)} may have taken no part here, where PCRE fails and JavaScript matches nothing`,
        'refer to a group that always comes before',
      );
    } else if (term.kind === 'assertion') {
      const { source } = term;
      const inside = source.endsWith('=') ? known : new Set(known);
      visit(term.choices, inside, source.startsWith('(?<') ? new Set(known) : outside);
    } else if (term.kind === 'group') {
      visit(term.choices, known, outside);
      if (term.number === null) return;
      for (const name of [String(term.number), term.name ?? '']) {
        known.add(name);
        ended.add(name);
      }
    }
  };

  visit(choices, new Set(), null);
}

/** Whether a term is a reference, or a group with nothing else in it. */
function isReference(term: Term): boolean {
  if (term.kind === 'reference') return true;
  return (
    term.kind === 'group' &&
    term.choices.every((sequence) => sequence.length === 1 && isReference(sequence[0]))
  );
}
