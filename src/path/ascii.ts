/** Tells a path that is normal as sent from one that has to be normalised: the one place for what is. */
import { Code } from './code.ts';

/**
 * The start of a text that is verbatim: characters that a normal path may have and a client sends as
 * they are. Those are printable ASCII except `%`, which starts an escape, and `?` and `#`, which end
 * the path.
 */
export const VERBATIM_TEXT = /[^\u0000-\u001f%?#\u007f-\uffff]*/;

/** Whether the segment from this dot on is `.` or `..`, which RFC 3986 (section 5.2.4) removes. */
function isDotSegment(path: string, start: number): boolean {
  const next = path.charCodeAt(start + 1) === Code.DOT ? start + 2 : start + 1;
  return next >= path.length || path.charCodeAt(next) === Code.SLASH;
}

/**
 * Whether a path is normal as it stands: verbatim characters only, a slash at its start, none at its
 * end or next to another, and no dot segment. Where this is false, a path may still be normal (`/é`).
 */
export function isVerbatim(path: string): boolean {
  if (path === '/') return true;
  let at = 0;
  do {
    if (path.charCodeAt(at) !== Code.SLASH) return false;
    const start = at + 1;
    at = endOfVerbatim(path, start);
    if (at === start) return false;
  } while (at < path.length);
  return true;
}

/**
 * Where the segment that starts here ends; where it starts, if it is empty, a dot segment, or not
 * verbatim. For each character this compares as little as it can.
 */
export function endOfVerbatim(path: string, start: number): number {
  const end = path.length;
  if (start === end || (path.charCodeAt(start) === Code.DOT && isDotSegment(path, start)))
    return start;
  for (let at = start; at < end; at++) {
    const code = path.charCodeAt(at);
    if (code > 63) {
      if (code > 126) return start;
    } else if (code === Code.SLASH) return at;
    else if (code < 32 || code === 35 || code === 37 || code === 63) return start;
  }
  return end;
}
