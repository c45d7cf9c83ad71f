/** `%2F` and `%25`: the escapes that a normal path keeps, and what they stand for. */

/**
 * Encodes what a normal path keeps encoded in the text of a segment; {@link decodeRest} undoes it.
 *
 * @param text any text
 *
 * @example
 * encodeRest('a/b%41'); // 'a%2Fb%2541'
 */
export function encodeRest(text: string): string {
  return text.replace(/[%/]/g, encodeURIComponent);
}

/**
 * Decodes what `normalisePath` left encoded; for params and arguments, after the split.
 *
 * @param text a capture or a segment of a normal path
 *
 * @example
 * decodeRest('a%2Fb%2541'); // 'a/b%41'
 */
export function decodeRest(text: string): string {
  return text.replace(/%2F|%25/g, (sequence) => (sequence === '%25' ? '%' : '/'));
}
