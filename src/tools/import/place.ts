/** Reads the place of a PHP file in its application from its path. */

/** The place of a PHP file; see {@link readPlace}. */
export interface FilePlace {
  /** The application's folder, with a trailing slash: PHP's `APPPATH`. */
  readonly application: string;
  /** The module that the file belongs to; `null` if it is the application's own. */
  readonly module: string | null;
  /** The environment that the file is for, such as `production`; `null` if it is for all. */
  readonly environment: string | null;
}

const MODULE = /^(?:(.*)\/)?modules\/([^/]+)\/config$/s;
const ENVIRONMENT = /^(?:(.*)\/)?config\/([^/]+)$/s;

/**
 * Reads the place of a route file from its path: below `config`, optionally in an environment's
 * folder, optionally in a module. For any other file, the parent of its folder counts as the
 * application.
 * @param file the path, with forward slashes
 * @example
 * readPlace('application/modules/gallery/config/routes.php').module; // 'gallery'
 * readPlace('application/config/production/routes.php').environment; // 'production'
 */
export function readPlace(file: string): FilePlace {
  const folder = file.slice(0, Math.max(file.lastIndexOf('/'), 0)) || '.';
  const [, modules, module = null] = MODULE.exec(folder) ?? [];
  const [, config, environment = null] = ENVIRONMENT.exec(folder) ?? [];
  const around = module === null ? config : modules;
  const isKnown = module !== null || environment !== null;
  return { application: isKnown ? `${around ?? '.'}/` : `${folder}/../`, module, environment };
}
