import { WaymarkError } from '../../errors/error.ts';
import { type PatternMatcher, SequenceMatcher } from '../../pattern/sequence.ts';
import type { CharacterSet } from '../../pattern/set.ts';
import type { Handler } from '../../table/handler.ts';
import type { Method } from '../../table/methods.ts';
import { Tree } from '../matcher/search.ts';
import type { SegmentSet } from '../matcher/steps.ts';
import { createMatchers } from '../matchers.ts';
import { createResolver, type Router } from '../resolver.ts';
import { type CompiledRoute, extrasOf } from '../route.ts';
import {
  type CompiledData,
  type CompiledTable,
  type ExpressionData,
  FORM,
  type SetData,
} from './data.ts';

/** The options of {@link createCompiledRouter}. */
export interface CompiledRouterOptions {
  /** Handlers by table key: one for each key that had one when the table was compiled, or more. */
  readonly handlers?: Readonly<Record<string, Handler>>;
}

/**
 * Makes a router of a compiled table. It answers as the router that `createRouter` makes of the
 * table, and starts in a fraction of the time.
 * @param table what `compileTable` returned, or what JSON made of it. It is trusted as code is:
 *   take it from your own build. It is not changed, and must not be changed later
 * @param options see {@link CompiledRouterOptions}
 * @throws {WaymarkError} where the data is of another version or something else, where a handler is
 *   missing or is not a function, and where one is for a key that the table does not have
 * @example
 * const compiled = compileTable({ 'posts/(:num)': 'posts/show/$1' }); // or what JSON made of it
 * const router = createCompiledRouter(compiled);
 * router.resolve('GET', '/posts/7').status; // 'found'
 */
export function createCompiledRouter(
  table: CompiledTable,
  options: CompiledRouterOptions = {},
): Router {
  if (table?.waymark !== FORM) {
    throw refusal('the data is not a table that this version compiled', 'compile the table again');
  }
  const compiled = table as CompiledData; // the cast: its number says so
  const { routes: list, tails, trees, methods } = compiled;
  const given = new Map(Object.entries(options?.handlers ?? {}));
  const expressions = compiled.expressions.map(readExpression);
  const routes: CompiledRoute[] = [];
  // Members by number: destructuring each route doubles the time to the first answer.
  for (const data of list) {
    const tail = data[4];
    routes.push({
      path: data[1],
      key: data[0],
      head: data[3],
      tail: tail < 0 ? null : tails[tail],
      segments: data[2],
      more: extrasOf(expressions[data[5]] ?? null, given.get(data[0]), data[6] ?? undefined),
    });
  }
  for (const key of compiled.handlers) {
    if (!given.has(key)) throw refusal(`the handler of '${key}' is missing`, 'pass it in handlers');
  }
  for (const [key, handler] of given) {
    if (typeof handler !== 'function') {
      throw refusal(`the handler of '${key}' is not a function`, 'pass one');
    }
    if (!routes.some((route) => route.key === key)) {
      throw refusal(`the table does not have the key '${key}'`, 'write it as the table does');
    }
  }
  const sets = compiled.sets.map((set) => readSet(set) as SegmentSet); // `beyond` is not a pattern in these
  const named = Object.keys(methods) as Method[]; // the cast: its type says so
  const matchers = createMatchers(
    named,
    (method) => new Tree(routes, sets, () => trees[(method && methods[method]) ?? 0]),
  );
  return createResolver({ ...compiled, routes, matchers });
}

function refusal(problem: string, advice: string): WaymarkError {
  return new WaymarkError('bad-table', 'createCompiledRouter', problem, advice);
}

function readExpression(data: ExpressionData): PatternMatcher {
  if (typeof data === 'string') return new RegExp(data, 's');
  const items = data.items.map((item) =>
    typeof item === 'string'
      ? item
      : { ...item, set: readSet(item.set), max: item.max < 0 ? Infinity : item.max },
  );
  return new SequenceMatcher(items, data.groups);
}

function readSet({ bounds, beyond }: SetData): CharacterSet {
  const ascii = new Uint8Array(128);
  for (let number = 0; number < bounds.length; number += 2) {
    ascii.fill(1, bounds[number], bounds[number + 1]);
  }
  return { ascii, beyond: typeof beyond === 'string' ? new RegExp(beyond) : beyond };
}
