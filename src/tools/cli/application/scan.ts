/** Finds the PHP files of a CodeIgniter application. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The PHP files of an application. Paths are relative to its folder, with forward slashes. */
export interface PhpFiles {
  readonly routeFiles: readonly RouteFilePlace[];
  /** Controllers, and files whose classes controllers may extend. */
  readonly classes: readonly ClassPlace[];
}

/** The location of a route file. */
export interface RouteFilePlace {
  readonly path: string;
  /** The module that it belongs to; `null` for the application's own. */
  readonly module: string | null;
  /** The environment that it is for, such as `production`; `null` for all. */
  readonly environment: string | null;
}

/** The location of a file with classes. */
export interface ClassPlace {
  readonly path: string;
  readonly isController: boolean;
}

const ROUTES = /^(?:modules\/([^/]+)\/)?config\/(?:([^/]+)\/)?routes\.php$/;
const CLASS = /^(?:modules\/[^/]+\/)?(controllers|core|libraries)\/.+\.php$/;

/**
 * Finds an application's route files and classes, in the places where CodeIgniter and its modular
 * extensions look for them. Links and folders whose names start with a dot are skipped.
 *
 * @param folder the application's folder, which holds `config` and `controllers`
 */
export function scanPhp(folder: string): PhpFiles {
  const paths = listFiles(folder).sort();
  return {
    routeFiles: paths.flatMap((path) => {
      const found = ROUTES.exec(path);
      if (found === null) return [];
      const [, module = null, environment = null] = found;
      return [{ path, module, environment }];
    }),
    classes: paths.flatMap((path) => {
      const found = CLASS.exec(path);
      return found === null ? [] : [{ path, isController: found[1] === 'controllers' }];
    }),
  };
}

function listFiles(folder: string): string[] {
  const found: string[] = [];
  const waiting = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory() && !entry.name.startsWith('.')) waiting.push(path);
      if (entry.isFile() && entry.name.endsWith('.php')) found.push(path);
    }
  }
  return found;
}
