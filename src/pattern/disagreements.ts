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
      if (node.kind === 'repetition' && node.max > 1) checkRepetition(node, refuse);
      const inner = node.kind === 'repetition' ? node.node : node;
      if ('choices' in inner) visit(inner.choices);
    }
  };
  visit(choices);
  checkReferences(choices, new Set(), refuse);
}

function checkRepetition({ node, min, max }: Repetition, refuse: Refuse): void {
  if (node.kind !== 'group') return;
  const skipped = findSkipped(node.choices);
  if (skipped !== null) {
    refuse(
      skipped.index,
      'this group is inside a repeated one and may be left out at some turns, where PCRE keeps what ' +
        'it captured before and JavaScript does not',
      'capture the whole repetition, as in ((?:a|b)*), or write (?:…) for this group',
    );
  }
  if (max > min && node.choices.some(canBeEmpty)) {
    refuse(
      node.index,
      'this group is repeated and can be empty, which PCRE and JavaScript capture differently',
      'let it take up one character at least, as in (a)* for (a?)*, or repeat inside the group, as ' +
        'in (a*)',
    );
  }
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

function canBeEmpty(sequence: Sequence): boolean {
  return sequence.every((node) => {
    switch (node.kind) {
      case 'assertion':
      case 'reference':
        return true;
      case 'repetition':
        return node.min === 0 || canBeEmpty([node.node]);
      case 'group':
        return node.choices.some(canBeEmpty);
      default:
        return false;
    }
  });
}

/**
 * Refuses a reference to a group that may have taken no part where it stands, unless nothing but
 * the reference is optional there.
 *
 * @param known the groups, by number and name, that have taken part wherever these sequences match;
 *   those that they add are added to it
 */
function checkReferences(choices: Choices, known: Set<string>, refuse: Refuse): void {
  const ends = choices.map((sequence) => {
    const own = new Set(known);
    for (const node of sequence) checkNode(node, own, refuse);
    return own;
  });
  for (const group of ends[0] ?? []) if (ends.every((end) => end.has(group))) known.add(group);
}

function checkNode(node: Term, known: Set<string>, refuse: Refuse): void {
  switch (node.kind) {
    case 'text':
    case 'class':
      return;
    case 'reference':
      if (known.has(node.to)) return;
      return refuse(
        node.index,
        `group ${shorten(node.to)} may have taken no part here, where PCRE fails and JavaScript matches nothing`,
        'refer to a group that always comes before',
      );
    case 'repetition': {
      if (node.min === 0 && isReference(node.node)) return;
      return checkNode(node.node, node.min === 0 ? new Set(known) : known, refuse);
    }
    default: {
      const positive = node.kind === 'group' || /^\(\?<?=$/.test(node.source);
      checkReferences(node.choices, positive ? known : new Set(known), refuse);
      if (node.kind === 'assertion' || node.number === null) return;
      known.add(String(node.number));
      if (node.name !== null) known.add(node.name);
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
