/** Tables as Markdown, of the kind that GitHub renders. */
import type { Kind, Table } from './table.ts';

/**
 * A table in Markdown.
 *
 * @example
 * markTable(table); // '| Pattern |\n| --- |\n| `photos` |\n'
 */
export function markTable({ columns }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const rows = Array.from(columns[0]?.cells.keys() ?? [], (row) =>
    line(columns.map(({ kind, cells }) => mark(cells[row], kind))),
  );
  return [line(columns.map(({ title }) => title)), line(columns.map(() => '---')), ...rows].join(
    '',
  );
}

/**
 * Text that is meant as it stands, in Markdown.
 *
 * @example
 * markText('a*b'); // 'a\\*b'
 */
export function markText(text: string): string {
  return text.replace(/[\\`*_<|[\]]/g, '\\$&').replace(/\s+/g, ' ');
}

function mark(text: string, kind: Kind): string {
  if (text === '') return '';
  return kind === 'code' ? markCode(text) : markText(text);
}

/** A cell ends at a bar, in code too; and code that holds backticks stands between longer ones. */
function markCode(text: string): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const room = longest === 0 ? '' : ' ';
  return `${fence}${room}${text.replaceAll('|', '\\|')}${room}${fence}`;
}
