import { badArgument } from '../errors/argument.ts';
import { describe } from '../errors/show.ts';
import { joinPatterns } from '../pattern/join.ts';
import { refuseMethod } from './define.ts';
import { registry } from './registry.ts';
import { runInScope } from './scope.ts';

/**
 * What `Route.prefix` does.
 * @throws {WaymarkError} where an argument is wrong, or the callback returns a promise or an iterator
 */
export function definePrefix(name: string, callback: () => void): void {
  const where = `Route.prefix(${describe(name)})`;
  if (typeof name !== 'string') throw badArgument(where, 'name', 'a string', name);
  refuseMethod(where, name);
  const { prefix, outer } = registry().scope;
  runInScope(where, { prefix: joinPatterns(prefix, name.replace(/\/$/, '')), outer }, callback);
}
