/** Writes tables as text. */
import cliui from 'cliui';
import stringWidth from 'string-width';
import { paintMethod } from './colour.ts';
import type { Shown, Table } from './table.ts';

/** The space between two columns. */
const GAP = 2;

/** Columns never become narrower than this, however narrow the terminal. */
const NARROWEST = 8;

/**
 * Writes a table as lines.
 *
 * @param table the table
 * @param width the maximum width of a line; cells are wrapped to fit
 * @param coloured whether methods are coloured
 * @returns the text, and whether a cell was wrapped
 */
export function drawTable(
  { columns }: Table,
  width: number,
  coloured: boolean,
): { readonly text: string; readonly wrapped: boolean } {
  const natural = columns.map(widthOf);
  const widths = fit(natural, width - GAP * (columns.length - 1));
  const total = widths.reduce((sum, one) => sum + one + GAP, 0);
  const ui = cliui({ width: total });
  const draw = (cells: readonly string[]) =>
    ui.div(
      ...cells.map((text, index) => ({
        text,
        width: widths[index] + GAP,
        padding: [0, GAP, 0, 0] as const,
      })),
    );
  draw(columns.map(({ title }) => title.toUpperCase()));
  for (const row of columns[0]?.cells.keys() ?? []) {
    draw(
      columns.map(({ kind, cells }) =>
        kind === 'method' ? paintMethod(cells[row], coloured) : cells[row],
      ),
    );
  }
  const wrapped = widths.some((one, index) => one < natural[index]);
  return { text: `${ui.toString()}\n`, wrapped };
}

function widthOf({ title, cells }: Shown): number {
  return [title, ...cells].reduce((most, text) => Math.max(most, stringWidth(text)), 0);
}

/** Narrows the widest columns until all fit. */
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
