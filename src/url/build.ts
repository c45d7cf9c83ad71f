/**
 * Builds the URLs of a pattern: the way from params back to a path.
 *
 * The pattern's pieces become path-to-regexp's token data, and its `compile` fills and encodes
 * them. What comes out is then matched as a request would be, so that no URL is ever returned that
 * its own pattern would not match, or would match with other params. It knows only that pattern:
 * another route that comes earlier in the table may take the URL all the same.
 */
import { compile, type PathFunction, type Token } from 'path-to-regexp';
import { badArgument } from '../errors/argument.ts';
import { createMatcher } from '../pattern/matcher.ts';
import { parsePattern } from '../pattern/parse.ts';
import { checkArrival } from './arrival.ts';
import { type FilledGroup, readParams, type UrlParam } from './params.ts';
import { keepsSlashes, readParts, type UrlPart } from './parts.ts';

/** What a URL may carry besides its path. */
export interface UrlOptions {
  /** Anything that `URLSearchParams` takes. */
  readonly query?: ConstructorParameters<typeof URLSearchParams>[0];
  /** What comes before the path: an origin, a folder, or both. */
  readonly base?: string | undefined;
}

/** Makes the URLs of one pattern. */
export type UrlBuilder = (
  where: string,
  params: readonly UrlParam[],
  options: UrlOptions,
) => string;

/** The values of the groups, by number, as path-to-regexp takes them. */
type Values = Record<string, string | string[]>;

/** Params of so many forms are prepared for; a pattern rarely meets more than one or two. */
const FORMS = 8;

/**
 * Makes the function that builds the URLs of a pattern. The pattern is read and compiled here, once.
 *
 * @param written the pattern
 * @param where the call, for errors
 * @returns a function of the call, for errors; a value for each group, in order (groups inside
 *   groups need none of their own, but the full list that `resolve` gives as `params` is taken
 *   too); and {@link UrlOptions}. It throws where a param is missing, surplus or refused by its
 *   group
 * @throws {WaymarkError} where something outside the groups of the pattern varies
 *
 * @example
 * createUrlBuilder('users/(:num)', '')('', [7], { query: { tab: 'posts' } }); // '/users/7?tab=posts'
 */
export function createUrlBuilder(written: string, where: string): UrlBuilder {
  const pattern = parsePattern(written, where);
  const parts = readParts(where, pattern);
  const matcher = createMatcher(pattern, where);
  const fillers = new Map<string, PathFunction<Values>>();
  return (where, params, options) => {
    const groups = readParams(where, parts, pattern, params);
    const path = `/${fill(parts, groups, fillers)}`;
    checkArrival(where, pattern, matcher, path, groups, params);
    return readBase(where, options.base) + path + readQuery(where, options.query);
  };
}

/**
 * The path, encoded. What path-to-regexp compiles depends on which values are empty, which it does
 * not take, and which are spread over segments.
 */
function fill(
  parts: readonly UrlPart[],
  groups: readonly FilledGroup[],
  fillers: Map<string, PathFunction<Values>>,
): string {
  const values: Values = {};
  const kinds = groups.map((group) => {
    const spread = group.value.includes('/') && keepsSlashes(group, group.value);
    values[group.number] = spread ? group.value.split('/') : group.value;
    return group.value === '' ? 'empty' : spread ? 'wildcard' : 'param';
  });
  const form = kinds.join();
  let filler = fillers.get(form);
  if (filler === undefined) {
    let number = 0;
    const tokens = parts.map((part): Token => {
      if (part.kind === 'text') return { type: 'text', value: part.encoded };
      const type = kinds[number++];
      // An empty group adds nothing to the path.
      if (type === 'empty') return { type: 'text', value: '' };
      return { type, name: String(part.number) };
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
