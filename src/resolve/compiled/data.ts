import type { Method } from '../../table/methods.ts';
import type { Settings } from '../../table/settings.ts';
import type { Tail } from '../destination.ts';
import type { TreeData } from '../matcher/tree.ts';

/** Counted up when the form changes, so that a router refuses what another version wrote. */
export const FORM = 2;

/**
 * What `compileTable` returns: plain data. Only `createCompiledRouter` of the same version reads it,
 * and its content may change with each release.
 */
export interface CompiledTable {
  /** The number of the form. */
  readonly waymark: number;
}

/** What a compiled table has in it. */
export interface CompiledData extends CompiledTable {
  readonly settings: Settings;
  readonly autoRoute: boolean;
  readonly maxPathLength: number;
  readonly routes: readonly RouteData[];
  /** The keys that have a handler, which, as a function, is left out. */
  readonly handlers: readonly string[];
  readonly tails: readonly Tail[];
  readonly expressions: readonly ExpressionData[];
  readonly sets: readonly SetData[];
  readonly trees: readonly TreeData[];
  /** The number of a method's tree, for the methods that keys name; all others have the first. */
  readonly methods: Readonly<Partial<Record<Method, number>>>;
}

/** A route, with numbers for its tail and its expression, which only few have. */
export type RouteData = readonly [
  key: string,
  path: string | null,
  segments: number,
  head: string,
  tail: number,
  expression: number,
  name: string | null,
];

/** The source of an expression, or a sequence of texts and runs with its groups. */
export type ExpressionData =
  | string
  | {
      readonly items: readonly (string | RunData)[];
      readonly groups: readonly (readonly [first: number, behindLast: number])[];
    };

/** A run; −1 is no limit. */
export interface RunData {
  readonly set: SetData;
  readonly min: number;
  readonly max: number;
  readonly lazy: boolean;
}

/**
 * Where members start and stop in ASCII, without a last stop where they go on to its end; of those
 * beyond it: all, none, or the source that tells.
 */
export interface SetData {
  readonly bounds: readonly number[];
  readonly beyond: boolean | string;
}
