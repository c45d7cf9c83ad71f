/** The matcher's tree of a small table, as a diagram. */
import { type CompiledTable, compileTable } from 'waymark';
import type { CompiledData } from '../../src/resolve/compiled/load.ts';
import type { Step, TextNode } from '../../src/resolve/matcher/tree.ts';
import type { Arrow, Box, Diagram, Note } from './diagram.ts';

/** The picture's table, as printed in `docs/resolver.md`. */
export const TABLE = {
  'photos/(:num)': 'photos/show/$1',
  'photos/new': 'photos/create_new',
  'photos/(:any)/comments': 'comments/of/$1',
  '(.*)\\.json': 'api/$1',
  albums: 'albums/index',
};
const PATH = '/photos/new';

/** A step in the picture. */
interface Shown {
  /** The text to match to get here. */
  readonly text: string;
  /** The row that ends here. */
  readonly row?: number;
  readonly children: readonly Shown[];
}

const HEIGHT = 32;
const BETWEEN = 44;
const INDENT = 40;
const LEFT = 24;
const TOP = 52;
const WIDTH = 150;

/** Draws the tree that `compileTable` builds. */
export function drawTree(): Diagram {
  const compiled: CompiledTable & Partial<CompiledData> = compileTable(TABLE);
  const tree = compiled.trees?.other;
  const keys = compiled.routes?.keys ?? [];
  if (tree?.root === undefined || tree.root === null) throw new Error('The table has no tree.');
  const boxes: Box[] = [];
  const arrows: Arrow[] = [];
  const lines: Arrow[] = [];
  const notes: Note[] = [{ x: LEFT, y: 34, text: `GET ${PATH}`, kind: 'code' }];
  place(shownStep(tree.root, keys), 0);
  const hits = boxes.filter(({ kind }) => kind === 'hit').map(({ lines: [text] }) => text);
  const height = TOP + boxes.length * BETWEEN + 12;
  return {
    width: 340,
    height,
    label: `The rows of the table as a tree: ${boxes.map(({ lines }) => lines[0]).join(', ')}. GET ${PATH} goes through ${hits.join(', ')}.`,
    boxes,
    arrows,
    lines,
    notes,
  };

  function place({ text, row, children }: Shown, depth: number, before = ''): number {
    const path = before === '/' ? text : before + text;
    const x = LEFT + depth * INDENT;
    const y = TOP + boxes.length * BETWEEN;
    boxes.push({
      x,
      y,
      width: WIDTH,
      height: HEIGHT,
      lines: [text],
      kind: PATH.startsWith(path) ? 'hit' : 'row',
    });
    if (row !== undefined) {
      notes.push({ x: x + WIDTH + 12, y: y + 21, text: `row ${row + 1}`, kind: 'quiet' });
    }
    for (const child of children) {
      const from = place(child, depth + 1, path);
      lines.push([x + 16, y + HEIGHT, x + 16, from]);
      arrows.push([x + 16, from, x + INDENT, from]);
    }
    return y + HEIGHT / 2;
  }
}

/** Shows a text, the rows behind it, and its longer continuations. */
function shownStep(step: Step, keys: readonly string[], before = '', edge = ''): Shown {
  if (typeof step === 'number') {
    const rest = `/${keys[step]}`.slice(before.length);
    return { text: edge === '' ? rest : edge, row: step, children: [] };
  }
  if (step.children !== null) throw new Error('A fork that no node holds.');
  const text = edge + step.text;
  const path = before + text;
  return {
    text,
    ...(step.route < 0 ? {} : { row: step.route }),
    children: [...shownChildren(step, path, keys)],
  };
}

function* shownChildren(node: TextNode, path: string, keys: readonly string[]): Generator<Shown> {
  for (const { step } of node.segments ?? []) yield shownStep(step, keys, path, '/(:num)');
  if (node.any !== null) yield shownStep(node.any, keys, path, '/(:any)');
  if (typeof node.longer === 'object' && node.longer?.children) {
    for (const step of node.longer.children) {
      if (step !== null) yield shownStep(step, keys, path === '/' ? '' : path);
    }
  } else if (node.longer !== null) {
    yield shownStep(node.longer, keys, path);
  }
  for (const row of node.expressions ?? []) {
    yield { text: String(keys[row]), row, children: [] };
  }
}
