/** `%2F` and `%25`: the escapes that a normal path keeps, and what they stand for. */

/**
 * Decodes what {@link normalisePath} left encoded; for params and arguments, after the split.
 *
 * @param text a capture or a segment of a normal path
 *
 * @example
 * decodeRest('a%2Fb%2541'); // 'a/b%41'
 */
export function decodeRest(text: string): string {
  return text.replace(/%2F|%25/g, (sequence) => (sequence === '%25' ? '%' : '/'));
}
