/**
 * The path of a request's URL as the server passed it on: the resolver decodes it, once. The query
 * and the hash are cut here, since the resolver is fastest with a path that has none.
 */
export function targetOf(url: string): string {
  let start = url.indexOf('://') + '://'.length;
  while (start < url.length && !isEnd(url.charCodeAt(start), true)) start++;
  let end = start;
  while (end < url.length && !isEnd(url.charCodeAt(end), false)) end++;
  return url.slice(start, end);
}

/** `?` and `#` end every part of a URL, a slash ends the authority. */
function isEnd(code: number, authority: boolean): boolean {
  return code === 0x3f || code === 0x23 || (authority && code === 0x2f);
}
