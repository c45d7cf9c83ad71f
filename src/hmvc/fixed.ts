/** The routes whose controller and action are written in the table. */
import { formatKey, parseKey } from '../table/key.ts';
import { DEFAULT_CONTROLLER, isSwitch } from '../table/settings.ts';
import {
  type Entry,
  isDefaultControllerWritten,
  readTable,
  type SuppliedTable,
} from '../table/table.ts';
import type { Loader } from './loader.ts';
import { createPlaces } from './locate.ts';
import { isForeign } from './near.ts';

/** A route whose controller and action the path has no part in. */
export interface Fixed {
  /** The key as the table spells it. */
  readonly key: string;
  readonly to: string;
}

/** What PHP's `preg_replace` may read as a reference. */
const REFERENCE = /\$\{\d{1,2}\}|[$\\]\d{1,2}/;

/**
 * Lists the routes whose destination is fixed: nothing in its module, its controller, the place of
 * its controller and its action comes from the path. Routes with a handler, and a default controller
 * that nobody wrote, are not among them.
 *
 * @param routes the table
 * @param loader where destinations lead
 * @param handlers handlers by table key, as `createRouter` takes them
 * @param where the call, for errors
 * @throws {WaymarkError} where the table is wrong
 *
 * @example
 * fixedRoutes({ 'posts/(:any)': 'posts/show/$1', '(:any)': '$1' }, loader, {}, '');
 * // [{ key: 'posts/(:any)', to: 'posts/show/$1' }]
 */
export function fixedRoutes(
  routes: SuppliedTable,
  loader: Loader,
  handlers: Readonly<Record<string, unknown>>,
  where: string,
): Fixed[] {
  const handled = new Set(
    Object.keys(handlers).map((key) => {
      const { method, pattern } = parseKey(key, where);
      return formatKey(method, pattern);
    }),
  );
  const defaultControllerIsWritten = isDefaultControllerWritten(routes);
  const isFixed = createTest(loader);
  return readTable(routes, where).filter((entry) => {
    const { method, pattern, to, handler } = entry;
    if (to === '' || handler !== undefined || isSwitch(pattern)) return false;
    if (pattern === DEFAULT_CONTROLLER && !defaultControllerIsWritten) return false;
    return !handled.has(formatKey(method, pattern)) && isFixed(entry);
  });
}

function createTest({ index, settings }: Loader): (entry: Entry) => boolean {
  const folders = new Set(Array.from(index.keys(), folderOf));
  const placesOf = createPlaces(settings);
  return ({ to, pattern }) => {
    const filled = to.includes('$') && pattern.includes('(');
    const varies = (text: string) => filled && REFERENCE.test(text);
    const [module, controller = ''] = to.split('/');
    if (varies(module)) return false;
    if (varies(controller)) {
      // Written as in another framework, and nothing that the path adds makes a file's name of it.
      const missing = (name: string) =>
        varies(name) ? !folders.has(folderOf(name)) : !index.has(name);
      return isForeign(to) && placesOf(to).every(({ name }) => missing(name));
    }
    // The third segment is a place's only where there is such a folder, and an action's only where
    // there is such a file.
    return placesOf(to).every(({ name, action }) =>
      varies(name) ? !folders.has(folderOf(name)) : !(varies(action) && index.has(name)),
    );
  };
}

function folderOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/'));
}
