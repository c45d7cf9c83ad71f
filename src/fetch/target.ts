/** Reads what a `Request` asks for. */

/**
 * The path of a request's URL, query and hash included, as the server handed it over: nothing is
 * decoded or resolved, which is the resolver's to do, once.
 *
 * @param url an absolute URL
 *
 * @example
 * targetOf('http://example.com/a/%2e%2e/b?c'); // '/a/%2e%2e/b?c'
 */
export function targetOf(url: string): string {
  return url.replace(/^[^:]*:\/\/[^/?#]*/, '');
}
