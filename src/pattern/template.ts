/** Reads templates without the parser; nearly all patterns are templates. */
import { type Pattern, parsePattern } from './parse.ts';
import { expand } from './placeholder.ts';
import type { Choices } from './terms.ts';

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

/** The number of placeholders in a template. */
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

/**
 * Reads a pattern like {@link parsePattern}, but parses a template only when its `choices` are
 * read. The router never reads them.
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
  readonly names = [];
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
