/**
 * The path of a request's URL as the server passed it on: the resolver decodes it, once. The query
 * and the hash are cut here, since the resolver is fastest with a path that has none.
 */
export function targetOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + '://'.length);
  const end = Math.min(find(url, '?'), find(url, '#'));
  // They end the authority too, so that a slash after them is not of the path: it comes after the end.
  return start === -1 ? '' : url.slice(start, end);
}

/** Where a character is; the end of the text, where it is missing. */
function find(text: string, character: string): number {
  const at = text.indexOf(character);
  return at === -1 ? text.length : at;
}
