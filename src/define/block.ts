import { badArgument } from '../errors/argument.ts';
import { quote } from '../errors/show.ts';
import { draft, record } from './define.ts';

/**
 * @throws {WaymarkError} if a value is neither a pattern nor an array of patterns, or a pattern is
 *   wrong; no pattern is blocked then
 */
export function defineBlocks(paths: readonly unknown[]): void {
  const patterns = paths.flatMap((path, index) => {
    const name = `argument ${index + 1}`;
    if (!Array.isArray(path)) return [checkPath(path, name)];
    // Array.from also visits an array's holes, which would otherwise be lost blocks.
    return Array.from(path, (item, place) => checkPath(item, `item ${place + 1} of ${name}`));
  });
  record(
    patterns.map((from) => draft(`Route.block(${quote(from)})`, { method: null, from, to: '' })),
  );
}

function checkPath(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  const wanted = 'a pattern; Route.named gives null for unknown names';
  throw badArgument('Route.block', name, wanted, value);
}
