/** The one way into the registry: every operation of `Route` goes through here. */
import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { readCallback, readOptions, readText } from '../errors/options.ts';
import { quote } from '../errors/show.ts';
import { joinPatterns } from '../pattern/join.ts';
import { parsePattern } from '../pattern/parse.ts';
import { expandPlaceholders } from '../pattern/placeholder.ts';
import type { Handler } from '../table/handler.ts';
import { methodLike, reservedForMethod } from '../table/key.ts';
import { isMethod, type Method } from '../table/methods.ts';
import { isReserved } from '../table/settings.ts';
import { type Definition, registry } from './registry.ts';
import { runInScope } from './scope.ts';

/** The options of a route. */
export interface RouteOptions {
  /** Saves the full pattern under this name, for `Route.named` and `Route.url`. */
  readonly as?: string | null | undefined;
  /** Defines routes below this one, synchronously. Beyond CodeIgniter. */
  readonly nest?: (() => void) | null | undefined;
}

/** A route's own handler, or `false` for none. */
export type Nested = Handler | false | null | undefined;

/** A route that has been checked and not yet been defined. */
export interface Draft extends Definition {
  /** How many groups the full pattern has. */
  readonly groupCount: number;
}

/** What {@link draft} takes. */
export interface DraftInput {
  readonly method: Method | null;
  readonly from: string;
  readonly to: string;
  readonly name?: string | undefined;
  readonly handler?: Handler | undefined;
}

const OPTIONS = ['as', 'nest'] as const;

/**
 * Defines one route: what `Route.any` and the method calls do.
 *
 * @param method the method, or `null` for every method
 * @param from the pattern below the current prefix; a leading slash means nothing
 * @param to the destination, `''` to block
 * @param options see {@link RouteOptions}
 * @param nested the route's own handler
 * @throws {WaymarkError} where an argument is wrong; then nothing has been defined by this call
 */
export function define(
  method: Method | null,
  from: string,
  to: string,
  options?: RouteOptions | null,
  nested?: Nested,
): void {
  const call = `Route.${method?.toLowerCase() ?? 'any'}`;
  if (typeof from !== 'string') throw badArgument(call, 'from', 'a string', from);
  const where = `${call}(${quote(from)})`;
  if (typeof to === 'function') throw misplacedHandler(where, 'to', 'from, to, {}, handler');
  if (typeof to !== 'string') throw badArgument(where, 'to', 'a string', to);
  if (typeof options === 'function') {
    throw misplacedHandler(where, 'options', 'from, to, {}, handler');
  }
  const given = readOptions(where, options, OPTIONS);
  const name = readText(where, 'as', given.as);
  const nest = readCallback(where, 'nest', given.nest);
  const drafted = draft(where, { method, from, to, name, handler: readHandler(where, nested) });
  record([drafted]);
  if (nest !== undefined) {
    runInScope(where, { prefix: drafted.from, outer: drafted.groupCount }, nest);
  }
}

/**
 * Checks a route and gives it its full pattern, without defining it.
 *
 * @param where the call, for errors
 * @param input the route
 * @throws {WaymarkError} where the pattern is wrong, or a handler could never be called
 */
export function draft(where: string, input: DraftInput): Draft {
  const { method, from, to, name, handler } = input;
  const word = methodLike(from)?.toUpperCase();
  if (word !== undefined && isMethod(word)) throw methodInPattern(where, from, word);
  if (to === '' && handler !== undefined) throw handlerOnBlock(where);
  const { placeholders, scope } = registry();
  const full = expandPlaceholders(where, joinPatterns(scope.prefix, from), placeholders);
  if (method !== null && isReserved(full)) throw reservedForMethod(where, full);
  const { groupCount } = parsePattern(full, where);
  return { method, from: full, to, handler, name, groupCount };
}

/**
 * Defines what has been drafted.
 *
 * @param drafts in the order in which they are defined
 */
export function record(drafts: readonly Draft[]): void {
  const { definitions, names } = registry();
  for (const { name, method, from, to, handler } of drafts) {
    definitions.push({ method, from, to, handler, name });
    if (name !== undefined) names.set(name, { from });
  }
}

/**
 * Reads the last argument of a definition.
 *
 * @param where the call, for errors
 * @param nested the argument
 * @throws {WaymarkError} where it is neither a function, `false` nor absent
 *
 * @example
 * readHandler("Route.get('a')", false); // undefined
 */
export function readHandler(where: string, nested: Nested): Handler | undefined {
  if (nested === undefined || nested === null || nested === false) return undefined;
  if (typeof nested === 'function') return nested;
  throw badArgument(where, 'nested', 'a function or false', nested);
}

/**
 * A handler stands where another argument belongs.
 *
 * @param where the call
 * @param name the argument that it took the place of
 * @param order the arguments of the call, in order
 */
export function misplacedHandler(where: string, name: string, order: string): WaymarkError {
  const problem = `${name} is a function, and a handler is the last argument`;
  const call = where.slice(0, where.indexOf('('));
  return new WaymarkError('bad-argument', where, problem, `write ${call}(${order})`);
}

/** A `from` begins like a table key. */
function methodInPattern(where: string, from: string, method: string): WaymarkError {
  const rest = from.slice(method.length + 1);
  return new WaymarkError(
    'bad-argument',
    where,
    `the pattern starts with the HTTP method ${method} and a space`,
    `call Route.${method.toLowerCase()}(${quote(rest)}, …), or write ${quote(`/${from}`)} if the ` +
      'path itself starts that way',
  );
}

/** A handler for a destination that blocks. */
function handlerOnBlock(where: string): WaymarkError {
  return new WaymarkError(
    'bad-argument',
    where,
    'an empty destination blocks the pattern, so its handler could never be called',
    'give the route a destination, or leave the handler out',
  );
}
