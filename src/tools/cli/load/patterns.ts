/** Finds the patterns that calls define: a stack has the place of the call. */
import { readFile } from 'node:fs/promises';
import type { Source } from '../../inspect.ts';

/** A call, such as `get(`, before a pattern that is written out, perhaps on a later line. */
const CALL = /[\w$]+\s*\((?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?=['"`])/y;

/**
 * Makes a function that moves a place in a text from a call to its first argument, if that is
 * written out. Other places are unchanged, such as keys, and the start of a file, which stands for
 * the file.
 */
export function patternsIn(text: string): (place: Source) => Source {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  return (place) => {
    const { line, column } = place;
    if (line === 1 && column === 1) return place;
    CALL.lastIndex = (starts[line - 1] ?? text.length) + column - 1;
    const [call] = CALL.exec(text) ?? [];
    if (call === undefined) return place;
    const lines = call.split('\n');
    const { length } = lines[lines.length - 1];
    return lines.length === 1
      ? { ...place, column: column + length }
      : { ...place, line: line + lines.length - 1, column: length + 1 };
  };
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
    move: (place: Source): Source => movers.get(place.file)?.(place) as Source, // the cast: its file was read
  };
}
