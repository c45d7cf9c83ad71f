/** Parses and checks patterns. Nearly all are templates, which are valid without the parser. */
import { checkExpression } from './check-expression.ts';
import { Pattern, parseExpression, refusal } from './expression.ts';
import { expandPlaceholders, PLACEHOLDERS } from './placeholder.ts';

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
