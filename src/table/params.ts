/** The type of the params that a literal pattern captures. */
import type { AnyHandler, Handler, RouteParams } from './handler.ts';
import type { Method } from './key.ts';

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

/**
 * Handlers by table key, as the option `handlers` takes them. The key of each tells the type of its
 * params, if it is a literal.
 */
export type KeyHandlers<Key extends string> = {
  readonly [Each in Key]: string extends Each
    ? AnyHandler
    : Handler<PatternParams<PatternIn<Each>>>;
};

/** The pattern of a table key. */
type PatternIn<Key extends string> = Key extends `${Method} ${infer Pattern}` ? Pattern : Key;

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
