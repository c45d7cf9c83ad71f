/** Finds the PHP files of a CodeIgniter application. */
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A PHP file of an application. */
export interface PhpFile {
  /** Its path relative to the application's folder, with forward slashes. */
  readonly path: string;
  /** The path of its import in the output folder. */
  readonly target: string;
  /** The module that it belongs to; `null` if it is the application's own. */
  readonly module: string | null;
}

/** The location of a route file. */
export interface RouteFilePlace extends PhpFile {
  /** The environment that it is for, such as `production`; `null` for all. */
  readonly environment: string | null;
}

/** The location of a file with classes. */
export interface ClassPlace extends PhpFile {
  readonly isController: boolean;
}

/** A folder of modules. */
export interface Location {
  /** Its path relative to the application's folder, with forward slashes. */
  readonly path: string;
  /** The root folder for its modules in the output folder. */
  readonly root: string;
}

/** The PHP files of an application. */
export interface PhpFiles {
  readonly routeFiles: readonly RouteFilePlace[];
  /** Controllers, and files whose classes controllers may extend. */
  readonly classes: readonly ClassPlace[];
}

/** The root that holds the application's own files. */
export const ROOT = 'application';

const FOLDERS = ['config', 'controllers', 'core', 'libraries'];
const ROUTES = /^config\/(?:([^/]+)\/)?routes\.php$/;

/**
 * Finds an application's route files and classes, in the places where CodeIgniter and its modular
 * extensions look for them. Skips links, folders whose names start with a dot, and names with a
 * backslash, which no module specifier can have.
 * @param folder the application's folder
 * @param locations its folders of modules
 */
export function scanPhp(folder: string, locations: readonly Location[]): PhpFiles {
  const modules = locations.flatMap(({ path, root }) =>
    entriesIn(join(folder, path), 'isDirectory').map((module) => ({
      path: `${path}/${module}/`,
      target: `${root}/modules/${module}/`,
      module,
    })),
  );
  const files = [{ path: '', target: `${ROOT}/`, module: null }, ...modules].flatMap((part) =>
    FOLDERS.flatMap((name) => filesIn(join(folder, part.path), name)).map((file) => ({
      file,
      path: part.path + file,
      target: `${part.target}${file.slice(0, -'.php'.length)}.ts`,
      module: part.module,
    })),
  );
  return {
    routeFiles: files.flatMap(({ file, ...place }) => {
      const found = ROUTES.exec(file);
      return found === null ? [] : [{ ...place, environment: found[1] ?? null }];
    }),
    classes: files.flatMap(({ file, ...place }) =>
      file.startsWith('config/')
        ? []
        : [{ ...place, isController: file.startsWith('controllers/') }],
    ),
  };
}

/** The PHP files in a folder and below, relative to the folder around it. */
function filesIn(around: string, folder: string): string[] {
  if (!lstatSync(join(around, folder), { throwIfNoEntry: false })?.isDirectory()) return [];
  const path = join(around, folder);
  const files = entriesIn(path, 'isFile').filter((name) => name.endsWith('.php'));
  const below = entriesIn(path, 'isDirectory').flatMap((name) => filesIn(path, name));
  return [...files, ...below].sort().map((file) => `${folder}/${file}`);
}

function entriesIn(folder: string, kind: 'isFile' | 'isDirectory'): string[] {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry[kind]() && !/^\.|\\/.test(entry.name))
    .map(({ name }) => name)
    .sort();
}
