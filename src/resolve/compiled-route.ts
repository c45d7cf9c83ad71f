/** A compiled route, and its destination, which each answer fills in. */
import { subjectOf } from '../path/normalise.ts';
import type { PatternMatcher } from '../pattern/machine.ts';
import { isFilled, parseFilled } from '../table/destination.ts';
import type { Handler } from '../table/handler.ts';
import type { Meta } from '../table/meta.ts';
import type { RouteSchemas } from '../table/schema.ts';

/** A compiled route. It is flat, since each nested object costs another memory access. */
export interface CompiledRoute extends Filling {
  readonly key: string;
  /** The whole path, if the pattern is only text; otherwise `null`. */
  readonly path: string | null;
  /** The number of segments in the route's steps. */
  readonly segments: number;
  readonly more: RouteExtras | null;
}

/** Rarely needed members of a route, kept out of it, since memory access is slow. */
export interface RouteExtras {
  /** Matches the whole pattern; `null` if the tree's steps already do. */
  readonly expression: PatternMatcher | null;
  readonly handler: Handler | undefined;
  readonly name: string | undefined;
  readonly meta: Meta | undefined;
  readonly schemas: RouteSchemas | undefined;
  /** If a group has a name: the name of each, or its position from 0. */
  readonly names: readonly string[] | undefined;
}

/** The extras of a route; `null` for the many routes that have none. */
export function extrasOf(extras: RouteExtras): RouteExtras | null {
  // A loop, since a list of the values would be made for each route.
  for (const name in extras) {
    if ((extras[name as keyof RouteExtras] ?? null) !== null) return extras; // the cast: its own names
  }
  return null;
}

/** An object under construction. */
export type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** A destination, ready to be filled in. */
export interface Filling {
  /** The text before the first reference. */
  readonly head: string;
  /** The text and references from the first reference on; `null` if there is none. */
  readonly tail: Tail | null;
}

/** The references of a destination and the text after each. */
export interface Tail {
  readonly groups: readonly number[];
  /** One text fewer than `groups` if the destination ends with a reference. */
  readonly texts: readonly string[];
  /** Whether the references are `$1`, `$2` and so on, as is usual. */
  readonly isInOrder: boolean;
}

/** Whether a destination is empty, so its route blocks. */
export function isBlock({ head, tail }: Filling): boolean {
  return head === '' && tail === null;
}

/** The start of a reference or of an escape. */
const SIGN = /[$\\]/;

/** Makes the function that reads destinations. Equal tails are shared, to save memory. */
export function createDestinationReader(): (to: string, pattern: string) => Filling {
  const known = new Map<string, Filling>();
  return (to, pattern) => {
    if (!isFilled(to, pattern)) return { head: to, tail: null };
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
  const { pieces, groups } = parseFilled(rest);
  const [head, ...texts] = pieces;
  if (groups.length === 0) return { head, tail: null };
  if (texts.at(-1) === '') texts.pop();
  const isInOrder = groups.every((group, place) => group === place + 1);
  return { head, tail: { groups, texts, isInOrder } };
}

/**
 * Fills in the references of a destination.
 * @param params the captured strings; a reference to a missing group becomes `''`
 * @param path the whole match, for `$0`, with a leading slash
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
  for (const [place, group] of groups.entries()) {
    if (group === 0) filled += subjectOf(path);
    else if (group <= params.length) filled += params[group - 1];
    if (place < texts.length) filled += texts[place];
  }
  return filled;
}
