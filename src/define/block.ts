import { badArgument } from '../errors/argument.ts';
import { quote } from '../errors/show.ts';
import { draft, record } from './define.ts';
import { has } from './scope.ts';

/**
 * What `Route.block` does.
 * @throws {WaymarkError} where a pattern is wrong, or a collection would be passed over; then none
 *   has been blocked
 */
export function defineBlocks(paths: readonly unknown[]): void {
  const patterns = paths.flat().filter((path) => {
    // What holds others would be passed over.
    if (has(path, Symbol.iterator)) throw badArgument('Route.block', 'a path', WANTED, path);
    return typeof path === 'string';
  });
  record(
    patterns.map((from) => draft(`Route.block(${quote(from)})`, { method: null, from, to: '' })),
  );
}

const WANTED = 'a string, or one array of strings';
