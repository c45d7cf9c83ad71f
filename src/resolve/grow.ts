/** Grows the tree of literal prefixes, before it is packed for searching. */
import type { CharacterSet, Steps } from './steps.ts';

/** No route: greater than every index. */
export const NONE = 0x7fffffff;

/** A node while the tree grows. */
export interface Branch {
  /** The text that leads from the node above to this one; `''` below a segment. */
  label: string;
  /** The lowest index of the routes that end here, or {@link NONE}. */
  leaf: number;
  /** The lowest index in this node and all below it. */
  lowest: number;
  /** Nodes below by the first character of their label. */
  readonly texts: Map<string, Branch>;
  /** Nodes below a whole segment, by the characters that it may have. */
  readonly segments: Map<CharacterSet, Branch>;
  /** Routes whose steps end here and whose expression decides the rest, lowest first. */
  readonly expressions: number[];
}

/**
 * Makes a node.
 *
 * @param label the text that leads to it
 *
 * @example
 * const root = createBranch('');
 */
export function createBranch(label: string): Branch {
  return {
    label,
    leaf: NONE,
    lowest: NONE,
    texts: new Map(),
    segments: new Map(),
    expressions: [],
  };
}

/**
 * Adds a route. Routes are added lowest index first.
 *
 * @param root the tree
 * @param steps the route's steps
 * @param index the route's place in the table
 *
 * @example
 * addRoute(root, { steps: [{ kind: 'literal', text: 'posts' }], whole: true }, 0);
 */
export function addRoute(root: Branch, { steps, whole }: Steps, index: number): void {
  let branch = root;
  branch.lowest = Math.min(branch.lowest, index);
  for (const step of steps) {
    branch =
      step.kind === 'literal' ? follow(branch, step.text, index) : enter(branch, step.set, index);
  }
  if (!whole) branch.expressions.push(index);
  else if (branch.leaf === NONE) branch.leaf = index;
}

function enter(branch: Branch, set: CharacterSet, index: number): Branch {
  const known = branch.segments.get(set);
  if (known !== undefined) return known;
  const below = createBranch('');
  below.lowest = index;
  branch.segments.set(set, below);
  return below;
}

/** Follows a text down the tree, and grows or splits what it takes. */
function follow(from: Branch, text: string, index: number): Branch {
  let branch = from;
  let rest = text;
  while (rest !== '') {
    const known = branch.texts.get(rest[0]);
    if (known === undefined) {
      const below = createBranch(rest);
      below.lowest = index;
      branch.texts.set(rest[0], below);
      return below;
    }
    const shared = sharedLength(known.label, rest);
    branch = shared === known.label.length ? known : split(branch, known, shared);
    rest = rest.slice(shared);
  }
  return branch;
}

/** Puts a node into the middle of a label. */
function split(above: Branch, below: Branch, length: number): Branch {
  const middle = createBranch(below.label.slice(0, length));
  middle.lowest = below.lowest;
  below.label = below.label.slice(length);
  middle.texts.set(below.label[0], below);
  above.texts.set(middle.label[0], middle);
  return middle;
}

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}
