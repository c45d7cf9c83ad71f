/** Named placeholders: `(:word)` in a pattern stands for a group, from definition time on. */
import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { nearest } from '../errors/nearest.ts';
import { describe, type Place, quote } from '../errors/show.ts';
import { parsePattern } from '../pattern/parse.ts';
import { registry } from './registry.ts';

/** CodeIgniter's own, which stay in the table as they are and are read by the resolver. */
const BUILT_IN = ['any', 'num'] as const;

/** A `(:word)`; what a backslash escapes is skipped. */
const PLACEHOLDER = /\\.|\(:([A-Za-z_]\w*)\)/gs;

/**
 * Defines a placeholder for the patterns that are defined from now on. Beyond CodeIgniter 3; the
 * idea is CodeIgniter 4's `addPlaceholder`.
 *
 * @param name letters, digits and underscores, not starting with a digit; `any` and `num` are taken
 * @param regex what it stands for, as a string or a RegExp without flags; it becomes one group, so
 *   it holds none that captures
 * @throws {WaymarkError} where the name or the expression is wrong
 *
 * @example
 * definePlaceholder('year', '[0-9]{4}'); // archive/(:year) is archive/([0-9]{4})
 */
export function definePlaceholder(name: string, regex: string | RegExp): void {
  const where = `Route.placeholder(${describe(name)})`;
  if (typeof name !== 'string' || !/^[A-Za-z_]\w*$/.test(name)) {
    const wanted = 'a word of letters, digits and underscores that starts with no digit';
    throw badArgument(where, 'name', wanted, name);
  }
  // The cast widens the list, so that any string may be looked for in it.
  if ((BUILT_IN as readonly string[]).includes(name)) {
    const problem = `(:${name}) is CodeIgniter's own and can't be changed`;
    throw badPlaceholder(where, problem, 'choose another name');
  }
  if (regex instanceof RegExp && regex.flags !== '') {
    const problem = `the expression has the flags ${quote(regex.flags)}`;
    throw badPlaceholder(where, problem, 'leave them out: case always matters');
  }
  const source = regex instanceof RegExp ? regex.source : regex;
  if (typeof source !== 'string' || source === '') {
    throw badArgument(where, 'regex', 'a regular expression', regex);
  }
  if (parsePattern(source, where).captures > 0) {
    const problem = 'the expression has a group that captures, which would shift the references';
    throw badPlaceholder(where, problem, 'write (?:…) for a group inside a placeholder');
  }
  registry().placeholders.set(name, source);
}

/**
 * Replaces the named placeholders of a pattern by their groups; `(:any)` and `(:num)` stay.
 *
 * @param where the call, for errors
 * @param pattern the full pattern
 * @param known expressions by name
 * @throws {WaymarkError} at a word that no placeholder is defined for
 *
 * @example
 * expandPlaceholders('…', 'tags/(:alpha)', registry().placeholders); // 'tags/([a-zA-Z]+)'
 */
export function expandPlaceholders(
  where: string,
  pattern: string,
  known: ReadonlyMap<string, string>,
): string {
  return pattern.replace(PLACEHOLDER, (whole, name: string | undefined, index: number) => {
    // The cast widens the list, so that any string may be looked for in it.
    if (name === undefined || (BUILT_IN as readonly string[]).includes(name)) return whole;
    const source = known.get(name);
    if (source !== undefined) return `(${source})`;
    const near = nearest(name, [...BUILT_IN, ...known.keys()]);
    throw unknownPlaceholder(where, { pattern, index: index + 1 }, name, near);
  });
}

/** A placeholder's definition is wrong. */
function badPlaceholder(where: string, problem: string, advice: string): WaymarkError {
  return new WaymarkError('bad-placeholder', where, problem, advice);
}

/** A `(:word)` that no placeholder has been defined for. */
function unknownPlaceholder(
  where: string,
  place: Place,
  name: string,
  nearest: string,
): WaymarkError {
  return new WaymarkError(
    'bad-placeholder',
    where,
    `there is no placeholder (:${name})`,
    `write (:${nearest}), which is the nearest, or define it first with ` +
      `Route.placeholder('${name}', …)`,
    place,
  );
}
