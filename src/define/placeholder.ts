/** Defines what `(:word)` stands for in the patterns that follow. */
import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { describe, quote } from '../errors/show.ts';
import { parseFragment } from '../pattern/parse.ts';
import { BUILT_IN } from '../pattern/placeholder.ts';
import { registry } from './registry.ts';

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
  if (BUILT_IN.includes(name)) {
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
  if (parseFragment(source, where).groupCount > 0) {
    const problem = 'the expression has a group that captures, which would shift the references';
    throw badPlaceholder(where, problem, 'write (?:…) for a group inside a placeholder');
  }
  registry().placeholders.set(name, source);
}

/** A placeholder's definition is wrong. */
function badPlaceholder(where: string, problem: string, advice: string): WaymarkError {
  return new WaymarkError('bad-placeholder', where, problem, advice);
}
