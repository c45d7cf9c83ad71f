import { badArgument } from '../errors/argument.ts';
import type { WaymarkError } from '../errors/error.ts';
import { nearest } from '../errors/nearest.ts';
import { readOptions } from '../errors/options.ts';
import { describe, quote, shorten } from '../errors/show.ts';
import { DEFAULT_CONTROLLER } from '../table/settings.ts';
import { namesIn, type SuppliedTable } from '../table/table.ts';
import { createUrlBuilder, type UrlOptions as PathOptions } from '../url/build.ts';
import { badUrl } from '../url/error.ts';
import type { UrlParam } from '../url/params.ts';
import { registry } from './registry.ts';

/** What `Route.url` takes after a name and its params. */
export interface UrlOptions extends PathOptions {
  /**
   * The table whose name it is, if one process has several applications. Without it, the name is
   * looked up in the table collected last, then among everything defined.
   */
  readonly routes?: SuppliedTable | undefined;
}

/**
 * What `Route.url` does. A pattern is read for its first URL only.
 * @throws {WaymarkError} if the name is unknown, a param is missing, surplus or refused by its
 *   group, or the pattern can't be turned into a URL
 */
export function urlOf(
  name: string,
  params: readonly UrlParam[] = [],
  options: UrlOptions = {},
): string {
  const where = `Route.url(${describe(name)})`;
  if (!Array.isArray(params))
    throw badArgument(where, 'params', arrayInstead(name, params), params);
  if (options === null) throw badArgument(where, 'options', 'an object', options);
  const given = readOptions(where, options, ['query', 'base', 'routes']);
  const { collected, names, urls } = registry();
  const maps = given.routes === undefined ? [collected, names] : [namesIn(given.routes, where)];
  const pattern = maps.find((map) => map.has(name))?.get(name);
  if (pattern === undefined) throw unknownName(where, name, maps);
  let url = urls.get(pattern);
  if (url === undefined) {
    url = createUrlBuilder(pattern === DEFAULT_CONTROLLER ? '' : pattern, where);
    urls.set(pattern, url);
  }
  return url(where, params, given);
}

/** What `Route.named` does. */
export function patternOf(name: string): string | null {
  const { collected, names } = registry();
  return collected.get(name) ?? names.get(name) ?? null;
}

/** What to write for params given by name or without brackets. */
function arrayInstead(name: string, params: unknown): string {
  const given = typeof params === 'object' ? Object.values(params ?? {}) : [params];
  const shown = given.map((value) => (typeof value === 'string' ? quote(value) : describe(value)));
  return `an array: Route.url(${describe(name)}, [${shorten(shown.join(', '))}])`;
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
