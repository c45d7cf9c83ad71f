/** From a pattern to what it is made of. */
import { WaymarkError } from '../errors/error.ts';
import { refuseDisagreements } from './disagreements.ts';
import { expand, writtenIndex } from './expand.ts';
import { type Expression, parseExpression } from './expression.ts';
import { refuseImpossible } from './impossible.ts';
import type { Refuse } from './terms.ts';

/** A pattern that has been read and found valid. */
export interface Pattern extends Expression {
  /** The pattern as it was written, without a leading slash. */
  readonly written: string;
  /** The regular expression's source, not anchored. */
  readonly source: string;
}

/**
 * Reads a pattern and checks it.
 *
 * @param written a pattern without a leading slash, its named placeholders expanded
 * @param where what an error says is wrong: the call, or the table key
 * @throws {WaymarkError} where the pattern is not a valid regular expression, means something else
 *   in PCRE than in JavaScript, or has text that no path contains
 *
 * @example
 * parsePattern('posts/(:num)', 'the table').groupCount; // 1
 */
export function parsePattern(written: string, where: string): Pattern {
  return parse(written, where, true);
}

/**
 * Reads a part of a pattern, which may stand anywhere in a segment.
 *
 * @param written the part, such as what a placeholder stands for
 * @param where what an error says is wrong
 * @throws {WaymarkError} as {@link parsePattern} does, but for what depends on the neighbours
 *
 * @example
 * parseFragment('[0-9]{4}', "Route.placeholder('year')").groupCount; // 0
 */
export function parseFragment(written: string, where: string): Pattern {
  return parse(written, where, false);
}

function parse(written: string, where: string, bounded: boolean): Pattern {
  const refuse: Refuse = (index, problem, advice) => {
    const place = { pattern: written, index: writtenIndex(written, index) };
    throw new WaymarkError('bad-pattern', where, problem, advice, place);
  };
  const source = expand(written);
  const { choices, groupCount } = parseExpression(source, refuse);
  refuseDisagreements(choices, groupCount, refuse);
  refuseImpossible(choices, written, bounded, refuse);
  return { written, source, choices, groupCount };
}
