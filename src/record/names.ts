/** Finds the names of compiled tables, for `Route.url` and `Route.named`. Few bundles have it. */
import type { Recorded, RecordedCall } from './call.ts';

/**
 * Answers a call for a name where the real `Route` would look: in the table collected last, then in
 * all calls.
 * @param given the table that the call names
 * @returns `undefined` if no router has the names
 */
export type FindNames = (
  state: {
    readonly calls: readonly RecordedCall[];
    readonly collected: Recorded | null;
    readonly mapped: Recorded | null;
  },
  call: 'url' | 'named',
  args: readonly unknown[],
  given: Recorded | null | undefined,
) => string | null | undefined;

export const findNames: FindNames = ({ calls, collected, mapped }, call, args, given) => {
  const [name, params, options] = args as [string, [], object?]; // the cast: the builder checks them
  const { base, routes, ...others }: { base?: string; routes?: unknown } = { ...options };
  const own = (given ?? collected)?.named;
  const isOwn = own?.table.isNamed === true && own.table.names.includes(name);
  const named = isOwn || given || calls.length === 0 ? own : mapped?.named;
  if (named?.table.isNamed !== true) return undefined;
  const { table, urls } = named;
  if (call === 'url') return urls?.(base, 'Route.url')(name, params, others);
  return table.urls[table.names.indexOf(name)]?.[0] ?? null;
};
