/**
 * Reads patterns, and joins prefixes and patterns, whose alternatives it puts into a group first.
 * Nearly all patterns are templates, which are valid without the parser.
 */
import { Pattern, parseExpression, refusal } from './expression.ts';
import { expandPlaceholders, PLACEHOLDERS } from './placeholder.ts';
import { checkExpression } from './refuse.ts';

/**
 * Parses and checks a pattern that has no leading slash. A template is parsed only when its `choices`
 * are read, which the router never does.
 * @param known the named placeholders
 * @throws {WaymarkError} if it is not a valid regular expression, has an unknown placeholder,
 *   differs in meaning between PCRE and JavaScript, or contains text that no path contains
 */
export function parsePattern(
  written: string,
  where: string,
  known: ReadonlyMap<string, string> = PLACEHOLDERS,
): Pattern {
  if (isTemplate(written)) return new Pattern(written, countPlaceholders(written), [], null);
  return parse(expandPlaceholders(written, where, known), where, true);
}

/**
 * Parses a part of a pattern, such as a placeholder's source, that may be anywhere in a segment. Since
 * its neighbours are unknown, nothing is refused because of them.
 */
export function parseFragment(written: string, where: string): Pattern {
  return parse(written, where, false);
}

function parse(written: string, where: string, bounded: boolean): Pattern {
  const refuse = refusal(written, where);
  const pattern = parseExpression(written, refuse);
  checkExpression(pattern, bounded, refuse);
  return pattern;
}

/**
 * Joins a prefix and a pattern with a slash. Top-level alternatives are grouped first: `admin` and
 * `users|groups` give `admin/(?:users|groups)`. An optional prefix takes the slash into its group:
 * `(?:en)?` and `about` give `(?:en/)?about`.
 */
export function joinPatterns(prefix: string, name: string): string {
  const rest = name.startsWith('/') ? name.slice(1) : name;
  if (prefix === '' || rest === '') return prefix + rest;
  const optional = optionalPart(prefix);
  if (optional !== null) return `(?:${grouped(optional)}/)?${grouped(rest)}`;
  return `${grouped(prefix)}/${grouped(rest)}`;
}

/**
 * The part that a pattern makes optional, if the pattern has no other, without a slash at its ends:
 * `(en|fr)` of `(?:(en|fr)/)?` or of `(en|fr)?`; `null` for any other pattern.
 */
export function optionalPart(pattern: string): string | null {
  if (outline(pattern) !== '()?') return null;
  if (!pattern.startsWith('(?:')) return pattern.slice(0, -1);
  return pattern.slice('(?:'.length, -')?'.length).replace(/^\/|\/$/g, '');
}

/** A pattern as a single alternative. */
export function grouped(pattern: string): string {
  return outline(pattern).includes('|') ? `(?:${pattern})` : pattern;
}

/** Matches escaped characters and classes. */
const NO_SYNTAX = /\\.|\[(?:\\.|[^\]\\])*\]?/gs;

/** The pattern with its groups emptied: `(a|b)?|c` → `()?|c`. */
function outline(pattern: string): string {
  let depth = 0;
  const kept = Array.from(pattern.replace(NO_SYNTAX, '_'), (char) => {
    if (char === ')') depth--;
    const isOutside = depth === 0;
    if (char === '(') depth++;
    return isOutside ? char : '';
  });
  return kept.join('');
}

/**
 * Matches patterns whose segments are literal text, `(:any)` or `(:num)`. It leaves `.` and `..` to
 * the parser, which refuses them.
 */
const TEMPLATE =
  /^(?:(?:(?!(?:\\\.){1,2}(?:\/|$))(?:[\w~!@&=;,' -]|\\\.)+|\(:(?:any|num)\))(?:\/(?!$)|$))+$/;

/**
 * Whether each segment of a pattern is literal text or one of CodeIgniter's placeholders. Such a
 * pattern is valid without parsing: `posts/(:num)/edit`, but not `posts/(:num)-(:any)`.
 */
export function isTemplate(pattern: string): boolean {
  return TEMPLATE.test(pattern);
}

export function countPlaceholders(template: string): number {
  let count = 0;
  for (let at = template.indexOf('('); at !== -1; at = template.indexOf('(', at + 1)) count++;
  return count;
}

/**
 * The length of the shortest path that a template matches, with one character for each placeholder.
 */
export function shortestOf(template: string): number {
  const slash = 1;
  const escapes = template.includes('\\') ? template.split('\\').length - 1 : 0;
  // Both placeholders have the same length. The ')' that isn't subtracted counts the character that
  // each must match.
  return slash + template.length - escapes - countPlaceholders(template) * '(:any'.length;
}
