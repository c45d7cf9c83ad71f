/** Shows the line of a definition, with a mark below what is meant. */
import type { Source } from '../../inspect.ts';
import { widthOf } from './terminal.ts';
import { lineOf } from './text.ts';

/** A line of a file, cut around what is meant. */
export interface Excerpt {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/** A longer line is cut, however wide the terminal. */
const WIDEST = 100;

/** How much of a cut line is shown before what is meant. */
const LEAD = 20;

const INDENT = '  ';

const LITERAL = /^(['"`])(?:\\.|(?!\1)[^\\])*\1/;

/**
 * The line of a place in a file, with the pattern, key or name there as what is meant. `null` if the
 * place is the start of the file, which stands for the file, or isn't in it.
 */
export function excerptOf(text: string, { line, column }: Source): Excerpt | null {
  if (line === 1 && column === 1) return null;
  const whole = text.split(/\r?\n/)[line - 1] ?? '';
  const rest = whole.slice(column - 1);
  const [marked] = LITERAL.exec(rest) ?? /^[\w$]+|^./.exec(rest) ?? [];
  if (marked === undefined) return null;
  return {
    before: clean(whole.slice(0, column - 1).trimStart()),
    marked: clean(marked),
    after: clean(rest.slice(marked.length).trimEnd()),
  };
}

/** The line and the mark below it, neither wider than the terminal. */
export function drawExcerpt({ before, marked, after }: Excerpt, width: number): string[] {
  const room = Math.min(width, WIDEST) - INDENT.length;
  const text = before + marked + after;
  const from = Math.max(0, Math.min(before.length - LEAD, text.length - room));
  const lead = before.slice(from);
  const shown = marked.slice(0, Math.max(1, room - lead.length));
  const start = from === 0 ? '' : '…';
  const end = from + room < text.length ? '…' : '';
  return [
    `${INDENT}${start}${text.slice(from + start.length, from + room - end.length)}${end}`,
    `${INDENT}${' '.repeat(widthOf(lead))}${'^'.repeat(widthOf(shown))}`,
  ];
}

function clean(text: string): string {
  return lineOf(text.replaceAll('\t', ' '));
}
