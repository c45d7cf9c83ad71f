/**
 * Compiles each row of a table to a route: the steps through the tree or the expression that match its
 * pattern, and its parsed destination.
 */
import { tableKey } from '../errors/show.ts';
import type { PatternMatcher } from '../pattern/machine.ts';
import { createMatcher } from '../pattern/matcher.ts';
import { countPlaceholders, isTemplate, parsePattern, shortestOf } from '../pattern/parse.ts';
import { type ParsedDestination, parseDestination } from '../table/destination.ts';
import type { Handler } from '../table/handler.ts';
import type { Meta } from '../table/meta.ts';
import type { Method } from '../table/methods.ts';
import { DEFAULT_CONTROLLER, isReserved, type Row, withoutSlash } from '../table/row.ts';
import type { RouteSchemas } from '../table/schema.ts';
import {
  type SegmentSet,
  SegmentSets,
  type Steps,
  takeSteps,
  templateSteps,
} from './matcher/steps.ts';

/** A compiled route. It is flat, since each nested object costs another memory access. */
export interface CompiledRoute extends ParsedDestination {
  readonly key: string;
  /** The whole path, if the pattern is only text; otherwise `null`. */
  readonly fixedPath: string | null;
  /** The number of segments in the route's steps; 0 if it is longer than any path. */
  readonly segmentCount: number;
  /** `null` for the many routes that have none. */
  readonly extras: Extras | null;
}

/** What few routes have. */
export interface Extras {
  /** Matches the whole pattern; `null` if the steps already do. */
  readonly expression: PatternMatcher | null;
  readonly handler: Handler | undefined;
  readonly name: string | undefined;
  readonly meta: Meta | undefined;
  readonly schemas: RouteSchemas | undefined;
  /** If a group has a name: the name of each, or its position from 0. */
  readonly paramNames: readonly string[] | undefined;
}

/** An object under construction. */
export type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The routes of a table, and the data from which the trees of its methods are built. */
export interface TableRoutes {
  /** In the order in which they are tried; indices refer to this list. */
  readonly routes: readonly CompiledRoute[];
  /** The highest number of segments in a route. */
  readonly mostSegments: number;
  /** The method of each route; `null` for every method. */
  readonly methodOfRoute: readonly (Method | null)[];
  /** The sets that steps refer to by number. */
  readonly sets: readonly SegmentSet[];
  /** The index of a default controller that nobody wrote, which yields to other rows; −1 if none. */
  readonly filledInHome: number;
  /** The steps of a route; `null` if it is longer than any allowed path, so that no tree has it. */
  readonly stepsOf: (index: number) => Steps | null;
}

/**
 * Compiles the rows of a table, in the order in which they are tried. The default controller comes
 * last, so that a key for the empty path alone (`/`, `GET /`) overrides it. If nobody wrote it, any
 * row that matches the empty path overrides it.
 * @param maxPathLength the length of the longest path to match
 * @throws {WaymarkError} if a pattern is invalid
 */
export function compileRoutes(
  rows: readonly Row[],
  maxPathLength: number,
  where: string,
): TableRoutes {
  const own = rows.filter(({ pattern }) => !isReserved(pattern));
  const root = rows.find(({ pattern }) => pattern === DEFAULT_CONTROLLER);
  if (root !== undefined && root.to !== '') {
    own.push({ ...root, key: DEFAULT_CONTROLLER, pattern: '', parsed: undefined });
  }
  const sets = new SegmentSets();
  const destinations = new Map<string, ParsedDestination>();
  // The steps of templates are not kept, since reading them again is quick.
  const taken = new Map<number, Steps | null>();
  const methodOfRoute = own.map(({ method }) => method);
  const routes = own.map((row, index): CompiledRoute => {
    const { key, pattern, to, handler, name, meta, schemas } = row;
    let steps: Steps | null = null;
    let expression: PatternMatcher | null = null;
    let names: readonly string[] | undefined;
    if (!isTemplate(pattern)) {
      const parsed = row.parsed ?? parsePattern(pattern, tableKey(where, key));
      steps = takeSteps(parsed, index, sets);
      taken.set(index, steps);
      if (parsed.names.length > 0) names = parsed.paramNames;
      if (!steps.whole) expression = createMatcher(parsed, tableKey(where, key));
    }
    const count = steps?.sets.length ?? countPlaceholders(pattern);
    // A row that only longer paths match goes into no tree: a thousand such rows could add a million
    // steps. The shortest path of a template is at most one character longer than its pattern, so
    // only long templates are measured. Other patterns need two characters for each segment.
    const fits =
      pattern.length < maxPathLength ||
      (steps === null ? shortestOf(pattern) : 2 * count) <= maxPathLength;
    if (!fits) taken.set(index, null);
    const isText = count === 0 && expression === null;
    const { head, tail } = parseDestination(to, pattern, destinations);
    return {
      fixedPath: isText ? (steps ?? templateSteps(pattern, index)).fixedTexts[0] : null,
      key,
      head,
      tail,
      segmentCount: fits ? count : 0,
      extras: extrasOf({ expression, handler, name, meta, schemas, paramNames: names }),
    };
  });
  // Cut from the key: a closure over the rows would keep them, with their parsed patterns, in memory.
  // Unlike `patternOfKey`, it knows the method, and never sees the default controller.
  const patternOf = (index: number) => {
    const method = methodOfRoute[index];
    return withoutSlash(routes[index].key.slice(method === null ? 0 : method.length + 1));
  };
  const stepsOf = (index: number) => {
    const own = taken.get(index);
    return own === undefined ? templateSteps(patternOf(index), index) : own;
  };
  const mostSegments = routes.reduce((most, { segmentCount }) => Math.max(most, segmentCount), 0);
  return {
    routes,
    mostSegments,
    methodOfRoute,
    sets: sets.list,
    stepsOf,
    filledInHome: root?.isFilledIn ? own.length - 1 : -1,
  };
}

/** The extras of a route, or `null` if it has none. */
export function extrasOf(extras: Extras): Extras | null {
  // A loop, since a list of the values would be made for each route.
  for (const name in extras) {
    if ((extras[name as keyof Extras] ?? null) !== null) return extras; // the cast: its own names
  }
  return null;
}
