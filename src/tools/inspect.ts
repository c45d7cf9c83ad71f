/**
 * Proves which requests reach which row, and finds mistakes in a table.
 * @module waymark-tools/inspect
 */

export type { Source } from 'waymark/internal';
export { assertAllowed, assertBlocked, assertGuarded, assertReaches } from './inspect/assert.ts';
export type { Acceptance } from './inspect/check/accept.ts';
export type { Finding, FindingKind } from './inspect/check/finding.ts';
export { FINDING_KINDS, type KindInfo, type Needs } from './inspect/check/kinds.ts';
export { type CheckOptions, type Config, check } from './inspect/check.ts';
export {
  type Change,
  type Difference,
  type DiffOptions,
  diff,
  type Undecided,
} from './inspect/diff.ts';
export { type Explanation, explain, inWords, type Near } from './inspect/explain.ts';
export type { InspectOptions, RequestLine } from './inspect/inspection.ts';
export { type Example, examples, type Listed, list } from './inspect/list.ts';
export { type OpenApi, type OpenApiOptions, openapi } from './inspect/openapi.ts';
export { type Reach, reach, type Way } from './inspect/reach.ts';
export {
  type LocatedAction,
  locateAction,
  type ReachOptions,
  reachAction,
} from './inspect/reach-action.ts';
export { type Replaced, recordSources, type Sources } from './inspect/sources.ts';
export { types } from './inspect/types.ts';
