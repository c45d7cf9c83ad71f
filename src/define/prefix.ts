import { badArgument } from '../errors/argument.ts';
import { describe } from '../errors/show.ts';
import { joinPatterns } from '../pattern/join.ts';
import { registry } from './registry.ts';
import { runInScope } from './scope.ts';

/**
 * Defines routes below a prefix: what `Route.prefix` does.
 *
 * @param name the prefix, any pattern; slashes at its ends mean nothing
 * @param callback defines the routes, synchronously
 * @throws {WaymarkError} where an argument is wrong, or the callback returns a promise or an iterator
 *
 * @example
 * definePrefix('api', () => Route.resources('users')); // api/users
 */
export function definePrefix(name: string, callback: () => void): void {
  const where = `Route.prefix(${describe(name)})`;
  if (typeof name !== 'string') throw badArgument(where, 'name', 'a string', name);
  if (typeof callback !== 'function') {
    throw badArgument(where, 'the callback', 'a function', callback);
  }
  const { prefix, outer } = registry().scope;
  runInScope(where, { prefix: joinPatterns(prefix, name.replace(/\/$/, '')), outer }, callback);
}
