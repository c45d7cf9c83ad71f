/**
 * Reads the target of a request as its server passed it. Deno keeps a `\` or a `..` that `new URL`
 * would resolve, so what matches, signs or logs a path must read it here.
 */

/** The path of a request's URL, without query and hash. The resolver is fastest without these two. */
export function targetOf(url: string): string {
  // A request of node:http has the path alone.
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + '://'.length);
  const end = Math.min(find(url, '?'), find(url, '#'));
  // They also end the authority. A slash after them comes after `end`, so the path is empty.
  return start === -1 ? '' : url.slice(start, end);
}

/** The query of a request's URL, with its question mark; `''` if there is none. */
export function queryOf(url: string): string {
  return url.slice(find(url, '?'), find(url, '#'));
}

/** The index of a character; the text's length if it is missing. */
function find(text: string, character: string): number {
  const at = text.indexOf(character);
  return at === -1 ? text.length : at;
}
