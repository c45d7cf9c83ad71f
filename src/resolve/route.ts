import type { Handler } from '../table/handler.ts';
import type { Meta } from '../table/meta.ts';
import type { Filling } from './destination.ts';
import type { MatcherExtras, MatcherRoute } from './matcher/contract.ts';

/** A route that is ready to answer; flat, since each object on the way is memory to fetch. */
export interface CompiledRoute extends MatcherRoute, Filling {
  readonly key: string;
  /** How many segments its steps have. */
  readonly segments: number;
  readonly more: RouteExtras | null;
}

export interface RouteExtras extends MatcherExtras {
  readonly handler: Handler | undefined;
  readonly name: string | undefined;
  readonly meta: Meta | undefined;
}

/** Puts together what only few routes have. */
export function extrasOf(extras: RouteExtras): RouteExtras | null {
  const { expression, handler, name, meta } = extras;
  return (expression ?? handler ?? name ?? meta) === undefined ? null : extras;
}

/** Whether a route answers HEAD alone. */
export function isForHead({ key }: CompiledRoute): boolean {
  return key.startsWith('HEAD ');
}
