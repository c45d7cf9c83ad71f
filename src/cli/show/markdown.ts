/** Tables as Markdown, of the kind that GitHub renders. */
import type { Kind, Table } from './table.ts';
import type { Line } from './text.ts';

/** A table in Markdown. */
export function markTable({ columns }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const rows = Array.from(columns[0]?.cells.keys() ?? [], (row) =>
    line(columns.map(({ kind, cells }) => mark(cells[row], kind))),
  );
  return [line(columns.map(({ title }) => title)), line(columns.map(() => '---')), ...rows].join(
    '',
  );
}

/** Text that is meant as it stands, in Markdown. */
export function markText(text: Line): string {
  return text.replace(/[\\`*_<|[\]&~]/g, '\\$&').replace(/\s+/g, ' ');
}

/** Lines in a block of code, whose fence is longer than any run of backticks in them. */
export function markLines(lines: readonly Line[]): string {
  const text = lines.join('\n');
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}text\n${text}\n${fence}\n`;
}

function mark(text: Line, kind: Kind): string {
  if (text === '') return '';
  return kind === 'code' ? markCode(text) : markText(text);
}

/**
 * A cell ends at a bar, in code too; and code that holds backticks stands between longer ones. Renderers
 * disagree about a bar after a backslash, and code has no way to write it.
 */
function markCode(text: Line): string {
  if (text.includes('\\|')) return `<code>${text.replace(/[^\w /-]/gu, referenceOf)}</code>`;
  const longest = longestRun(text);
  const fence = '`'.repeat(longest + 1);
  const room = longest === 0 ? '' : ' ';
  return `${fence}${room}${text.replaceAll('|', '\\|')}${room}${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
}

/** A character as HTML writes it by its number. */
function referenceOf(char: string): string {
  return `&#${char.codePointAt(0)};`;
}
