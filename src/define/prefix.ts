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

/** The arguments of `Route.prefix` after the name. */
export type PrefixArguments =
  | readonly [callback: () => void]
  | readonly [options: PrefixOptions | null | undefined, callback: () => void];

export function definePrefix(name: string, ...[second, third]: PrefixArguments): void {
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
  runInScope(where, scope, callback as () => void); // the cast: it refuses anything else
}
