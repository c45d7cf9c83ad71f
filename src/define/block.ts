/** Defines blocks: rows without a destination. */
import { badArgument } from '../errors/argument.ts';
import type { WaymarkError } from '../errors/error.ts';
import { quote } from '../errors/show.ts';
import { draft, record } from './define.ts';
import { registry } from './registry.ts';

/**
 * Blocks patterns. A value that isn't a string is ignored, as in the original library. The table
 * carries this mistake, and the application reports it when it starts. If a pattern is wrong, none is
 * blocked.
 * @param entry the public method, whose caller is named in the report
 */
export function defineBlocks(entry: () => void, paths: readonly unknown[]): void {
  const patterns: string[] = [];
  const slips: WaymarkError[] = [];
  const read = (value: unknown, name: string) => {
    if (typeof value === 'string') patterns.push(value);
    else slips.push(ignored(entry, name, value));
  };
  for (const [index, path] of paths.entries()) {
    const name = `argument ${index + 1}`;
    // The iterator also visits an array's holes, which are lost blocks.
    if (!Array.isArray(path)) read(path, name);
    else for (const [place, item] of path.entries()) read(item, `item ${place + 1} of ${name}`);
  }
  record(
    patterns.map((from) => draft(`Route.block(${quote(from)})`, { method: null, from, to: '' })),
  );
  registry().slips.push(...slips);
}

function ignored(entry: () => void, name: string, value: unknown): WaymarkError {
  const place = new Error();
  Error.captureStackTrace?.(place, entry);
  const [, caller = ''] = String(place.stack).split(/\n\s*/, 2);
  const wanted = 'a pattern, so it blocks nothing; Route.named gives null for unknown names';
  return badArgument(`Route.block ${caller}`, name, wanted, value);
}
