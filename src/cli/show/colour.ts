/** Colours of HTTP methods. */
import { styleText } from 'node:util';

/** What each method does, and so its colour: reads, adds, changes, removes. */
const COLOURS: ReadonlyMap<string, 'green' | 'yellow' | 'blue' | 'red' | 'magenta'> = new Map([
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
  if (colour === undefined || !coloured) return method;
  // Later versions of Node would look at process.stdout, which isn't the stream that was decided on.
  return styleText(colour, method, { validateStream: false });
}
