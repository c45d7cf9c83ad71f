/**
 * The form of the tree. `build.ts` builds it, and `search.ts` searches it. It is plain data, with
 * numbers instead of routes and sets, so JSON can carry it.
 */

/** A fork between texts, the end of a text, or a route. */
export type Step = Fork | TextNode | number;

/** Distinguishes texts by one to three of their characters. */
export interface Fork {
  /**
   * A path goes to `children[Math.imul(key, factor) >>> shift]`; the key has seven bits for each
   * character. The path can match no other child, and may not match this one.
   */
  readonly children: readonly (Step | null)[];
  readonly factor: number;
  readonly shift: number;
  /** The offset of a character from the start of the texts. */
  readonly first: number;
  /** The offset of a second character; −1 if one is enough. */
  readonly second: number;
  /** The offset of a third character; −1 if two are enough. */
  readonly third: number;
}

/** The end of a text. */
export interface TextNode {
  /** Distinguishes a node from a fork. */
  readonly children: null;
  /** Empty, or with a leading slash. */
  readonly text: string;
  /** The first route that ends here; −1 if there is none. */
  readonly route: number;
  /** The step after a segment of any characters. */
  readonly any: Step | null;
  /** Steps after segments of narrower sets, lowest route index first. */
  readonly segments: readonly SegmentEdge[] | null;
  /** Routes whose steps end here and whose expression decides, lowest index first. */
  readonly expressions: readonly number[] | null;
  /** Longer texts that start with this one. */
  readonly longer: Step | null;
  /** The lowest route index in the node and below it. */
  readonly lowestIndex: number;
}

/** A slash and one or more characters of a set, up to the next slash or the path's end. */
export interface SegmentEdge {
  readonly set: number;
  readonly step: Step;
}

/** The tree of a method. */
export interface TreeData {
  /** `null` if the method has no routes. */
  readonly root: Step | null;
  /** The route that answers `/` before all others; −1 if there is none. */
  readonly rootRoute: number;
}

/** No route: greater than every index, but still a small integer to V8. */
export const NONE = 0x7fffffff;
