import type { PatternMatcher } from '../pattern/machine.ts';
import { createMatcher } from '../pattern/matcher.ts';
import { type Pattern, parsePattern } from '../pattern/parse.ts';
import type { PartData, UrlData } from './data.ts';
import { readParts } from './parts.ts';

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
