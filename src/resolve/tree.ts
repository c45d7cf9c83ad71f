/**
 * Finds the first route of a table that matches a path, without trying the routes one by one.
 *
 * The tree. Every pattern starts with some steps that need no regular expression: fixed text, and
 * whole segments whose characters are all of one set, as `(:any)` and `(:num)` are. Routes that
 * start alike share nodes. Below the node `photos/` of this table hang the text `new` and two
 * segments, and every node knows the lowest index in and below it, here in brackets:
 *
 *     0  photos/(:num)             ─┬─ photos/ [0] ─┬─ <digits> [0]  leaf 0
 *     1  photos/new                 │               ├─ new [1]       leaf 1
 *     2  photos/(:any)/comments     │               └─ <any> [2] ── /comments [2]  leaf 2
 *     3  (.*)\.json                 └─ expression 3, at the root
 *
 * A pattern with more in it than steps, such as 3, hangs as an expression at the node where its
 * steps end, and is asked there with the whole path.
 *
 * The search goes down from the root with the path, and keeps the lowest index that has matched so
 * far. That index prunes: a node whose lowest is not lower can't hold the answer. Since every leaf
 * and every expression that could be lower is looked at, the answer is exactly that of trying the
 * routes in order. A path leads to each node in one way only, so the search takes no more steps
 * than there are nodes, whatever the path.
 *
 * Packed. A server's next request goes to another part of the table, so what costs time in a large
 * one is fetching memory. The nodes lie in one Int32Array, NODE numbers each, the labels in one
 * Uint8Array, and the nodes below a node are found in KIDS by the next character.
 *
 * Two kinds of path come in. A normal path is what normalisation returned. A raw path is what the
 * client sent; nearly all of them are normal already but for their leading slash, and the search
 * finds out on its way: labels are plain characters, and segments are checked while their end is
 * looked for. A raw path of which any part is not plain matches nothing here, and has to be
 * normalised and searched for again.
 */
import { isPlainPath, PLAIN } from '../plain.ts';
import { NONE } from './grow.ts';
import {
  EXPRESSION_COUNT,
  EXPRESSIONS,
  KID_BASE,
  KID_COUNT,
  KIDS,
  LEAF,
  LOWEST,
  NEXT_SEGMENT,
  NOTHING,
  type Packed,
  ROOT,
  SEGMENT,
  SET,
  SKIP,
} from './pack.ts';
import { ANY } from './steps.ts';
import type { Texts } from './texts.ts';

const SLASH = 47;
const DOT = 46;

/** Lower than every index: prunes all that is left of the search for a path that is not plain. */
const SPOILED = -1;

/** What the tree needs to know of a route. */
export interface Candidate {
  /** Its fixed texts. */
  readonly texts: Texts;
  /** Its pattern, anchored; `null` where the tree follows the whole of it. */
  readonly expression: RegExp | null;
}

/** A tree that can be searched, and what the last search found beside the index. */
export class Tree {
  /** Where the segments that the winner's path went through end, in order. */
  readonly ends: number[] = [];
  /** What the winner's expression captured; `null` where it has none. */
  captures: RegExpExecArray | null = null;

  /** Where the segments end on the way to the node that is being looked at. */
  private readonly way: number[] = [];

  /**
   * @param packed the tree
   * @param routes the routes by index
   */
  constructor(
    private readonly packed: Packed,
    private readonly routes: readonly Candidate[],
  ) {}

  /**
   * Finds the lowest index that matches.
   *
   * @param path what to search for, in the string from `start` to `end`
   * @param normal whether it is known to be normal; a raw path that is not plain matches nothing
   * @returns the index of the route, or {@link NONE}
   *
   * @example
   * tree.search('/photos/7', 1, 9, false); // 0
   */
  search(path: string, start: number, end: number, normal: boolean): number {
    this.captures = null;
    const best = this.visit(path, start, end, normal, ROOT, start, 0, NONE);
    return best === SPOILED ? NONE : best;
  }

  /**
   * Looks at a node and all below it.
   *
   * @param first the node
   * @param from how far the path has been followed
   * @param before how many segments lead to the node
   * @param lowest the best index so far
   * @returns the best index now
   */
  private visit(
    path: string,
    start: number,
    end: number,
    normal: boolean,
    first: number,
    from: number,
    before: number,
    lowest: number,
  ): number {
    const { nodes } = this.packed;
    let node = first;
    let at = from;
    let depth = before;
    let best = lowest;
    for (;;) {
      at += nodes[node + SKIP];
      if (nodes[node + EXPRESSION_COUNT] !== 0) {
        best = this.ask(path, start, end, normal, node, best);
      }
      if (at >= end) {
        return at === end ? this.arrive(path, start, end, nodes[node + LEAF], depth, best) : best;
      }
      const code = path.charCodeAt(at) - nodes[node + KID_BASE];
      const inside = code >= 0 && code < nodes[node + KID_COUNT];
      const kid = inside ? nodes[node + KIDS + code] : NOTHING;
      let segment = nodes[node + SEGMENT];
      if (segment === NOTHING) {
        if (kid === NOTHING) return best;
        node = kid;
        at++;
        continue;
      }
      if (kid !== NOTHING && nodes[kid + LOWEST] < best) {
        best = this.visit(path, start, end, normal, kid, at + 1, depth, best);
      }
      if (nodes[segment + LOWEST] >= best) return best;
      const segmentEnd = endOfSegment(path, at, end, normal);
      if (segmentEnd === at) return best;
      // All but the last of the nodes below a segment are visited; the loop goes on with that one.
      for (;;) {
        const next = nodes[segment + NEXT_SEGMENT];
        if (this.consists(path, at, segmentEnd, nodes[segment + SET])) {
          this.way[depth] = segmentEnd;
          if (next === NOTHING) break;
          best = this.visit(path, start, end, normal, segment, segmentEnd, depth + 1, best);
        } else if (next === NOTHING) return best;
        if (nodes[next + LOWEST] >= best) return best;
        segment = next;
      }
      node = segment;
      at = segmentEnd;
      depth++;
    }
  }

  /** Takes the route of a leaf for the best so far, if its texts are what the path has there. */
  private arrive(
    path: string,
    start: number,
    end: number,
    leaf: number,
    depth: number,
    best: number,
  ): number {
    if (leaf >= best || !this.reads(path, start, end, this.routes[leaf].texts)) return best;
    this.captures = null;
    for (let number = 0; number < depth; number++) this.ends[number] = this.way[number];
    return leaf;
  }

  /** Whether the path has a route's texts where the way to its leaf went past them. */
  private reads(path: string, start: number, end: number, texts: Texts): boolean {
    const { whole, chunks, offsets, segments } = texts;
    if (whole !== null) {
      if (start === 1 && end === path.length) return path === whole;
      return path.slice(start, end) === whole.slice(1);
    }
    for (let number = 0; number < chunks.length; number++) {
      const segment = segments[number];
      const from = (segment === 0 ? start : this.way[segment - 1]) + offsets[number];
      const chunk = chunks[number];
      if (path.slice(from, from + chunk.length) !== chunk) return false;
    }
    return true;
  }

  private consists(path: string, start: number, end: number, number: number): boolean {
    const set = this.packed.sets[number];
    if (set === ANY) return true;
    const { ascii, beyond } = set;
    for (let at = start; at < end; at++) {
      const code = path.charCodeAt(at);
      if (code < 128 ? ascii[code] === 0 : !beyond) return false;
    }
    return true;
  }

  /** Asks the expressions of a node that could give a lower index. */
  private ask(
    path: string,
    start: number,
    end: number,
    normal: boolean,
    node: number,
    best: number,
  ): number {
    const { nodes, expressions } = this.packed;
    const first = nodes[node + EXPRESSIONS];
    const last = first + nodes[node + EXPRESSION_COUNT];
    if (expressions[first] >= best) return best;
    if (!normal && !isPlainPath(path, start, end)) return SPOILED;
    const subject = path.slice(start, end);
    for (let position = first; position < last && expressions[position] < best; position++) {
      const captures = this.routes[expressions[position]].expression?.exec(subject);
      if (!captures) continue;
      this.captures = captures;
      return expressions[position];
    }
    return best;
  }
}

/** Where the segment ends that starts here; where it starts, if it is empty or not plain. */
function endOfSegment(path: string, start: number, end: number, normal: boolean): number {
  if (!normal && path.charCodeAt(start) === DOT) return start;
  for (let at = start; at < end; at++) {
    const code = path.charCodeAt(at);
    if (code === SLASH) return at;
    if (!normal && PLAIN[code] !== 1) return start;
  }
  return end;
}
