/**
 * The type of a handler's params: a string for each plain group of the pattern, behind those of the
 * prefixes around it. A pattern with a backslash, a class, alternatives, `?` or nested groups has any
 * number of them, and so has one that is not a literal.
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
