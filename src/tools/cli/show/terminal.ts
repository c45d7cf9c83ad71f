/** Writes tables as text, and colours methods and levels. */
import { styleText } from 'node:util';
import type { Shown, Table } from './table.ts';

const GAP = 2;

/** Columns never become narrower than this, however narrow the terminal. */
const NARROWEST = 8;

/** A longer part of a cell may be cut anywhere. */
const LONGEST_PART = 24;

/** A column of this width reads well, even if its cells are wrapped. */
const ROOM = 20;

/** Where lines and cells are cut: before spaces, and cells also after slashes. */
const WORDS = /(?=\s)/;
const PARTS = /(?=\s)|(?<=\/)/;

/** The indent of a cell's further lines, if its column has room for it. */
const INDENT = '  ';

export function drawTable(table: Table, width: number, coloured: boolean) {
  const { columns, left } = fitColumns(table.columns, width);
  const natural = columns.map(naturalWidth);
  const widths = fit(natural, columns.map(leastWidth), width - gapsOf(columns));
  const lines: string[] = [];
  const draw = (cells: readonly string[]) => {
    const wrapped = cells.map((text, index) => wrap(text, widths[index], PARTS));
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
  return { text: `${lines.join('\n')}\n`, wrapped, left };
}

/** Leaves out optional columns, from the last on, until the others have room. */
function fitColumns(all: readonly Shown[], width: number) {
  let columns = all;
  const left: string[] = [];
  for (;;) {
    const wanted = columns.reduce((sum, one) => sum + roomOf(one), gapsOf(columns));
    const last = columns.findLast(({ optional }) => optional);
    if (wanted <= width || last === undefined) return { columns, left };
    columns = columns.filter((column) => column !== last);
    left.unshift(last.title.toUpperCase());
  }
}

/** The width in which a column reads well. */
function roomOf(column: Shown): number {
  return Math.max(leastWidth(column), Math.min(naturalWidth(column), ROOM));
}

function gapsOf(columns: readonly Shown[]): number {
  return GAP * (columns.length - 1);
}

/** The width that cuts no part of a cell. */
function leastWidth({ title, cells }: Shown): number {
  const least = cells.flatMap((text) =>
    text.split(PARTS).map((part, at) => {
      const indent = at === 0 ? 0 : INDENT.length;
      return indent + Math.min(widthOf(part.trimStart()), LONGEST_PART);
    }),
  );
  return Math.max(widthOf(title), ...least);
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

/** Cuts a text into lines, between its words or parts if it can. All but the first are indented. */
export function wrap(text: string, width: number, between = WORDS): string[] {
  const lines = [''];
  const indent = width > NARROWEST ? INDENT : '';
  const add = (piece: string) => {
    const last = lines[lines.length - 1];
    if (widthOf(last + piece) <= width) lines[lines.length - 1] += piece;
    else lines.push(indent + piece.trimStart());
  };
  for (const word of text.split(between)) {
    const isFirst = lines.length === 1 && lines[0] === '';
    if (widthOf(word.trimStart()) <= width - (isFirst ? 0 : indent.length)) add(word);
    else for (const one of charactersOf(word)) add(one);
  }
  return lines;
}

/** Takes space from the widest columns: first what they don't need, and then more. */
function fit(natural: readonly number[], least: readonly number[], space: number): number[] {
  const widths = [...natural];
  let surplus = widths.reduce((sum, one) => sum + one, 0) - space;
  for (const limits of [least, least.map(() => NARROWEST)]) {
    while (surplus > 0) {
      const spare = widths.map((one, at) => (one > limits[at] ? one : 0));
      const widest = Math.max(...spare);
      if (widest === 0) break;
      widths[spare.lastIndexOf(widest)]--;
      surplus--;
    }
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
