import type { Program } from '../../pattern/program.ts';
import type { Meta } from '../../table/meta.ts';
import type { Method } from '../../table/methods.ts';
import type { Settings } from '../../table/settings.ts';
import type { Tail } from '../destination.ts';
import type { TreeData } from '../matcher/tree.ts';

/** Counted up when the form changes, so that a router refuses what another version wrote. */
export const FORM = 5;

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
  /** How many segments the route with the most has. */
  readonly mostSegments: number;
  readonly routes: RoutesData;
  /** What only few routes have, by their places. */
  readonly extras: readonly ExtrasData[];
  /** The keys that have a handler, which, as a function, is left out. */
  readonly handlers: readonly string[];
  readonly tails: readonly Tail[];
  /** The sets that the trees name by number; `null` for those that none does. */
  readonly sets: readonly (SetData | null)[];
  /** The trees of the methods that keys name, and that of all others. */
  readonly trees: Readonly<Partial<Record<Method, TreeData>>> & { readonly other: TreeData };
}

/** The routes, a list for each member: a list for each route takes twice as long to make routes of. */
export interface RoutesData {
  readonly keys: readonly string[];
  readonly paths: readonly (string | null)[];
  readonly segments: readonly number[];
  readonly heads: readonly string[];
  /** The numbers of the tails; −1 for none. */
  readonly tails: readonly number[];
}

export type ExtrasData = readonly [
  index: number,
  expression: ExpressionData | null,
  name: string | null,
  meta: Meta | null,
];

/** The source of an expression, or a program of the machine. */
export type ExpressionData = string | Program<SetData>;

/** Makes the matcher of a program. Only `createCompiledRouter` calls it. */
export type PatternMachine = (program: object) => object;

/**
 * Where members start and stop in ASCII, without a last stop if they go on to its end; of those
 * beyond it: all, none, or the source that tells.
 */
export interface SetData {
  readonly bounds: readonly number[];
  readonly beyond: boolean | string;
}
