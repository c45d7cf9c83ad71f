import { badArgument } from '../errors/argument.ts';
import { fromCaller } from '../errors/caller.ts';
import { readOptions } from '../errors/options.ts';
import type { BuildUrl, RouteUrlOptions } from '../table/handler.ts';
import type { UrlParams } from '../table/route-names.ts';
import { buildNamed, type Names, urlCall } from './named.ts';

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
