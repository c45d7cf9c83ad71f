import { WaymarkError } from '../errors/error.ts';
import { Pointer } from '../errors/pointer.ts';
import { checkExpression } from './check.ts';
import { type Expression, parseExpression } from './expression.ts';
import { expand, expandPlaceholders, PLACEHOLDERS, writtenIndex } from './placeholder.ts';
import type { Refuse } from './terms.ts';

/** A parsed and checked pattern. */
export interface Pattern extends Expression {
  /** As written, but without a leading slash and with its named placeholders expanded. */
  readonly written: string;
  /** Whether it is a template, which is parsed only when `choices` is read. */
  readonly isTemplate: boolean;
}

/**
 * Parses and checks a pattern that has no leading slash.
 * @param known the named placeholders
 * @throws {WaymarkError} if it is not a valid regular expression, has an unknown placeholder,
 *   differs in meaning between PCRE and JavaScript, or contains text that no path contains
 */
export function parsePattern(
  written: string,
  where: string,
  known: ReadonlyMap<string, string> = PLACEHOLDERS,
): Pattern {
  return parse(expandPlaceholders(written, where, known), where, true);
}

/**
 * Parses a part of a pattern, such as a placeholder's source, that may be anywhere in a segment.
 * @throws {WaymarkError} as {@link parsePattern}, except for errors that depend on the neighbours
 */
export function parseFragment(written: string, where: string): Pattern {
  return parse(written, where, false);
}

function parse(written: string, where: string, bounded: boolean): Pattern {
  const refuse = refusal(written, where);
  const expression = parseExpression(expand(written), refuse);
  checkExpression(expression, written, bounded, refuse);
  return { written, isTemplate: false, ...expression };
}

/** Makes the function that refuses a pattern, given an index of its source. */
export function refusal(written: string, where: string): Refuse {
  return (index, problem, advice) => {
    const pointer = new Pointer({ pattern: written, index: writtenIndex(written, index) });
    throw new WaymarkError('bad-pattern', where, problem, advice, pointer);
  };
}
