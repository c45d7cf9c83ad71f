/**
 * Refuses expressions whose groups capture one thing in PCRE, which runs CodeIgniter's patterns,
 * and another in JavaScript. JavaScript forgets the groups inside a repeated group at each turn,
 * refuses a turn that takes up no character, and lets a reference to a group that took no part match
 * nothing; PCRE remembers, allows one such turn, and fails.
 */
import { shorten } from '../errors/show.ts';
import type { Choices, Group, Refuse, Repetition, Sequence, Term } from './terms.ts';

/**
 * Refuses the first such place of an expression.
 *
 * @param choices the expression
 * @param groupCount how many groups it has; without any there is nothing to disagree on
 * @param refuse called with the place and what to write instead
 *
 * @example
 * refuseDisagreements(choicesOf('(a?)*'), 1, refuse); // the group may be empty at each turn
 */
export function refuseDisagreements(choices: Choices, groupCount: number, refuse: Refuse): void {
  if (groupCount === 0) return;
  const visit = (choices: Choices): void => {
    for (const node of choices.flat()) {
      if (node.kind === 'repetition') checkRepetition(node, refuse);
      const inner = node.kind === 'repetition' ? node.node : node;
      if ('choices' in inner) visit(inner.choices);
    }
  };
  visit(choices);
  checkReferences(choices, { known: new Set(), ended: new Set(), outside: null }, refuse);
}

function checkRepetition({ node, min, max }: Repetition, refuse: Refuse): void {
  if (node.kind !== 'group') return;
  const skipped = max > 1 ? findSkipped(node.choices) : null;
  if (skipped !== null) {
    refuse(
      skipped.index,
      'this group is inside a repeated one and may be left out at some turns, where PCRE keeps what ' +
        'it captured before and JavaScript does not',
      'capture the whole repetition, as in ((?:a|b)*), or write (?:…) for this group',
    );
  }
  if (max > 1 && max > min && node.choices.some((choice) => canBeEmpty(choice, true))) {
    refuse(
      node.index,
      'this group is repeated and can be empty, which PCRE and JavaScript capture differently',
      'let it take up one character at least, as in (a)* for (a?)*, or repeat inside the group, as ' +
        'in (a*)',
    );
  }
  if (max === 1 && min === 0 && prefersEmpty(node.choices)) {
    refuse(
      node.index,
      'this group is optional and tries to be empty first, which PCRE allows and JavaScript does not',
      'leave out the quantifier behind it, as in (|a) for (|a)?',
    );
  }
}

/** Whether sequences may match nothing before they match something, or capture without taking any. */
function prefersEmpty(choices: Choices): boolean {
  return choices.some((sequence, number) => {
    if (!canBeEmpty(sequence, false)) return false;
    return number < choices.length - 1 || sequence.some(triesEmpty);
  });
}

function triesEmpty(node: Term): boolean {
  if (node.kind === 'repetition')
    return (node.lazy && node.max > node.min) || triesEmpty(node.node);
  if (node.kind === 'assertion') return node.groupCount > 0;
  return node.kind === 'group' && prefersEmpty(node.choices);
}

/** The first group that captures and that a match of the sequences may leave out. */
function findSkipped(choices: Choices, optional = choices.length > 1): Group | null {
  for (const node of choices.flat()) {
    const inner = node.kind === 'repetition' ? node.node : node;
    if (!('choices' in inner)) continue;
    const may = optional || (node.kind === 'repetition' && node.min === 0);
    if (may && inner.kind === 'group' && inner.number !== null) return inner;
    const found = findSkipped(inner.choices, may || inner.choices.length > 1);
    if (found !== null) return found;
  }
  return null;
}

/** @param references whether a reference can be */
function canBeEmpty(sequence: Sequence, references: boolean): boolean {
  return sequence.every((node) => {
    switch (node.kind) {
      case 'assertion':
        return true;
      case 'reference':
        return references;
      case 'repetition':
        return node.min === 0 || canBeEmpty([node.node], references);
      case 'group':
        return node.choices.some((choice) => canBeEmpty(choice, references));
      default:
        return false;
    }
  });
}

/** The groups, by number and name, that a place of an expression comes after. */
interface Groups {
  /** Those that have taken part wherever what comes before matches. */
  readonly known: Set<string>;
  /** Those that have ended, whether they took part or not; one set for the whole expression. */
  readonly ended: Set<string>;
  /** In a look-behind, which PCRE reads forwards and JavaScript backwards, those known before it. */
  readonly outside: ReadonlySet<string> | null;
}

/**
 * Refuses a reference to a group that may have taken no part where it stands, unless nothing but
 * the reference is optional there, and the group has ended: before its end a group has what it
 * captured at an earlier turn of a repetition, which PCRE keeps and JavaScript does not.
 *
 * @param groups those that these sequences add are added to them
 */
function checkReferences(choices: Choices, groups: Groups, refuse: Refuse): void {
  const ends = choices.map((sequence) => {
    const own = { ...groups, known: new Set(groups.known) };
    for (const node of sequence) checkNode(node, own, refuse);
    return own.known;
  });
  for (const group of ends[0] ?? []) {
    if (ends.every((end) => end.has(group))) groups.known.add(group);
  }
}

function checkNode(node: Term, groups: Groups, refuse: Refuse): void {
  const { known, ended, outside } = groups;
  switch (node.kind) {
    case 'text':
    case 'class':
      return;
    case 'reference':
      if ((outside ?? known).has(node.to)) return;
      return refuse(
        node.index,
        `group ${shorten(node.to)} may have taken no part here, where PCRE fails and JavaScript matches nothing`,
        'refer to a group that always comes before',
      );
    case 'repetition': {
      if (node.min > 0) return checkNode(node.node, groups, refuse);
      const taken = isReference(node.node) ? ended : known;
      return checkNode(node.node, { ...groups, known: new Set(taken) }, refuse);
    }
    default: {
      const positive = node.kind === 'group' || /^\(\?<?=$/.test(node.source);
      const behind = node.kind === 'assertion' && node.source.startsWith('(?<');
      checkReferences(
        node.choices,
        {
          known: positive ? known : new Set(known),
          ended,
          outside: behind ? new Set(known) : outside,
        },
        refuse,
      );
      if (node.kind === 'assertion' || node.number === null) return;
      for (const name of [String(node.number), node.name]) {
        if (name === null) continue;
        known.add(name);
        ended.add(name);
      }
    }
  }
}

/** Whether a node is a reference, or a group with nothing else in it. */
function isReference(node: Term): boolean {
  if (node.kind === 'reference') return true;
  return (
    node.kind === 'group' &&
    node.choices.every((sequence) => sequence.length === 1 && isReference(sequence[0]))
  );
}
