/** What a command found, on standard output. */
import { type Io, isColoured, widthOf } from '../io.ts';
import type { Options } from '../options.ts';
import { type Level, paintLevel, paintMethod } from './colour.ts';
import { markLines, markTable, markText } from './markdown.ts';
import type { Table } from './table.ts';
import { drawTable } from './terminal.ts';
import { codeOf, lineOf } from './text.ts';

/** A part of a report: a paragraph, lines, or a table. */
export type Part = string | Lines | Table;

/** Lines that are shown as they stand. */
interface Lines {
  readonly lines: readonly string[];
  /** The method that the first line starts with, to be coloured. */
  readonly method?: string;
  /** The level of a finding, to be coloured, and what comes before it in the first line. */
  readonly level?: { readonly before: string; readonly word: Level };
}

/** How to see what a narrow terminal does not show well. */
const MORE =
  'Cells are wrapped to fit the terminal. A filter (see --help), --json or --md shows more of them.';

/**
 * Writes a report.
 *
 * @param io where to
 * @param options `--json` and `--md`
 * @param data what `--json` prints
 * @param parts what is printed otherwise
 *
 * @example
 * report(io, options, rows, [tableOf(rows, COLUMNS), '2 rows.']);
 */
export function report(
  io: Io,
  { json = false, md = false }: Pick<Options, 'json' | 'md'>,
  data: unknown,
  parts: readonly Part[],
): void {
  io.stdout.write(json ? writeJson(data) : md ? markParts(parts) : drawParts(io, parts));
}

/**
 * Data as JSON.
 *
 * @example
 * writeJson([]); // '[]\n'
 */
export function writeJson(data: unknown): string {
  return `${codeOf(JSON.stringify(data, null, 2))}\n`;
}

/**
 * Parts as text.
 *
 * @param io where it goes: its width and colours
 * @param parts the parts
 *
 * @example
 * drawParts(io, ['2 rows.']); // '2 rows.\n'
 */
export function drawParts(io: Io, parts: readonly Part[]): string {
  return parts.map(drawPart(io)).join('\n');
}

/**
 * Parts as Markdown.
 *
 * @example
 * markParts(['2 *rows*.']); // '2 \\*rows\\*.\n'
 */
export function markParts(parts: readonly Part[]): string {
  return parts.map(markPart).join('\n');
}

function drawPart(io: Io): (part: Part) => string {
  const coloured = isColoured(io);
  return (part) => {
    if (typeof part === 'string') return `${lineOf(part)}\n`;
    if ('lines' in part) return drawLines(part, coloured);
    const { text, wrapped } = drawTable(part, widthOf(io.stdout), coloured);
    return wrapped ? `${text}\n${MORE}\n` : text;
  };
}

function markPart(part: Part): string {
  if (typeof part === 'string') return `${markText(lineOf(part))}\n`;
  return 'lines' in part ? markLines(part.lines.map(lineOf)) : markTable(part);
}

function drawLines({ lines, method = '', level }: Lines, coloured: boolean): string {
  const text = lines.map(lineOf).join('\n');
  if (level === undefined) return `${paintMethod(method, coloured)}${text.slice(method.length)}\n`;
  const { before, word } = level;
  const start = lineOf(before);
  return `${start}${paintLevel(word, coloured)}${text.slice(start.length + word.length)}\n`;
}
