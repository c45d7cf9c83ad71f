/** Tells a path that is normal as sent from one that has to be normalised. */
import { Code } from './code.ts';

/**
 * By code: 1 for the characters that a normal path may have and a client sends as they are: printable
 * ASCII except `%`, which starts an escape, and `?` and `#`, which end the path.
 */
export const VERBATIM: Readonly<Uint8Array> = Uint8Array.from({ length: 256 }, (_, code) =>
  code >= 0x20 && code < 0x7f && !'%?#'.includes(String.fromCharCode(code)) ? 1 : 0,
);

/** Whether the segment from this dot on is `.` or `..`, which RFC 3986 (section 5.2.4) removes. */
export function isDotSegment(path: string, start: number): boolean {
  const next = path.charCodeAt(start + 1) === Code.DOT ? start + 2 : start + 1;
  return next >= path.length || path.charCodeAt(next) === Code.SLASH;
}

/**
 * Whether a path is normal as it stands: verbatim characters only, a slash at its start, none at its
 * end or next to another, and no dot segment. Where this is false, a path may still be normal (`/é`).
 */
export function isVerbatim(path: string): boolean {
  if (path.charCodeAt(0) !== Code.SLASH) return false;
  let before = Code.SLASH;
  for (let index = 1; index < path.length; index++) {
    const code = path.charCodeAt(index);
    if (code === Code.SLASH) {
      if (before === Code.SLASH) return false;
    } else if (code === Code.DOT) {
      if (before === Code.SLASH && isDotSegment(path, index)) return false;
    } else if (VERBATIM[code] !== 1) return false;
    before = code;
  }
  return before !== Code.SLASH || path.length === 1;
}
