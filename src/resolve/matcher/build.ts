/** Builds the tree of `tree.ts` from the steps of a method's routes. */
import { Code } from '../../path/ascii.ts';
import type { Writable } from '../compiled-route.ts';
import { chooseFork, type Distinct, END, firstDifference } from './fork.ts';
import { ANY, type Steps } from './steps.ts';
import {
  type Fork,
  NONE,
  type SegmentEdge,
  type Step,
  type TextNode,
  type TreeData,
} from './tree.ts';

/** A route to add to the tree. */
export interface TreeEntry extends Steps {
  /** The route's index in the table. */
  readonly index: number;
  /** Whether earlier routes that match the empty path come before it, if it is for that path. */
  readonly yields?: boolean;
}

/** Routes with the same text after the same segments. */
interface TextGroup extends Writable<Distinct> {
  /** Lowest index first. */
  readonly entries: TreeEntry[];
}

/** A part of the tree that is still to be built. */
interface Branch {
  readonly groups: readonly TextGroup[];
  /** The number of segments above this part. */
  readonly depth: number;
  /** The texts are known to share their first `from` characters. */
  readonly from: number;
  readonly attach: (step: Step) => void;
}

/** V8 itself copies slices up to this length. */
const SHORT = 12;

/** Builds a tree from routes, lowest index first. */
export function buildTree(entries: readonly TreeEntry[]): TreeData {
  const isRoot = ({ fixedTexts, whole, yields }: TreeEntry) =>
    whole && fixedTexts[0] === '/' && !yields;
  const rootRoute = entries.find(isRoot)?.index ?? -1;
  const others = entries.filter((entry) => !isRoot(entry));
  if (others.length === 0) return { root: null, rootRoute };
  let root: Step | null = null;
  const attach = (step: Step) => {
    root = step;
  };
  // A task list, since a tree may be too deep for recursion.
  const tasks: Branch[] = [{ groups: groupByText(others, 0), depth: 0, from: 0, attach }];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    task.attach(buildStep(task, tasks));
  }
  return { root, rootRoute };
}

function groupByText(entries: readonly TreeEntry[], depth: number): TextGroup[] {
  const groups = new Map<string, TextGroup>();
  for (const entry of entries) {
    const own = startGroup(entry, depth);
    const group = groups.get(own.text);
    if (group === undefined) groups.set(own.text, own);
    else {
      group.entries.push(entry);
      const isAlike = group.following === own.following;
      group.shared = isAlike ? Math.min(group.shared, own.shared) : own.text.length;
    }
  }
  return [...groups.values()];
}

function startGroup(entry: TreeEntry, depth: number): TextGroup {
  const text = entry.fixedTexts[depth];
  const entries = [entry];
  if (entry.sets.length > depth) {
    return { text, shared: text.length + 1, following: Code.SLASH, entries };
  }
  return { text, shared: entry.whole ? Infinity : text.length, following: END, entries };
}

function buildStep({ groups, depth, from }: Branch, tasks: Branch[]): Step {
  if (groups.length === 1) {
    const [{ text, entries }] = groups;
    if (entries.length === 1) return buildBranch(entries[0], depth);
    const isEnd = ({ whole, sets }: TreeEntry) => whole && sets.length === depth;
    // The search compares a text-only route with the whole path. An empty text needs no comparison.
    if ((depth === 0 || text === '') && entries.every(isEnd)) return entries[0].index;
    return buildNode(groups[0], groups, depth, tasks);
  }
  const difference = firstDifference(groups, from);
  if (difference >= 0) return buildFork(groups, depth, difference, tasks);
  const shortest = groups.reduce((one, other) =>
    other.text.length < one.text.length ? other : one,
  );
  return buildNode(shortest, groups, depth, tasks);
}

function buildFork(
  groups: readonly TextGroup[],
  depth: number,
  from: number,
  tasks: Branch[],
): Fork {
  const { offsets, factor, shift, places } = chooseFork(groups, from);
  const [first, second = -1, third = -1] = offsets;
  const children = new Array<Step | null>(2 ** (32 - shift)).fill(null);
  const byPlace = new Map<number, TextGroup[]>();
  groups.forEach((group, number) => {
    push(byPlace, places[number], group);
  });
  for (const [place, same] of byPlace) {
    if (same.length === 1 && same[0].entries.length === 1) {
      children[place] = buildBranch(same[0].entries[0], depth);
      continue;
    }
    const attach = (step: Step) => {
      children[place] = step;
    };
    tasks.push({ groups: same, depth, from, attach });
  }
  return { children, factor, shift, first, second, third };
}

/** Builds the node of the shortest text, a prefix of all the others. */
function buildNode(
  own: TextGroup,
  groups: readonly TextGroup[],
  depth: number,
  tasks: Branch[],
): TextNode {
  const { text, entries } = own;
  const node = startNode(text, lowestIndexOf(groups));
  const expressions: number[] = [];
  // A Map keeps route order, so the set with the lowest index comes first.
  const bySet = new Map<number, TreeEntry[]>();
  for (const entry of entries) {
    if (entry.sets.length > depth) push(bySet, entry.sets[depth], entry);
    else if (!entry.whole) expressions.push(entry.index);
    else if (node.route < 0) node.route = entry.index;
  }
  if (expressions.length > 0) node.expressions = expressions;
  if (groups.length > 1) {
    const attach = (step: Step) => {
      node.longer = step;
    };
    const others = groups.filter((group) => group !== own);
    tasks.push({ groups: others, depth, from: text.length, attach });
  }
  const segments: Writable<SegmentEdge>[] = [];
  for (const [set, same] of bySet) {
    const edge: Writable<SegmentEdge> = { set, step: NONE };
    if (set !== ANY) segments.push(edge);
    const attach = (step: Step) => {
      if (set === ANY) node.any = step;
      else edge.step = step;
    };
    tasks.push({ groups: groupByText(same, depth + 1), depth: depth + 1, from: 0, attach });
  }
  if (segments.length > 0) node.segments = segments;
  return node;
}

/**
 * Builds the steps that only one route has, last to first. Most routes end in such a branch.
 * Building it in the same way as shared steps would take a third of the time to a first answer.
 */
function buildBranch({ index, fixedTexts, sets, whole }: TreeEntry, depth: number): Step {
  const last = sets.length;
  const isEnd = whole && (last === 0 || fixedTexts[last] === '');
  let step: Step = index;
  for (let place = isEnd ? last - 1 : last; place >= depth; place--) {
    const node = startNode(fixedTexts[place], index);
    if (place < last) {
      const set = sets[place];
      if (set === ANY) node.any = step;
      else node.segments = [{ set, step }];
    } else if (whole) node.route = index;
    else node.expressions = [index];
    step = node;
  }
  return step;
}

/** Makes a node without children. All nodes are created here, so they have one shape in V8. */
function startNode(text: string, lowestIndex: number): Writable<TextNode> {
  return {
    children: null,
    text: copy(text),
    route: -1,
    any: null,
    segments: null,
    expressions: null,
    longer: null,
    lowestIndex,
  };
}

/** Copies a long text: V8 compares a slice more slowly, and the slice keeps its pattern alive. */
function copy(text: string): string {
  return text.length > SHORT ? text.split('').join('') : text;
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function lowestIndexOf(groups: readonly TextGroup[]): number {
  return groups.reduce((lowest, { entries }) => Math.min(lowest, entries[0].index), NONE);
}
