/**
 * The form of the tree that `build.ts` makes and `search.ts` searches. It is plain data, with numbers
 * instead of routes and sets, so it can be written as JSON and searched when read back.
 */

/** A step of the search: a fork between texts, a node where one ends, or a route to be at its end. */
export type Step = Fork | TextNode | number;

/** Tells texts apart by up to four of their characters. */
export interface Fork {
  /**
   * A path with these characters goes to `children[Math.imul(characters, factor) >>> shift]`, with
   * seven bits for each. It can match no other child, but need not match this one.
   */
  readonly children: readonly (Step | null)[];
  readonly factor: number;
  readonly shift: number;
  /** Where the characters are, from the text's start; −1 for those that are not needed. */
  readonly first: number;
  readonly second: number;
  readonly third: number;
  readonly fourth: number;
  /** The lowest index of the routes below it. */
  readonly lowestIndex: number;
}

/** The end of a text. */
export interface TextNode {
  /** Tells it from a fork. */
  readonly children: null;
  /** How long the text is, with its leading slash. */
  readonly length: number;
  /** The text without that slash, or its first chunk: one that is short enough to be compared quickly. */
  readonly text: string;
  /** The second chunk of a long text, or `''`. */
  readonly next: string;
  /** The first route that ends here; −1 if none does. */
  readonly route: number;
  /** Where a segment of any characters leads. */
  readonly any: Step | null;
  readonly more: NodeExtras | null;
  /** The lowest index of the routes in the node and below it. */
  readonly lowestIndex: number;
}

/** What only few nodes have; apart from the node, since memory is slow. */
export interface NodeExtras {
  /** The chunks of a very long text after the second. */
  readonly rest: readonly string[] | null;
  /** Where segments of fewer characters lead, from the one with the lowest index. */
  readonly segment: SegmentEdge | null;
  /** Routes whose steps end here and whose expression decides the rest, lowest index first. */
  readonly expressions: readonly number[] | null;
  /** Where longer texts lead that start with this one. */
  readonly longer: Step | null;
}

/** A slash and one or more characters of a set, up to the next slash or the path's end. */
export interface SegmentEdge {
  readonly set: number;
  readonly step: Step;
  /** The next segment that leads on from the same node. */
  readonly next: SegmentEdge | null;
}

/** The tree of a method. */
export interface TreeData {
  /** `null` if the method has no routes. */
  readonly root: Step | null;
  /** The route that answers the path `/` before all others; −1 if none does. */
  readonly rootRoute: number;
}

/** No route: greater than every index, but still a small integer to V8. */
export const NONE = 0x7fffffff;

export function lowestOf(step: Step): number {
  return typeof step === 'number' ? step : step.lowestIndex;
}
