/** Reads the figures of the page that `npm run bench -- --write` writes. */

/** A table of the page: the text of each cell by column, by the first cell of its row. */
type Table = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The page's figures. */
export class Measured {
  /** The line with the date and the machine. */
  readonly machine: string;
  /** The line with the versions of the peers. */
  readonly peers: string;
  private readonly tables: readonly Table[];

  constructor(page: string) {
    const lines = page.split('\n');
    const start = lines.indexOf('# Benchmarks');
    [this.machine, this.peers] = lines.slice(start + 2, start + 4);
    this.tables = page
      .split(/\n\n/)
      .filter((block) => block.startsWith('| '))
      .map(readTable);
  }

  /**
   * The text of a cell.
   *
   * @param unit the first column's header
   * @throws {Error} if the cell is missing
   */
  cell(unit: string, row: string, column: string): string {
    const table = this.tables.find((each) => each.get('')?.has(unit) && each.has(row));
    const found = table?.get(row)?.get(column);
    if (found === undefined) throw new Error(`no figure for ${unit}, ${row}, ${column}`);
    return found.replaceAll('**', '');
  }

  /** The number of a cell, without its spread; `undefined` if it was not measured. */
  number(unit: string, row: string, column: string): number | undefined {
    const [text] = this.cell(unit, row, column).split(' ');
    return text === '–' ? undefined : Number(text.replaceAll(',', ''));
  }
}

/** Reads a table. The row with the empty name holds the header of the first column. */
function readTable(block: string): Table {
  const [head, , ...rows] = block.split('\n').map((line) =>
    line
      .slice(2, -2)
      .split(/ \| ?/)
      .map((cell) => cell.trim()),
  );
  const [unit, ...columns] = head;
  const named = rows.map(
    ([label, ...cells]) =>
      [label, new Map(columns.map((column, index) => [column, cells[index]]))] as const,
  );
  return new Map([['', new Map([[unit, '']])], ...named]);
}
