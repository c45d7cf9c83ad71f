/** Which captures fill a destination so that it is the one that is looked for. */
import { type DFA, NFA } from 'refa';
import type { Shape } from '../automata/shape.ts';
import { type Captures, translate } from '../automata/translate.ts';
import type { Unproved } from '../automata/unproved.ts';
import type { Row } from '../inspection.ts';

/** A destination that is looked for. */
export interface Goal {
  readonly text: string;
  /** Whether a slash and arguments may follow it. */
  readonly more: boolean;
  /** Whether a dash counts as an underscore. */
  readonly dashes: boolean;
  /** Set if the goal is many destinations, of which `text` is one. */
  readonly many?: Many;
}

/** The destinations that an expression describes. */
export interface Many {
  readonly shape: Shape;
  /** All of them, whatever may follow them included. */
  language(): DFA | Unproved;
}

/** What one reference gives in one way to come to the goal. */
interface Filled {
  readonly group: number;
  readonly text: string;
  /** Whether a slash and arguments may follow the text. */
  readonly more: boolean;
}

/** How many ways are looked at; only references next to each other make so many. */
const MOST_WAYS = 1000;

/**
 * The ways to fill a destination so that it is a goal: for each, what the groups capture. Group 0
 * is the whole path.
 *
 * @param row the row that the destination is of
 * @param goal what it has to become
 * @returns no way if it can't become the goal; `null` if there are too many ways
 */
export function waysTo(
  { template: { pieces, groups }, captures }: Pick<Row, 'template' | 'captures'>,
  goal: Goal,
): Captures[] | null {
  const wanted = fold(goal.text, goal);
  // Most rows lead elsewhere from the start.
  if (passText(fold(pieces[0], goal), 0, wanted, goal.more) === null) return [];
  const ways: Captures[] = [];
  /** `at` is how much of the goal is there already; beyond its end, arguments have begun. */
  const walk = (position: number, at: number, filled: readonly Filled[]): void => {
    if (ways.length > MOST_WAYS) return;
    const next = passText(fold(pieces[position], goal), at, wanted, goal.more);
    if (next === null) return;
    if (position === groups.length) {
      if (next >= wanted.length) ways.push(capturesOf(filled, goal));
      return;
    }
    const group = groups[position];
    // A group that there is not gives nothing.
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

/** Whether a filled destination is a goal. */
export function isGoal(destination: string, goal: Goal): boolean {
  const wanted = fold(goal.text, goal);
  const end = passText(fold(destination, goal), 0, wanted, goal.more);
  return end !== null && end >= wanted.length;
}

/** The automaton of what a goal is made of. */
export function goalAutomaton({ text, more, dashes }: Goal): NFA {
  const escaped = escapeText(text);
  const source = dashes ? escaped.replace(/[-_]/g, '[-_]') : escaped;
  // The cast: an escaped text is translated, whatever it is.
  return translate(more ? `${source}(?:/.*)?` : source) as NFA;
}

/** An expression that matches a text. */
export function escapeText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** How far into the goal a text comes from a place in it; `null` if it leads elsewhere. */
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
    captures.set(group, known === undefined ? own : NFA.fromIntersection(known, own));
  }
  return captures;
}

function fold(text: string, { dashes }: Goal): string {
  return dashes ? text.replaceAll('-', '_') : text;
}
