/** Reads the place of a route file in its application from its path. */

/** Where a route file is. */
export interface RouteFilePlace {
  /** The module whose file it is; `null` if it is the application's own. */
  readonly module: string | null;
  /** How many folders are between the file and the application's folder. */
  readonly depth: number;
}

const MODULE = /(?:^|\/)modules\/([^/]+)\/config(\/[^/]+)?$/s;
const ENVIRONMENT = /(?:^|\/)config\/[^/]+$/s;

/**
 * Reads the place of a route file: below `config`, with a folder for an environment or without, and
 * in a module or not. A file elsewhere is taken for one in `config`.
 *
 * @param file the path, with forward slashes
 */
export function readPlace(file: string): RouteFilePlace {
  const folder = file.slice(0, Math.max(file.lastIndexOf('/'), 0));
  const [found, module, environment] = MODULE.exec(folder) ?? [];
  if (found !== undefined) return { module, depth: environment === undefined ? 3 : 4 };
  return { module: null, depth: ENVIRONMENT.test(folder) ? 2 : 1 };
}
