/** Writes tables as GitHub-flavoured Markdown. */
import type { Kind, Table } from './table.ts';
import type { Line } from './text.ts';

/** Writes a table as Markdown. */
export function markTable({ columns }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const rows = Array.from(columns[0]?.cells.keys() ?? [], (row) =>
    line(columns.map(({ kind, cells }) => mark(cells[row], kind))),
  );
  return [line(columns.map(({ title }) => title)), line(columns.map(() => '---')), ...rows].join(
    '',
  );
}

/** Escapes text for Markdown. */
export function markText(text: Line): string {
  return text.replace(/[\\`*_<|[\]&~]/g, '\\$&').replace(/\s+/g, ' ');
}

/** Writes lines as a code block, with a fence longer than any run of backticks in them. */
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
 * Writes code in a cell. A bar ends a cell even in code, so it is escaped. Code with backticks
 * needs a longer fence. A bar after a backslash can't be escaped in code, and renderers disagree
 * about it, so such code becomes HTML.
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

/** Writes a character as a numeric HTML reference. */
function referenceOf(char: string): string {
  return `&#${char.codePointAt(0)};`;
}
