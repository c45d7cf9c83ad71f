/** Writes tables as text, and colours methods and levels. */
import { styleText } from 'node:util';
import type { Shown, Table } from './table.ts';

const GAP = 2;

/** Columns never become narrower than this, however narrow the terminal. */
const NARROWEST = 8;

/** The indent of a cell's further lines, if its column has room for it. */
const INDENT = '  ';

export function drawTable({ columns }: Table, width: number, coloured: boolean) {
  const natural = columns.map(naturalWidth);
  const widths = fit(natural, width - GAP * (columns.length - 1));
  const lines: string[] = [];
  const draw = (cells: readonly string[]) => {
    const wrapped = cells.map((text, index) => wrap(text, widths[index]));
    for (let at = 0; at < Math.max(...wrapped.map(({ length }) => length)); at++) {
      const parts = wrapped.map((cell, index) => {
        const text = cell[at] ?? '';
        const shown = columns[index].kind === 'method' ? paint(text, coloured) : text;
        return shown + ' '.repeat(widths[index] - widthOf(text) + GAP);
      });
      lines.push(parts.join('').trimEnd());
    }
  };
  draw(columns.map(({ title }) => title.toUpperCase()));
  for (const row of columns[0]?.cells.keys() ?? []) draw(columns.map(({ cells }) => cells[row]));
  const wrapped = widths.some((one, index) => one < natural[index]);
  return { text: `${lines.join('\n')}\n`, wrapped };
}

function naturalWidth({ title, cells }: Shown): number {
  return [title, ...cells].reduce((most, text) => Math.max(most, widthOf(text)), 0);
}

const SEGMENTER = new Intl.Segmenter();

/** Characters that take two columns of a terminal: East Asian ones and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

const charactersOf = (text: string) =>
  Array.from(SEGMENTER.segment(text), ({ segment }) => segment);

/** The number of columns that a text takes on a terminal. */
export function widthOf(text: string): number {
  return charactersOf(text).reduce((sum, one) => sum + (WIDE.test(one) ? 2 : 1), 0);
}

/** Cuts a text into lines, between words if it can. All but the first are indented. */
export function wrap(text: string, width: number): string[] {
  const lines = [''];
  const indent = width > NARROWEST ? INDENT : '';
  const add = (piece: string) => {
    const last = lines[lines.length - 1];
    if (widthOf(last + piece) <= width) lines[lines.length - 1] += piece;
    else lines.push(indent + piece.trimStart());
  };
  for (const word of text.split(/(?=\s)/)) {
    if (widthOf(word) <= width - indent.length) add(word);
    else for (const one of charactersOf(word)) add(one);
  }
  return lines;
}

function fit(natural: readonly number[], space: number): number[] {
  const widths = [...natural];
  let surplus = widths.reduce((sum, one) => sum + one, 0) - space;
  while (surplus > 0) {
    const widest = Math.max(...widths);
    if (widest <= NARROWEST) break;
    widths[widths.lastIndexOf(widest)]--;
    surplus--;
  }
  return widths;
}

/** The colours of methods by effect (read, add, change, remove), and those of levels. */
const COLOURS: ReadonlyMap<string, Parameters<typeof styleText>[0]> = new Map([
  ['GET', 'green'],
  ['HEAD', 'green'],
  ['POST', 'yellow'],
  ['PUT', 'blue'],
  ['PATCH', 'blue'],
  ['DELETE', 'red'],
  ['OPTIONS', 'magenta'],
  ['QUERY', 'green'],
  ['error', 'red'],
  ['warning', 'yellow'],
  ['unproved', 'blue'],
] as const);

/** Colours a method or a level; other words are unchanged. */
export function paint(word: string, coloured: boolean): string {
  const colour = COLOURS.get(word);
  // By default, newer versions of Node decide by process.stdout, which may be another stream.
  return colour && coloured ? styleText(colour, word, { validateStream: false }) : word;
}
