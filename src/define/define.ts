/** Reads the arguments of `Route.get` and the other calls that define one route. */
import { badArgument, readCallback, readOptions, readString } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { quote } from '../errors/show.ts';
import type { Pattern } from '../pattern/expression.ts';
import { parseFragment } from '../pattern/parse.ts';
import { checkHandler, type Handler } from '../table/handler.ts';
import { type Meta, readMeta } from '../table/meta.ts';
import { isMethod, METHODS, type Method } from '../table/methods.ts';
import type { RouteParams } from '../table/params.ts';
import { withoutSlash } from '../table/row.ts';
import {
  checkSchema,
  type RouteSchemas,
  SCHEMAS,
  type Schema,
  sealSchemas,
} from '../table/schema.ts';
import { createRow, refuseMethod, register } from './create-row.ts';
import { registry, runInScope } from './registry.ts';

/** The options of a route. `Inner` is the type of the argument of `children`. */
// biome-ignore lint/suspicious/noExplicitAny: options of any route fit, wherever they are written
export interface RouteOptions<Inner = any> {
  /** Saves the full pattern under this name, for `Route.named` and `Route.url`. */
  readonly as?: string | null | undefined;
  /**
   * Defines routes below this one, synchronously. The argument is `Route`, whose handlers have
   * the names of this pattern too; see `Within`. CodeIgniter has no such option.
   */
  readonly children?: ((within: Inner) => void) | null | undefined;
  /**
   * Plain data for guards and lists. The result and the request's context carry it, and the routes
   * in `children` inherit it. CodeIgniter has no such option.
   */
  readonly meta?: Meta | null | undefined;
}

/** A route's inline handler, or `false` for none. */
export type Inline<Params = RouteParams> = Handler<Params> | false | null | undefined;

// biome-ignore lint/suspicious/noExplicitAny: the schemas tell the type of a handler's argument
type AnyInline = Handler<any, any>;

/** The arguments after a pattern that some signature accepts. */
export type AnyArguments = readonly [
  second: string | (RouteOptions & RouteSchemas) | AnyInline,
  third?: (RouteOptions & RouteSchemas) | AnyInline | null | undefined,
  fourth?: AnyInline | false | null | undefined,
];

const ROUTE_OPTIONS = ['as', 'children', 'meta', ...SCHEMAS] as const;

/**
 * Implements `Route.any`, `Route.all`, `Route.match` and the method calls.
 * @param within `Route`, for `children`
 * @param methods `null` for every method
 * @param name the call's name after `Route.`
 * @throws {WaymarkError} if an argument is wrong; the call defines nothing then. If `children`
 *   throws, the route stays defined
 */
export function define(
  within: unknown,
  methods: Method | null | readonly Method[],
  from: string,
  rest: AnyArguments,
  name = String(methods ?? 'any').toLowerCase(),
): void {
  const call = `Route.${name}`;
  if (typeof from !== 'string') throw badArgument(call, 'from', 'a string', from);
  const where = `${call}(${quote(from)})`;
  const { to, options, inline } = readRest(where, rest);
  const given = readOptions(where, options, ROUTE_OPTIONS);
  const as = readString(where, 'as', given.as);
  const children = readCallback(where, 'children', given.children);
  const handler = readHandler(where, inline);
  const meta = readMeta(where, given.meta, registry().current.scope.meta);
  const each = [methods].flat();
  const schemas = readSchemas(where, given, each, handler);
  const own = { name: as, handler, meta, schemas };
  const rows = each.map((method) => createRow(where, method, from, to, own));
  if (handler !== undefined) refuseUnnamed(where, rows[0].parsed);
  register(rows);
  if (children !== undefined) {
    const [{ pattern, parsed }] = rows;
    runInScope(where, { prefix: pattern, outer: parsed.groupCount, meta }, children, within);
  }
}

export function defineMatch(
  within: unknown,
  methods: readonly Method[],
  from: string,
  rest: AnyArguments,
): void {
  if (!Array.isArray(methods) || methods.length === 0) {
    throw badArgument(
      'Route.match',
      'methods',
      "a non-empty array such as ['GET', 'POST']",
      methods,
    );
  }
  for (const [index, method] of methods.entries()) {
    if (isMethod(method)) continue;
    const wanted = `one of ${METHODS.join(', ')}`;
    throw badArgument('Route.match', `methods[${index}]`, wanted, method);
  }
  define(within, methods, from, rest, 'match');
}

function readRest(where: string, [second, third, fourth]: AnyArguments) {
  const hasOptions = [second, third].some((one) => one && typeof one === 'object');
  const refuse = (name: string) =>
    misplacedHandler(
      where,
      name,
      'from, handler',
      hasOptions ? 'from, options, handler' : 'from, to, {}, handler',
    );
  if (typeof second === 'function') {
    if (typeof third === 'function') throw severalHandlers(where);
    if ((third ?? fourth ?? null) !== null) throw refuse('to');
    return { to: null, options: undefined, inline: second };
  }
  if (typeof second === 'string') {
    if (typeof third === 'function') throw refuse('options');
    return { to: second, options: third, inline: fourth };
  }
  if (typeof third === 'function' && typeof second === 'object' && second !== null) {
    if (typeof fourth === 'function') throw severalHandlers(where);
    if ((fourth ?? null) !== null) throw refuse('options');
    return { to: null, options: second, inline: third };
  }
  throw badArgument(where, 'to', "a destination such as 'posts/show/$1', or a handler", second);
}

/**
 * Refuses a handler whose type can't tell the place of a param: the type knows the pattern of its
 * call, and neither the names nor the groups of the prefix.
 */
function refuseUnnamed(where: string, { names, groupCount, written }: Pattern): void {
  const { prefix } = registry().current.scope;
  if (prefix === '' || names.length === 0) return;
  const inPrefix = parseFragment(prefix, where).groupCount;
  const own = names.filter(([, number]) => number > inPrefix);
  if (inPrefix === 0 || inPrefix + own.length === groupCount) return;
  const problem = `a group of this pattern has no name, and others in ${quote(written)} have one`;
  const advice = 'name it too, as in {id:num} or (?<id>[a-z]+)';
  throw new WaymarkError('bad-argument', where, problem, advice);
}

/** Reads the `name` of a call that defines several routes, without its leading slash. */
export function readName(where: string, name: string, wanted: string): string {
  const bare = typeof name === 'string' && withoutSlash(name);
  if (!bare) throw badArgument(where, 'name', wanted, name);
  refuseMethod(where, name);
  return bare;
}

export function readHandler(where: string, inline: Inline): Handler | undefined {
  if (inline === undefined || inline === null || inline === false) return undefined;
  return checkHandler(where, inline);
}

/** The error for a handler in another argument's position; `orders` show correct calls. */
export function misplacedHandler(
  where: string,
  name: string,
  ...orders: readonly string[]
): WaymarkError {
  const problem = `${name} is a function, and a handler is the last argument`;
  const call = where.slice(0, where.indexOf('('));
  const calls = orders.map((order) => `${call}(${order})`);
  return new WaymarkError('bad-argument', where, problem, `write ${calls.join(' or ')}`);
}

/** The error for `Route.get('a', middleware, handler)`, as other routers have it. */
function severalHandlers(where: string): WaymarkError {
  return new WaymarkError(
    'bad-argument',
    where,
    'a route has one handler, and these are two functions',
    "wrap the handler, as in Route.get(from, guard(handler)), or write a guard as the option 'context' of createFetchHandler",
  );
}

/** The methods of routes some of whose requests have no body (RFC 9110, section 9.3). */
const WITHOUT_BODY: readonly (Method | null)[] = ['GET', 'HEAD', null];

/**
 * Reads the schemas among a route's options.
 * @param methods `null` for every method
 * @returns `undefined` if there are none
 * @throws {WaymarkError} if one is no schema, if the route has no handler, or if it has a schema for
 *   the body of a GET or HEAD request
 */
function readSchemas(
  where: string,
  given: RouteSchemas,
  methods: readonly (Method | null)[],
  handler: Handler | undefined,
): RouteSchemas | undefined {
  const schemas: Partial<Record<keyof RouteSchemas, Schema>> = {};
  const refuse = (problem: string, advice: string) =>
    new WaymarkError('bad-argument', where, problem, advice);
  for (const name of SCHEMAS) {
    if (!(name in given)) continue;
    const schema = checkSchema(where, name, given[name]);
    if (handler === undefined) {
      const problem = `the schema ${name} is for a handler, and the route has none`;
      throw refuse(
        problem,
        'pass a handler, or call readJson, readQuery or readParams in the action',
      );
    }
    if (name === 'body' && methods.some((method) => WITHOUT_BODY.includes(method))) {
      const problem = 'body is a schema, and a request of GET or HEAD has no body';
      throw refuse(problem, "define the route for other methods: Route.match(['POST', 'PUT'], …)");
    }
    schemas[name] = schema;
  }
  return Object.keys(schemas).length === 0 ? undefined : sealSchemas(schemas);
}
