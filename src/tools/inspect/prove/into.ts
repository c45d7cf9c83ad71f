/** Finds the captures that turn a destination into a word of a language. */
import { type DFA, NFA } from 'refa';
import type { Captures } from '../automata/translate.ts';
import type { Row } from '../inspection.ts';

/** The most ways to consider. Only a destination with three or more references has so many. */
const MOST_WAYS = 1000;

/**
 * Finds the ways to fill in a row's destination so that it is in a language. Each way lists the
 * captures of the groups; group 0 is the whole path.
 * @returns empty if the destination can't be in the language; `null` if there are too many ways
 */
export function waysInto(
  { template: { pieces, groups }, captures }: Pick<Row, 'template' | 'captures'>,
  wanted: DFA,
): Captures[] | null {
  const nodes = [...wanted.nodes()];
  const ways: Captures[] = [];
  const last = groups.findLastIndex((group) => group <= captures);
  /** Only text follows the last reference, so one automaton covers all its ends. */
  const isEnd = (node: DFA.Node) => {
    const end = pass(node, pieces.slice(last + 1).join(''));
    return end !== undefined && wanted.finals.has(end);
  };
  if (last === -1) return isEnd(wanted.initial) ? [new Map()] : [];
  const walk = (position: number, node: DFA.Node, filled: Captures): void => {
    const next = pass(node, pieces[position]);
    if (next === undefined || ways.length > MOST_WAYS) return;
    const group = groups[position];
    // A reference to a missing group gives ''.
    if (group > captures) return walk(position + 1, next, filled);
    const ends = position === last ? [nodes.filter(isEnd)] : nodes.map((end) => [end]);
    for (const some of ends) {
      const own = between(wanted, next, some);
      if (own.isEmpty) continue;
      const known = filled.get(group);
      const value = known === undefined ? own : NFA.fromIntersection(known, own);
      const more = new Map(filled).set(group, value);
      if (position === last) ways.push(more);
      else walk(position + 1, some[0], more);
    }
  };
  walk(0, wanted.initial, new Map());
  return ways.length > MOST_WAYS ? null : ways;
}

/** The node reached from another by a text; `undefined` if there is none. */
export function pass(from: DFA.Node, text: string): DFA.Node | undefined {
  let node: DFA.Node | undefined = from;
  for (let at = 0; at < text.length && node !== undefined; at++) {
    node = node.out.get(text.charCodeAt(at));
  }
  return node;
}

/** The language between one node of an automaton and any of several others. */
export function between(
  automaton: DFA,
  start: DFA.ReadonlyNode,
  ends: readonly DFA.ReadonlyNode[],
): NFA {
  const { maxCharacter } = automaton;
  const { getOut } = automaton.transitionIterator();
  return NFA.fromTransitionIterator(
    { initial: start, getOut, isFinal: (node) => ends.includes(node) },
    { maxCharacter },
  );
}
