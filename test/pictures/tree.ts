/** The matcher's tree of a small table, drawn as boxes and arrows. */
import { writeCompiledTable } from 'waymark/internal';
import type { Branch, TextNode } from '../../src/resolve/matcher/tree.ts';
import { inXml } from './xml.ts';

/** The picture's table, as printed in `docs/resolver.md`. */
export const TABLE = {
  'photos/(:num)': 'photos/show/$1',
  'photos/new': 'photos/create_new',
  'photos/(:any)/comments': 'comments/of/$1',
  '(.*)\\.json': 'api/$1',
  albums: 'albums/index',
};
const PATH = '/photos/new';

/** A branch in the picture. */
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
const PICTURE_WIDTH = 340;

/** Sets a background, so the picture is legible on any page. */
const STYLE = `
    .card { fill: #fff; stroke: #d0d7de }
    .row { fill: #f6f8fa; stroke: #d0d7de }
    .hit { fill: #dcf3e7; stroke: #2b8a5f; stroke-width: 1.5 }
    text { fill: #1f2328 }
    .quiet { fill: #59636e }
    .code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace; font-size: 13px }
    .arrow { stroke: #2b8a5f; stroke-width: 2; fill: none }
    .tip { fill: #2b8a5f }
    @media (prefers-color-scheme: dark) {
      .card { fill: #161b22; stroke: #30363d }
      .row { fill: #21262d; stroke: #30363d }
      .hit { fill: #12392a; stroke: #3fb37f }
      text { fill: #e6edf3 }
      .quiet { fill: #9198a1 }
      .arrow { stroke: #3fb37f }
      .tip { fill: #3fb37f }
    }`;

/** Draws the tree that `writeCompiledTable` builds, as SVG. */
export function drawTree(): string {
  const compiled = writeCompiledTable(TABLE, {}, () => 0);
  const tree = compiled.trees.other;
  const keys = compiled.routes.keys;
  if (tree?.root === undefined || tree.root === null) throw new Error('The table has no tree.');
  const boxes: { text: string; isHit: boolean }[] = [];
  const parts = [text('code', LEFT, 34, `GET ${PATH}`)];
  place(shownBranch(tree.root, keys), 0);
  const height = TOP + boxes.length * BETWEEN + 12;
  const texts = boxes.map(({ text }) => text).join(', ');
  const hits = boxes.flatMap(({ text, isHit }) => (isHit ? [text] : [])).join(', ');
  const label = `The rows of the table as a tree: ${texts}. GET ${PATH} goes through ${hits}.`;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PICTURE_WIDTH} ${height}" width="${PICTURE_WIDTH}" height="${height}" role="img" aria-label="${inXml(label)}" font-family="ui-sans-serif, system-ui, sans-serif" font-size="14">`,
    `  <style>${STYLE}\n  </style>`,
    `  <rect class="card" x="0.5" y="0.5" width="${PICTURE_WIDTH - 1}" height="${height - 1}" rx="10"/>`,
    ...parts,
    '</svg>',
  ].join('\n')}\n`;

  /** Draws a box and, below it, its children with their arrows. Returns the middle of the box. */
  function place(shown: Shown, depth: number, before = ''): number {
    const path = before === '/' ? shown.text : before + shown.text;
    const x = LEFT + depth * INDENT;
    const y = TOP + boxes.length * BETWEEN;
    const isHit = PATH.startsWith(path);
    boxes.push({ text: shown.text, isHit });
    parts.push(
      `  <rect class="${isHit ? 'hit' : 'row'}" x="${x}" y="${y}" width="${WIDTH}" height="${HEIGHT}" rx="6"/>`,
      text('code', x + 14, y + 20.5, shown.text),
    );
    if (shown.row !== undefined) {
      parts.push(text('quiet', x + WIDTH + 12, y + 21, `row ${shown.row + 1}`));
    }
    for (const child of shown.children) {
      const middle = place(child, depth + 1, path);
      const [from, tip] = [x + 16, x + INDENT];
      parts.push(
        `  <path class="arrow" d="M${from} ${y + HEIGHT} V${middle} H${tip - 8}"/>`,
        `  <path class="tip" d="M${tip} ${middle} l-10 5 v-10 z"/>`,
      );
    }
    return y + HEIGHT / 2;
  }
}

function text(kind: string, x: number, y: number, content: string): string {
  return `  <text class="${kind}" x="${x}" y="${y}">${inXml(content)}</text>`;
}

/** Shows a text, the rows behind it, and its longer continuations. */
function shownBranch(branch: Branch, keys: readonly string[], before = '', edge = ''): Shown {
  if (typeof branch === 'number') {
    const rest = `/${keys[branch]}`.slice(before.length);
    return { text: edge === '' ? rest : edge, row: branch, children: [] };
  }
  if (branch.children !== null) throw new Error('A fork that no node holds.');
  const text = edge + branch.text;
  const path = before + text;
  return {
    text,
    ...(branch.route < 0 ? {} : { row: branch.route }),
    children: [...shownChildren(branch, path, keys)],
  };
}

function* shownChildren(node: TextNode, path: string, keys: readonly string[]): Generator<Shown> {
  for (const { branch } of node.segments ?? []) yield shownBranch(branch, keys, path, '/(:num)');
  if (node.any !== null) yield shownBranch(node.any, keys, path, '/(:any)');
  if (typeof node.longer === 'object' && node.longer?.children) {
    for (const branch of node.longer.children) {
      if (branch !== null) yield shownBranch(branch, keys, path === '/' ? '' : path);
    }
  } else if (node.longer !== null) {
    yield shownBranch(node.longer, keys, path);
  }
  for (const row of node.expressions ?? []) yield { text: String(keys[row]), row, children: [] };
}
