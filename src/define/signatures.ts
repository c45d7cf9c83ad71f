/**
 * The signatures of the calls that define rows, as type parameters relate a pattern to its handler.
 * `From` is the pattern of a call, and gives a handler the names of its params. `Outer` is the prefix
 * around the call, `''` at the top; `Route.prefix` and the option `children` add to it, and pass
 * `Route` on as {@link Within}, whose handlers have the names of both. Schemas replace the params by
 * their output, and add `body` and `query` to a handler's context.
 */
import type { Handler } from '../table/handler.ts';
import type { Method } from '../table/methods.ts';
import type { PatternParams } from '../table/params.ts';
import type { RouteSchemas, Schema, SchemaOutput, Validated } from '../table/schema.ts';
import type { Inline, RouteOptions } from './define.ts';
import type { PrefixOptions } from './prefix.ts';
import type { Route } from './route.ts';

/**
 * The signatures of `Route.get` and the other calls that define a row: a destination, options and a
 * handler; options and a handler, without schemas and with them; or a handler alone. A call without
 * schemas is typed by a signature without them, which takes the compiler less time.
 */
export interface Define<Outer extends string = ''> {
  /**
   * Defines a route that a controller's action answers, or a handler in its place.
   * @param from the pattern, below the current prefix; a leading slash is ignored
   * @param to the destination, such as `photos/show/$1`; `''` blocks the pattern. With a handler it
   *   is only a label
   * @param options `as` names the route, `children` defines routes below it, `meta` is data that it
   *   carries
   * @param handler called with the context, in place of a controller
   * @throws {WaymarkError} if an argument is wrong; earlier definitions are kept
   * @example
   * Route.get('photos/{id:num}', 'photos/show/{id}'); // GET /photos/7 → photos/show/7
   */
  <From extends string>(
    this: void,
    from: From,
    to: string,
    options?: RouteOptions<Within<Below<Outer, From>>> | null | undefined,
    handler?: Inline<PatternParams<Below<Outer, From>>>,
  ): void;
  /**
   * Defines a route with options, which a function answers.
   * @param from the pattern, below the current prefix; a leading slash is ignored
   * @param options `as` names the route, `children` defines routes below it, `meta` is data that it
   *   carries
   * @param handler called with the context, in place of a controller
   * @example
   * Route.get('hello/{name}', { as: 'hello' }, ({ params }) => `Hello ${params.name}`);
   */
  <From extends string>(
    this: void,
    from: From,
    options: RouteOptions<Within<Below<Outer, From>>> & RouteSchemas<never, never, never>,
    handler: Handler<PatternParams<Below<Outer, From>>>,
  ): void;
  /**
   * Defines a route with schemas, which a function answers. The request is validated first: the
   * function gets the outputs of the schemas.
   * @param from the pattern, below the current prefix; a leading slash is ignored
   * @param options `body`, `query` and `params` are schemas of zod, valibot, arktype or another
   *   Standard Schema library; `as`, `children` and `meta` are those of any route
   * @param handler called with the context, to which the schemas add `body` and `query`
   * @throws {WaymarkError} if a value is not a schema, or `body` is given for GET or HEAD
   * @example
   * Route.post('photos', { body: z.object({ title: z.string() }) }, ({ body }) => body.title);
   */
  <
    From extends string,
    Body extends Schema = never,
    Query extends Schema = never,
    Params extends Schema = never,
  >(
    this: void,
    from: From,
    options: RouteOptions<Within<Below<Outer, From>>> & RouteSchemas<Body, Query, Params>,
    handler: Handler<ParamsBy<Params, Below<Outer, From>>, Validated<Body, Query>>,
  ): void;
  /**
   * Defines a route with options, which a controller's action answers.
   * @param from the pattern, below the current prefix; a leading slash is ignored
   * @param to the destination, such as `photos/show/$1`; `''` blocks the pattern
   * @param options `as` names the route, `children` defines routes below it, `meta` is data that it
   *   carries
   * @example
   * Route.get('photos/{id:num}', 'photos/show/{id}', { as: 'photo' });
   */
  <From extends string, To>(
    this: void,
    from: From,
    to: First<To, Below<Outer, From>>,
    options: Second<To, Below<Outer, From>>,
  ): void;
  /**
   * Defines a route that a function answers.
   * @param from the pattern, below the current prefix; a leading slash is ignored
   * @param handler called with the context, in place of a controller
   * @example
   * Route.get('hello/{name}', ({ params }) => `Hello ${params.name}`);
   */
  <From extends string>(
    this: void,
    from: From,
    handler: Handler<PatternParams<Below<Outer, From>>>,
  ): void;
}

/** The signatures of `Route.match`: those of {@link Define} after the methods, in upper case. */
export interface DefineMatch<Outer extends string = ''> {
  /**
   * Defines a route for each of several methods.
   * @param methods in upper case
   * @param from the pattern, below the current prefix; a leading slash is ignored
   * @param to the destination, such as `photos/show/$1`; `''` blocks the pattern. With a handler it
   *   is only a label
   * @param options `as` names the route, `children` defines routes below it, `meta` is data that it
   *   carries
   * @param handler called with the context, in place of a controller
   * @throws {WaymarkError} if an argument is wrong; earlier definitions are kept
   * @example
   * Route.match(['GET', 'POST'], 'search', 'search/index'); // GET /search, POST /search
   */
  <From extends string>(
    this: void,
    methods: readonly Method[],
    from: From,
    to: string,
    options?: RouteOptions<Within<Below<Outer, From>>> | null | undefined,
    handler?: Inline<PatternParams<Below<Outer, From>>>,
  ): void;
  <From extends string>(
    this: void,
    methods: readonly Method[],
    from: From,
    options: RouteOptions<Within<Below<Outer, From>>> & RouteSchemas<never, never, never>,
    handler: Handler<PatternParams<Below<Outer, From>>>,
  ): void;
  <
    From extends string,
    Body extends Schema = never,
    Query extends Schema = never,
    Params extends Schema = never,
  >(
    this: void,
    methods: readonly Method[],
    from: From,
    options: RouteOptions<Within<Below<Outer, From>>> & RouteSchemas<Body, Query, Params>,
    handler: Handler<ParamsBy<Params, Below<Outer, From>>, Validated<Body, Query>>,
  ): void;
  <From extends string, To>(
    this: void,
    methods: readonly Method[],
    from: From,
    to: First<To, Below<Outer, From>>,
    options: Second<To, Below<Outer, From>>,
  ): void;
  <From extends string>(
    this: void,
    methods: readonly Method[],
    from: From,
    handler: Handler<PatternParams<Below<Outer, From>>>,
  ): void;
}

/** The signatures of `Route.prefix`. */
export interface DefinePrefix<Outer extends string = ''> {
  /**
   * Puts `name/` before every pattern that the callback defines. Prefixes nest. The outer one is
   * restored even if the callback throws.
   * @param name the prefix, any pattern; a slash at either end is ignored
   * @param callback defines the routes, synchronously. Its argument is `Route`, with the names of the
   *   prefix in the types of params
   * @throws {WaymarkError} if an argument is wrong or the callback returns a promise
   * @example
   * Route.prefix('api', () => Route.prefix('v1', () => Route.resources('users'))); // api/v1/users
   */
  <Name extends string>(
    this: void,
    name: Name,
    callback: (within: Within<Below<Outer, Name>>) => void,
  ): void;
  /**
   * Puts `name/` before every pattern that the callback defines, and gives these routes meta.
   * @param name the prefix, any pattern; a slash at either end is ignored
   * @param options `meta` is data that the routes inside carry. CodeIgniter has no options
   * @param callback defines the routes, synchronously. Its argument is `Route`, with the names of the
   *   prefix in the types of params
   * @example
   * Route.prefix('admin', { meta: { role: 'admin' } }, () => Route.resources('users'));
   */
  <Name extends string>(
    this: void,
    name: Name,
    options: PrefixOptions | null | undefined,
    callback: (within: Within<Below<Outer, Name>>) => void,
  ): void;
}

/**
 * `Route` inside a prefix, or inside the `children` of a route: the argument of the callback. It is
 * {@link Route} itself; only the type of the params differs, which has the names of the outer pattern
 * too. Without it, a handler's params have the type of its own pattern. `map` and `collect` are left out.
 * @example
 * Route.prefix('{lang}', (within) => {
 *   within.get('hello/{name}', ({ params }) => `${params.lang}: ${params.name}`);
 * });
 */
export interface Within<Outer extends string>
  extends Omit<typeof Route, Verb | 'match' | 'prefix' | 'map' | 'collect' | 'prototype'>,
    Readonly<Record<Verb, Define<Outer>>> {
  readonly match: DefineMatch<Outer>;
  readonly prefix: DefinePrefix<Outer>;
}

type Verb = 'any' | 'all' | Lowercase<Method>;

/** A pattern below another, as far as types know them. */
type Below<Outer extends string, From extends string> = Outer extends ''
  ? From
  : `${Outer}/${From}`;

/**
 * A destination with options, or options with a handler. It accepts nothing that the signatures
 * before it refuse. TypeScript 7 explains the last signature with the right number of arguments, and
 * only this one fits both mistakes: it tells from the first argument what the second should be.
 */
type First<To, From extends string> = To extends string
  ? To
  : To extends (...args: never) => unknown
    ? 'a handler is the last argument'
    : RouteOptions<Within<From>> & RouteSchemas;
type Second<To, From extends string> = To extends string
  ? RouteOptions<Within<From>> | null | undefined
  : Handler<
      ParamsBy<SchemaIn<To, 'params'>, From>,
      Validated<SchemaIn<To, 'body'>, SchemaIn<To, 'query'>>
    >;

/** One of the schemas in the type of options; `never` if there is none. */
type SchemaIn<To, Name extends keyof RouteSchemas> = To extends {
  readonly [Each in Name]: infer Given extends Schema;
}
  ? Given
  : never;

/** The output of the schema for params, or the params of the pattern if there is none. */
type ParamsBy<Params extends Schema, From extends string> = [Params] extends [never]
  ? PatternParams<From>
  : SchemaOutput<Params>;
