/** From the entries of a table to routes that can be searched and answered. */
import { quote, WaymarkError } from '../errors.ts';
import type { Method } from '../methods.ts';
import { compilePattern, parsePattern } from '../pattern/compile.ts';
import type { Blocked, Found } from '../resolution.ts';
import { type Entry, formatKey, type Handler, isReserved, parseKey } from '../table.ts';
import { parseDestination, type Template } from './destination.ts';
import type { Settings } from './settings.ts';
import { type CharacterSet, type Steps, takeSteps } from './steps.ts';
import { type Texts, textsOf } from './texts.ts';

/** A route, ready to answer. */
export interface Route {
  readonly key: string;
  readonly method: Method | null;
  readonly blocks: boolean;
  readonly handler: Handler | undefined;
  readonly steps: Steps;
  /** The fixed texts of the steps. */
  readonly texts: Texts;
  /** The whole pattern, anchored; `null` where the steps are the whole pattern. */
  readonly expression: RegExp | null;
  readonly template: Template;
  /** The answer, where it is the same for every path: no params, and nothing to fill in. */
  readonly fixed: Found | Blocked | null;
}

/**
 * Compiles the entries of a table, in the order in which they are tried. What answers the empty
 * path comes first: keys for just that (`/`, `GET /`), then the default controller, as CodeIgniter
 * asks no pattern there.
 *
 * @param entries what `readTable` returned
 * @param settings the table's
 * @param handlers the option of `createRouter`
 * @throws {WaymarkError} where a pattern or a handler is wrong
 *
 * @example
 * compileRoutes(entries, settings, {})[0].key; // 'default_controller'
 */
export function compileRoutes(
  entries: readonly Entry[],
  { defaultController }: Settings,
  handlers: Readonly<Record<string, Handler>>,
): Route[] {
  const given = readHandlers(handlers, entries);
  const sets = new Map<string, CharacterSet>();
  const root: Route[] = [];
  const rest: Route[] = [];
  for (const entry of entries) {
    if (isReserved(entry.pattern)) continue;
    const handler = given.get(formatKey(entry.method, entry.pattern)) ?? entry.handler;
    (entry.pattern === '' ? root : rest).push(compileRoute({ ...entry, handler }, sets));
  }
  if (defaultController === null) return [...root, ...rest];
  const key = 'default_controller';
  const home = { key, method: null, pattern: '', to: defaultController, handler: undefined };
  return [...root, compileRoute(home, sets), ...rest];
}

function compileRoute(entry: Entry, sets: Map<string, CharacterSet>): Route {
  const { key, method, pattern: written, to, handler } = entry;
  const where = `createRouter, table key ${quote(key)}`;
  const pattern = parsePattern(written, where);
  const steps = takeSteps(pattern, sets);
  const template = parseDestination(to, pattern.source);
  const blocks = to === '';
  const fixed = pattern.captures === 0 && template.groups.length === 0;
  return {
    key,
    method,
    blocks,
    handler,
    steps,
    texts: textsOf(steps.steps),
    expression: steps.whole ? null : compilePattern(pattern, where),
    template,
    fixed: blocks ? blocked(key) : fixed ? found(key, template.texts[0], handler) : null,
  };
}

/** Given to every request alike, so nobody may change it. */
function blocked(route: string): Blocked {
  return Object.freeze({ status: 'blocked', route });
}

function found(route: string, destination: string, handler: Handler | undefined): Found {
  const params = Object.freeze([]);
  const answer = { status: 'found', route, destination, params } as const;
  return Object.freeze(handler === undefined ? answer : { ...answer, handler });
}

function readHandlers(
  handlers: Readonly<Record<string, Handler>>,
  entries: readonly Entry[],
): Map<string, Handler> {
  const given = Object.entries(handlers);
  if (given.length === 0) return new Map();
  const keys = new Set(entries.map(({ method, pattern }) => formatKey(method, pattern)));
  return new Map(
    given.map(([key, handler]) => {
      const where = `createRouter(table, { handlers: ${quote(key)} })`;
      const { method, pattern } = parseKey(key, where);
      const written = formatKey(method, pattern);
      if (!keys.has(written)) throw WaymarkError.handlerWithoutRoute(where);
      if (typeof handler !== 'function') {
        throw WaymarkError.argument(where, 'the handler', 'a function', handler);
      }
      return [written, handler];
    }),
  );
}
