import type { RouteParams } from '../../src/index.ts';
import { type NamedGroup, paramNames } from '../../src/pattern/expression.ts';

/** The form that captures have as params: an object if a group has a name. */
export function paramsOf(
  { groupCount, names }: { readonly groupCount: number; readonly names: readonly NamedGroup[] },
  captures: readonly string[],
): RouteParams {
  if (names.length === 0) return captures;
  const all = paramNames(groupCount, names);
  return Object.fromEntries(all.map((name, place) => [name, captures[place]]));
}
