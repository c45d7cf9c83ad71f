/** Packs a tree into arrays of numbers, in which it is searched; `tree.ts` says why. */
import type { Branch } from './grow.ts';
import { ANY, type CharacterSet } from './steps.ts';

/** The lowest index in the node and below it. */
export const LOWEST = 0;
/** The lowest index of the routes that end at the node. */
export const LEAF = 1;
/** How many characters of the label follow the first, which leads to the node. */
export const SKIP = 2;
/** The first of the nodes below a segment, lowest index first. */
export const SEGMENT = 3;
/** The lowest code of the characters that lead to nodes below, and how many codes they span. */
export const KID_BASE = 4;
export const KID_COUNT = 5;
/** Where the expressions to ask stand, and how many. */
export const EXPRESSIONS = 6;
export const EXPRESSION_COUNT = 7;
/** For a node below a segment: the set that its characters are of, and the next such node. */
export const SET = 8;
export const NEXT_SEGMENT = 9;
/** Where the nodes below stand, one place for each code. */
export const KIDS = 10;

/** Where the root stands, and, as it is below no node, what stands for no node. */
export const ROOT = 0;
export const NOTHING = 0;

/** A packed tree. */
export interface Packed {
  readonly nodes: Int32Array;
  readonly expressions: Int32Array;
  readonly sets: readonly CharacterSet[];
}

/**
 * Packs a tree.
 *
 * @param root the tree
 *
 * @example
 * pack(root).nodes[ROOT + LOWEST]; // 0
 */
export function pack(root: Branch): Packed {
  const packer = new Packer();
  packer.add(root);
  return packer.packed();
}

class Packer {
  private readonly nodes: number[] = [];
  private readonly expressions: number[] = [];
  private readonly sets: CharacterSet[] = [ANY];
  /** Nodes that have a place and are still empty; a list, as a tree may be too deep to recurse. */
  private readonly pending: { readonly branch: Branch; readonly node: number }[] = [];

  add(root: Branch): void {
    this.reserve(root);
    for (let next = this.pending.pop(); next !== undefined; next = this.pending.pop()) {
      this.fill(next.branch, next.node);
    }
  }

  packed(): Packed {
    return {
      nodes: Int32Array.from(this.nodes),
      expressions: Int32Array.from(this.expressions),
      sets: this.sets,
    };
  }

  private reserve(branch: Branch): number {
    const { nodes } = this;
    const node = nodes.length;
    const codes = Array.from(branch.texts.keys(), (char) => char.charCodeAt(0));
    const base = Math.min(...codes);
    const count = codes.length === 0 ? 0 : Math.max(...codes) - base + 1;
    for (let offset = 0; offset < KIDS + count; offset++) nodes.push(NOTHING);
    nodes[node + KID_BASE] = count === 0 ? 0 : base;
    nodes[node + KID_COUNT] = count;
    this.pending.push({ branch, node });
    return node;
  }

  private fill({ label, lowest, leaf, texts, segments, expressions }: Branch, node: number): void {
    const { nodes } = this;
    nodes[node + LOWEST] = lowest;
    nodes[node + LEAF] = leaf;
    nodes[node + SKIP] = Math.max(0, label.length - 1);
    nodes[node + EXPRESSIONS] = this.expressions.length;
    nodes[node + EXPRESSION_COUNT] = expressions.length;
    for (const index of expressions) this.expressions.push(index);
    const kids = node + KIDS - nodes[node + KID_BASE];
    for (const [char, below] of texts) nodes[kids + char.charCodeAt(0)] = this.reserve(below);
    // A Map keeps the order in which the routes were added, so the lowest index comes first.
    let previous = node + SEGMENT;
    for (const [set, below] of segments) {
      const added = this.reserve(below);
      nodes[added + SET] = this.numberOf(set);
      nodes[previous] = added;
      previous = added + NEXT_SEGMENT;
    }
  }

  private numberOf(set: CharacterSet): number {
    const known = this.sets.indexOf(set);
    return known === -1 ? this.sets.push(set) - 1 : known;
  }
}
