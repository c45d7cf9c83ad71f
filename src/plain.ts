/** Tells a path that is normal as the client sent it from one that has to be normalised. */

const SLASH = 47;
const DOT = 46;

/**
 * By code below 128: 1 for a printable ASCII character that means itself in a path. `%` starts an
 * escape, `?` and `#` end the path, and control characters are refused.
 */
export const PLAIN: Readonly<Uint8Array> = Uint8Array.from({ length: 128 }, (_, code) =>
  code >= 0x20 && code < 0x7f && !'%?#'.includes(String.fromCharCode(code)) ? 1 : 0,
);

/**
 * Whether a part of a string is a normal path as it stands: plain characters alone, no slash at
 * either end or next to another, and no segment that starts with a dot. A path that is not plain
 * may be normal all the same (`é`, `.well-known`); one that is plain always is.
 *
 * @param text what the client sent
 * @param start where the path starts, behind a leading slash
 * @param end where it ends
 *
 * @example
 * isPlainPath('/photos/7', 1, 9); // true
 * isPlainPath('/photos/7?page=2', 1, 16); // false
 */
export function isPlainPath(text: string, start: number, end: number): boolean {
  let before = SLASH;
  for (let index = start; index < end; index++) {
    const code = text.charCodeAt(index);
    // From 128 on the table has nothing, which is not 1 either.
    if (PLAIN[code] !== 1) return false;
    if (before === SLASH && (code === SLASH || code === DOT)) return false;
    before = code;
  }
  return before !== SLASH || start === end;
}
