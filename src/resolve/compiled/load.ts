import { WaymarkError } from '../../errors/error.ts';
import type { PatternMatcher } from '../../pattern/machine.ts';
import type { CharacterSet } from '../../pattern/set.ts';
import type { Handler } from '../../table/handler.ts';
import { Tree } from '../matcher/search.ts';
import type { SegmentSet } from '../matcher/steps.ts';
import type { TreeData } from '../matcher/tree.ts';
import type { Writable } from '../matcher/writable.ts';
import { createMatchers } from '../matchers.ts';
import { createResolver, type Router } from '../resolver.ts';
import type { CompiledRoute } from '../route.ts';
import {
  type CompiledData,
  type CompiledTable,
  FORM,
  type PatternMachine,
  type SetData,
} from './data.ts';

/** The options of {@link createCompiledRouter}. */
export interface CompiledRouterOptions {
  /** Handlers by table key: one for each key that had one when the table was compiled, or more. */
  readonly handlers?: Readonly<Record<string, Handler>>;
  /** The `patternMachine` of this entry, which tables with ambiguous patterns need. */
  readonly patternMachine?: PatternMachine;
}

/**
 * Makes a router of a compiled table. It answers as the router that `createRouter` makes of the
 * table, and starts in a fraction of the time.
 * @param table what `compileTable` returned, or what JSON made of it. It is trusted as code is:
 *   take it from your own build. It is not changed, and must not be changed later
 * @param options see {@link CompiledRouterOptions}
 * @throws {WaymarkError} if the data is of another version or something else, if an option is
 *   unknown, if a handler is missing or is not a function, if one is for a key that the table
 *   does not have, or if the table needs `patternMachine`
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
  const { tails, extras, trees } = compiled;
  const { keys, paths, segments, heads, tails: tailNumbers } = compiled.routes;
  const routes: Writable<CompiledRoute>[] = [];
  for (let index = 0; index < keys.length; index++) {
    const tail = tailNumbers[index];
    routes.push({
      path: paths[index],
      key: keys[index],
      head: heads[index],
      tail: tail < 0 ? null : tails[tail],
      segments: segments[index],
      more: null,
    });
  }
  for (const [index, data, name, meta] of extras) {
    let expression: PatternMatcher | null = null;
    if (typeof data === 'string') expression = new RegExp(data, 's');
    else if (data !== null) {
      const machine = options?.patternMachine;
      if (typeof machine !== 'function') {
        throw refusal(
          `the pattern of '${keys[index]}' needs patternMachine`,
          "import it from 'waymark/compiled' and pass it",
        );
      }
      expression = machine(data) as PatternMatcher; // the type says less, so that the public one stays small
    }
    routes[index].more = {
      expression,
      handler: undefined,
      name: name ?? undefined,
      meta: freeze(meta) ?? undefined,
    };
  }
  const wanted = compiled.handlers;
  for (const name of Object.keys(options ?? {})) {
    if (name !== 'handlers' && name !== 'patternMachine') {
      throw refusal(`'${name}' is not an option`, 'pass handlers or patternMachine');
    }
  }
  const given = Object.entries(options?.handlers ?? {});
  if (wanted.length + given.length > 0) addHandlers(routes, wanted, new Map(given));
  const sets = compiled.sets.map((set) => set && readSet(set)) as SegmentSet[]; // the cast: `beyond` is not a pattern in these, and no tree names one that is missing
  const create = (tree: TreeData) => new Tree<CompiledRoute>(routes, sets, () => tree);
  const matchers = createMatchers(create(trees.other), (method) => {
    const tree = trees[method];
    return tree && create(tree);
  });
  return createResolver(compiled, matchers);
}

const NOTHING_MORE = { expression: null, name: undefined, meta: undefined };

function addHandlers(
  routes: readonly Writable<CompiledRoute>[],
  wanted: readonly string[],
  handlers: Map<string, Handler>,
): void {
  for (const key of wanted) {
    if (handlers.has(key)) continue;
    throw refusal(`the handler of '${key}' is missing`, 'pass it in handlers');
  }
  for (const route of routes) {
    const { key, more } = route;
    const handler = handlers.get(key);
    if (!handlers.delete(key)) continue;
    if (typeof handler !== 'function') {
      throw refusal(`the handler of '${key}' is not a function`, 'pass one');
    }
    route.more = { ...NOTHING_MORE, ...more, handler };
  }
  for (const key of handlers.keys()) {
    throw refusal(`the table does not have the key '${key}'`, 'write it as the table does');
  }
}

/** JSON gives data that is not frozen, and a route's meta is. */
function freeze<T>(data: T): T {
  if (typeof data === 'object') Object.values(data ?? {}).forEach(freeze);
  return Object.freeze(data);
}

function refusal(problem: string, advice: string): WaymarkError {
  return new WaymarkError('bad-table', 'createCompiledRouter', problem, advice);
}

/** Makes a set of characters of its data. */
export function readSet({ bounds, beyond }: SetData): CharacterSet {
  const ascii = new Uint8Array(128);
  for (let number = 0; number < bounds.length; number += 2) {
    ascii.fill(1, bounds[number], bounds[number + 1]);
  }
  return { ascii, beyond: typeof beyond === 'string' ? new RegExp(beyond) : beyond };
}
