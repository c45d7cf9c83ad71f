/** Finds the patterns that calls define: a stack has the place of the call. */
import { readFile } from 'node:fs/promises';
import { withoutSlash } from 'waymark/internal';
import type { Source } from '../../inspect.ts';

/** Spaces and comments. */
const GAP = /(?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*/.source;

/** A call, such as `get(`, before a pattern that is written out, perhaps on a later line. */
const CALL = new RegExp(`[\\w$]+\\s*\\(${GAP}(?=['"\`])`, 'y');

/** A pattern that is written out, and what stands before the next one. */
const PATTERN = new RegExp(`(['"\`])((?:[^\\\\]|\\\\.)*?)\\1${GAP},?${GAP}`, 'sy');

/**
 * Makes a function that moves a place in a text from a call to its first argument, if that is
 * written out; for a call of `block`, to the argument that is the row's pattern. Other places are
 * unchanged, such as keys, and the start of a file, which stands for the file.
 */
export function patternsIn(text: string): (place: Source, key?: string) => Source {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  return (place, key = '') => {
    const { line, column } = place;
    if (line === 1 && column === 1) return place;
    const start = (starts[line - 1] ?? text.length) + column - 1;
    CALL.lastIndex = start;
    const [call] = CALL.exec(text) ?? [];
    if (call === undefined) return place;
    const first = start + call.length;
    const at = call.startsWith('block') ? (findPattern(text, first, key) ?? first) : first;
    const lines = text.slice(start, at).split('\n');
    const { length } = lines[lines.length - 1];
    return lines.length === 1
      ? { ...place, column: column + length }
      : { ...place, line: line + lines.length - 1, column: length + 1 };
  };
}

/**
 * Finds the argument of `block` that made a row; `null` if none is written out. Inside a prefix, the
 * row has more at its start, so the longest argument that ends the row counts.
 */
function findPattern(text: string, first: number, key: string): number | null {
  let best: number | null = null;
  let length = 0;
  for (let at = first; ; at = PATTERN.lastIndex) {
    PATTERN.lastIndex = at;
    const found = PATTERN.exec(text);
    if (found === null) return best;
    const pattern = `/${withoutSlash(found[2])}`;
    if (pattern.length <= length || !`/${withoutSlash(key)}`.endsWith(pattern)) continue;
    best = at;
    length = pattern.length;
  }
}

/** Reads the files of places; a file that can't be read is empty. */
export async function patternsOf(places: readonly Source[]) {
  const files = new Set(places.map(({ file }) => file));
  const read = async (file: string) =>
    [file, await readFile(file, 'utf8').catch(() => '')] as const;
  const texts = new Map(await Promise.all(Array.from(files, read)));
  const movers = new Map(Array.from(texts, ([file, text]) => [file, patternsIn(text)]));
  return {
    texts,
    /** Moves one of the places, as {@link patternsIn} does. */
    move: (place: Source, key?: string): Source => movers.get(place.file)?.(place, key) as Source, // the cast: its file was read
  };
}
