/** Refuses definitions that come after their table. */
import { WaymarkError } from '../errors/error.ts';
import { registry } from './registry.ts';

/**
 * Makes every further definition of the process throw, since a bundle's table is compiled already.
 * Definitions that `Route.collect` collects, and those after `Route.reset`, still work.
 * @param where the place of the call whose table was compiled
 */
export function sealDefinitions(where: string): void {
  const { recorders, definitions } = registry();
  recorders.add((rows, list) => {
    if (list !== definitions) return rows;
    const problem = 'Route is called after this table was compiled';
    const advice = 'define the route before this call';
    throw new WaymarkError('bad-table', where, problem, advice);
  });
}
