/** Builds URLs from patterns. A pattern is parsed for its first URL. */
import { compile, type PathFunction, type Token } from 'path-to-regexp';
import { createMatcher } from '../pattern/matcher.ts';
import { parsePattern } from '../pattern/parse.ts';
import { createBuilder, type FilledGroup, type UrlBuilder } from './builder.ts';
import type { FilledPart } from './part.ts';
import { readParts } from './parts.ts';

/** The segments of each group's value, by group number, as path-to-regexp expects them. */
type Values = Record<string, string[]>;

/** The most compiled fillers kept per pattern; it rarely needs more than one or two. */
const FORMS = 8;

/**
 * Compiles a pattern once, for any number of URLs. Its parts become tokens of path-to-regexp, whose
 * `compile` fills and encodes them.
 * @throws {WaymarkError} if the pattern varies outside its groups
 */
export function createUrlBuilder(written: string, where: string): UrlBuilder {
  const pattern = parsePattern(written, where);
  const parts = readParts(where, pattern);
  const matcher = createMatcher(pattern, where);
  const fillers = new Map<string, PathFunction<Values>>();
  const { groupCount } = pattern;
  return createBuilder({ written, groupCount, parts, matcher }, (parts, filled) =>
    fill(parts, filled, fillers),
  );
}

/**
 * Fills in and encodes the path. path-to-regexp refuses empty values, so their groups become empty
 * text. Each combination of empty values therefore has its own filler.
 */
function fill(
  parts: readonly FilledPart[],
  filled: readonly FilledGroup[],
  fillers: Map<string, PathFunction<Values>>,
): string {
  const values: Values = {};
  const empty = filled.map(({ group, value, spread }) => {
    values[group.number] = spread ? value.split('/') : [value];
    return value === '';
  });
  const form = `${parts.length}${empty}`;
  let filler = fillers.get(form);
  if (filler === undefined) {
    let number = 0;
    const tokens = parts.map((part): Token => {
      if (part.kind === 'text') return { type: 'text', value: part.encoded };
      if (empty[number++]) return { type: 'text', value: '' };
      return { type: 'wildcard', name: String(part.number) };
    });
    filler = compile<Values>({ tokens });
    if (fillers.size < FORMS) fillers.set(form, filler);
  }
  return filler(values);
}
