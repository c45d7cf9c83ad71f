/** Finds patterns that may share a path, by comparing their segments. */
import type { Languages } from './languages.ts';
import type { Segment, Shape } from './shape.ts';

type Edges = Pick<Segment, 'starts' | 'ends'>;

export interface Shaped {
  readonly shape: Shape;
}

interface Node<T> {
  readonly texts: Map<string, Node<T>>;
  readonly varying: Map<string, { readonly segment: Segment; readonly node: Node<T> }>;
  readonly ends: T[];
  readonly open: T[];
}

export class Overlaps<T extends Shaped> {
  private readonly root: Node<T> = emptyNode();

  constructor(
    items: Iterable<T>,
    private readonly languages: Languages,
  ) {
    for (const item of items) this.add(item);
  }

  /** The items that may share a path with a pattern of this shape, in no particular order. */
  with(shape: Shape): T[] {
    const found: T[] = [];
    this.visit(this.root, shape, 0, found);
    return found.filter((item) => mayEndAlike(item.shape, shape));
  }

  private add(item: T): void {
    let node = this.root;
    for (const segment of item.shape.segments) node = this.childOf(node, segment);
    (item.shape.open ? node.open : node.ends).push(item);
  }

  private childOf(node: Node<T>, segment: Segment): Node<T> {
    if (segment.text === null) {
      const known = node.varying.get(segment.source) ?? { segment, node: emptyNode<T>() };
      node.varying.set(segment.source, known);
      return known.node;
    }
    const child = node.texts.get(segment.text) ?? emptyNode<T>();
    node.texts.set(segment.text, child);
    return child;
  }

  private visit(node: Node<T>, shape: Shape, depth: number, found: T[]): void {
    const { segments, open } = shape;
    const left = segments.length - depth;
    // An open pattern continues for at least one segment.
    if (left < 0 || (left === 0 && !open)) append(found, node.ends);
    if (left === 0 && !open) return;
    const starts = left < 0 ? '' : startOf(shape, depth);
    append(
      found,
      node.open.filter((item) => mayStartAlike(item.shape.starts, starts)),
    );
    for (const child of this.childrenFor(node, left > 0 ? segments[depth] : null, starts)) {
      this.visit(child, shape, depth + 1, found);
    }
  }

  /**
   * The children whose segment may match the same text; if `segment` is `null`, all children that
   * may start like a text.
   */
  private childrenFor(
    { texts, varying }: Node<T>,
    segment: Segment | null,
    starts: string,
  ): Node<T>[] {
    const others = [...varying.values()].filter((other) =>
      segment === null
        ? mayStartAlike(other.segment.starts, starts)
        : mayMeet(segment, other.segment, this.languages),
    );
    const nodes = others.map(({ node }) => node);
    if (segment === null) {
      const own = [...texts].filter(([text]) => mayStartAlike(text, starts));
      return [...own.map(([, node]) => node), ...nodes];
    }
    if (segment.text === null) {
      const accepts = tester(segment);
      const own = [...texts].filter(([text]) => accepts(text));
      return [...own.map(([, node]) => node), ...nodes];
    }
    const own = texts.get(segment.text);
    return own === undefined ? nodes : [own, ...nodes];
  }
}

/** Whether a pattern certainly matches every non-empty path that another does. */
export function covers(wide: Shape, narrow: Shape, languages: Languages): boolean {
  if (wide.open && wide.rest === null) return false;
  if (!wide.open && narrow.open) return false;
  const [own, others] = [wide.segments, narrow.segments];
  const enough = wide.open
    ? own.length < others.length + (narrow.open ? 1 : 0)
    : own.length === others.length;
  return enough && own.every((segment, position) => holds(segment, others[position], languages));
}

export function tester({ source }: Segment): (text: string) => boolean {
  const expression = new RegExp(`^(?:${source})$`, 's');
  return (text) => expression.test(text);
}

function mayMeet(one: Segment, other: Segment, languages: Languages): boolean {
  if (one.text !== null) return tester(other)(one.text);
  if (areApart(one, other)) return false;
  return one.source === other.source || languages.meet(one.source, other.source);
}

function areApart(one: Segment, other: Segment): boolean {
  return !mayStartAlike(one.starts, other.starts) || !mayEndAlike(one, other);
}

/** Whether some text may start with both of two texts. */
function mayStartAlike(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

/** Whether some text may end with the ends of both. */
function mayEndAlike({ ends: one }: Edges, { ends: other }: Edges): boolean {
  return one.endsWith(other) || other.endsWith(one);
}

/** The text that all paths of a shape have from a segment on. */
function startOf({ segments, open, starts }: Shape, depth: number): string {
  let start = '';
  for (const [index, segment] of segments.entries()) {
    if (index < depth) continue;
    if (segment.text === null) return start + segment.starts;
    start += open || index + 1 < segments.length ? `${segment.text}/` : segment.text;
  }
  return start + starts;
}

function holds(wide: Segment, narrow: Segment, languages: Languages): boolean {
  if (wide.text !== null) return wide.text === narrow.text;
  if (narrow.text !== null) return tester(wide)(narrow.text);
  return wide.source === narrow.source || languages.holds(wide.source, narrow.source);
}

function append<T>(list: T[], items: readonly T[]): void {
  for (const item of items) list.push(item);
}

function emptyNode<T>(): Node<T> {
  return { texts: new Map(), varying: new Map(), ends: [], open: [] };
}
