/** Controllers and the routes of modules in a bundle, whose destinations the build has checked. */
import { WaymarkError } from '../errors/error.ts';
import { createRunner } from '../hmvc/actions.ts';
import type { Controllers, RunnableControllers } from '../hmvc/controllers-option.ts';
import type { Files, RootsOption } from '../hmvc/files.ts';
import { indexAll, loaderOf } from '../hmvc/loader.ts';
import { exportOf, routeFiles } from '../modules/route-file.ts';
import type { RouteTable, SuppliedTable } from '../table/table.ts';
import { createCall, reporter } from './call.ts';
import { createLazyTable, noteCollected, runApart, sharedCalls, state } from './state.ts';

/** Controllers of a bundle, with the options that its build checks. */
export interface CompiledControllers extends RunnableControllers {
  readonly options: RootsOption;
}

/** See `createControllers` of `waymark/hmvc`. */
export function createControllers(files: Files, options: RootsOption = {}): Controllers {
  const indexed = indexAll(files, options?.roots);
  const own: CompiledControllers = {
    files,
    roots: indexed.roots,
    options,
    runner: (settings) => createRunner(loaderOf(indexed, settings)),
  };
  return own;
}

/**
 * Adds the routes of modules to a table. See `withModuleRoutes` of `waymark/hmvc`, whose table it
 * makes. The route files may not call `Route` as they are imported.
 */
export async function withModuleRoutes(
  table: SuppliedTable,
  files: Files,
  options: RootsOption = {},
): Promise<RouteTable> {
  const found: [path: string, exported: unknown][] = [];
  for (const [, { path, load }] of routeFiles(files, options.roots)) {
    const { calls } = state;
    const { length } = calls;
    found.push([path, exportOf(await load())]);
    if (state.calls === calls && calls.length === length) continue;
    const problem =
      'it calls Route as it is imported, which a bundle can not tell from other calls';
    throw new WaymarkError('bad-table', path, problem, 'export a function that calls Route');
  }
  const shared = sharedCalls();
  const calls = [...shared, createCall('withModuleRoutes', [table, Object.keys(files), options])];
  for (const file of found) {
    const own = [...shared];
    const [, exported] = file;
    runApart(own, [exported]);
    calls.push(createCall('file', file), ...own.slice(shared.length));
  }
  const tableCalls = noteCollected(calls);
  await reporter()?.prepare(tableCalls);
  return createLazyTable(tableCalls);
}
