/** Templates: what nearly all patterns are, read without a parser. */
import { type Pattern, parsePattern } from './parse.ts';
import { expand } from './placeholder.ts';
import type { Choices } from './terms.ts';

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

/**
 * Reads a pattern as {@link parsePattern} does, but parses a template only for those who ask what it is
 * made of: the router does not.
 * @throws {WaymarkError} as {@link parsePattern}
 */
export function readPattern(
  written: string,
  where: string,
  known: ReadonlyMap<string, string>,
): Pattern {
  return isTemplate(written) ? new Template(written) : parsePattern(written, where, known);
}

class Template implements Pattern {
  readonly isTemplate = true;
  readonly groupCount: number;

  constructor(readonly written: string) {
    this.groupCount = countPlaceholders(written);
  }

  get source(): string {
    return expand(this.written);
  }

  get choices(): Choices {
    return parsePattern(this.written, '').choices;
  }
}
