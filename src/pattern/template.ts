/** Templates: patterns of literal segments and placeholders, which are valid without the parser. */

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
