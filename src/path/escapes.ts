/**
 * Handles `%2F` and `%25`, the escapes that a normal path keeps. So a slash in data doesn't
 * separate segments, and nothing is decoded twice. No other file depends on which escapes these
 * are.
 */

/** Encodes slashes and percent signs in a segment's text: `a/b%41` → `a%2Fb%2541`. */
export function encodeRest(text: string): string {
  return text.replace(/[%/]/g, encodeURIComponent);
}

/** Undoes {@link encodeRest} for params and arguments, after the path has been split. */
export function decodeRest(text: string): string {
  // Most texts have no escape, and `includes` rules it out faster than an expression.
  return text.includes('%') ? text.replace(/%(?:2F|25)/g, decodeURIComponent) : text;
}

/**
 * Encodes the kept escapes once more, in upper case, so that decoding restores them:
 * `/caf%c3%a9%2f` → `/caf%c3%a9%252F`.
 */
export function guardRest(path: string): string {
  return path.replace(/%(?:2f|25)/gi, (sequence) => `%25${sequence.slice(1).toUpperCase()}`);
}

/** Undoes the encoding of kept escapes by `encodeURI`. */
export function restoreRest(url: string): string {
  return url.replace(/%25(2F|25)/g, '%$1');
}

/** Whether a normal path keeps the escape with these digits (in upper case). */
export function isRest(digits: string): boolean {
  return digits === '2F' || digits === '25';
}
