import { fromCaller } from '../../errors/caller.ts';
import { type PatternMatcher, SequenceMatcher } from '../../pattern/sequence.ts';
import type { CharacterSet } from '../../pattern/set.ts';
import { METHODS } from '../../table/methods.ts';
import { readSettings } from '../../table/settings.ts';
import { readTable, type SuppliedTable } from '../../table/table.ts';
import type { Tail } from '../destination.ts';
import { type RouterOptions, readRouterOptions } from '../router.ts';
import { compileRoutes } from '../routes.ts';
import { buildMethodTree } from '../trees.ts';
import {
  type CompiledData,
  type CompiledTable,
  type ExpressionData,
  FORM,
  type RouteData,
  type SetData,
} from './data.ts';

/** The options of {@link compileTable}: a router's, except for handlers, which are functions. */
export type CompileOptions = Omit<RouterOptions, 'handlers'>;

const OPTIONS = ['autoRoute', 'maxPathLength'] as const;

/**
 * Compiles a table ahead of time, for places that start often. The result is plain data, which JSON
 * carries; `createCompiledRouter` of `waymark/compiled` makes a router of it that answers as
 * `createRouter`'s would, without reading a pattern.
 * @param table what `Route.map` returned, or any object of that form
 * @param options `autoRoute` and `maxPathLength`, as for `createRouter`
 * @returns data that the same version of the package reads; handlers are left out
 * @throws {WaymarkError} where `createRouter` would
 * @example
 * const json = JSON.stringify(compileTable({ 'posts/(:num)': 'posts/show/$1' }));
 */
export function compileTable(table: SuppliedTable, options: CompileOptions = {}): CompiledTable {
  return fromCaller(compileTable, compile, table, options);
}

function compile(table: SuppliedTable, options: CompileOptions): CompiledData {
  const { autoRoute, maxPathLength } = readRouterOptions('compileTable', options, OPTIONS);
  const entries = readTable(table, 'compileTable');
  const settings = readSettings(entries);
  const compiled = compileRoutes(entries, {}, 'compileTable');
  const expressions: ExpressionData[] = [];
  const tails = [...new Set(compiled.routes.flatMap(({ tail }) => tail ?? []))];
  const tailNumbers = new Map<Tail | null, number>(tails.map((tail, number) => [tail, number]));
  const routes = compiled.routes.map((route): RouteData => {
    const { key, path, segments, head, tail, more } = route;
    const tailNumber = tailNumbers.get(tail) ?? -1;
    const expression = more?.expression ?? null;
    const number = expression === null ? -1 : expressions.push(writeExpression(expression)) - 1;
    return [key, path, segments, head, tailNumber, number, more?.name ?? null];
  });
  const named = METHODS.filter((method) => compiled.methods.includes(method));
  return {
    waymark: FORM,
    settings,
    autoRoute,
    maxPathLength,
    routes,
    handlers: compiled.routes.filter(({ more }) => more?.handler).map(({ key }) => key),
    tails,
    expressions,
    sets: compiled.sets.map(writeSet),
    trees: [null, ...named].map((method) => buildMethodTree(compiled, method)),
    methods: Object.fromEntries(named.map((method, number) => [method, number + 1])),
  };
}

function writeExpression(expression: PatternMatcher): ExpressionData {
  if (expression instanceof SequenceMatcher) {
    const { items, groups } = expression;
    const written = items.map((item) => {
      if (typeof item === 'string') return item;
      const max = item.max === Infinity ? -1 : item.max;
      return { set: writeSet(item.set), min: item.min, max, lazy: item.lazy };
    });
    return { items: written, groups };
  }
  return (expression as RegExp).source; // the only other matcher that a pattern is compiled to
}

function writeSet({ ascii, beyond }: CharacterSet): SetData {
  const bounds = Array.from(ascii.keys()).filter((code) => ascii[code] !== (ascii[code - 1] ?? 0));
  return { bounds, beyond: typeof beyond === 'boolean' ? beyond : beyond.source };
}
