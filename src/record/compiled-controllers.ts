/** Controllers and the routes of modules in a bundle, whose destinations the build has checked. */
import { WaymarkError } from '../errors/error.ts';
import { createRunner } from '../hmvc/actions.ts';
import type { Controllers, OwnControllers } from '../hmvc/controllers-option.ts';
import { type Files, ROOTS } from '../hmvc/files.ts';
import { indexAll, loaderOf } from '../hmvc/loader.ts';
import type { ModuleRouteOptions } from '../modules/module-routes.ts';
import { exportOf, routeFiles } from '../modules/route-file.ts';
import type { RouteTable, SuppliedTable } from '../table/table.ts';
import { type Recorded, recordedTables, reporter } from './call.ts';
import { callsSoFar, collectModules } from './recording-route.ts';

/** See `createControllers` of `waymark/hmvc`. */
export function createControllers(
  files: Files,
  options: { readonly roots?: readonly string[] | undefined } = {},
): Controllers {
  const roots = { ...options }.roots ?? ROOTS;
  const indexed = indexAll(files, roots);
  const own: Omit<OwnControllers, 'named' | 'check'> = {
    files,
    roots,
    runner: (settings) => createRunner(loaderOf(indexed, settings)),
  };
  // Kept, since a handler compares them with the build's.
  return Object.assign(own, { options });
}

/**
 * Adds the routes of modules to a table. See `withModuleRoutes` of `waymark/hmvc`, whose table it
 * makes. The route files may not call `Route` as they are imported.
 */
export async function withModuleRoutes(
  table: SuppliedTable,
  files: Files,
  options: ModuleRouteOptions = {},
): Promise<RouteTable> {
  const found: [path: string, exported: unknown][] = [];
  for (const [, { path, load }] of routeFiles(files, options.roots)) {
    const before = callsSoFar();
    const { length } = before;
    found.push([path, exportOf(await load())]);
    if (callsSoFar() === before && before.length === length) continue;
    const problem =
      'it calls Route as it is imported, which a bundle can not tell from other calls';
    throw new WaymarkError('bad-table', path, problem, 'export a function that calls Route');
  }
  const made = collectModules([table, Object.keys(files), options], found);
  await reporter()?.prepare(recordedTables.get(made) as Recorded); // the cast: it was made here
  return made;
}
