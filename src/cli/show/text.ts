/**
 * Text that somebody else wrote, made safe to print: of a table, its files, PHP and the command line. It
 * must not command the terminal, look like something else, or add lines or Markdown of its own.
 */
import { visible } from '../../errors/show.ts';
import type { Output } from '../io.ts';

declare const safe: unique symbol;

/** A text on one line, without invisible characters; only {@link lineOf} makes one. */
export type Line = string & { readonly [safe]: true };

/** A text as one line, with its invisible characters escaped. */
export function lineOf(text: string): Line {
  return visible(text) as Line; // the cast: this is the one place that makes a line
}

/**
 * JSON or TypeScript with invisible characters escaped. They stand in strings and in comments, so it says
 * the same.
 */
export function codeOf(code: string): string {
  const escaped = (text: string) =>
    visible(text) === text ? text : text.split('').map(unitOf).join('');
  return code.replace(/[^\t\n\r -~]/gu, escaped);
}

function unitOf(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Line breaks, tabs, and the colours of `colour.ts`. */
const MEANT = /(\n|\t|\x1b\[3[1-59]m)/;

/**
 * The last guard of a stream: it escapes whatever has not been escaped before, except for line breaks, tabs
 * and colours.
 */
export function guarded(output: Output): Output {
  return {
    isTTY: output.isTTY,
    columns: output.columns,
    // Every second piece is one that is meant.
    write: (text) =>
      output.write(
        text
          .split(MEANT)
          .map((piece, index) => (index % 2 === 0 ? visible(piece) : piece))
          .join(''),
      ),
  };
}
