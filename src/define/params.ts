/**
 * The type of a handler's params: one string for each plain group of the pattern, after the groups
 * of enclosing prefixes, and the params of named groups, such as `{slug}`, under their names. If the
 * pattern isn't a literal, or contains a backslash, a class, alternatives, `?` or nested groups, the
 * number of params is open.
 * @example
 * type Params = PatternParams<'posts/(:num)/(:any)'>; // readonly [...string[], string, string]
 * type Named = PatternParams<'posts/{slug}'>['slug']; // string
 */
export type PatternParams<From extends string> = ParamsOf<WithNames<From>>;

type ParamsOf<From extends string> = Positions<WithoutNames<From>> & Named<From>;

/** A pattern with named groups in place of their short form; `{2}` and `\{a}` stay. */
type WithNames<From extends string> = From extends `${infer Before}{${infer Name}}${infer Rest}`
  ? [Before, Name] extends [`${string}\\`, string] | [string, `${number}${string}`]
    ? `${Before}{${Name}}${WithNames<Rest>}`
    : `${Before}(?<${Name extends `${infer Bare}:${string}` ? Bare : Name}>:any)${WithNames<Rest>}`
  : From;

type Positions<From extends string> = string extends From
  ? readonly string[]
  : From extends `${string}${'\\' | '[' | '|' | '?'}${string}`
    ? readonly string[]
    : Groups<From, readonly []>;

type Groups<
  From,
  Found extends readonly string[],
> = From extends `${string}(${infer Group})${infer Rest}`
  ? Group extends `${string}(${string}`
    ? readonly string[]
    : Groups<Rest, readonly [...Found, string]>
  : readonly [...string[], ...Found];

/** A pattern with plain groups in place of named ones. */
type WithoutNames<From extends string> =
  From extends `${infer Before}(?<${infer Name}>${infer Rest}`
    ? Name extends `${'=' | '!'}${string}`
      ? From
      : `${Before}(${WithoutNames<Rest>}`
    : From;

/** The params of named groups. Without any it is `unknown`, which adds nothing to another type. */
type Named<From extends string> = string extends From
  ? unknown
  : From extends `${string}(?<${infer Name}>${infer Rest}`
    ? Name extends `${'=' | '!'}${infer Behind}`
      ? Named<`${Behind}>${Rest}`>
      : { readonly [Each in Name]: string } & Named<Rest>
    : unknown;
