/** Every public name of `waymark/inspect`. */
export { type Change, type Difference, diff, type Undecided } from './inspect/diff.ts';
export { type Example, examples } from './inspect/examples.ts';
export type { InspectOptions, Request } from './inspect/inspection.ts';
export { type Listed, list } from './inspect/list.ts';
export { type Reach, reach, type Way } from './inspect/reach.ts';
