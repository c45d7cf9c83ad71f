import type { PatternMatcher } from '../pattern/machine.ts';
import { createMatcher } from '../pattern/matcher.ts';
import { type Pattern, parsePattern } from '../pattern/parse.ts';
import type { BuildUrl } from '../table/handler.ts';
import { readParts } from './build.ts';

/** A pattern; `Expression` is the form of its matcher in a compiled table. */
export type UrlData<Expression = unknown> = readonly [
  written: string,
  groupCount: number,
  /** `null` if the pattern varies outside its groups, so it has no URLs. */
  parts: readonly PartData[] | null,
  expression: Expression,
];

/**
 * An encoded text; a group: its number, the text between its parentheses, and its name; or `null`
 * before an optional end.
 */
export type PartData =
  | string
  | null
  | readonly [number: number, constraint: string, name: string | null];

/** Makes the function that builds the URLs of a router's named routes below a base. */
export type UrlsBelow = (base?: string, call?: string) => BuildUrl;

/** Builds URLs from a compiled table. Only `createCompiledRouter` calls it. */
export type RouteUrls = (
  names: readonly string[],
  patterns: readonly object[],
  read: (expression: never, pattern: string) => object,
) => UrlsBelow;

/**
 * Writes the pattern of a named route as data.
 * @param writeExpression writes the pattern's matcher as data
 * @throws {WaymarkError} if the pattern is invalid
 */
export function writeUrl<Expression>(
  pattern: string,
  where: string,
  writeExpression: (matcher: PatternMatcher) => Expression,
): UrlData<Expression> {
  const parsed = parsePattern(pattern, where);
  const expression = writeExpression(createMatcher(parsed, where));
  return [parsed.written, parsed.groupCount, writeParts(parsed, where), expression];
}

function writeParts(pattern: Pattern, where: string): PartData[] | null {
  try {
    return readParts(where, pattern).map((part) => {
      if (part.kind === 'optional') return null;
      return part.kind === 'text' ? part.encoded : [part.number, part.constraint, part.name];
    });
  } catch {
    // Such a name is an error only when its URL is requested.
    return null;
  }
}
