/** Builds the URL of a named route, for `Route.url`, `context.url` and compiled tables. */
import { badArgument, readOptions } from '../errors/argument.ts';
import { fromCaller, type WaymarkError } from '../errors/error.ts';
import { describe, nearest, quote } from '../errors/show.ts';
import type { PatternMatcher } from '../pattern/machine.ts';
import type { UrlParams } from '../table/params.ts';
import type { BuildUrl, RouteUrlOptions } from '../table/request-context.ts';
import {
  badUrl,
  createBuilder,
  type UrlBuilder,
  type UrlOptions,
  type UrlPattern,
} from './builder.ts';

/** The names of routes and their URL builders. A pattern is a text, or the data of a compiled table. */
export interface NamedPatterns<Pattern = string> {
  /** Patterns by name; the first map that has the name is used. */
  readonly maps: readonly ReadonlyMap<string, Pattern>[];
  /** Builders by pattern, each created for its first URL. */
  readonly builders: Map<Pattern, UrlBuilder>;
  readonly create: (pattern: Pattern, where: string) => UrlBuilder;
}

/**
 * Names a call that builds a URL, for errors.
 * @throws {WaymarkError} if its options are `null`
 */
export function urlCall(where: string, name: string, options: unknown): string {
  const whereNamed = `${where}(${describe(name)})`;
  if (options === null) throw badArgument(whereNamed, 'options', 'an object', options);
  return whereNamed;
}

/**
 * Builds the URL of a named route.
 * @param where the call, for errors
 * @throws {WaymarkError} if the name is unknown, a param is missing, surplus or refused by its
 *   group, or the pattern can't be turned into a URL
 */
export function buildNamed<Pattern>(
  { maps, builders, create }: NamedPatterns<Pattern>,
  where: string,
  name: string,
  params: UrlParams | undefined = [],
  options: UrlOptions,
): string {
  if (typeof params !== 'object' || params === null) {
    throw badArgument(where, 'params', 'an array or an object', params);
  }
  const pattern = maps.find((map) => map.has(name))?.get(name);
  if (pattern === undefined) throw unknownName(where, name, maps);
  let build = builders.get(pattern);
  if (build === undefined) {
    build = create(pattern, where);
    builders.set(pattern, build);
  }
  return build(where, params, options);
}

function unknownName(
  where: string,
  name: string,
  maps: readonly ReadonlyMap<string, unknown>[],
): WaymarkError {
  const known = maps.flatMap((map) => [...map.keys()]);
  const near = typeof name === 'string' ? nearest(name, known) : null;
  const hint = near === null ? '' : `the nearest is ${quote(near)}; `;
  const advice = `${hint}a route is named with the option { as: 'name' }`;
  return badUrl(where, 'no route has this name', advice);
}

/** Makes the function that builds the URLs of named routes below an encoded base. */
export type UrlsBelow = (base?: string, where?: string) => BuildUrl;

export function urlsOf<Pattern>(names: NamedPatterns<Pattern>): UrlsBelow {
  return (base = '', where = 'url') => {
    const build = (name: string, params?: UrlParams, options?: RouteUrlOptions) => {
      const whereNamed = urlCall(where, name, options);
      const given = readOptions(whereNamed, options, ['query']);
      return buildNamed(names, whereNamed, name, params, { ...given, base });
    };
    const url = (...args: Parameters<typeof build>): string => fromCaller(url, build, ...args);
    return url;
  };
}

/** The pattern of a name in a compiled table. It has no parts if it varies outside its groups. */
export type CompiledUrl<Expression> =
  | UrlPattern<Expression>
  | { readonly written: string; readonly parts: null };

/**
 * Makes the URLs of a compiled table, with the same checks as `Route.url`.
 * @param read makes the matcher of a pattern
 */
export function routeUrls<Expression>(
  names: readonly string[],
  patterns: readonly CompiledUrl<Expression>[],
  read: (expression: Expression) => PatternMatcher,
): UrlsBelow {
  return urlsOf({
    maps: [new Map(names.map((name, index) => [name, patterns[index]]))],
    builders: new Map(),
    create(pattern, where) {
      if (pattern.parts === null) {
        const problem = `a part of the pattern ${quote(pattern.written)} varies outside a capturing group`;
        throw badUrl(where, problem, 'put the part that varies into a capturing group');
      }
      return createBuilder({ ...pattern, matcher: read(pattern.matcher) }, (segments) =>
        segments.map(encodeURIComponent).join('/'),
      );
    },
  });
}
