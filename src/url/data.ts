/** The patterns of names as data, so that URLs can be built without parsing a pattern. */
import type { BuildUrl } from '../table/handler.ts';

/** A pattern; `Expression` is the form of its matcher in a compiled table. */
export type UrlData<Expression = unknown> = readonly [
  written: string,
  groupCount: number,
  /** `null` if the pattern varies outside its groups, so it has no URLs. */
  parts: readonly PartData[] | null,
  expression: Expression,
];

/**
 * An encoded text; a group: its number, the text between its parentheses, and its name; or `null`
 * before an optional end.
 */
export type PartData =
  | string
  | null
  | readonly [number: number, constraint: string, name: string | null];

/** Makes the function that builds the URLs of a router's named routes below a base. */
export type UrlsBelow = (base?: string, call?: string) => BuildUrl;

/** Builds URLs from a compiled table. Only `createCompiledRouter` calls it. */
export type RouteUrls = (
  names: readonly string[],
  patterns: readonly object[],
  read: (expression: never, pattern: string) => object,
) => UrlsBelow;
