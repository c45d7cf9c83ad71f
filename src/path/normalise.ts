/**
 * Reads the target of a request and brings its path into one normal form. It keeps the escapes `%2F`
 * and `%25`, so that a slash in data doesn't separate segments and nothing is decoded twice. Deno keeps
 * a `\` or a `..` that `new URL` would resolve, so what matches, signs or logs a path reads it here.
 *
 * Most paths are normal as sent, which the second half recognises without a copy. `TEMPLATE` in
 * `pattern/parse.ts` allows only characters that are verbatim here.
 */

const MALFORMED_PERCENT = /%(?![0-9a-f]{2})/i;
/** The control characters, which no path may contain, for a character class. */
export const CONTROLS = '\\0-\\x1f\\x7f-\\x9f';
export const CONTROL = new RegExp(`[${CONTROLS}]`);

/**
 * The path of a request's URL as it was sent, without origin, query and hash. The fetch handler reads
 * it once, since the resolver is fastest without these.
 */
export function targetOf(url: string): string {
  // A request of node:http has the path alone.
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + '://'.length);
  // The query and the hash end the authority too. A slash in them comes after the end: no path.
  return start === -1 ? '' : url.slice(start, pathEnd(url));
}

/**
 * The path of a target such as `/posts?page=2`, which callers of the resolver pass. A URL has an origin
 * too; see {@link targetOf}.
 */
export function cutQuery(target: string): string {
  return target.slice(0, pathEnd(target));
}

/** The query of a request's URL, with its question mark; `''` if there is none. */
export function queryOf(url: string): string {
  return url.slice(indexOrEnd(url, '?'), indexOrEnd(url, '#'));
}

/** The index at which the query or the hash starts; the text's length if it has neither. */
function pathEnd(target: string): number {
  return Math.min(indexOrEnd(target, '?'), indexOrEnd(target, '#'));
}

/** The index of a character; the text's length if it is missing. */
function indexOrEnd(text: string, character: string): number {
  const at = text.indexOf(character);
  return at === -1 ? text.length : at;
}

/**
 * Normalises a path. The result starts each segment with a slash, has no empty segment, and has no
 * trailing slash except at the root. It is percent-decoded, but `%2F` and `%25` stay encoded in
 * upper case, so a slash in data doesn't separate segments and nothing is decoded twice.
 * `/users//x/../%6cogin/` becomes `/users/login`. A normal path is unchanged.
 *
 * The order of the steps makes it safe. Malformed paths are refused before anything is removed. Dot
 * segments (RFC 3986, section 5.2.4) are removed before empty ones, so `a//../b` is `a/b`.
 * @param path a path without query and hash; a leading slash is optional
 */
export function normalisePath(path: string): string | BadPath {
  if (isVerbatim(path)) return path;
  // Some hosts read it as a slash, and others as a character.
  if (path.includes('\\')) return new BadPath('backslash');
  const decoded = decodePath(path);
  if (typeof decoded !== 'string') return decoded;
  if (CONTROL.test(decoded)) return new BadPath('control character');
  return removeSegments(decoded);
}

/**
 * The path without its leading slash, as in CodeIgniter: the text that expressions match, and `$0`.
 */
export function subjectOf(path: string): string {
  return path.slice(1);
}

/** Percent-decodes a path once, except for `%2F` and `%25`, which stay encoded in upper case. */
export function decodePath(path: string): string | BadPath {
  if (MALFORMED_PERCENT.test(path)) return new BadPath('malformed percent sequence');
  if (!path.isWellFormed()) return new BadPath('invalid UTF-8');
  try {
    return decodeURIComponent(guardKept(path));
  } catch {
    return new BadPath('invalid UTF-8');
  }
}

function removeSegments(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
  }
  return `/${kept.filter((segment) => segment !== '').join('/')}`;
}

/** Why a path is a bad request. `too complex`: matching it exceeds a limit of the engine. */
export type BadPathReason =
  | 'not a string'
  | 'too long'
  | 'malformed percent sequence'
  | 'invalid UTF-8'
  | 'control character'
  | 'backslash'
  | 'too complex';

/** A refused path. It is a class, so that an accepted path can be a plain string. */
export class BadPath {
  constructor(readonly reason: BadPathReason) {}
}

/** Encodes slashes and percent signs in a segment's text: `a/b%41` → `a%2Fb%2541`. */
export function encodeKept(text: string): string {
  return text.replace(/[%/]/g, encodeURIComponent);
}

/** Undoes {@link encodeKept} for params and arguments, after the path has been split. */
export function decodeKept(text: string): string {
  // Most texts have no escape, and `includes` rules it out faster than an expression.
  return text.includes('%') ? text.replace(/%(?:2F|25)/g, decodeURIComponent) : text;
}

/**
 * Encodes the kept escapes once more, in upper case, so that decoding restores them:
 * `/caf%c3%a9%2f` → `/caf%c3%a9%252F`.
 */
export function guardKept(path: string): string {
  return path.replace(/%(?:2f|25)/gi, (sequence) => `%25${sequence.slice(1).toUpperCase()}`);
}

/**
 * Encodes a normal path, or a part of one, for a URL. Kept escapes stay: `/a b%2F?` → `/a%20b%2F%3F`.
 * @throws {URIError} if a surrogate is alone
 */
export function encodeNormal(path: string): string {
  return encodeURI(path)
    .replace(/[?#]/g, encodeURIComponent)
    .replace(/%25(2F|25)/g, '%$1');
}

/** Whether a normal path keeps the escape with these digits (in upper case). */
export function isKept(digits: string): boolean {
  return digits === '2F' || digits === '25';
}

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
