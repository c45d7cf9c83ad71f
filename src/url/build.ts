/**
 * Builds the URLs of a pattern: the way from params back to a path.
 *
 * The pattern's pieces become path-to-regexp's token data, and its `compile` fills and encodes them.
 * The result is then matched as a request would be, so that no URL is returned that its own pattern
 * would not match, or would match with other params. Only that pattern is known: an earlier route of
 * the table may still take the URL.
 */
import { compile, type PathFunction, type Token } from 'path-to-regexp';
import { badArgument } from '../errors/argument.ts';
import { createMatcher } from '../pattern/matcher.ts';
import { parsePattern } from '../pattern/parse.ts';
import { checkArrival } from './arrival.ts';
import { type FilledGroup, readParams, type UrlParam } from './params.ts';
import { readParts, type UrlPart } from './parts.ts';

/** What a URL may have besides its path. */
export interface UrlOptions {
  /** Anything that `URLSearchParams` takes. */
  readonly query?: ConstructorParameters<typeof URLSearchParams>[0];
  /** What comes before the path: an origin, a folder, or both. */
  readonly base?: string | undefined;
}

export type UrlBuilder = (
  where: string,
  params: readonly UrlParam[],
  options: UrlOptions,
) => string;

/** The segments of the groups' values by number, as path-to-regexp takes them. */
type Values = Record<string, string[]>;

/** How many forms of params are kept ready; a pattern rarely meets more than one or two. */
const FORMS = 8;

/**
 * Reads and compiles a pattern once, for any number of URLs. A builder takes a value for each group,
 * in order; groups inside groups need none, but the full list that `resolve` gives as `params` works
 * too. It throws if a param is missing, surplus or refused by its group.
 * @throws {WaymarkError} if something outside the groups of the pattern varies
 */
export function createUrlBuilder(written: string, where: string): UrlBuilder {
  const pattern = parsePattern(written, where);
  const parts = readParts(where, pattern);
  const groups = parts.filter((part) => part.kind === 'group');
  const matcher = createMatcher(pattern, where);
  const fillers = new Map<string, PathFunction<Values>>();
  return (where, params, options) => {
    const filled = readParams(where, parts, groups, pattern, params);
    const path = `/${fill(parts, filled, fillers)}`;
    checkArrival(where, pattern, matcher, path, filled, params);
    return readBase(where, options.base) + path + readQuery(where, options.query);
  };
}

/**
 * The path, encoded. What path-to-regexp compiles depends on which values are empty, which it
 * refuses.
 */
function fill(
  parts: readonly UrlPart[],
  filled: readonly FilledGroup[],
  fillers: Map<string, PathFunction<Values>>,
): string {
  const values: Values = {};
  const empty = filled.map(({ group, value, spread }) => {
    values[group.number] = spread ? value.split('/') : [value];
    return value === '';
  });
  const form = empty.join();
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

function readQuery(where: string, query: UrlOptions['query']): string {
  if (query === undefined) return '';
  try {
    const search = new URLSearchParams(query).toString();
    return search === '' ? '' : `?${search}`;
  } catch {
    // Pairs that are not pairs, or a symbol.
    throw badArgument(where, 'query', 'what URLSearchParams takes', query);
  }
}

function readBase(where: string, base: unknown): string {
  if (base === undefined) return '';
  if (typeof base !== 'string') throw badArgument(where, 'base', 'a string', base);
  let end = base.length;
  while (base[end - 1] === '/') end--;
  return base.slice(0, end);
}
