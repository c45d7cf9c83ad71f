/** Every public name of `waymark/compiled`: a router of a table that was compiled ahead of time. */
export type { CompiledTable, PatternMachine } from './resolve/compiled/data.ts';
export { type CompiledRouterOptions, createCompiledRouter } from './resolve/compiled/load.ts';
export { patternMachine } from './resolve/compiled/machine.ts';
