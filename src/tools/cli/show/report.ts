/** Writes a command's result to standard output. */
import { type Io, isColoured, widthOf } from '../io.ts';
import type { Options } from '../options.ts';
import { drawExcerpt, type Excerpt } from './excerpt.ts';
import type { Kind, Table } from './table.ts';
import { drawTable, paint, wrap } from './terminal.ts';
import { type Line, lineOf, printedCodeOf } from './text.ts';

export type Part = string | Lines | Table;

interface Lines {
  readonly lines: readonly string[];
  /** A method or a level in the first line, to colour, and the text before it. */
  readonly painted?: { readonly before: string; readonly word: string };
  readonly wrapped?: boolean;
  /** Shown after the first line. */
  readonly excerpt?: Excerpt | null;
}

const MORE = '--json or --md shows all.';

export function report(
  io: Io,
  { json = false, md = false }: Pick<Options, 'json' | 'md'>,
  data: unknown,
  parts: readonly Part[],
  lines = parts,
): void {
  if (json) io.stdout.write(writeJson(data));
  else io.stdout.write(md ? markParts(parts) : drawParts(io, lines));
}

export function writeJson(data: unknown): string {
  return `${printedCodeOf(JSON.stringify(data, null, 2))}\n`;
}

export function drawParts(io: Io, parts: readonly Part[]): string {
  const coloured = isColoured(io);
  const width = widthOf(io.stdout);
  const draw = (part: Part) => {
    if (typeof part === 'string') return `${lineOf(part)}\n`;
    if ('lines' in part) return drawLines(part, width, coloured);
    const { text, wrapped, left } = drawTable(part, width, coloured);
    if (left.length > 0) return `${text}\nNo room for ${left.join(', ')}: ${MORE}\n`;
    return wrapped ? `${text}\nCells are wrapped: ${MORE}\n` : text;
  };
  return parts.map(draw).join('\n');
}

export function markParts(parts: readonly Part[]): string {
  return parts.map(markPart).join('\n');
}

function markPart(part: Part): string {
  if (typeof part === 'string') return `${markText(lineOf(part))}\n`;
  return 'lines' in part ? markLines(part.lines.map(lineOf)) : markTable(part);
}

function drawLines(part: Lines, width: number, coloured: boolean): string {
  const { lines, painted = { before: '', word: '' }, wrapped = false, excerpt = null } = part;
  const [first, ...others] = lines.map((line) =>
    wrapped ? wrap(lineOf(line), width) : [lineOf(line)],
  );
  const shown = excerpt === null ? [] : drawExcerpt(excerpt, width);
  const text = [...first, ...shown, ...others.flat()].join('\n');
  const { before, word } = painted;
  const start = lineOf(before);
  // A narrow terminal may wrap the line before the word.
  if (!text.startsWith(start + word)) return `${text}\n`;
  return `${start}${paint(word, coloured)}${text.slice(start.length + word.length)}\n`;
}

export function markTable({ columns }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const rows = Array.from(columns[0]?.cells.keys() ?? [], (row) =>
    line(columns.map(({ kind, cells }) => mark(cells[row], kind))),
  );
  const head = line(columns.map(({ title }) => title)) + line(columns.map(() => '---'));
  return head + rows.join('');
}

export function markText(text: Line): string {
  return text.replace(/[\\`*_<|[\]&~]/g, '\\$&').replace(/\s+/g, ' ');
}

/** Writes lines as a code block, with a fence longer than any run of backticks in them. */
function markLines(lines: readonly Line[]): string {
  const text = lines.join('\n');
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}text\n${text}\n${fence}\n`;
}

function mark(text: Line, kind: Kind): string {
  if (text === '') return '';
  return kind === 'code' ? markCode(text) : markText(text);
}

/**
 * Writes code in a cell. A bar ends a cell even in code, so it is escaped. Code with backticks
 * needs a longer fence. A bar after a backslash can't be escaped in code, and renderers disagree
 * about it, so such code becomes HTML.
 */
function markCode(text: Line): string {
  if (text.includes('\\|')) {
    const reference = (char: string) => `&#${char.codePointAt(0)};`;
    return `<code>${text.replace(/[^\w /-]/gu, reference)}</code>`;
  }
  const longest = longestRun(text);
  const fence = '`'.repeat(longest + 1);
  const room = longest === 0 ? '' : ' ';
  return `${fence}${room}${text.replaceAll('|', '\\|')}${room}${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
}
