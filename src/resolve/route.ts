import type { NamedGroup } from '../pattern/terms.ts';
import type { Handler } from '../table/handler.ts';
import type { Meta } from '../table/meta.ts';
import type { Filling } from './destination.ts';
import type { MatcherExtras, MatcherRoute } from './matcher/contract.ts';

/** A compiled route. It is flat, since each nested object costs another memory access. */
export interface CompiledRoute extends MatcherRoute, Filling {
  readonly key: string;
  /** The number of segments in the route's steps. */
  readonly segments: number;
  readonly more: RouteExtras | null;
}

export interface RouteExtras extends MatcherExtras {
  readonly handler: Handler | undefined;
  readonly name: string | undefined;
  readonly meta: Meta | undefined;
  /** The groups that have a name. */
  readonly named: readonly NamedGroup[] | undefined;
}

/** The extras of a route; `null` for the many routes that have none. */
export function extrasOf(extras: RouteExtras): RouteExtras | null {
  // A loop, since a list of the values would be made for each route.
  for (const name in extras) {
    if ((extras[name as keyof RouteExtras] ?? null) !== null) return extras; // the cast: its own names
  }
  return null;
}

/** Whether the route of a table key is for HEAD only. */
export function isForHead(key: string): boolean {
  return key.startsWith('HEAD ');
}
