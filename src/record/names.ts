/** Finds names for `Route.url` and `Route.named`. Only bundles whose tables have names contain it. */
import type { Recorded } from './call.ts';
import type { State } from './state.ts';

/**
 * Answers a call for a name where the real `Route` would look: in the table collected last, then in
 * all calls.
 * @param given the table that the call names; `null` for a copy
 * @returns `undefined` if no router has the names
 */
export type FindNames = (
  state: State,
  call: 'url' | 'named',
  args: readonly unknown[],
  given: Recorded | null | undefined,
) => string | null | undefined;

export const findNames: FindNames = ({ calls, collected, mapped }, call, args, given) => {
  const [name, params, options] = args as [string, [], object?]; // the cast: the builder checks them
  const { base, routes, ...others }: { base?: string; routes?: unknown } = { ...options };
  // A copy has the names that the build found in it.
  if (routes && !given) return undefined;
  const own = given ?? collected;
  const hasName = own?.built?.isNamed === true && own.built.names.includes(name);
  const table = hasName || given || calls.length === 0 ? own : mapped;
  if (table?.built?.isNamed !== true) return undefined;
  const { built, urls } = table;
  if (call === 'url') return urls?.(base, 'Route.url')(name, params, others);
  return built.urls[built.names.indexOf(name)]?.written ?? null;
};
