/** Writes a compiled table as data. */
import { type CharacterSet, Machine, type PatternMatcher } from '../pattern/machine.ts';
import {
  buildMethodTree,
  type RouterOptions,
  readRouterOptions,
  treesOf,
} from '../resolve/create-router.ts';
import { ANY } from '../resolve/matcher/steps.ts';
import { compileRoutes } from '../resolve/routes.ts';
import { readSettings } from '../table/row.ts';
import type { RouteSchemas } from '../table/schema.ts';
import { readTable, type SuppliedTable, withHandlers } from '../table/table.ts';
import type { CompiledUrl } from '../url/named.ts';
import { readUrlPattern } from '../url/parts.ts';
import { type CompiledTable, type ExpressionData, FORM, type SetData } from './load.ts';

/**
 * Compiles a table ahead of time, for a bundle. The result is plain data that JSON can carry;
 * `loadRouter` turns it into a router with the same answers, without parsing a pattern.
 * @param table the result of `Route.map`, or any object of that form
 * @param options as for `createRouter`
 * @param placeOf the place of a handler or a schema among the values of the calls that made the table
 * @throws {WaymarkError} if `createRouter` would
 */
export function writeCompiledTable(
  table: SuppliedTable,
  options: RouterOptions,
  placeOf: (value: unknown) => number,
): CompiledTable {
  const where = 'writeCompiledTable';
  const { handlers, autoRoute, maxPathLength } = readRouterOptions(where, options);
  const { names, ...read } = readTable(table, where);
  const rows = withHandlers(read.rows, handlers, where);
  const settings = readSettings(rows);
  const compiled = compileRoutes(rows, maxPathLength, where);
  const { routes, mostSegments } = compiled;
  const tails = [...new Set(routes.flatMap(({ tail }) => tail ?? []))];
  const tailNumbers = new Map<(typeof routes)[number]['tail'], number>(
    tails.map((tail, number) => [tail, number]),
  );
  const extras = routes.flatMap(({ extras }, index): CompiledTable['extras'] => {
    if (extras === null) return [];
    const { expression, handler, schemas, ...rest } = extras;
    const data = Object.entries(rest).filter(([, value]) => value !== undefined);
    if (expression === null && data.length === 0) return [];
    return [[index, expression && writeExpression(expression), Object.fromEntries(data)]];
  });
  // The search never reads the set of `(:any)`.
  const used = new Set(routes.flatMap((_, index) => compiled.stepsOf(index)?.sets ?? []));
  used.delete(ANY);
  const urls = Array.from(names.values(), writeUrl);
  return {
    waymark: FORM,
    settings,
    autoRoute,
    maxPathLength,
    mostSegments,
    routes: {
      keys: routes.map(({ key }) => key),
      paths: routes.map(({ fixedPath }) => fixedPath),
      segments: routes.map(({ segmentCount }) => segmentCount),
      heads: routes.map(({ head }) => head),
      tails: routes.map(({ tail }) => tailNumbers.get(tail) ?? -1),
    },
    extras,
    handlers: routes.flatMap(({ extras }, index) =>
      extras?.handler === undefined ? [] : [[index, placeOf(extras.handler)] as const],
    ),
    schemas: routes.flatMap(({ extras }, index) =>
      Object.entries(extras?.schemas ?? {}).map(
        // The cast: the names of the schemas.
        ([name, schema]) => [index, name as keyof RouteSchemas, placeOf(schema)] as const,
      ),
    ),
    names: [...names.keys()],
    tails,
    urls,
    sets: compiled.sets.map((set, number) => (used.has(number) ? writeSet(set) : null)),
    trees: treesOf(compiled, (method) => buildMethodTree(compiled, method)),
  };
}

function writeUrl(written: string): CompiledUrl<ExpressionData> {
  try {
    const { matcher, ...pattern } = readUrlPattern(written, 'writeCompiledTable');
    return { ...pattern, matcher: writeExpression(matcher) };
  } catch (error) {
    // A pattern that no URL can be built of is an error only when its URL is requested.
    if (Object(error).code === 'bad-url') return { written, parts: null };
    throw error;
  }
}

function writeExpression(expression: PatternMatcher): ExpressionData {
  if (expression instanceof Machine) {
    const [code, start, sets, ...rest] = expression.program;
    return [code, start, sets.map(writeSet), ...rest];
  }
  return (expression as RegExp).source; // the cast: the only other kind of matcher
}

function writeSet({ ascii, beyond }: CharacterSet): SetData {
  const bounds = Array.from(ascii.keys()).filter((code) => ascii[code] !== (ascii[code - 1] ?? 0));
  return { bounds, beyond: typeof beyond === 'boolean' ? beyond : beyond.source };
}
