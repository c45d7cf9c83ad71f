/** The data of a compiled table, and the router that reads it. */
import { WaymarkError } from '../errors/error.ts';
import {
  type CharacterSet,
  Machine,
  type PatternMatcher,
  type Program,
} from '../pattern/machine.ts';
import type { TreeByMethod } from '../resolve/by-method.ts';
import type { SegmentSet } from '../resolve/matcher/steps.ts';
import { Tree, type TreeData } from '../resolve/matcher/tree.ts';
import { makeRouter, type Router } from '../resolve/router.ts';
import type { CompiledRoute, Extras, Writable } from '../resolve/routes.ts';
import type { Tail } from '../table/destination.ts';
import type { Handler } from '../table/handler.ts';
import type { Settings } from '../table/row.ts';
import { type RouteSchemas, sealSchemas } from '../table/schema.ts';
import type { CompiledUrl, routeUrls, UrlsBelow } from '../url/named.ts';

/** Increment this when the form changes, so that a router rejects the data of another version. */
export const FORM = 14;

/** A compiled table: plain data. Only a package with the same {@link FORM} reads it. */
export interface CompiledTable {
  /** The number of the form. */
  readonly waymark: number;
  /** The routes that have a handler, each with the handler's place among the values of the calls. */
  readonly handlers: readonly (readonly [route: number, place: number])[];
  /** The schemas of routes, each with its place among the values of the calls. */
  readonly schemas: readonly (readonly [route: number, name: keyof RouteSchemas, place: number])[];
  /** The names of routes, including those whose row another definition has replaced. */
  readonly names: readonly string[];
  /** The patterns of names. */
  readonly urls: readonly CompiledUrl<ExpressionData>[];
  readonly settings: Settings;
  readonly autoRoute: boolean;
  readonly maxPathLength: number;
  /** The highest number of segments in a route. */
  readonly mostSegments: number;
  /** The routes, as one list per member. Loading one list per route takes twice as long. */
  readonly routes: {
    readonly keys: readonly string[];
    readonly paths: readonly (string | null)[];
    readonly segments: readonly number[];
    readonly heads: readonly string[];
    /** Indices of `tails`; −1 for none. */
    readonly tails: readonly number[];
  };
  /** The expressions, names and meta of the few routes that have any. */
  readonly extras: readonly (readonly [
    index: number,
    expression: ExpressionData | null,
    data: Partial<Pick<Extras, 'name' | 'meta' | 'paramNames'>>,
  ])[];
  readonly tails: readonly Tail[];
  /** The sets that trees refer to by number; `null` for sets that no tree uses. */
  readonly sets: readonly (SetData | null)[];
  readonly trees: TreeByMethod<TreeData>;
}

/** The source of an expression, or a program of the machine. */
export type ExpressionData = string | Program<SetData>;

/** Code that few tables need, so bundles have it only for these. */
export interface OptionalCode {
  /** Makes a matcher from a program, for patterns that are ambiguous. */
  readonly machine?: ((program: Program<SetData>) => PatternMatcher) | undefined;
  /** Builds URLs, for tables with names. */
  readonly urls?: typeof routeUrls | undefined;
}

export interface SetData {
  /** The start and end of each ASCII range in turn; the last end is missing if it is 128. */
  readonly bounds: readonly number[];
  /** Whether all other characters are members, or the source of an expression that matches them. */
  readonly beyond: boolean | string;
}

/**
 * Makes a router from a compiled table. It gives the answers of the original table.
 * @param compiled trusted like code
 * @param values those of the calls that made the table; see `handlers` and `schemas`
 * @param code the optional code that the bundle contains
 * @throws {WaymarkError} if the table is from another version
 */
export function loadRouter(
  compiled: CompiledTable,
  values: readonly unknown[],
  code: OptionalCode,
): Router {
  if (compiled.waymark !== FORM) {
    const problem = 'the table is from another version of the package';
    throw new WaymarkError('bad-table', 'waymark/compiled', problem, 'compile it again');
  }
  const { tails, extras, trees } = compiled;
  const { keys, paths, segments, heads, tails: tailNumbers } = compiled.routes;
  const routes: Writable<CompiledRoute>[] = [];
  for (let index = 0; index < keys.length; index++) {
    const tail = tailNumbers[index];
    routes.push({
      fixedPath: paths[index],
      key: keys[index],
      head: heads[index],
      tail: tail < 0 ? null : tails[tail],
      segmentCount: segments[index],
      extras: null,
    });
  }
  for (const [index, expression, data] of extras) {
    add(routes[index], {
      ...freeze(data),
      expression: expression === null ? null : readExpression(expression, code),
    });
  }
  for (const [index, place] of compiled.handlers) {
    add(routes[index], { handler: values[place] as Handler }); // the cast: the build found one there
  }
  for (const [index, name, place] of compiled.schemas) {
    const route = routes[index];
    add(route, { schemas: sealSchemas({ ...route.extras?.schemas, [name]: values[place] }) });
  }
  // The cast: `beyond` is a boolean in these, and no tree uses a missing set.
  const sets = compiled.sets.map((set) => set && loadSet(set)) as SegmentSet[];
  const searches = Object.entries(trees).map(([method, tree]) => {
    return [method, new Tree(routes, sets, () => tree)] as const;
  });
  return makeRouter(compiled, Object.fromEntries(searches) as TreeByMethod<Tree>); // the cast: its methods
}

/** Makes what builds the URLs of a compiled table; `undefined` if no table of the bundle has names. */
export function loadUrls(compiled: CompiledTable, code: OptionalCode): UrlsBelow | undefined {
  const read = (data: ExpressionData) => readExpression(data, code);
  return code.urls?.(compiled.names, compiled.urls, read);
}

function readExpression(data: ExpressionData, { machine }: OptionalCode): PatternMatcher {
  // The cast: a build adds the machine to tables with programs.
  return typeof data === 'string'
    ? new RegExp(data, 's')
    : (machine as NonNullable<OptionalCode['machine']>)(data);
}

function add(route: Writable<CompiledRoute>, extras: Partial<Extras>): void {
  // The cast: whatever is missing reads as undefined.
  route.extras = { expression: null, ...route.extras, ...extras } as Extras;
}

/** Freezes a route's data, since JSON gives meta unfrozen. */
function freeze<T>(data: T): T {
  if (typeof data === 'object') Object.values(data ?? {}).forEach(freeze);
  return Object.freeze(data);
}

function loadSet({ bounds, beyond }: SetData): CharacterSet {
  const ascii = new Uint8Array(128);
  for (let number = 0; number < bounds.length; number += 2) {
    ascii.fill(1, bounds[number], bounds[number + 1]);
  }
  return { ascii, beyond: typeof beyond === 'string' ? new RegExp(beyond) : beyond };
}

/** Makes a matcher from the data of a program. */
export function readProgram([code, start, sets, ...rest]: Program<SetData>): PatternMatcher {
  return new Machine([code, start, sets.map(loadSet), ...rest]);
}
