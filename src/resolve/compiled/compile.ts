/** Writes a compiled table as data. */
import { fromCaller, WaymarkError } from '../../errors/error.ts';
import { quote, tableKey } from '../../errors/show.ts';
import { type CharacterSet, Machine, type PatternMatcher } from '../../pattern/machine.ts';
import { createMatcher } from '../../pattern/matcher.ts';
import { type Pattern, parsePattern } from '../../pattern/parse.ts';
import { paramNames } from '../../pattern/terms.ts';
import { DEFAULT_CONTROLLER, METHODS, readSettings } from '../../table/key.ts';
import { namesIn, readTable, type SuppliedTable } from '../../table/table.ts';
import { readParts } from '../../url/build.ts';
import type { UrlPart } from '../../url/builder.ts';
import type { PartData, UrlData } from '../../url/compiled.ts';
import { ANY } from '../matcher/steps.ts';
import type { Tail } from '../route.ts';
import { buildMethodTree, type RouterOptions, readRouterOptions } from '../router.ts';
import { compileRoutes } from '../routes.ts';
import {
  type CompiledData,
  type CompiledTable,
  type ExpressionData,
  type ExtrasData,
  FORM,
  type SetData,
} from './load.ts';

/** The options of a router without `handlers`, since data can't carry functions. */
export type CompileOptions = Omit<RouterOptions, 'handlers'>;

const OPTIONS = ['autoRoute', 'maxPathLength'] as const;

/**
 * Compiles a table ahead of time, for environments that start often. The result is plain data that
 * JSON can carry. `createCompiledRouter` of `waymark/compiled` turns it into a router with the same
 * answers as `createRouter`'s, without parsing a pattern.
 * @param table the result of `Route.map`, or any object of that form
 * @param options `autoRoute` and `maxPathLength`, as for `createRouter`
 * @returns data for the same version of the package, without handlers
 * @throws {WaymarkError} if `createRouter` would
 * @example
 * const json = JSON.stringify(compileTable({ 'posts/(:num)': 'posts/show/$1' }));
 */
export function compileTable(table: SuppliedTable, options: CompileOptions = {}): CompiledTable {
  return fromCaller(compileTable, compile, table, options);
}

function compile(table: SuppliedTable, options: CompileOptions): CompiledData {
  const { autoRoute, maxPathLength } = readRouterOptions('compileTable', options, OPTIONS);
  const entries = readTable(table, 'compileTable');
  for (const { key, schemas } of entries) if (schemas !== undefined) throw withSchemas(key);
  const settings = readSettings(entries);
  const compiled = compileRoutes(entries, {}, maxPathLength, 'compileTable');
  const { routes, mostSegments } = compiled;
  const methods = METHODS.filter((method) => compiled.methods.includes(method));
  const tails = [...new Set(routes.flatMap(({ tail }) => tail ?? []))];
  const tailNumbers = new Map<Tail | null, number>(tails.map((tail, number) => [tail, number]));
  const extras = routes.flatMap(({ more }, index): ExtrasData[] => {
    if (more === null) return [];
    const { expression, handler, ...rest } = more;
    const data = Object.entries(rest).filter(([, value]) => value !== undefined);
    if (expression === null && data.length === 0) return [];
    return [[index, expression && writeExpression(expression), Object.fromEntries(data)]];
  });
  // The search never reads the set of `(:any)`.
  const used = new Set(
    routes.flatMap((_, index) => (compiled.tooLong.has(index) ? [] : compiled.stepsOf(index).sets)),
  );
  used.delete(ANY);
  const names = namesIn(table, 'compileTable');
  const urls = Array.from(names, ([name, pattern]) =>
    writeUrl(pattern === DEFAULT_CONTROLLER ? '' : pattern, `compileTable, name ${quote(name)}`),
  );
  return {
    waymark: FORM,
    settings,
    autoRoute,
    maxPathLength,
    mostSegments,
    routes: {
      keys: routes.map(({ key }) => key),
      paths: routes.map(({ path }) => path),
      segments: routes.map(({ segments }) => segments),
      heads: routes.map(({ head }) => head),
      tails: routes.map(({ tail }) => tailNumbers.get(tail) ?? -1),
    },
    extras,
    handlers: routes.filter(({ more }) => more?.handler).map(({ key }) => key),
    names: [...names.keys()],
    tails,
    urls,
    sets: compiled.sets.map((set, number) => (used.has(number) ? writeSet(set) : null)),
    trees: {
      ...Object.fromEntries(methods.map((method) => [method, buildMethodTree(compiled, method)])),
      other: buildMethodTree(compiled, null),
    },
  };
}

/** The error for a row whose schemas the data can't carry. Without them, any body would pass. */
function withSchemas(key: string): WaymarkError {
  const advice = 'call readJson, readQuery or readParams of waymark/http in its handler';
  const problem = 'it has schemas, which a compiled table has not';
  return new WaymarkError('bad-table', tableKey('compileTable', key), problem, advice);
}

function writeUrl(pattern: string, where: string): UrlData<ExpressionData> {
  const parsed = parsePattern(pattern, where);
  const expression = writeExpression(createMatcher(parsed, where));
  const names = paramNames(parsed.groupCount, parsed.names);
  return [parsed.written, names, writeParts(parsed, where), expression];
}

function writeParts(pattern: Pattern, where: string): PartData[] | null {
  try {
    return readParts(where, pattern).map(writePart);
  } catch {
    // Such a name is an error only when its URL is requested.
    return null;
  }
}

function writePart(part: UrlPart): PartData {
  if (part.kind === 'optional') return { optional: part.parts.map(writePart) };
  return part.kind === 'text' ? part.encoded : [part.number, part.constraint, part.name];
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
