/** Tells a path that is normal as the client sent it from one that has to be normalised. */

const SLASH = 47;
const DOT = 46;

/**
 * What a character is, by its code, from 0 to 255: 1 for plain ones, printable ASCII, and 0 for all
 * else; there is nothing beyond the list. `%` starts an escape, `?` and `#` end the path, control
 * characters are refused, and what is not ASCII would have been sent encoded.
 */
export const PLAIN: Readonly<Uint8Array> = Uint8Array.from({ length: 256 }, (_, code) =>
  code >= 0x20 && code < 0x7f && !'%?#'.includes(String.fromCharCode(code)) ? 1 : 0,
);

/**
 * Whether the segment that starts with this dot is `.` or `..`, which RFC 3986 (section 5.2.4) takes
 * away.
 *
 * @param text what the client sent
 * @param start where the dot is, behind a slash
 *
 * @example
 * isDotSegment('/a/../b', 3); // true
 * isDotSegment('/.env', 1); // false
 */
export function isDotSegment(text: string, start: number): boolean {
  const next = text.charCodeAt(start + 1) === DOT ? start + 2 : start + 1;
  return next >= text.length || text.charCodeAt(next) === SLASH;
}

/**
 * Whether the rest of a string is a normal path as it stands: plain characters alone, no slash at
 * either end or next to another, and no dot segment. A path that is not plain may be normal all the
 * same (`é`); one that is plain always is.
 *
 * @param text what the client sent
 * @param start where the path starts, behind a leading slash
 *
 * @example
 * isPlainPath('/photos/7', 1); // true
 * isPlainPath('/photos/7?page=2', 1); // false
 */
export function isPlainPath(text: string, start: number): boolean {
  let before = SLASH;
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === SLASH) {
      if (before === SLASH) return false;
    } else if (code === DOT) {
      if (before === SLASH && isDotSegment(text, index)) return false;
    } else if (PLAIN[code] !== 1) return false;
    before = code;
  }
  return before !== SLASH || start === text.length;
}
