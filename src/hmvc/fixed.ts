import { variesIn } from '../table/destination.ts';
import { canonicalKey, handledKeys } from '../table/key.ts';
import type { Row } from '../table/row.ts';
import { DEFAULT_CONTROLLER, isSwitch } from '../table/settings.ts';
import { isDefaultControllerWritten, readTable, type SuppliedTable } from '../table/table.ts';
import type { Loader } from './loader.ts';
import { isForeign } from './near.ts';
import { createPlaces } from './places.ts';

/** A route whose controller and action take nothing from the path. */
export interface Fixed {
  /** As the table spells it. */
  readonly key: string;
  readonly to: string;
}

/**
 * Lists the routes whose destination is fixed; see {@link checkRoutes}.
 * @throws {WaymarkError} if the table is wrong
 */
export function fixedRoutes(
  routes: SuppliedTable,
  loader: Loader,
  handlers: Readonly<Record<string, unknown>>,
  where: string,
): Fixed[] {
  const handled = handledKeys(handlers, where);
  const defaultControllerIsWritten = isDefaultControllerWritten(routes);
  const isFixed = createTest(loader);
  return readTable(routes, where).filter((entry) => {
    const { pattern, to, handler } = entry;
    if (to === '' || handler !== undefined || isSwitch(pattern)) return false;
    if (pattern === DEFAULT_CONTROLLER && !defaultControllerIsWritten) return false;
    return !handled.has(canonicalKey(entry)) && isFixed(entry);
  });
}

function createTest({ index, settings }: Loader): (entry: Row) => boolean {
  const folders = new Set(Array.from(index.keys(), folderOf));
  const placesOf = createPlaces(settings);
  return ({ to, pattern }) => {
    const varies = variesIn(to, pattern);
    const [module, controller = ''] = to.split('/');
    if (varies(module)) return false;
    if (varies(controller)) {
      // Written as in another framework, and no path can turn it into a file's name.
      const missing = (name: string) =>
        varies(name) ? !folders.has(folderOf(name)) : !index.has(name);
      return isForeign(to) && placesOf(to).every(({ name }) => missing(name));
    }
    // The third segment is part of a place only if that folder exists, and an action only if that
    // file exists.
    return placesOf(to).every(({ name, action }) =>
      varies(name) ? !folders.has(folderOf(name)) : !(varies(action) && index.has(name)),
    );
  };
}

function folderOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/'));
}
