/**
 * Makes untrusted text safe to print: text from tables, their files, PHP and the command line. It
 * must not control the terminal or a pipeline, disguise itself, or add lines or Markdown.
 */
import { visible } from 'waymark/internal';
import type { Output } from '../io.ts';

declare const safe: unique symbol;

/** A text on one line, without invisible characters. Only {@link lineOf} makes one. */
export type Line = string & { readonly [safe]: true };

export function lineOf(text: string): Line {
  return visible(text) as Line; // the cast: only this function makes lines
}

/** A pipeline command anywhere in a line: `##[` of GitHub, `##vso[` of Azure, `##teamcity[`. */
const COMMAND_NAME = /##(\w*\[)/g;

/** Escapes invisible characters in JSON or TypeScript: they are only in strings and comments. */
export function codeOf(code: string): string {
  const escaped = (text: string) =>
    visible(text) === text ? text : text.split('').map(unitOf).join('');
  return code.replace(/[^\t\n\r -~]/gu, escaped);
}

/** Like {@link codeOf}, for standard output, where no string in the code may command a pipeline. */
export function printedCodeOf(code: string): string {
  return codeOf(code).replace(COMMAND_NAME, '#\\u0023$1');
}

function unitOf(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Intended characters: line breaks, tabs, and the colours of `terminal.ts`. */
const MEANT = /(\n|\t|\x1b\[3[1-59]m)/;

/** Guards an output: escapes invisible characters and pipeline commands in its text. */
export function guarded(output: Output): Output {
  return through((text) => escapeText(text).split('\n').map(escapeLine).join('\n'), output);
}

/** Like {@link guarded}, for text whose lines may be GitHub workflow commands. */
export function guardedWorkflow(output: Output): Output {
  return through(escapeText, output);
}

function through(change: (text: string) => string, output: Output): Output {
  const { isTTY, columns } = output;
  return { isTTY, columns, write: (text) => output.write(change(text)) };
}

/** Escapes a workflow command: a line that starts with `::` once GitHub Actions has trimmed it. */
function escapeLine(line: string): string {
  return line.trimStart().startsWith('::') ? line.replace(':', '\\x3a') : line;
}

function escapeText(text: string): string {
  // Every second piece matched, and is intentional.
  const pieces = text.split(MEANT);
  const escaped = pieces.map((piece, index) => (index % 2 === 0 ? visible(piece) : piece));
  return escaped.join('').replace(COMMAND_NAME, '#\\x23$1');
}
