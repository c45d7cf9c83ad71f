/**
 * The types of params: those that a pattern captures, and those that the URL of a named route takes.
 */

/**
 * The params of any route: the strings that the pattern's groups captured, fully decoded; `''` for a
 * group that took no part. If a group has a name, they are an object without a prototype: each param
 * has the name of its group, or its position from 0. Otherwise they are an array.
 * @example
 * const say = (params: RouteParams) => Object.entries(params).join();
 */
// The names include numbers, so that `params[0]` compiles for the union.
export type RouteParams = readonly string[] | Readonly<Record<string | number, string>>;

/**
 * The type of a handler's params. If the pattern has named groups, such as `{slug}`, it is an object
 * with these names, and with the positions of its other groups. If it only has plain groups, it is an
 * array with a string for each, and for those of enclosing prefixes. If it has no group, or isn't a
 * literal, enclosing prefixes decide: {@link RouteParams}. Plain groups aren't counted if the pattern
 * contains a backslash, a class, alternatives, `?` or nested groups.
 * @example
 * type Params = PatternParams<'posts/{slug}/{id:num}'>; // as { slug: string; id: string }
 * type Plain = PatternParams<'posts/(:num)/(:any)'>; // as [string, string, ...string[]]
 */
export type PatternParams<From extends string> = string extends From
  ? RouteParams
  : ParamsOf<WithNames<From>>;

type ParamsOf<From extends string> = [NameIn<From>] extends [never]
  ? Plain<From>
  : { readonly [Each in NameIn<From> | PlaceIn<From>]: string };

/** A pattern with named groups in place of their short form; `{2}` and `\{a}` stay. */
type WithNames<From extends string> = From extends `${infer Before}{${infer Name}}${infer Rest}`
  ? [Before, Name] extends [`${string}\\`, string] | [string, `${number}${string}`]
    ? `${Before}{${Name}}${WithNames<Rest>}`
    : `${Before}(?<${Name extends `${infer Bare}:${string}` ? Bare : Name}>:any)${WithNames<Rest>}`
  : From;

/** The names of the groups. */
type NameIn<From extends string> = From extends `${string}(?<${infer Name}>${infer Rest}`
  ? Name extends `${'=' | '!'}${infer Behind}`
    ? NameIn<`${Behind}>${Rest}`>
    : Name | NameIn<Rest>
  : never;

/** A pattern whose groups aren't counted. */
type Uncounted = `${string}${'\\' | '[' | '|' | '?'}${string}`;

/** The positions of the groups without a name, in a pattern that has names. */
type PlaceIn<From extends string> =
  WithoutNames<From> extends Uncounted
    ? HasPlain<From> extends true
      ? number
      : never
    : Position<From>;

type Position<
  From,
  Before extends readonly unknown[] = [],
> = From extends `${string}(${infer Group})${infer Rest}`
  ? Group extends `${string}(${string}`
    ? number
    :
        | (Group extends `?<${string}` ? never : `${Before['length']}`)
        | Position<Rest, [...Before, unknown]>
  : never;

/** A pattern with plain groups in place of named ones. */
type WithoutNames<From extends string> =
  From extends `${infer Before}(?<${infer Name}>${infer Rest}`
    ? Name extends `${'=' | '!'}${string}`
      ? From
      : `${Before}(${WithoutNames<Rest>}`
    : From;

/** The params of a pattern without names. */
type Plain<From extends string> = From extends Uncounted ? Uncountable<From> : Counted<From>;

type Counted<
  From,
  Found extends readonly string[] = [],
> = From extends `${string}(${infer Group})${infer Rest}`
  ? Group extends `${string}(${string}`
    ? readonly string[]
    : Counted<Rest, readonly [...Found, string]>
  : Found extends readonly []
    ? RouteParams
    : readonly [...Found, ...string[]];

/** An array if there is a plain group, since below a prefix with names it is refused. */
type Uncountable<From> = From extends `${string}\\(${string}`
  ? RouteParams
  : HasPlain<From> extends true
    ? readonly string[]
    : RouteParams;

/** Whether a group captures without a name. */
type HasPlain<From> = From extends `${string}(${infer Rest}`
  ? Rest extends `?${string}`
    ? HasPlain<Rest>
    : true
  : false;

/** A value for a group of the pattern; numbers are written as `String` does. */
export type UrlParam = string | number;

/** The params of a URL: a value for each group, in order, or by the names of the groups. */
export type UrlParams = readonly UrlParam[] | Readonly<Record<string, UrlParam>>;

/**
 * The names of an application's routes, each with its params for `Route.url`. It is empty, and so
 * accepts any name, until the project includes a declaration file written by `types` of
 * `waymark-tools/inspect`.
 * @example
 * declare module 'waymark' {
 *   interface RouteNames {
 *     user: readonly [UrlParam];
 *   }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: declarations merge into it
export interface RouteNames {}

/** A route's name: one of {@link RouteNames}, or any string if there are none. */
export type RouteName = keyof RouteNames extends never
  ? string
  : { [Name in keyof RouteNames]: Name }[keyof RouteNames];

/** An empty array. Its type tells in an error that anything is surplus. */
type None = readonly 'this route has no params'[];

/** The arguments after a name, for calls that build a URL. */
export type NamedArguments<Name, Options> = Name extends keyof RouteNames
  ? readonly [] extends RouteNames[Name]
    ? [
        params?: [RouteNames[Name]] extends [readonly []] ? None : RouteNames[Name],
        options?: Options,
      ]
    : [params: RouteNames[Name], options?: Options]
  : [params?: UrlParams, options?: Options];

/** One value of a query. */
export type QueryValue = string | number | boolean;

/**
 * The query of a URL: any argument of `URLSearchParams`, or values by name. An array repeats its
 * name once for each value.
 * @example
 * const query: UrlQuery = { page: 2, tag: ['red', 'blue'] }; // page=2&tag=red&tag=blue
 */
export type UrlQuery =
  | ConstructorParameters<typeof URLSearchParams>[0]
  | Readonly<Record<string, QueryValue | readonly QueryValue[]>>;
