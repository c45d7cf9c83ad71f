import { subjectOf } from '../path/normalise.ts';
import { parseDestination } from '../table/destination.ts';

/** A destination in the form in which it is filled. */
export interface Filling {
  /** The text before the first reference. */
  readonly head: string;
  /** What follows; `null` where there is no reference. */
  readonly tail: Tail | null;
}

/** The references of a destination, and the text behind each. */
export interface Tail {
  readonly groups: readonly number[];
  /** Where the last reference ends the destination, one less than there are references. */
  readonly texts: readonly string[];
  /** Whether the references are `$1`, `$2` and so on, as they mostly are. */
  readonly isInOrder: boolean;
}

/** Whether a destination is empty, which blocks. */
export function isBlock({ head, tail }: Filling): boolean {
  return head === '' && tail === null;
}

/** Where a reference may start, or what takes the meaning of one away. */
const SIGN = /[$\\]/;

/**
 * Makes the function that reads destinations. It remembers what it has read from the first reference
 * on, for the routes of one table to share, as memory is slow.
 *
 * @example
 * createDestinationReader()('posts/show/$1', 'posts/([0-9]+)');
 * // { head: 'posts/show/', tail: { groups: [1], texts: [], isInOrder: true } }
 */
export function createDestinationReader(): (to: string, pattern: string) => Filling {
  const known = new Map<string, Filling>();
  return (to, pattern) => {
    if (!to.includes('$') || !pattern.includes('(')) return { head: to, tail: null };
    const start = to.search(SIGN);
    const rest = to.slice(start);
    let read = known.get(rest);
    if (read === undefined) {
      read = readRest(rest);
      known.set(rest, read);
    }
    return { head: to.slice(0, start) + read.head, tail: read.tail };
  };
}

function readRest(rest: string): Filling {
  const { pieces, groups } = parseDestination(rest, '()');
  const [head, ...texts] = pieces;
  if (groups.length === 0) return { head, tail: null };
  if (texts.at(-1) === '') texts.pop();
  const isInOrder = groups.every((group, place) => group === place + 1);
  return { head, tail: { groups, texts, isInOrder } };
}

/**
 * Fills a destination from a match.
 *
 * @param head the text before the first reference
 * @param tail the rest
 * @param params what the groups captured; a group that the pattern does not have gives the empty
 *   string
 * @param path the whole match, for `$0`, with a leading slash
 *
 * @example
 * fillTail('posts/show/', tail, ['7'], '/posts/7'); // 'posts/show/7'
 */
export function fillTail(
  head: string,
  { groups, texts, isInOrder }: Tail,
  params: readonly string[],
  path: string,
): string {
  const { length } = groups;
  let filled = head;
  if (isInOrder && length <= params.length) {
    filled += params[0];
    for (let place = 1; place < length; place++) filled += texts[place - 1] + params[place];
    return texts.length < length ? filled : filled + texts[length - 1];
  }
  for (let place = 0; place < length; place++) {
    const group = groups[place];
    if (group === 0) filled += subjectOf(path);
    else if (group <= params.length) filled += params[group - 1];
    if (place < texts.length) filled += texts[place];
  }
  return filled;
}
