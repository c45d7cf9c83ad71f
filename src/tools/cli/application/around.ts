/** Finds the code of an application that CodeIgniter runs around every action. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import parser from 'php-parser';
import { type readConfig, runsWhenLoaded, type Setting } from '../../import.ts';
import { messageOf } from '../load/failure.ts';
import { isBelow, isFolder } from '../load/paths.ts';
import { readPhp } from '../load/php-file.ts';

type Settings = ReturnType<typeof readConfig>;

/** The names of hooks: those before the action, then those that replace or follow the answer. */
export const HOOKS = [
  'pre_system',
  'cache_override',
  'pre_controller',
  'post_controller_constructor',
  'post_controller',
  'display_override',
  'post_system',
];

/** The hooks that a file defines. */
export function hooksOf(file: string, settings: Settings): string[] {
  const used = HOOKS.filter((name) => {
    const hook = settings.get(name);
    return (
      hook !== undefined && !('value' in hook) && !('values' in hook && hook.values.length === 0)
    );
  });
  if (used.length === HOOKS.length) return [`${file}: its hooks`];
  return used.map((name) => `${file}: the hook ${name}`);
}

/** The kinds of files that `autoload.php` lists, and their folders. */
const FOLDERS = {
  libraries: 'libraries',
  drivers: 'libraries',
  model: 'models',
  helper: 'helpers',
} as const;

type Kind = keyof typeof FOLDERS;

export const AUTOLOADED = Object.keys(FOLDERS) as Kind[]; // the cast: its own keys

/** The framework's own libraries, drivers and helpers. */
const OWN = new Set(
  (
    'array cache calendar captcha cart cookie database date directory download driver driver_library email ' +
    'encrypt encryption file form form_validation ftp html image_lib inflector javascript language ' +
    'migration model number pagination parser path profiler security session smiley string table ' +
    'text trackback typography unit_test upload url user_agent xml xmlrpc xmlrpcs zip'
  ).split(' '),
);

/** Whether a class is one of the framework that libraries and models extend. */
export function isFrameworkBase(name: string): boolean {
  return /^CI_/i.test(name) && OWN.has(name.slice(3).toLowerCase());
}

export interface Loading {
  /** The folders that may have the files: those of the application and of its modules. */
  readonly folders: readonly string[];
  /** The start of the names of files that extend the framework's: `MY_`. */
  readonly prefix: string;
  /** Whether PHP may run code when it makes an object of the class of a file. */
  readonly mayRun: (path: string) => boolean;
  readonly cwd: string;
}

/** The files that an `autoload.php` loads, and that run code or may run it. */
export function autoloadedBy(file: string, settings: Settings, loading: Loading): string[] {
  return AUTOLOADED.flatMap((kind) => {
    const names = namesOf(settings.get(kind));
    if (names === null) return [`${file}: its ${kind}, which are not known`];
    return names.flatMap((name) => loadedAs(kind, name, loading).map((what) => `${file}: ${what}`));
  });
}

/** The names that a setting lists. The value of a name is what the application calls it. */
function namesOf(setting: Setting | undefined): readonly string[] | null {
  if (setting === undefined) return [];
  if ('why' in setting) return null;
  if ('value' in setting) return setting.value ? [String(setting.value)] : [];
  const { values, keys } = setting;
  return values.map((value, at) => keys[at] ?? value);
}

function loadedAs(
  kind: Kind,
  written: string,
  { folders, prefix, mayRun, cwd }: Loading,
): string[] {
  const name = written.replace(/\.php$/i, '').replace(/_helper$/i, '');
  const end = kind === 'helper' ? '_helper' : '';
  const wanted = ['', prefix].map((start) => `${start}${basename(name)}${end}.php`.toLowerCase());
  // A driver is in a folder of its name, and the modular extensions write the module first.
  const below = [dirname(name), name, name.replace(/^./, (first) => first.toUpperCase()), '.'];
  const found = folders.flatMap((around) =>
    below.flatMap((place) => {
      const path = join(around, FOLDERS[kind], place);
      // The PHP chooses the name, which must not lead elsewhere.
      const names = isBelow(around, path) && isFolder(path) ? readdirSync(path) : [];
      return names
        .filter((one) => wanted.includes(one.toLowerCase()))
        .map((one) => join(path, one));
    }),
  );
  const label = `the ${kind === 'libraries' ? 'library' : kind.replace(/s$/, '')} ${written}`;
  if (found.length === 0) {
    return OWN.has(name.toLowerCase()) ? [] : [`${label}, which is not in the folder`];
  }
  const runs = (path: string) => {
    try {
      return kind === 'helper' ? runsWhenLoaded(readPhp(path, cwd)) : mayRun(path);
    } catch {
      return true;
    }
  };
  if (![...new Set(found)].some(runs)) return [];
  return [kind === 'helper' ? `the code of ${label}` : `the constructor of ${label}`];
}

/** The variables of `index.php` that replace the routes or the settings. */
export function variablesOf(file: string, cwd: string): string[] {
  if (!existsSync(file)) return [];
  try {
    const { Engine } = parser;
    const tokens: readonly unknown[] = new Engine({}).tokenGetAll(readPhp(file, cwd).toString());
    return ['$routing', '$assign_to_config']
      .filter((name) => tokens.some((token) => Array.isArray(token) && token[1] === name))
      .map((name) => `index.php: ${name}`);
  } catch (error) {
    return [`index.php: its variables, since it can't be read (${messageOf(error)})`];
  }
}
