/**
 * Recognises paths that are normal as sent. `TEMPLATE` in `pattern/parse.ts` allows only characters
 * that are verbatim here.
 */

/**
 * Character codes. This is an enum because esbuild inlines its members as numbers, while V8 would
 * load and check a module's constant for each character of a path.
 */
export enum Code {
  SPACE = 32,
  HASH = 35,
  PERCENT = 37,
  DOT = 46,
  SLASH = 47,
  ZERO = 48,
  QUESTION = 63,
  BACKSLASH = 92,
  TILDE = 126,
}

/**
 * The verbatim start of a text: characters of a normal path that need no decoding. These are the
 * printable ASCII characters except `%`, which starts an escape, `?` and `#`, which end the path, and
 * `\`, which is refused.
 */
export const VERBATIM_TEXT = /[^\u0000-\u001f%?#\\\u007f-\uffff]*/;

/** Whether the segment at this dot is `.` or `..`, which RFC 3986 (section 5.2.4) removes. */
function isDotSegment(path: string, start: number): boolean {
  const next = path.charCodeAt(start + 1) === Code.DOT ? start + 2 : start + 1;
  return next >= path.length || path.charCodeAt(next) === Code.SLASH;
}

/**
 * Whether a path is certain to be normal: it has only verbatim characters, a slash at its start,
 * none at its end or next to another, and no dot segment. Other paths, such as `/é`, may be normal
 * too.
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
 * The end of the segment at `start`, or `start` itself if the segment is empty, a dot segment, or
 * not verbatim. Written to need few comparisons per character.
 */
export function endOfVerbatim(path: string, start: number): number {
  const end = path.length;
  if (start === end || (path.charCodeAt(start) === Code.DOT && isDotSegment(path, start)))
    return start;
  for (let at = start; at < end; at++) {
    const code = path.charCodeAt(at);
    if (code > Code.QUESTION) {
      if (code > Code.TILDE || code === Code.BACKSLASH) return start;
    } else if (code === Code.SLASH) return at;
    else if (
      code < Code.SPACE ||
      code === Code.HASH ||
      code === Code.PERCENT ||
      code === Code.QUESTION
    )
      return start;
  }
  return end;
}
