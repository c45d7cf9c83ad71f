/** Finds the captures that turn a destination into a goal. */
import { type DFA, NFA, Words } from 'refa';
import { NfaNodes } from '../automata/budget.ts';
import type { Shape } from '../automata/shape.ts';
import { type Captures, common, MAX, proved, translate, Unproved } from '../automata/translate.ts';
import type { Row } from '../inspection.ts';

export interface Goal {
  readonly text: string;
  /** Whether a slash and arguments may follow it. */
  readonly more: boolean;
  /** Whether a dash counts as an underscore. */
  readonly dashes: boolean;
  /** Set if the goal is many destinations; `text` is one of them. */
  readonly many?: Many;
}

export interface Many {
  readonly shape: Shape;
  /** All of them, including anything that may follow. */
  language(): DFA | Unproved;
}

/** The text of one reference in one way to the goal. */
interface Filled {
  readonly group: number;
  readonly text: string;
  /** Whether a slash and arguments may follow the text. */
  readonly more: boolean;
}

/** The most ways to consider. Only three or more references, or adjacent ones, have so many. */
const MOST_WAYS = 1000;

/**
 * Finds the ways to fill in a row's destination so that it is the goal. Each way lists the captures
 * of the groups; group 0 is the whole path.
 * @returns empty if the destination can't be the goal; `null` if there are too many ways
 */
export function waysTo(
  { template: { pieces, groups }, captures }: Pick<Row, 'template' | 'captures'>,
  goal: Goal,
): Captures[] | null {
  const wanted = fold(goal.text, goal);
  // Most destinations already start differently.
  if (passText(fold(pieces[0], goal), 0, wanted, goal.more) === null) return [];
  const ways: Captures[] = [];
  /** `at` is how much of the goal is filled; beyond its end, arguments have begun. */
  const walk = (position: number, at: number, filled: readonly Filled[]): void => {
    if (ways.length > MOST_WAYS) return;
    const next = passText(fold(pieces[position], goal), at, wanted, goal.more);
    if (next === null) return;
    if (position === groups.length) {
      if (next >= wanted.length) ways.push(capturesOf(filled, goal));
      return;
    }
    const group = groups[position];
    // A reference to a missing group gives ''.
    if (next > wanted.length || group > captures) return walk(position + 1, next, filled);
    for (let end = next; end <= wanted.length; end++) {
      walk(position + 1, end, [...filled, { group, text: wanted.slice(next, end), more: false }]);
    }
    if (!goal.more) return;
    const rest = { group, text: wanted.slice(next), more: true };
    walk(position + 1, wanted.length + 1, [...filled, rest]);
  };
  walk(0, 0, []);
  return ways.length > MOST_WAYS ? null : ways;
}

/** Whether a destination, with its references filled in, is a goal; `false` if undecided. */
export function isGoal(destination: string, goal: Goal): boolean {
  if (goal.many !== undefined) {
    const language = goal.many.language();
    return !(language instanceof Unproved) && language.test(Words.fromStringToUTF16(destination));
  }
  const wanted = fold(goal.text, goal);
  const end = passText(fold(destination, goal), 0, wanted, goal.more);
  return end !== null && end >= wanted.length;
}

export function goalsAutomaton(goals: readonly Goal[]): NFA {
  const all = NFA.empty(MAX);
  for (const goal of goals) {
    const { many } = goal;
    all.union(many === undefined ? goalAutomaton(goal) : NFA.fromFA(proved(many.language())));
  }
  return all;
}

function goalAutomaton({ text, more, dashes }: Goal): NFA {
  const escaped = escapeText(text);
  const source = dashes ? escaped.replace(/[-_]/g, '[-_]') : escaped;
  return proved(translate(more ? `${source}(?:/.*)?` : source));
}

export function escapeText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** The position in the goal after a text that starts at `at`; `null` if the text differs. */
function passText(text: string, at: number, wanted: string, more: boolean): number | null {
  const left = wanted.slice(at);
  if (at > wanted.length || left.startsWith(text)) return at + text.length;
  return more && text.startsWith(`${left}/`) ? wanted.length + 1 : null;
}

function capturesOf(filled: readonly Filled[], { dashes }: Goal): Captures {
  const captures = new Map<number, NFA>();
  for (const { group, text, more } of filled) {
    const own = more
      ? goalAutomaton({ text: `${text}/`, more: false, dashes })
      : goalAutomaton({ text, more, dashes });
    if (more) own.append(NFA.all(own));
    const known = captures.get(group);
    captures.set(group, known === undefined ? own : common(known, own));
  }
  return captures;
}

function fold(text: string, { dashes }: Goal): string {
  return dashes ? text.replaceAll('-', '_') : text;
}

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
      const value = known === undefined ? own : common(known, own);
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
    new NfaNodes(),
  );
}
