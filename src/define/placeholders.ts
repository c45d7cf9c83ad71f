/** Defines placeholders, such as `(:year)`. `pattern/placeholder.ts` expands them. */
import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { describe, quote } from '../errors/show.ts';
import { parseFragment } from '../pattern/parse.ts';
import { isBuiltIn, NAME } from '../pattern/placeholder.ts';
import { registry } from './registry.ts';

/** Defines a placeholder. Modelled on CodeIgniter 4's `addPlaceholder`. */
export function definePlaceholder(name: string, regex: string | RegExp): void {
  const where = `Route.placeholder(${describe(name)})`;
  if (typeof name !== 'string' || !NAME.test(name)) {
    const wanted = "a word of letters, digits and underscores that doesn't start with a digit";
    throw badArgument(where, 'name', wanted, name);
  }
  if (isBuiltIn(name)) {
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
  registry().current.placeholders.set(name, source);
}

function badPlaceholder(where: string, problem: string, advice: string): WaymarkError {
  return new WaymarkError('bad-placeholder', where, problem, advice);
}
