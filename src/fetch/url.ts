import type { BuildUrl } from '../table/handler.ts';
import { namesIn, type SuppliedTable } from '../table/table.ts';
import { bindUrl } from '../url/bound.ts';
import { createUrlBuilder } from '../url/build.ts';

/**
 * Makes an application's `context.url`, for the names of its own table, below its base.
 * @param base as returned by `readBase`
 * @throws {WaymarkError} if `routes` is not a table
 */
export function createUrl(routes: SuppliedTable, base: string, where: string): BuildUrl {
  const maps = [namesIn(routes, where)];
  return bindUrl({ maps, urls: new Map(), create: createUrlBuilder }, base);
}
