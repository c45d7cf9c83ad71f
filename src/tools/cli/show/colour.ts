/** The colours of HTTP methods and of finding levels. */
import { styleText } from 'node:util';
import type { LEVELS } from '../options.ts';

/** The level of a finding. */
export type Level = (typeof LEVELS)[number];

type Colour = 'green' | 'yellow' | 'blue' | 'red' | 'magenta';

/** Colours by effect: read, add, change, remove. */
const COLOURS: ReadonlyMap<string, Colour> = new Map([
  ['GET', 'green'],
  ['HEAD', 'green'],
  ['POST', 'yellow'],
  ['PUT', 'blue'],
  ['PATCH', 'blue'],
  ['DELETE', 'red'],
  ['OPTIONS', 'magenta'],
] as const);

/**
 * Colours a method; other words are unchanged.
 *
 * @param method the method, in upper case
 * @param coloured whether to use colours at all
 */
export function paintMethod(method: string, coloured: boolean): string {
  const colour = COLOURS.get(method);
  return colour === undefined || !coloured ? method : paint(colour, method);
}

const LEVEL_COLOURS: Readonly<Record<Level, Colour>> = {
  error: 'red',
  warning: 'yellow',
  unproved: 'blue',
};

/**
 * Colours a level.
 *
 * @param level the level
 * @param coloured whether to use colours at all
 */
export function paintLevel(level: Level, coloured: boolean): string {
  return coloured ? paint(LEVEL_COLOURS[level], level) : level;
}

function paint(colour: Colour, text: string): string {
  // By default, newer versions of Node decide by process.stdout, which may be another stream.
  return styleText(colour, text, { validateStream: false });
}
