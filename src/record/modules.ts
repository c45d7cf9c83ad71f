/** Records the routes of modules, for bundles. */
import { fromAsyncCaller, WaymarkError } from '../errors/error.ts';
import type { Files } from '../hmvc/files.ts';
import { routeFiles } from '../modules/list-files.ts';
import type { ModuleRouteOptions } from '../modules/module-routes.ts';
import { exportOf } from '../modules/route-file.ts';
import type { RouteTable, SuppliedTable } from '../table/table.ts';
import { type Recorded, recordedOf } from './call.ts';
import { collectModules, countCalls } from './recording-route.ts';
import { reporter } from './report.ts';

/**
 * Adds the routes of modules to a table. See `withModuleRoutes` of `waymark/hmvc`, whose table it
 * makes. The route files may not call `Route` as they are imported.
 */
export async function withModuleRoutes(
  table: SuppliedTable,
  files: Files,
  options: ModuleRouteOptions = {},
): Promise<RouteTable> {
  return fromAsyncCaller(withModuleRoutes, addModuleRoutes, table, files, options);
}

async function addModuleRoutes(
  table: SuppliedTable,
  files: Files,
  options: ModuleRouteOptions,
): Promise<RouteTable> {
  const found: [path: string, exported: unknown][] = [];
  for (const [, { path, load }] of routeFiles(files, options.roots)) {
    const before = countCalls();
    found.push([path, exportOf(await load())]);
    if (countCalls() === before) continue;
    const problem =
      'it calls Route as it is imported, which a bundle can not tell from other calls';
    throw new WaymarkError('bad-table', path, problem, 'export a function that calls Route');
  }
  const made = collectModules([table, Object.keys(files), options], found);
  await reporter()?.prepare(recordedOf(made) as Recorded); // the cast: it was made here
  return made;
}
