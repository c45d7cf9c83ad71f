/** Templates: what nearly all patterns are, read without a parser. */

/**
 * Only segments of literal text, `(:any)` and `(:num)`. None is `.` or `..`: no path has one, so such
 * a pattern is an error.
 */
const TEMPLATE =
  /^(?:(?:(?!(?:\\\.){1,2}(?:\/|$))(?:[\w~!@&=;,' -]|\\\.)+|\(:(?:any|num)\))(?:\/(?!$)|$))+$/;

/**
 * Whether a pattern is only segments of literal text and of CodeIgniter's own placeholders, so that
 * it is valid and need not be parsed: `posts/(:num)/edit`, but not `posts/(:num)-(:any)`.
 */
export function isTemplate(pattern: string): boolean {
  return TEMPLATE.test(pattern);
}

/** How many segments of a template are placeholders. */
export function countPlaceholders(template: string): number {
  let count = 0;
  for (let at = template.indexOf('('); at !== -1; at = template.indexOf('(', at + 1)) count++;
  return count;
}

/** How long the shortest path that a template matches is: a character for each placeholder. */
export function shortestOf(template: string): number {
  const slash = 1;
  const escapes = template.includes('\\') ? template.split('\\').length - 1 : 0;
  return slash + template.length - escapes - countPlaceholders(template) * '(:any'.length;
}
