/**
 * The path of a request's URL, as the server passed it on: nothing is decoded or resolved, which
 * is up to the resolver, once. The query and the hash are cut here, since a path without them is
 * the one that the resolver finds fastest.
 *
 * @param url an absolute URL
 *
 * @example
 * targetOf('http://example.com/a/%2e%2e/b?c'); // '/a/%2e%2e/b'
 */
export function targetOf(url: string): string {
  let start = url.indexOf('://') + '://'.length;
  while (start < url.length && !isEnd(url.charCodeAt(start), true)) start++;
  let end = start;
  while (end < url.length && !isEnd(url.charCodeAt(end), false)) end++;
  return url.slice(start, end);
}

/** Whether a character ends a part of a URL: `?` and `#` do everywhere, a slash ends the authority. */
function isEnd(code: number, authority: boolean): boolean {
  return code === 0x3f || code === 0x23 || (authority && code === 0x2f);
}
