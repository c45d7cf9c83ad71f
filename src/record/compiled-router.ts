/** Finds the compiled table of the calls that made a router's. */
import { fromCaller, WaymarkError } from '../errors/error.ts';
import { describe } from '../errors/show.ts';
import { loadRouter } from '../resolve/compiled/load.ts';
import type { Router } from '../resolve/resolver.ts';
import type { createRouter as RealCreate } from '../resolve/router.ts';
import type { UrlsBelow } from '../url/compiled-urls.ts';
import { createCall, GivenTable } from './call.ts';
import { digestOf } from './digest.ts';
import { nameTable } from './recording-route.ts';
import { reporter } from './report.ts';
import { findTable } from './tables.ts';

/**
 * Makes the router of a compiled table, with the functions of these very calls. See `createRouter` of
 * `waymark`, whose answers it gives.
 * @throws {WaymarkError} if the build had other calls; the error names the first that differs
 * @example
 * import './tables.js'; // written by: npx waymark compile app.js -o tables.js
 * const router = createRouter(Route.collect(routes));
 */
export const createRouter: typeof RealCreate = (table, ...options) =>
  fromCaller(createRouter, findRouter, 'createRouter', [table, options[0] ?? {}]);

/**
 * @param args the arguments that the table depends on
 * @param application all options of a handler
 */
export function findRouter(
  where: string,
  args: readonly unknown[],
  application: object | null = null,
): Router {
  const call = createCall(where, args, reporter()?.place());
  const digest = digestOf([call]);
  const build = reporter();
  if (build !== undefined) return build.router({ call, digest, application: application ?? {} });
  const { table, parts } = findTable(digest, where);
  const router = loadRouter(table, digest.held, parts, application !== null);
  const { names, urls, isNamed } = table;
  const patterns = urls.map(([written]) => written);
  for (const given of call.held) {
    if (!(given instanceof GivenTable) || given.own === null) continue;
    nameTable(given.own, { names, patterns, urls: router.urls ?? noUrls, isNamed });
  }
  return router;
}

/** Stands in for a table without names, whose bundle has no code for URLs. */
export const noUrls: UrlsBelow =
  (_, call) =>
  (...[name]: readonly unknown[]): never => {
    const where = `${call}(${describe(name)})`;
    const advice = "a route is named with the option { as: 'name' }";
    throw new WaymarkError('bad-url', where, 'no route has this name', advice);
  };
