/** What a command found, on standard output. */
import { type Io, isColoured, widthOf } from '../io.ts';
import type { Options } from '../options.ts';
import { paintMethod } from './colour.ts';
import { markLines, markTable, markText } from './markdown.ts';
import type { Lines, Table } from './table.ts';
import { drawTable } from './terminal.ts';
import { codeOf, lineOf } from './text.ts';

/** A part of a report: a paragraph, lines, or a table. */
export type Part = string | Lines | Table;

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
  const show = md ? markPart : drawPart(io);
  io.stdout.write(json ? `${codeOf(JSON.stringify(data, null, 2))}\n` : parts.map(show).join('\n'));
}

function drawPart(io: Io): (part: Part) => string {
  const coloured = isColoured(io);
  return (part) => {
    if (typeof part === 'string') return `${lineOf(part)}\n`;
    if ('lines' in part) return drawLines(part, coloured);
    if (part.told) return part.told.map((lines) => drawLines(lines, coloured)).join('\n');
    const { text, wrapped } = drawTable(part, widthOf(io.stdout), coloured);
    return wrapped ? `${text}\n${MORE}\n` : text;
  };
}

function markPart(part: Part): string {
  if (typeof part === 'string') return `${markText(lineOf(part))}\n`;
  return 'lines' in part ? markLines(part.lines.map(lineOf)) : markTable(part);
}

function drawLines({ lines, method = '' }: Lines, coloured: boolean): string {
  const text = lines.map(lineOf).join('\n');
  return `${paintMethod(method, coloured)}${text.slice(method.length)}\n`;
}
