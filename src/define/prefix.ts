/** Runs definitions below a prefix, and combines the prefixes of routes. */
import { badArgument, readOptions } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { describe } from '../errors/show.ts';
import { type Choices, innerOf } from '../pattern/expression.ts';
import { grouped, joinPatterns, optionalPart } from '../pattern/join.ts';
import { parseFragment } from '../pattern/parse.ts';
import { type Meta, readMeta } from '../table/meta.ts';
import { expandGroups, refuseMethod } from './create-row.ts';
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
  const { prefix, outer, meta } = registry().current.scope;
  const scope = {
    prefix: joinPrefix(where, prefix, expandGroups(where, name.replace(/\/$/, ''))),
    outer,
    meta: readMeta(where, given.meta, meta),
  };
  runInScope(where, scope, callback as Callback, within); // the cast: it refuses anything else
}

/**
 * Joins a prefix to the one around it. If it is optional, so is the slash between them.
 * @throws {WaymarkError} if both are optional, or a part that is optional ends in a slash
 */
function joinPrefix(where: string, outer: string, name: string): string {
  const optional = optionalPart(name);
  if (optional !== null && optionalPart(outer) !== null) {
    const advice = 'write one prefix, as in (?:(en|fr)(?:/(v1|v2))?)?';
    throw new WaymarkError('bad-argument', where, 'the prefix around it is optional too', advice);
  }
  const body = optional === null ? name : grouped(optional);
  if (/[?*}]$/.test(name) && endInSlash(parseFragment(body, where).choices)) {
    const problem = 'a slash follows the prefix, and its last group ends in one';
    const advice = 'move the slash out of the group or to its start, as in a(?:/(v1|v2))?';
    throw new WaymarkError('bad-argument', where, problem, advice);
  }
  if (optional === null) return joinPatterns(outer, name);
  return outer === '' ? `(?:${body})?` : `${grouped(outer)}(?:/${body})?`;
}

function endInSlash(choices: Choices): boolean {
  return choices.some((sequence) => {
    const last = sequence.at(-1);
    if (last?.kind === 'text') return last.value.endsWith('/');
    const group = last && innerOf(last);
    return group?.kind === 'group' && endInSlash(group.choices);
  });
}
