/** Builds the URL of a named route for `Route.url`. */
import { badArgument, readOptions } from '../errors/argument.ts';
import type { NamedArguments, UrlParams } from '../table/params.ts';
import { namesIn, type SuppliedTable } from '../table/table.ts';
import type { PathOptions } from '../url/builder.ts';
import { buildNamed, urlCall } from '../url/named.ts';
import { createUrlBuilder } from '../url/parts.ts';
import { registry } from './registry.ts';

/** The options of `Route.url`. */
export interface UrlOptions extends PathOptions {
  /**
   * The table to look the name up in, if one process has several applications. By default, the
   * table collected last is searched, then everything defined.
   */
  readonly routes?: SuppliedTable | undefined;
}

/** The arguments of `Route.url` after a name. */
export type UrlArguments<Name> = NamedArguments<Name, UrlOptions>;

/** Parses each pattern once, for its first URL. */
export function urlOf(name: string, params: UrlParams = [], options: UrlOptions = {}): string {
  const where = urlCall('Route.url', name);
  if (options === null) throw badArgument(where, 'options', 'an object', options);
  const given = readOptions(where, options, ['query', 'base', 'routes']);
  const { collected, names, urls } = registry();
  const maps = given.routes === undefined ? [collected, names] : [namesIn(given.routes, where)];
  return buildNamed('Route.url', name, params, given, { maps, urls, create: createUrlBuilder });
}

export function patternOf(name: string): string | null {
  const { collected, names } = registry();
  return collected.get(name) ?? names.get(name) ?? null;
}
