/** From the entries of a table to routes that can be searched and answered. */
import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { quote, tableKey } from '../errors/show.ts';
import type { PatternMatcher } from '../pattern/linear.ts';
import { createMatcher } from '../pattern/matcher.ts';
import { parsePattern } from '../pattern/parse.ts';
import { expandPlaceholders } from '../pattern/placeholder.ts';
import { parseDestination, type Template } from '../table/destination.ts';
import type { Handler } from '../table/handler.ts';
import { formatKey, parseKey } from '../table/key.ts';
import type { Method } from '../table/methods.ts';
import { DEFAULT_CONTROLLER, isReserved, type Settings } from '../table/settings.ts';
import type { Entry } from '../table/table.ts';
import type { TreeEntry } from './matcher/build.ts';
import type { MatcherRoute } from './matcher/contract.ts';
import { createTextInterner } from './matcher/layout.ts';
import { type SegmentSet, type Steps, takeSteps, templateSteps } from './matcher/steps.ts';

/** A route that is ready to answer; flat, since each object on the way is memory to fetch. */
export interface CompiledRoute extends MatcherRoute, Template {
  readonly key: string;
  readonly method: Method | null;
  readonly blocks: boolean;
  readonly handler: Handler | undefined;
  readonly name: string | undefined;
}

/**
 * Compiles the entries of a table, in the order in which they are tried. The default controller
 * comes last, so that a key for just the empty path (`/`, `GET /`) is found before it.
 *
 * @param entries what `readTable` returned
 * @param settings the table's
 * @param handlers the option of `createRouter`
 * @throws {WaymarkError} where a pattern or a handler is wrong
 *
 * @example
 * compileRoutes(entries, settings, {}).at(-1)?.route.key; // 'default_controller'
 */
export function compileRoutes(
  entries: readonly Entry[],
  { defaultController }: Settings,
  handlers: Readonly<Record<string, Handler>>,
): TreeEntry<CompiledRoute>[] {
  const given = readHandlers(handlers, entries);
  const patterns = entries
    .filter(({ pattern }) => !isReserved(pattern))
    .map((entry) => {
      if (given.size === 0) return entry;
      const handler = given.get(formatKey(entry.method, entry.pattern)) ?? entry.handler;
      return { ...entry, handler };
    });
  if (defaultController !== null) patterns.push({ ...DEFAULT_ROUTE, to: defaultController });
  const sets = new Map<string, SegmentSet>();
  const internTexts = createTextInterner();
  return patterns.map((entry, index) => compileRoute(entry, index, sets, internTexts));
}

/** The default controller, as an entry of the table. */
const DEFAULT_ROUTE = {
  key: DEFAULT_CONTROLLER,
  method: null,
  pattern: '',
  handler: undefined,
  name: undefined,
} as const;

function compileRoute(
  { key, method, pattern: written, to, handler, name }: Entry,
  index: number,
  sets: Map<string, SegmentSet>,
  internTexts: ReturnType<typeof createTextInterner>,
): TreeEntry<CompiledRoute> {
  const { steps, expression } = readPattern(key, written, sets);
  const { path, chunks, layout } = internTexts(steps);
  const { pieces, groups } = parseDestination(to, written);
  const blocks = to === '';
  const route: CompiledRoute = {
    index,
    path,
    chunks,
    layout,
    expression,
    key,
    method,
    blocks,
    handler,
    name,
    pieces,
    groups,
  };
  return { route, ...steps };
}

function readPattern(
  key: string,
  written: string,
  sets: Map<string, SegmentSet>,
): { readonly steps: Steps; readonly expression: PatternMatcher | null } {
  const template = templateSteps(written);
  if (template !== null) return { steps: template, expression: null };
  const where = tableKey('createRouter', key);
  const pattern = parsePattern(expandPlaceholders(where, written), where);
  const steps = takeSteps(pattern, sets);
  return { steps, expression: steps.whole ? null : createMatcher(pattern, where) };
}

function readHandlers(
  handlers: Readonly<Record<string, Handler>>,
  entries: readonly Entry[],
): Map<string, Handler> {
  if (typeof handlers !== 'object' || Symbol.iterator in handlers) {
    throw badArgument('createRouter', 'handlers', 'an object of functions by table key', handlers);
  }
  const given = Object.entries(handlers);
  if (given.length === 0) return new Map();
  const keys = new Set(entries.map(({ method, pattern }) => formatKey(method, pattern)));
  return new Map(
    given.map(([key, handler]) => {
      const where = `createRouter(table, { handlers: ${quote(key)} })`;
      const { method, pattern } = parseKey(key, where);
      const written = formatKey(method, pattern);
      if (!keys.has(written)) throw handlerWithoutRoute(where);
      if (typeof handler !== 'function') {
        throw badArgument(where, 'the handler', 'a function', handler);
      }
      return [written, handler];
    }),
  );
}

/** A handler stands under a key that the table lacks. */
function handlerWithoutRoute(where: string): WaymarkError {
  const problem = 'the table does not have this key';
  return new WaymarkError('bad-table', where, problem, 'write the key as it stands in the table');
}
