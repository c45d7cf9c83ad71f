/** Finds the PHP files of a CodeIgniter application. */
import { readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type PhpClass, readConfig, type Setting } from '../../import.ts';
import type { Io } from '../io.ts';
import { messageOf } from '../load/failure.ts';
import { isBelow, isFolder, slashed } from '../load/paths.ts';
import { filesBelow, readPhp } from '../load/php-file.ts';
import { type Options, UsageError } from '../options.ts';
import { AUTOLOADED, HOOKS } from './around.ts';

type Settings = ReturnType<typeof readConfig>;

interface PhpFile {
  /** Its path relative to the application's folder, with forward slashes. */
  readonly path: string;
  /** The path of its import in the output folder. */
  readonly target: string;
  /** The module that it belongs to; `null` if it is the application's own. */
  readonly module: string | null;
}

export interface RouteFilePlace extends PhpFile {
  /** The environment that it is for, such as `production`; `null` for all. */
  readonly environment: string | null;
}

export interface ClassPlace extends PhpFile {
  readonly isController: boolean;
}

/** Where code that runs around every action is named or found. */
export type AroundPlaces = Pick<ReturnType<typeof scanPhp>, 'around' | 'folders'> &
  Pick<ReturnType<typeof readPlaces>, 'hasHooks' | 'prefix' | 'checks'>;

export interface Location {
  /** Its path relative to the application's folder, with forward slashes. */
  readonly path: string;
  readonly root: string;
}

/** The root that holds the application's own files. */
export const ROOT = 'application';

const FOLDERS = ['config', 'controllers', 'core', 'libraries'];
const AROUND = /^config\/(?:[^/]+\/)?(?:hooks|autoload)\.php$/;
const ROUTES = /^config\/(?:([^/]+)\/)?routes\.php$/;

/**
 * Finds an application's route files and classes, in the places where CodeIgniter and its modular
 * extensions look for them. Follows links. Skips folders whose names start with a dot, and names
 * with a backslash, which no module specifier can have.
 */
export function scanPhp(folder: string, locations: readonly Location[]) {
  const links: Links = { folders: [], broken: [] };
  const modules = locations.flatMap(({ path, root }) =>
    entriesIn(join(folder, path), links).folders.map((module) => ({
      path: `${path}/${module}/`,
      target: `${root}/modules/${module}/`,
      module,
    })),
  );
  const files = [{ path: '', target: `${ROOT}/`, module: null }, ...modules].flatMap((part) => {
    const around = join(folder, part.path);
    const own = entriesIn(around, links).folders.filter((name) => FOLDERS.includes(name));
    return own
      .flatMap((name) => filesIn(around, name, links))
      .map((file) => ({
        file,
        path: part.path + file,
        target: `${part.target}${file.slice(0, -'.php'.length)}.ts`,
        module: part.module,
      }));
  });
  return {
    links,
    routeFiles: files.flatMap(({ file, ...place }) => {
      const found = ROUTES.exec(file);
      return found === null ? [] : [{ ...place, environment: found[1] ?? null }];
    }),
    folders: [folder, ...modules.map(({ path }) => join(folder, path))],
    // Files that name code that runs around every action. Modules have no hooks.
    around: files.flatMap(({ file, path, module }) =>
      AROUND.test(file) && (module === null || !file.endsWith('hooks.php')) ? [path] : [],
    ),
    // Controllers, and files whose classes controllers may extend.
    classes: files.flatMap(({ file, ...place }) =>
      file.startsWith('config/')
        ? []
        : [{ ...place, isController: file.startsWith('controllers/') }],
    ),
  };
}

interface Links {
  /** The real paths of linked folders. */
  readonly folders: string[];
  /** The links that lead nowhere. */
  readonly broken: string[];
}

/** The PHP files in a folder and below, relative to the folder around it. */
function filesIn(around: string, folder: string, links: Links): string[] {
  const path = join(around, folder);
  const { files, folders } = entriesIn(path, links);
  const own = files.filter((name) => name.endsWith('.php'));
  const below = folders.flatMap((name) => filesIn(path, name, links));
  return [...own, ...below].sort().map((file) => `${folder}/${file}`);
}

function entriesIn(folder: string, links: Links) {
  const found = { files: [] as string[], folders: [] as string[] };
  if (!isFolder(folder)) return found;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry;
    if (/^\.|\\/.test(name)) continue;
    const target = entry.isSymbolicLink() ? follow(join(folder, name), links) : entry;
    if (target?.isDirectory()) found.folders.push(name);
    if (target?.isFile()) found.files.push(name);
  }
  found.folders.sort();
  return found;
}

function follow(link: string, { folders, broken }: Links): Stats | null {
  let real: string;
  try {
    real = realpathSync(link);
  } catch {
    broken.push(link);
    return null;
  }
  for (let around = dirname(link); around !== dirname(around); around = dirname(around)) {
    if (!isBelow(real, realpathSync(around))) continue;
    throw new UsageError(`${link} is a link to a folder around it; remove it`);
  }
  const target = statSync(real);
  if (target.isDirectory()) folders.push(real);
  return target;
}

const LOCATIONS = 'modules_locations';

const UNSUPPORTED: Readonly<Record<string, string>> = {
  url_suffix: 'PHP then answers paths with it, too: write rows such as (.+)\\.html',
  controller_suffix: 'PHP then looks for files with it: rename the skeletons',
  enable_query_strings: 'a query then chooses the action: leave such links to PHP',
};

const CSRF = 'csrf_protection';
const NAMES = [LOCATIONS, 'enable_hooks', 'subclass_prefix', CSRF, ...Object.keys(UNSUPPORTED)];

/** Reads the settings of a file that CodeIgniter loads. */
export function readSettingsOf(
  path: string,
  folder: string,
  { constant = {}, include = [] }: Options,
  cwd: string,
): Settings {
  const file = join(folder, path);
  const allowed = [folder, ...include.map((more) => resolve(cwd, more))];
  const [, name = 'config'] = /(hook|autoload)s?\.php$/.exec(path) ?? [];
  const names = name === 'hook' ? HOOKS : name === 'autoload' ? AUTOLOADED : NAMES;
  return readConfig(readPhp(file, cwd), names, {
    file: path,
    variable: name,
    constants: constantsOf(constant),
    ...filesBelow(file, allowed, folder),
  });
}

/** Reads the folders of modules from configuration files, in the order in which PHP searches them. */
export function readPlaces(
  folder: string,
  paths: readonly string[],
  options: Options,
  { cwd }: Pick<Io, 'cwd'>,
) {
  const allowed = [folder, ...(options.include ?? []).map((path) => resolve(cwd, path))];
  const unknown: string[] = [];
  const checks: string[] = [];
  let [hasHooks, prefix] = [false, 'MY_'];
  let locations: readonly Location[] = [{ path: 'modules', root: ROOT }];
  for (const from of paths) {
    let settings: Settings;
    try {
      settings = readSettingsOf(from, folder, options, cwd);
    } catch (error) {
      unknown.push(`${messageOf(error)} Until then, ${NAMES.join(', ')} are not known`);
      hasHooks = true;
      continue;
    }
    for (const [name, setting] of settings) {
      const say = (text: string) => unknown.push(`${from}: ${name} ${text}`);
      if (name === 'enable_hooks') {
        hasHooks ||= !('value' in setting) || Boolean(setting.value);
      } else if (name === 'subclass_prefix') {
        if ('value' in setting) prefix = String(setting.value);
      } else if (name === CSRF) {
        if (shown(setting) !== null)
          checks.push(`${from}: ${CSRF}, which asks for a token in forms`);
      } else if (name !== LOCATIONS) {
        const is = shown(setting);
        if (is !== null) say(`${is}: ${UNSUPPORTED[name]}`);
      } else if ('values' in setting) {
        const all = locate(setting.values, folder);
        locations = all.filter(({ path }) => isReadable(join(folder, path), allowed));
        for (const { path } of all.filter((one) => !locations.includes(one))) {
          const option = relative(cwd, join(folder, path));
          say(`names ${path}, which is outside the folder: import again with --include ${option}`);
        }
      } else say(`${shown(setting) ?? 'is empty'}: only modules/ was read`);
    }
  }
  return { locations, unknown, hasHooks, prefix, checks };
}

function shown(setting: Setting): string | null {
  if ('why' in setting) return `is not known (${setting.why})`;
  if ('values' in setting) return 'is an array';
  return setting.value ? `is '${setting.value}'` : null;
}

/** PHP loads a controller from the path that a location gives, seen from `controllers`. */
function locate(values: readonly string[], folder: string): Location[] {
  const roots = new Set<string>();
  return values.map((value) => {
    const absolute = resolve(folder, 'controllers', value);
    const path = slashed(relative(folder, absolute));
    const isNamed = basename(absolute) === 'modules';
    const own = path === 'modules' ? ROOT : basename(isNamed ? dirname(absolute) : absolute);
    let root = own;
    for (let at = 2; roots.has(root); at++) root = `${own}-${at}`;
    roots.add(root);
    return { path, root };
  });
}

/** Whether a folder may be read; a missing one is missing for PHP, too. */
function isReadable(path: string, allowed: readonly string[]): boolean {
  if (isBelow(allowed[0], path)) return true;
  try {
    const real = realpathSync(path);
    return allowed.some((folder) => isBelow(realpathSync(folder), real));
  } catch {
    return true;
  }
}

/** A class that replaces or extends the framework's router, or how it reads paths. */
export const ROUTER = /^(?:core|libraries)\/(?:[^/]+_)?(?:Router|URI)\.php$/i;

/** A class of the framework that the application replaces or extends, and that every request uses. */
export const CORE =
  /^core\/(?:(?:[^/]+_)?(?:Config|Hooks|Input|Lang|Output|Security)|Controller)\.php$/i;

/** Whether classes change nothing, as the empty class that the modular extensions ask for. */
export function isEmpty(classes: readonly PhpClass[]): boolean {
  return classes.every(
    ({ parent, members, methods }) =>
      /^(?:CI|MX|BF)_(?:Router|URI)$/i.test(parent ?? '') && members.length + methods.length === 0,
  );
}

/** The values of constants: booleans and whole numbers as in PHP; anything else is text. */
export function constantsOf(
  given: Readonly<Record<string, string>>,
): Record<string, string | number | boolean> {
  return Object.fromEntries(Object.entries(given).map(([name, text]) => [name, constantOf(text)]));
}

function constantOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
}
