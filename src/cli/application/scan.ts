/** Finds the PHP files of a CodeIgniter application. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../command.ts';

/** The PHP files of an application; paths are below its folder, with forward slashes. */
export interface PhpFiles {
  readonly routeFiles: readonly RouteFilePlace[];
  /** Controllers, and files whose classes controllers may extend. */
  readonly classes: readonly ClassPlace[];
}

/** Where a route file is. */
export interface RouteFilePlace {
  readonly path: string;
  /** The module that it belongs to; `null` for the application's own. */
  readonly module: string | null;
  /** The environment that it is for, such as `production`; `null` for all. */
  readonly environment: string | null;
}

/** Where a file of classes is. */
export interface ClassPlace {
  readonly path: string;
  readonly isController: boolean;
}

/** More files than this are no application. */
const MOST_FILES = 50_000;

const ROUTES = /^(?:modules\/(?<module>[^/]+)\/)?config\/(?:(?<environment>[^/]+)\/)?routes\.php$/;
const CLASS = /^(?:modules\/[^/]+\/)?(?<folder>controllers|core|libraries)\/.+\.php$/;

/**
 * Finds the route files and the classes of an application: where CodeIgniter and its modular
 * extensions look for them. Links and folders whose name starts with a dot are skipped.
 *
 * @param folder the application's folder, which holds `config` and `controllers`
 * @throws {UsageError} if it has too many files
 */
export function scanPhp(folder: string): PhpFiles {
  const paths = listFiles(folder).sort();
  return {
    routeFiles: paths.flatMap((path) => {
      const found = ROUTES.exec(path);
      if (found === null) return [];
      const { module = null, environment = null } = found.groups ?? {};
      return [{ path, module, environment }];
    }),
    classes: paths.flatMap((path) => {
      const found = CLASS.exec(path);
      return found === null ? [] : [{ path, isController: found.groups?.folder === 'controllers' }];
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
    if (found.length > MOST_FILES) {
      const most = MOST_FILES.toLocaleString('en');
      throw new UsageError(
        `the folder has more than ${most} PHP files; name the application's own`,
      );
    }
  }
  return found;
}
