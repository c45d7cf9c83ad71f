/**
 * Builds URLs from the parts of a pattern and params.
 *
 * The URL is then matched like a request, and refused unless its pattern matches it with the same
 * params. Other routes are not checked: an earlier route of the table may still answer the URL.
 */
import { badArgument } from '../errors/argument.ts';
import type { UrlParams, UrlQuery } from '../table/route-names.ts';
import { checkArrival } from './arrival.ts';
import { type FilledGroup, inOrder, readParams } from './params.ts';
import { type FilledPart, formsOf, type UrlPattern } from './part.ts';

/** The parts of a URL besides its path. */
export interface UrlOptions {
  /** Anything that `URLSearchParams` accepts; in a record, an array gives its name several values. */
  readonly query?: UrlQuery | undefined;
  /** The prefix of the path: an origin, a folder, or both. */
  readonly base?: string | undefined;
}

export type UrlBuilder = (where: string, params: UrlParams, options: UrlOptions) => string;

/**
 * Makes the builder of a pattern. It takes one value for each outermost group, in order, or one for
 * every group, as in the `params` of `resolve`; or an object with the names of the outermost groups.
 * An optional end of the pattern is left out if the params for it are missing or empty. It throws if
 * a param is missing, surplus or refused by its group.
 * @param fill fills in and encodes the path
 */
export function createBuilder(
  pattern: UrlPattern,
  fill: (parts: readonly FilledPart[], filled: readonly FilledGroup[]) => string,
): UrlBuilder {
  const forms = formsOf(pattern.parts);
  const whole = forms[forms.length - 1];
  return (where, params, options) => {
    const count = countOf(params);
    const form = forms.find(({ groups }) => groups.length >= count) ?? whole;
    const given = inOrder(where, pattern, form, params);
    const list = form === whole ? given : given.slice(0, count);
    const filled = readParams(where, pattern, form, list);
    const path = `/${fill(form.parts, filled)}`;
    checkArrival(where, pattern, path, filled, list);
    return readBase(where, options.base) + path + readQuery(where, options.query);
  };
}

/** Counts the params up to the last that is not empty: a match has `''` for a group without text. */
function countOf(params: UrlParams): number {
  if (!Array.isArray(params)) return Object.keys(params).length;
  return params.findLastIndex((param) => param !== '') + 1;
}

function readQuery(where: string, query: UrlOptions['query']): string {
  if (query === undefined) return '';
  try {
    const search = new URLSearchParams(pairsOf(query)).toString();
    return search === '' ? '' : `?${search}`;
  } catch {
    // Malformed pairs, or a symbol.
    throw badArgument(where, 'query', 'a value that URLSearchParams accepts', query);
  }
}

/** A query for `URLSearchParams`, which would join the values of an array with commas. */
function pairsOf(query: NonNullable<UrlQuery>): ConstructorParameters<typeof URLSearchParams>[0] {
  const isRecord = typeof query === 'object' && !(Symbol.iterator in query);
  if (!isRecord || !Object.values(query).some(Array.isArray)) {
    // The cast: URLSearchParams writes numbers and booleans as text.
    return query as Exclude<typeof query, Readonly<Record<string, unknown>>>;
  }
  return Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, one]),
  );
}

function readBase(where: string, base: unknown): string {
  if (base === undefined) return '';
  if (typeof base !== 'string') throw badArgument(where, 'base', 'a string', base);
  let end = base.length;
  while (base[end - 1] === '/') end--;
  return base.slice(0, end);
}
