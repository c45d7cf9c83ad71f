/**
 * `%2F` and `%25`: the escapes that a normal path keeps, so that no data is taken for a slash and
 * nothing is decoded twice. All that depends on which escapes these are is in this file.
 */

/** Encodes what stays encoded in a segment's text: `a/b%41` → `a%2Fb%2541`. */
export function encodeRest(text: string): string {
  return text.replace(/[%/]/g, encodeURIComponent);
}

/** Undoes {@link encodeRest} for params and arguments, after the path has been split. */
export function decodeRest(text: string): string {
  // Most texts have no escape, which an expression takes longer to find out.
  return text.includes('%') ? text.replace(/%(?:2F|25)/g, decodeURIComponent) : text;
}

/**
 * Encodes the escapes that stay once more, in upper case, so that decoding gives them back:
 * `/caf%c3%a9%2f` → `/caf%c3%a9%252F`.
 */
export function guardRest(path: string): string {
  return path.replace(/%(?:2f|25)/gi, (sequence) => `%25${sequence.slice(1).toUpperCase()}`);
}

/** Undoes what `encodeURI` did to the escapes that stay. */
export function restoreRest(url: string): string {
  return url.replace(/%25(2F|25)/g, '%$1');
}

/** Whether an escape with these digits, in upper case, stays in a normal path. */
export function isRest(digits: string): boolean {
  return digits === '2F' || digits === '25';
}
