/** Finds the patterns that two passes can match, and that could take an engine longer. */
import { classSource, repeatedClass } from './repeated.ts';
import { type Item, type Run, SequenceMatcher } from './sequence.ts';
import { areDisjoint, isMember, readSet } from './set.ts';
import type { Choices, Group, Repetition, Sequence, Term } from './terms.ts';

/** A run of so many characters is not much longer than its quantifier. */
const COUNTED = 8;

/** The items of a pattern, and which of them each group spans. */
interface Found {
  readonly items: Item[];
  readonly groups: [first: number, behindLast: number][];
}

/**
 * Makes the matcher of a pattern that is such a sequence and that an engine could need more than
 * linear time for; `null` where the pattern's regular expression will do.
 */
export function createLinearMatcher(choices: Choices): SequenceMatcher | null {
  const [sequence, ...others] = choices;
  const found: Found = { items: [], groups: [] };
  if (others.length > 0 || !collect(withoutAnchors(sequence), found)) return null;
  return isDirect(found.items) ? null : new SequenceMatcher(found.items, found.groups);
}

/**
 * Whether a pattern takes time proportional to the path's length times its own size, whatever the path.
 *
 * @param choices the pattern, parsed
 *
 * @example
 * isLinear(parsePattern('(:any)-(:any)', where).choices); // true
 */
export function isLinear([sequence, ...others]: Choices): boolean {
  return others.length === 0 && collect(withoutAnchors(sequence), { items: [], groups: [] });
}

/** The matcher is anchored by itself. */
function withoutAnchors(sequence: Sequence): Sequence {
  const isAnchor = (node: Term | undefined, source: string) =>
    node?.kind === 'assertion' && node.source === source;
  const start = isAnchor(sequence[0], '^') ? 1 : 0;
  return sequence.slice(start, isAnchor(sequence.at(-1), '$') ? -1 : sequence.length);
}

/** Adds the items of a sequence; `false` where it has anything else. */
function collect(sequence: Sequence, found: Found): boolean {
  return sequence.every((node) => {
    switch (node.kind) {
      case 'text':
        found.items.push(node.value);
        return true;
      case 'class':
        found.items.push({ set: readSet(node.source), min: 1, max: 1, lazy: false });
        return true;
      case 'repetition':
        return collectRepetition(node, found);
      case 'group':
        return collectGroup(node, found);
      default:
        return false;
    }
  });
}

function collectGroup(node: Group, found: Found): boolean {
  if (node.choices.length > 1) return false;
  const group: [number, number] = [found.items.length, 0];
  if (node.number !== null) found.groups.push(group);
  if (!collect(node.choices[0], found)) return false;
  group[1] = found.items.length;
  return true;
}

function collectRepetition(node: Repetition, found: Found): boolean {
  const { node: inner, min, max, lazy } = node;
  if (inner.kind === 'text' || inner.kind === 'class') {
    found.items.push({ set: readSet(classSource(inner)), min, max, lazy });
    return true;
  }
  const source = repeatedClass(inner);
  // A group of one run that is repeated, or may be left out, captures what a single run does.
  const single = max === Infinity ? min < 2 : max === 1;
  if (source === null || !single || (lazy && min === 0) || inner.kind !== 'group') return false;
  const first = found.items.length;
  found.items.push({ set: readSet(source), min, max: Infinity, lazy: false });
  if (inner.number !== null) found.groups.push([first, first + 1]);
  return true;
}

/**
 * Whether an engine never has to try a stretch of the path twice: each item can end at one place
 * only, since nothing in it can start the next one, except for the last item that varies.
 */
function isDirect(items: readonly Item[]): boolean {
  const varying = items.findLastIndex(isLong);
  return items.slice(0, Math.max(varying, 0)).every((item, number) => {
    if (!isLong(item)) return true;
    const next = items[number + 1];
    if (typeof next === 'string') return !isMember(item.set, next.charCodeAt(0));
    return next.min > 0 && areDisjoint(item.set, next.set);
  });
}

/** Whether an item varies in length, or is longer than it is written: `.{1000}`. */
function isLong(item: Item): item is Run {
  return typeof item !== 'string' && (item.min !== item.max || item.min > COUNTED);
}
