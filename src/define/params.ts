/**
 * The type of a handler's params: one string for each plain group of the pattern, after the groups
 * of enclosing prefixes. If the pattern isn't a literal, or contains a backslash, a class,
 * alternatives, `?` or nested groups, the number of params is open.
 * @example
 * type Params = PatternParams<'posts/(:num)/(:any)'>; // readonly [...string[], string, string]
 */
export type PatternParams<From extends string> = string extends From
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
