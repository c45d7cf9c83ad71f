/** The signatures that the calls of `Route` for one row share. */
import type { AnyHandler, Handler, RouteParams } from '../table/handler.ts';
import type { Method } from '../table/key.ts';
import type { Meta } from '../table/meta.ts';
import type { PatternParams } from './params.ts';

/** The options of a route. */
export interface RouteOptions {
  /** Saves the full pattern under this name, for `Route.named` and `Route.url`. */
  readonly as?: string | null | undefined;
  /** Defines routes below this one, synchronously. CodeIgniter has no such option. */
  readonly children?: (() => void) | null | undefined;
  /**
   * Plain data for guards and lists. The result and the request's context carry it, and the routes
   * in `children` inherit it. CodeIgniter has no such option.
   */
  readonly meta?: Meta | null | undefined;
}

/** A route's inline handler, or `false` for none. */
export type Inline<Params = RouteParams> = Handler<Params> | false | null | undefined;

/** The arguments after a pattern that some signature accepts. */
export type AnyArguments = readonly [
  second: string | RouteOptions | AnyHandler,
  third?: RouteOptions | AnyHandler | null | undefined,
  fourth?: AnyHandler | false | null | undefined,
];

/**
 * A destination with options, or options with a handler. It accepts nothing that the signatures
 * before it refuse. TypeScript 7 explains the last signature with the right number of arguments, and
 * only this one fits both mistakes: it tells from the first argument what the second should be.
 */
type First<To> = To extends string
  ? To
  : To extends (...args: never) => unknown
    ? 'a handler is the last argument'
    : RouteOptions;
type Second<To, From extends string> = To extends string
  ? RouteOptions | null | undefined
  : Handler<PatternParams<From>>;

/**
 * The signatures of `Route.get` and the other calls that define a row: a destination, options and a
 * handler; options and a handler; or a handler alone.
 */
export interface Define {
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
    options?: RouteOptions | null | undefined,
    handler?: Inline<PatternParams<From>>,
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
    options: RouteOptions,
    handler: Handler<PatternParams<From>>,
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
  <From extends string, To>(this: void, from: From, to: First<To>, options: Second<To, From>): void;
  /**
   * Defines a route that a function answers.
   * @param from the pattern, below the current prefix; a leading slash is ignored
   * @param handler called with the context, in place of a controller
   * @example
   * Route.get('hello/{name}', ({ params }) => `Hello ${params.name}`);
   */
  <From extends string>(this: void, from: From, handler: Handler<PatternParams<From>>): void;
}

/** The signatures of `Route.match`: those of {@link Define} after the methods, in upper case. */
export interface DefineMatch {
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
    options?: RouteOptions | null | undefined,
    handler?: Inline<PatternParams<From>>,
  ): void;
  <From extends string>(
    this: void,
    methods: readonly Method[],
    from: From,
    options: RouteOptions,
    handler: Handler<PatternParams<From>>,
  ): void;
  <From extends string, To>(
    this: void,
    methods: readonly Method[],
    from: From,
    to: First<To>,
    options: Second<To, From>,
  ): void;
  <From extends string>(
    this: void,
    methods: readonly Method[],
    from: From,
    handler: Handler<PatternParams<From>>,
  ): void;
}
