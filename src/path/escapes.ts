/**
 * `%2F` and `%25`: the escapes that a normal path keeps, so that no data is taken for a slash and
 * nothing is decoded twice. Whatever depends on which escapes these are is in this file.
 */

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
  // Most texts have no escape, and an expression takes longer to find that out.
  return text.includes('%') ? text.replace(/%(?:2F|25)/g, decodeURIComponent) : text;
}

/**
 * Encodes the escapes that stay once more, in upper case, so that decoding the path gives them back.
 *
 * @param path a path as the client sent it
 *
 * @example
 * guardRest('/caf%c3%a9%2f'); // '/caf%c3%a9%252F'
 */
export function guardRest(path: string): string {
  return path.replace(/%(?:2f|25)/gi, (sequence) => `%25${sequence.slice(1).toUpperCase()}`);
}

/**
 * Takes back what encoding a whole URL did to the escapes that stay.
 *
 * @param url what `encodeURI` made of a text in which they stand
 *
 * @example
 * restoreRest(encodeURI('a%2Fb')); // 'a%2Fb'
 */
export function restoreRest(url: string): string {
  return url.replace(/%25(2F|25)/g, '%$1');
}

/**
 * Whether an escape stays in a normal path.
 *
 * @param digits its two digits
 *
 * @example
 * isRest('2F'); // true
 * isRest('2f'); // false
 */
export function isRest(digits: string): boolean {
  return digits === '2F' || digits === '25';
}
