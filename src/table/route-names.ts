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
