import type { Program } from '../../pattern/program.ts';
import type { Method } from '../../table/methods.ts';
import type { Settings } from '../../table/settings.ts';
import type { UrlData } from '../../url/data.ts';
import type { Tail } from '../destination.ts';
import type { TreeData } from '../matcher/tree.ts';
import type { RouteExtras } from '../route.ts';

/** Increment this when the form changes, so that a router rejects the data of another version. */
export const FORM = 9;

/**
 * The result of `compileTable`: plain data. Only `createCompiledRouter` of the same version reads
 * it, and its content may change with each release.
 */
export interface CompiledTable {
  /** The number of the form. */
  readonly waymark: number;
  /** The keys that had a handler, as the table spells them. Functions can't be in the data. */
  readonly handlers: readonly string[];
  /** The names of routes, including those whose row another definition has replaced. */
  readonly names: readonly string[];
}

/** The content of a compiled table. */
export interface CompiledData extends CompiledTable {
  readonly settings: Settings;
  readonly autoRoute: boolean;
  readonly maxPathLength: number;
  /** The highest number of segments in a route. */
  readonly mostSegments: number;
  readonly routes: RoutesData;
  /** The expressions, names and meta of the few routes that have any. */
  readonly extras: readonly ExtrasData[];
  readonly tails: readonly Tail[];
  /** The patterns of names. */
  readonly urls: readonly UrlData<ExpressionData>[];
  /** The sets that trees refer to by number; `null` for sets that no tree uses. */
  readonly sets: readonly (SetData | null)[];
  /** A tree for each method that a key names, and one for all others. */
  readonly trees: Readonly<Partial<Record<Method, TreeData>>> & { readonly other: TreeData };
}

/** The routes, as one list per member. Loading one list per route takes twice as long. */
export interface RoutesData {
  readonly keys: readonly string[];
  readonly paths: readonly (string | null)[];
  readonly segments: readonly number[];
  readonly heads: readonly string[];
  /** Indices of `CompiledData.tails`; −1 for none. */
  readonly tails: readonly number[];
}

export type ExtrasData = readonly [
  index: number,
  expression: ExpressionData | null,
  data: Partial<PlainExtras>,
];

/** The extras that are plain data. */
export type PlainExtras = Omit<RouteExtras, 'expression' | 'handler'>;

/** The source of an expression, or a program of the machine. */
export type ExpressionData = string | Program<SetData>;

/** Makes a matcher from a program. Only `createCompiledRouter` calls it. */
export type PatternMachine = (program: object) => object;

export interface SetData {
  /** The start and end of each ASCII range in turn; the last end is missing if it is 128. */
  readonly bounds: readonly number[];
  /** Whether all other characters are members, or the source of an expression that matches them. */
  readonly beyond: boolean | string;
}
