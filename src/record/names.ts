/** Finds names for `Route.url` and `Route.named`. Only bundles whose tables have names contain it. */
import type { Recorded } from './call.ts';

/**
 * Answers a call for a name from tables with routers.
 * @param tables where the real `Route` would look, in this order
 * @returns `undefined` if a table that may have the name has no router
 */
export type FindNames = (
  tables: readonly (Recorded | null | undefined)[],
  call: 'url' | 'named',
  args: readonly unknown[],
) => string | null | undefined;

export const findNames: FindNames = (tables, call, args) => {
  const [name, params, options] = args as [string, [], object?]; // the cast: the builder checks them
  const { base, routes, ...others }: { base?: string; routes?: unknown } = { ...options };
  for (const [at, table] of tables.entries()) {
    const next = tables[at + 1];
    if (table?.built?.isNamed === true) {
      const { built, urls } = table;
      const place = built.names.indexOf(name);
      if (place < 0 && next !== undefined) continue;
      if (call === 'url') return urls?.(base, 'Route.url')(name, params, others);
      return built.urls[place]?.written ?? null;
    }
    // A table has the names of the one that was collected before it.
    if (next?.before !== table) break;
  }
  return undefined;
};
