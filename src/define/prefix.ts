import { badArgument, readOptions } from '../errors/argument.ts';
import { describe } from '../errors/show.ts';
import { joinPatterns } from '../pattern/parse.ts';
import { type Meta, readMeta } from '../table/meta.ts';
import { expandGroups, refuseMethod } from './define.ts';
import { registry, runInScope } from './registry.ts';

/** The options of `Route.prefix`. */
export interface PrefixOptions {
  /** The meta of the routes inside; see `Route.get`. Inner members override outer ones. */
  readonly meta?: Meta | null | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: it takes Route by the type for its own prefix
type Callback = (within: any) => void;

/** The arguments of `Route.prefix` after the name. */
export type PrefixArguments = readonly [
  second: PrefixOptions | Callback | null | undefined,
  third?: Callback,
];

/** @param within `Route`, for the callback */
export function definePrefix(
  within: unknown,
  name: string,
  ...[second, third]: PrefixArguments
): void {
  const where = `Route.prefix(${describe(name)})`;
  if (typeof name !== 'string') throw badArgument(where, 'name', 'a string', name);
  refuseMethod(where, name);
  const [options, callback] = third === undefined ? [null, second] : [second, third];
  const given = readOptions(where, options as PrefixOptions | null, ['meta']); // the cast: it refuses a function
  const { prefix, outer, meta } = registry().scope;
  const scope = {
    prefix: joinPatterns(prefix, expandGroups(where, name.replace(/\/$/, ''))),
    outer,
    meta: readMeta(where, given.meta, meta),
  };
  runInScope(where, scope, callback as Callback, within); // the cast: it refuses anything else
}
