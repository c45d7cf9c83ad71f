/** Colours of HTTP methods, and of the levels of findings. */
import { styleText } from 'node:util';
import type { LEVELS } from '../options.ts';

/** How bad a finding is. */
export type Level = (typeof LEVELS)[number];

type Colour = 'green' | 'yellow' | 'blue' | 'red' | 'magenta';

/** What each method does, and so its colour: reads, adds, changes, removes. */
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
 * A method in its colour; another word as it is.
 *
 * @param method the method, in upper case
 * @param coloured whether there are colours at all
 *
 * @example
 * paintMethod('GET', true); // '\x1b[32mGET\x1b[39m'
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
 * A level in its colour.
 *
 * @param level the level
 * @param coloured whether there are colours at all
 *
 * @example
 * paintLevel('error', true); // '\x1b[31merror\x1b[39m'
 */
export function paintLevel(level: Level, coloured: boolean): string {
  return coloured ? paint(LEVEL_COLOURS[level], level) : level;
}

function paint(colour: Colour, text: string): string {
  // Later versions of Node would look at process.stdout, which isn't the stream that was decided on.
  return styleText(colour, text, { validateStream: false });
}
