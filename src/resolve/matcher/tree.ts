/**
 * The form of the tree that `build.ts` makes and `search.ts` goes through. It is plain data, with
 * numbers in place of routes and of sets, so it can be written as JSON and searched when read back.
 */

/** What a search is led to: a fork between texts, a node where one ends, or a route to be at its end. */
export type Step = Fork | TextNode | number;

/** Tells texts apart by up to four of their characters. */
export interface Fork {
  /**
   * Where a path with these characters goes: to `children[Math.imul(characters, factor) >>> shift]`,
   * with seven bits for each character. It is the only one that it can match, but need not match.
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
  /** What a fork has, and a node has not. */
  readonly children: null;
  /** How long the text is, with the slash that it starts with. */
  readonly length: number;
  /** The text without that slash, or its first chunk. */
  readonly text: string;
  /** The first route that ends here; −1 where none does. */
  readonly route: number;
  /** Where a segment of any characters leads. */
  readonly any: Step | null;
  /** What only few nodes have. */
  readonly more: NodeExtras | null;
  /** The lowest index of the routes in the node and below it. */
  readonly lowestIndex: number;
}

/** What only few nodes have; apart from the node, since memory is slow. */
export interface NodeExtras {
  /** The other chunks of a long text, short enough to be compared quickly. */
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
  /** The number of the set. */
  readonly set: number;
  readonly step: Step;
  /** The next segment that leads on from the same node. */
  readonly next: SegmentEdge | null;
}

/** The tree of a method. */
export interface TreeData {
  /** `null` where the method has no routes. */
  readonly root: Step | null;
  /** The route that answers the path `/` before all others; −1 where none does. */
  readonly rootRoute: number;
}

/** No route: greater than every index, and still what V8 keeps as a small integer. */
export const NONE = 0x7fffffff;

/** The lowest index of the routes in a step and below it. */
export function lowestOf(step: Step): number {
  return typeof step === 'number' ? step : step.lowestIndex;
}
