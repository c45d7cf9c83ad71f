/** The patterns of named routes in a compiled table, and the URLs that are built from them. */
import { quote } from '../errors/show.ts';
import type { PatternMatcher } from '../pattern/machine.ts';
import type { BuildUrl } from '../table/handler.ts';
import { badUrl, createBuilder, createGroup, type UrlBuilder, type UrlPart } from './builder.ts';
import { bindUrl } from './named.ts';

/** A pattern; `Expression` is the form of its matcher in a compiled table. */
export type UrlData<Expression = unknown> = readonly [
  written: string,
  /** The names of its params. */
  names: readonly string[],
  /** `null` if the pattern varies outside its groups, so it has no URLs. */
  parts: readonly PartData[] | null,
  expression: Expression,
];

/**
 * An encoded text; a group: its number, the text between its parentheses, and its name; or parts that
 * are optional together.
 */
export type PartData =
  | string
  | readonly [number: number, constraint: string, name: string | null]
  | { readonly optional: readonly PartData[] };

/** Makes the function that builds the URLs of a router's named routes below a base. */
export type UrlsBelow = (base?: string, call?: string) => BuildUrl;

/** Builds URLs from a compiled table. `read` makes the matcher of a pattern. */
export type RouteUrls = <Expression>(
  names: readonly string[],
  patterns: readonly UrlData<Expression>[],
  read: (expression: Expression) => PatternMatcher,
) => UrlsBelow;

/** Builds the URLs of named routes from a compiled table, with the same checks as `Route.url`. */
export const routeUrls: RouteUrls = (names, known, read) => {
  const table = {
    maps: [new Map(names.map((name, index) => [name, known[index][0]]))],
    urls: new Map<string, UrlBuilder>(),
    create(written: string, where: string): UrlBuilder {
      const data = known.find(([pattern]) => pattern === written);
      return compiledBuilder(data as (typeof known)[number], where, read); // the cast: the map has no other
    },
  };
  return (base = '', call = 'url') => bindUrl(table, base, call);
};

function compiledBuilder<Expression>(
  [written, names, partsData, expression]: UrlData<Expression>,
  where: string,
  read: (expression: Expression) => PatternMatcher,
): UrlBuilder {
  if (partsData === null) {
    const problem = `a part of the pattern ${quote(written)} varies outside a capturing group`;
    throw badUrl(where, problem, 'put the part that varies into a capturing group');
  }
  const matcher = read(expression);
  return createBuilder({ written, names, parts: partsData.map(readPart), matcher }, (segments) =>
    segments.map(encodeURIComponent).join('/'),
  );
}

function readPart(data: PartData): UrlPart {
  if (typeof data === 'string') return { kind: 'text', encoded: data };
  if ('optional' in data) return { kind: 'optional', parts: data.optional.map(readPart) };
  const [number, constraint, name] = data;
  return createGroup(constraint, number, name);
}
