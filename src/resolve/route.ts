import type { PatternMatcher } from '../pattern/sequence.ts';
import type { Handler } from '../table/handler.ts';
import type { Filling } from './destination.ts';
import type { MatcherExtras, MatcherRoute } from './matcher/contract.ts';

/** A route that is ready to answer; flat, since each object on the way is memory to fetch. */
export interface CompiledRoute extends MatcherRoute, Filling {
  readonly key: string;
  /** How many segments its steps have. */
  readonly segments: number;
  readonly more: RouteExtras | null;
}

interface RouteExtras extends MatcherExtras {
  readonly handler: Handler | undefined;
  readonly name: string | undefined;
}

/** Puts together what only few routes have. */
export function extrasOf(
  expression: PatternMatcher | null,
  handler: Handler | undefined,
  name: string | undefined,
): RouteExtras | null {
  const any = expression ?? handler ?? name;
  return any === undefined ? null : { expression, handler, name };
}

/** Whether a route answers HEAD alone. */
export function isForHead({ key }: CompiledRoute): boolean {
  return key.startsWith('HEAD ');
}
