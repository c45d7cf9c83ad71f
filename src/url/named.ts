/** Builds the URL of a named route, for `Route.url` and `context.url`. */
import { badArgument, readOptions } from '../errors/argument.ts';
import { fromCaller, type WaymarkError } from '../errors/error.ts';
import { describe, nearest, quote } from '../errors/show.ts';
import type { BuildUrl, RouteUrlOptions } from '../table/handler.ts';
import type { UrlParams } from '../table/params.ts';
import { DEFAULT_CONTROLLER } from '../table/row.ts';
import { badUrl, type PathOptions, type UrlBuilder } from './builder.ts';

/** The names of routes and their URL builders. */
export interface Names {
  /** Patterns by name; the first map that has the name is used. */
  readonly maps: readonly ReadonlyMap<string, string>[];
  /** Builders by pattern, each created for its first URL. */
  readonly urls: Map<string, UrlBuilder>;
  /** Creates the builder of a pattern. */
  readonly create: (pattern: string, where: string) => UrlBuilder;
}

/** Names a call and its route, for errors. */
export function urlCall(call: string, name: unknown): string {
  return `${call}(${describe(name)})`;
}

/**
 * Builds the URL of a named route.
 * @param call the function that was called, for errors
 * @throws {WaymarkError} if the name is unknown, a param is missing, surplus or refused by its
 *   group, or the pattern can't be turned into a URL
 */
export function buildNamed(
  call: string,
  name: string,
  params: UrlParams,
  options: PathOptions,
  { maps, urls, create }: Names,
): string {
  const where = urlCall(call, name);
  if (typeof params !== 'object' || params === null) {
    throw badArgument(where, 'params', 'an array or an object', params);
  }
  const pattern = maps.find((map) => map.has(name))?.get(name);
  if (pattern === undefined) throw unknownName(where, name, maps);
  let url = urls.get(pattern);
  if (url === undefined) {
    url = create(pattern === DEFAULT_CONTROLLER ? '' : pattern, where);
    urls.set(pattern, url);
  }
  return url(where, params, options);
}

function unknownName(
  where: string,
  name: string,
  maps: readonly ReadonlyMap<string, string>[],
): WaymarkError {
  const [first, ...others] = maps.flatMap((map) => [...map.keys()]);
  const known = typeof name === 'string' && first !== undefined;
  const hint = known ? `the nearest is ${quote(nearest(name, [first, ...others]))}; ` : '';
  const advice = `${hint}a route is named with the option { as: 'name' }`;
  return badUrl(where, 'no route has this name', advice);
}

/**
 * Makes the function that builds the URLs of an application's named routes.
 * @param base the encoded path before each URL, without a trailing slash
 * @param call the function's name in errors
 */
export function bindUrl(names: Names, base: string, call = 'context.url'): BuildUrl {
  const build = (name: string, params: UrlParams = [], options: RouteUrlOptions = {}): string => {
    const where = urlCall(call, name);
    if (options === null) throw badArgument(where, 'options', 'an object', options);
    const { query } = readOptions(where, options, ['query']);
    return buildNamed(call, name, params, { query, base }, names);
  };
  const url = (...args: Parameters<typeof build>) => fromCaller(url, build, ...args);
  return url;
}
