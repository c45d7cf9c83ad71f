/**
 * The text of a row: a destination with references, or a redirect.
 *
 * A redirect is a status, a tab and a target, such as `301\t/photos/$1`. After a second tab stands what
 * follows the path: a slash, or `?` for the query of the request. No path has a tab, so no client can
 * make such a destination of a row without one.
 */

/** A destination, cut at its first reference. */
export interface ParsedDestination {
  /** The text before the first reference. */
  readonly head: string;
  /** The references and the texts after them; `null` if there is no reference. */
  readonly tail: Tail | null;
}

/** The part of a destination from its first reference on. */
export interface Tail {
  readonly groups: readonly number[];
  /** The text after each reference; one fewer than `groups` if the last ends the destination. */
  readonly texts: readonly string[];
  /** Whether the references are `$1`, `$2` and so on, as is usual. */
  readonly isInOrder: boolean;
}

/** `\\` and `\$` come first, since a backslash escapes the next character. */
const REFERENCE = /\\([\\$])|\$\{(\d{1,2})\}|[$\\](\d{1,2})/g;

/**
 * Whether the references of a destination are filled in. As in CodeIgniter, a destination without `$`,
 * or whose pattern has no parenthesis, is left as it is.
 */
export function refersToGroups(to: string, pattern: string): boolean {
  return to.includes('$') && pattern.includes('(');
}

/** The start of a reference or of an escape. */
const SIGN = /[$\\]/;

/**
 * Parses a row's destination.
 * @param known the destinations parsed so far, without the text before their first sign. Equal tails
 *   are shared, to save memory
 */
export function parseDestination(
  to: string,
  pattern: string,
  known = new Map<string, ParsedDestination>(),
): ParsedDestination {
  if (!refersToGroups(to, pattern)) return { head: to, tail: null };
  const start = to.search(SIGN);
  const rest = to.slice(start);
  let read = known.get(rest);
  if (read === undefined) {
    read = parseReferences(rest);
    known.set(rest, read);
  }
  return { head: to.slice(0, start) + read.head, tail: read.tail };
}

/**
 * Parses the references of a destination, or of a part of one. `$n`, `${n}` and `\n` with one or two
 * digits are references, and `$0` is the whole match; `\\` is a backslash and `\$` a dollar sign
 * (https://www.php.net/manual/en/function.preg-replace.php).
 */
export function parseReferences(to: string): ParsedDestination {
  const pieces: string[] = [];
  const groups: number[] = [];
  let text = '';
  let end = 0;
  REFERENCE.lastIndex = 0;
  for (let found = REFERENCE.exec(to); found !== null; found = REFERENCE.exec(to)) {
    const [whole, escaped, braced, bare] = found;
    text += to.slice(end, found.index);
    end = found.index + whole.length;
    if (escaped === undefined) {
      pieces.push(text);
      groups.push(Number(braced ?? bare));
      text = '';
    } else text += escaped;
  }
  pieces.push(text + to.slice(end));
  const [head, ...texts] = pieces;
  if (groups.length === 0) return { head, tail: null };
  if (texts.at(-1) === '') texts.pop();
  const isInOrder = groups.every((group, place) => group === place + 1);
  // A copy, since an array keeps spare capacity after growing.
  return { head, tail: { groups: [...groups], texts, isInOrder } };
}

/** The group numbers that a destination refers to, assuming that its pattern has groups. */
export function referencesOf(to: string): readonly number[] {
  return (to.includes('$') && parseReferences(to).tail?.groups) || [];
}

/** Makes the test whether a part of a destination takes something from the path. */
export function variesIn(to: string, pattern: string): (part: string) => boolean {
  const refers = refersToGroups(to, pattern);
  return (part) => refers && parseReferences(part).tail !== null;
}

/** The statuses that redirect a client (RFC 9110, section 15.4). */
export const REDIRECT_STATUSES = [301, 302, 303, 307, 308] as const;

/** A status that redirects a client. */
export type RedirectStatus = (typeof REDIRECT_STATUSES)[number];

/** The pieces of a redirect's text, each `''` if it is missing. */
export interface ParsedRedirect {
  readonly status: `${RedirectStatus}`;
  /** Such as `https://photos.test`; missing if the target is a path of the application. */
  readonly origin: string;
  /** The path, decoded. After its references are filled in, it may have empty segments. */
  readonly path: string;
  /** Whether the target ends with a slash. */
  readonly slash: '/' | '';
  /** Whether the query of the request comes after the path. */
  readonly query: '?' | '';
}

const REDIRECT =
  /^(?<status>30[12378])\t(?<origin>(?:https?:\/\/[\w.:[\]-]+)?)(?<path>\/[^\t]*)\t?(?<slash>\/?)(?<query>\??)$/;

/** Reads a row's text, or a destination that was made of it; `null` if it is not a redirect. */
export function readRedirect(to: string): ParsedRedirect | null {
  // The cast: every group takes part in a match.
  return (REDIRECT.exec(to)?.groups as ParsedRedirect | undefined) ?? null;
}

/**
 * Writes the text of a row that redirects.
 * @param target an origin, if any, and a path, with references. A slash at its end is kept apart, so
 *   that one before an empty param can be left out
 */
export function writeRedirect(status: RedirectStatus, target: string, keepsQuery: boolean): string {
  const [, path = target] = /^((?:https?:\/\/[^/]+)?\/.*[^/])\/$/s.exec(target) ?? [];
  const end = `${path === target ? '' : '/'}${keepsQuery ? '?' : ''}`;
  return `${status}\t${path}${end === '' ? '' : `\t${end}`}`;
}

/** Whether a row's text is a redirect. */
export function isRedirect(to: string): boolean {
  return REDIRECT.test(to);
}
