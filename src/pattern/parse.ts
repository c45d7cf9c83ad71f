/** Parses and checks patterns. Nearly all are templates, which are valid without the parser. */
import { Pattern, parseExpression, refusal } from './expression.ts';
import { expandPlaceholders, PLACEHOLDERS } from './placeholder.ts';
import { checkExpression } from './refuse.ts';
import { countPlaceholders, isTemplate } from './template.ts';

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
