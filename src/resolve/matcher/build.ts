/** Builds the tree that `search.ts` searches, from the steps of a method's routes. */
import { Code } from '../../path/code.ts';
import { chooseFork, type Distinct, DistinctCounter, END, firstDifference } from './fork.ts';
import { ANY, type Steps } from './steps.ts';
import {
  type Fork,
  NONE,
  type NodeExtras,
  type SegmentEdge,
  type Step,
  type TextNode,
  type TreeData,
} from './tree.ts';
import type { Writable } from './writable.ts';

/** A route on its way into the tree. */
export interface TreeEntry extends Steps {
  /** The route's place in the table. */
  readonly index: number;
}

interface NodeDraft extends Writable<Omit<TextNode, 'more'>> {
  more: Writable<NodeExtras> | null;
}

/** Routes that have the same text after the same segments. */
interface Group extends Writable<Distinct> {
  /** Lowest index first. */
  readonly entries: TreeEntry[];
}

/** A step still to be made. Its routes have come through the same number of segments. */
interface PendingStep {
  readonly groups: readonly Group[];
  readonly depth: number;
  /** How many characters their texts are known to share. */
  readonly from: number;
  readonly attach: (step: Step) => void;
}

interface Construction {
  readonly pending: PendingStep[];
  /** Chunks of text met so far, so that equal ones are one string: memory is slow. */
  readonly chunks: Map<string, string>;
  readonly counter: DistinctCounter;
}

/** V8 copies a slice of up to 12 characters, and compares it five times as fast as a longer one. */
const CHUNK = 12;

/** Builds the tree of some routes, lowest index first. */
export function buildTree(entries: readonly TreeEntry[]): TreeData {
  const others: TreeEntry[] = [];
  let rootRoute = -1;
  for (const entry of entries) {
    if (entry.fixedTexts[0] !== '/' || !entry.whole) others.push(entry);
    else if (rootRoute < 0) rootRoute = entry.index;
  }
  if (others.length === 0) return { root: null, rootRoute };
  let root: Step | null = null;
  const attach = (step: Step) => {
    root = step;
  };
  // A list, since a tree may be too deep to recurse.
  const pending: PendingStep[] = [{ groups: groupByText(others, 0), depth: 0, from: 0, attach }];
  const counter = new DistinctCounter();
  const construction = { pending, chunks: new Map<string, string>(), counter };
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    next.attach(makeStep(next, construction));
  }
  return { root, rootRoute };
}

function groupByText(entries: readonly TreeEntry[], depth: number): Group[] {
  const groups = new Map<string, Group>();
  for (const entry of entries) {
    const text = entry.fixedTexts[depth];
    const enters = entry.sets.length > depth;
    const following = enters ? Code.SLASH : END;
    const known = enters ? text.length + 1 : entry.whole ? Infinity : text.length;
    const group = groups.get(text);
    if (group === undefined) groups.set(text, { text, known, following, entries: [entry] });
    else {
      group.entries.push(entry);
      group.known = group.following === following ? Math.min(group.known, known) : text.length;
    }
  }
  return [...groups.values()];
}

function makeStep({ groups, depth, from }: PendingStep, construction: Construction): Step {
  const difference = firstDifference(groups, from);
  if (difference >= 0) return makeFork(groups, depth, difference, construction);
  let own = groups[0];
  for (const group of groups) if (group.text.length < own.text.length) own = group;
  return groups.length > 1
    ? makeNode(own, groups, depth, construction)
    : makeOnly(own, depth, construction);
}

/** Makes the step of a text that no other has to be told from. */
function makeOnly(own: Group, depth: number, construction: Construction): Step {
  const { entries } = own;
  if (entries.length === 1) return makeBranch(entries[0], depth, construction.chunks);
  return endsPath(own, depth) ? entries[0].index : makeNode(own, [own], depth, construction);
}

/** Whether only the path's end is left: then the first route is the answer, and no other can be. */
function endsPath({ text, entries }: Group, depth: number): boolean {
  const isEnd = ({ whole, sets }: TreeEntry) => whole && sets.length === depth;
  return (depth === 0 || text === '') && entries.every(isEnd);
}

/** Makes the steps of a route that shares none of them, from the last to the first. */
function makeBranch(
  { index, fixedTexts, sets, whole }: TreeEntry,
  depth: number,
  chunks: Map<string, string>,
): Step {
  const last = sets.length;
  const isEnd = whole && (last === 0 || fixedTexts[last] === '');
  let step: Step = index;
  for (let number = isEnd ? last - 1 : last; number >= depth; number--) {
    const node = startNode(fixedTexts[number], index, chunks);
    if (number < last) {
      const set = sets[number];
      if (set === ANY) node.any = step;
      else extrasOf(node).segment = { set, step, next: null };
    } else if (whole) node.route = index;
    else extrasOf(node).expressions = [index];
    step = node;
  }
  return step;
}

function makeFork(
  groups: readonly Group[],
  depth: number,
  from: number,
  construction: Construction,
): Fork {
  const { pending, counter } = construction;
  const { offsets, factor, shift, places } = chooseFork(groups, from, counter);
  const [first, second = -1, third = -1, fourth = -1] = offsets;
  const children = new Array<Step | null>(2 ** (32 - shift)).fill(null);
  const taken = new Int32Array(children.length);
  for (const place of places) taken[place]++;
  const shared = new Map<number, Group[]>();
  for (let number = 0; number < groups.length; number++) {
    const group = groups[number];
    const place = places[number];
    if (taken[place] === 1) {
      children[place] = makeOnly(group, depth, construction);
      continue;
    }
    const same = shared.get(place);
    if (same === undefined) shared.set(place, [group]);
    else same.push(group);
  }
  for (const [place, same] of shared) {
    const attach = (step: Step) => {
      children[place] = step;
    };
    pending.push({ groups: same, depth, from, attach });
  }
  return { children, factor, shift, first, second, third, fourth, lowestIndex: lowestOf(groups) };
}

/** Makes the node of the shortest of some texts, which starts all the others. */
function makeNode(
  own: Group,
  groups: readonly Group[],
  depth: number,
  { pending, chunks }: Construction,
): TextNode {
  const node = startNode(own.text, lowestOf(groups), chunks);
  const expressions: number[] = [];
  // A Map keeps the order of the routes, so the set with the lowest index is the first.
  const bySet = new Map<number, TreeEntry[]>();
  for (const entry of own.entries) {
    if (entry.sets.length > depth) {
      const set = entry.sets[depth];
      const same = bySet.get(set);
      if (same === undefined) bySet.set(set, [entry]);
      else same.push(entry);
    } else if (!entry.whole) expressions.push(entry.index);
    else if (node.route < 0) node.route = entry.index;
  }
  // A copy, since an array that has grown keeps spare room.
  if (expressions.length > 0) extrasOf(node).expressions = [...expressions];
  if (groups.length > 1) {
    const more = extrasOf(node);
    const attach = (step: Step) => {
      more.longer = step;
    };
    const others = groups.filter((group) => group !== own);
    pending.push({ groups: others, depth, from: own.text.length, attach });
  }
  for (const [set, same] of [...bySet].reverse()) {
    const attach = addSegment(node, set);
    if (same.length === 1) attach(makeBranch(same[0], depth + 1, chunks));
    else pending.push({ groups: groupByText(same, depth + 1), depth: depth + 1, from: 0, attach });
  }
  return node;
}

/** Adds a segment before those that the node has; the step that it leads to is attached later. */
function addSegment(node: NodeDraft, set: number): (step: Step) => void {
  if (set === ANY) {
    return (step) => {
      node.any = step;
    };
  }
  const more = extrasOf(node);
  const edge: Writable<SegmentEdge> = { set, step: NONE, next: more.segment };
  more.segment = edge;
  return (step) => {
    edge.step = step;
  };
}

/** Makes a node without further steps; in one place, so that V8 sees one form for all nodes. */
function startNode(text: string, lowestIndex: number, known: Map<string, string>): NodeDraft {
  const size = Math.ceil((text.length - 1) / Math.ceil((text.length - 1) / CHUNK));
  const node: NodeDraft = {
    children: null,
    length: text.length,
    text: intern(known, text.slice(1, 1 + size)),
    next: intern(known, text.slice(1 + size, 1 + 2 * size)),
    route: -1,
    any: null,
    more: null,
    lowestIndex,
  };
  if (text.length - 1 > 2 * size) {
    const rest: string[] = [];
    for (let at = 1 + 2 * size; at < text.length; at += size) {
      rest.push(intern(known, text.slice(at, at + size)));
    }
    extrasOf(node).rest = [...rest];
  }
  return node;
}

/** What few nodes have, made if it is needed. */
function extrasOf(node: NodeDraft): Writable<NodeExtras> {
  node.more ??= { rest: null, segment: null, expressions: null, longer: null };
  return node.more;
}

function lowestOf(groups: readonly Group[]): number {
  return groups.reduce((lowest, { entries }) => Math.min(lowest, entries[0].index), NONE);
}

/** The equal string that was met first. */
function intern(known: Map<string, string>, text: string): string {
  const same = known.get(text);
  if (same !== undefined) return same;
  known.set(text, text);
  return text;
}
