/** Writes a command's result to standard output. */
import { type Io, isColoured, widthOf } from '../io.ts';
import type { Options } from '../options.ts';
import { markLines, markTable, markText } from './markdown.ts';
import type { Table } from './table.ts';
import { drawTable, type Level, paintLevel, paintMethod, wrap } from './terminal.ts';
import { lineOf, printedCodeOf } from './text.ts';

/** A part of a report: a paragraph, lines, or a table. */
export type Part = string | Lines | Table;

/** Lines that are shown as they are. */
interface Lines {
  readonly lines: readonly string[];
  /** A method at the start of the first line, to colour. */
  readonly method?: string;
  /** A level in the first line, to colour, and the text before it. */
  readonly level?: { readonly before: string; readonly word: Level };
  /** Whether lines are wrapped to fit the terminal. */
  readonly wrapped?: boolean;
}

/** Shown below wrapped tables. */
const MORE =
  'Cells are wrapped to fit the terminal. A filter (see --help), --json or --md shows more of them.';

/**
 * Writes a report.
 * @param options `--json` and `--md`
 * @param data the data for `--json`
 * @param parts the parts for all other formats
 * @param lines the parts for plain text, if they differ
 */
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

/** Writes data as JSON. */
export function writeJson(data: unknown): string {
  return `${printedCodeOf(JSON.stringify(data, null, 2))}\n`;
}

/**
 * Writes parts as text.
 * @param io the output, for its width and colours
 */
export function drawParts(io: Io, parts: readonly Part[]): string {
  return parts.map(drawPart(io)).join('\n');
}

/** Writes parts as Markdown. */
export function markParts(parts: readonly Part[]): string {
  return parts.map(markPart).join('\n');
}

function drawPart(io: Io): (part: Part) => string {
  const coloured = isColoured(io);
  const width = widthOf(io.stdout);
  return (part) => {
    if (typeof part === 'string') return `${lineOf(part)}\n`;
    if ('lines' in part) return drawLines(part, width, coloured);
    const { text, wrapped } = drawTable(part, width, coloured);
    return wrapped ? `${text}\n${MORE}\n` : text;
  };
}

function markPart(part: Part): string {
  if (typeof part === 'string') return `${markText(lineOf(part))}\n`;
  return 'lines' in part ? markLines(part.lines.map(lineOf)) : markTable(part);
}

function drawLines(part: Lines, width: number, coloured: boolean): string {
  const { lines, method = '', level, wrapped = false } = part;
  const text = lines
    .map(lineOf)
    .flatMap((line) => (wrapped ? wrap(line, width) : line))
    .join('\n');
  if (level === undefined) return `${paintMethod(method, coloured)}${text.slice(method.length)}\n`;
  const { before, word } = level;
  const start = lineOf(before);
  // In a narrow terminal, even the level may be in another line.
  if (!text.startsWith(start + word)) return `${text}\n`;
  return `${start}${paintLevel(word, coloured)}${text.slice(start.length + word.length)}\n`;
}
