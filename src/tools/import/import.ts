/** Imports a CodeIgniter route file. */
import { WaymarkError } from 'waymark';
import { badArgument, fromCaller } from 'waymark/internal';
import type { Any } from './pcre.ts';
import { VERSION_4 } from './php/call.ts';
import type { Warning } from './php/journal.ts';
import type { FolderEntry } from './php/machine.ts';
import { readPlace, runPhp } from './php/run.ts';
import { readCode } from './php/source.ts';
import { PhpArray, Text, Unknown, unknownPart, type Value } from './php/values.ts';
import { writeFile } from './write/write.ts';

/** The options of {@link importRoutes}. */
export interface ImportOptions {
  /** The file's name, for comments, warnings and included files; `routes.php` by default. */
  readonly file?: string | undefined;
  /**
   * The meaning of `(:any)`. `all` is `.+`, as in CodeIgniter 2. The default is `segment`, or `all`
   * for CodeIgniter 2 and for a module's file.
   */
  readonly any?: Any | undefined;
  /**
   * The module that the file belongs to. The default is the module in a path such as
   * `modules/gallery/config/routes.php`, and `null` for other files. The modular extensions ignore
   * such a file's settings, and keys that start with another segment. The result is written for
   * `withModuleRoutes`.
   */
  readonly module?: string | null | undefined;
  /**
   * The application's folder, PHP's `APPPATH`. The default is the parent of the folder `config` or
   * `modules` that contains the file, or else the parent of the file's own folder.
   */
  readonly application?: string | undefined;
  /**
   * Whether the file is for CodeIgniter 2, which tries literal keys before patterns, and in which
   * `(:any)` is `.+`. The default is `false`.
   */
  readonly ci2?: boolean | undefined;
  /** Constants that the file doesn't define itself. */
  readonly constants?: Readonly<Record<string, string | number | boolean>> | undefined;
  /**
   * Reads a file that the PHP file includes. It returns the file's text, `null` if the file is
   * missing, or `{ refused: 'why' }` if it must not be read. The PHP chooses the path, which may be
   * any path. Without this option, included files are skipped with a warning.
   * @param path relative to the same folder as `file`
   * @returns the file's bytes, or its text if it is known to be UTF-8
   */
  readonly read?:
    | ((path: string) => Uint8Array | string | null | { readonly refused: string })
    | undefined;
  /**
   * Lists a folder for `glob`, `scandir`, `is_dir` and `file_exists`. It returns `null` if the
   * folder is missing, or `{ refused: 'why' }` if it must not be read. The PHP chooses the path,
   * which may be any path. Without this option, the results of these functions are unknown.
   * @param path relative to the same folder as `file`
   */
  readonly list?:
    | ((path: string) => readonly FolderEntry[] | null | { readonly refused: string })
    | undefined;
  /**
   * Reads an environment variable for `getenv`. It returns the value, `null` if the variable is
   * unset, or `{ refused: 'why' }`. The PHP chooses the name, and the value may become part of the
   * written code. Without this option, the result of `getenv` is unknown.
   */
  readonly env?: ((name: string) => string | null | { readonly refused: string }) | undefined;
}

/** The result of {@link importRoutes}. */
export interface Imported {
  /** A TypeScript file whose default export is the table. */
  readonly code: string;
  /**
   * Warnings by line: code that is unknown or was not imported, and rows that PHP answers
   * differently.
   */
  readonly warnings: readonly Warning[];
  /**
   * Further comments of the importer, such as on a row that no path ever reached. For these, PHP
   * answers in the same way as the written table.
   */
  readonly remarks: readonly Warning[];
  /**
   * The files that were included, by the paths passed to `read`, including `config/constants.php`.
   */
  readonly included: readonly string[];
  /** The settings that were left out, since a module's file can't have them. */
  readonly settings: readonly string[];
}

/**
 * Writes a TypeScript route file from a PHP one: of CodeIgniter 2 or 3, of its modular extensions,
 * or of Bonfire, with its class `Route`. The PHP is read but not run. The importer evaluates
 * literals, constants, conditions, loops and the file's own functions. Code that is known only
 * while PHP runs becomes a comment and a warning.
 * @param php the bytes of `routes.php`, or its text. Pass the bytes if the file may not be UTF-8: a
 *   decoder loses invalid bytes, but the importer shows them in comments, and warns if a route
 *   contains them
 * @param options see {@link ImportOptions}
 * @throws {WaymarkError} if the file is not PHP, is a route file of CodeIgniter 4, or an option is
 *   wrong
 * @example
 * importRoutes("<?php $route['posts/(:num)'] = 'posts/show/$1';").code;
 * // a file with: export default Route.map({ 'posts/(:num)': 'posts/show/$1' });
 */
export function importRoutes(php: Uint8Array | string, options: ImportOptions = {}): Imported {
  return fromCaller(importRoutes, importFile, php, options);
}

function importFile(php: Uint8Array | string, options: ImportOptions): Imported {
  const { file = 'routes.php', constants = {}, ci2 = false } = options;
  const { read = null, list = null, env = null } = options;
  const found = readPlace(file);
  const { module = found.module, application = found.application } = options;
  const place = { ...found, module, application: application.replace(/(?<!\/)$/, '/') };
  const { any = module === null && !ci2 ? 'segment' : 'all' } = options;
  if (any !== 'segment' && any !== 'all') {
    throw badArgument('importRoutes', 'any', "'segment' or 'all'", any);
  }
  if (module !== null && typeof module !== 'string') {
    throw badArgument('importRoutes', 'module', 'a name or null', module);
  }
  const text = readCode('importRoutes', php);
  const run = runPhp(text, { file, place, ci2, constants, read, list, env });
  const { code, settings } = writeFile(run, file, { any, module, ci2 });
  if (run.base.length === 0 && run.items.every(({ kind }) => kind === 'remark')) {
    refuseVersion4(run.record.warnings, file);
    run.record.warn({ file, line: 1 }, 'the file defines no routes');
  }
  const { warnings, remarks, included } = run.record;
  const byLine = (one: Warning, other: Warning) => one.line - other.line;
  return {
    code,
    warnings: warnings.toSorted(byLine),
    remarks: remarks.toSorted(byLine),
    included: [...included],
    settings,
  };
}

function refuseVersion4(warnings: readonly Warning[], file: string): void {
  const first = warnings.find(({ message }) => message.endsWith(VERSION_4));
  if (first === undefined) return;
  throw new WaymarkError(
    'bad-php',
    `${file}:${first.line}`,
    'this route file is for CodeIgniter 4, whose router is a different one',
    'import a routes.php of CodeIgniter 2 or 3, or rewrite the calls by hand',
  );
}

/** A setting: its value, the values of its array, or the reason why it is unknown. */
export type Setting =
  | { readonly value: string | number | boolean | null }
  /** `keys` has the key of each value; `null` for a number. */
  | { readonly values: readonly string[]; readonly keys: readonly (string | null)[] }
  | { readonly why: string };

/** The options of {@link readConfig}; see {@link ImportOptions}. */
export interface ReadConfigOptions
  extends Pick<ImportOptions, 'file' | 'constants' | 'read' | 'list'> {
  /** The variable that has the settings; `config` by default, as in `config.php`. */
  readonly variable?: string | undefined;
}

/**
 * Reads settings of a `config.php` of CodeIgniter. The PHP is read but not run, as by
 * `importRoutes`.
 * @param php the bytes of the file, or its text
 * @param names the settings to read
 * @param options see {@link ReadConfigOptions}
 * @returns the settings that the file assigns, by name
 * @throws {WaymarkError} if the file is not PHP
 * @example
 * readConfig("<?php $config['url_suffix'] = '.html';", ['url_suffix']);
 * // Map { 'url_suffix' => { value: '.html' } }
 */
export function readConfig(
  php: Uint8Array | string,
  names: readonly string[],
  options: ReadConfigOptions = {},
): ReadonlyMap<string, Setting> {
  return fromCaller(readConfig, () => {
    const { file = 'config.php', constants = {}, read = null, list = null } = options;
    const { variable = 'config' } = options;
    const run = { file, place: readPlace(file), ci2: false, constants, read, list, env: null };
    const { globals } = runPhp(PREFIX + readCode('readConfig', php), run);
    const config = globals.get(variable)?.value ?? null;
    return new Map(
      names.flatMap((name): [string, Setting][] => {
        if (config instanceof Unknown) return [[name, { why: config.why }]];
        const slot = config instanceof PhpArray ? config.get(name) : undefined;
        return slot === undefined ? [] : [[name, settingOf(slot.value)]];
      }),
    );
  });
}

/** Module locations have such keys, of which only the values matter. */
const PREFIX = '<?php function realpath($path) { return $path; } ?>';

function settingOf(value: Value): Setting {
  if (value instanceof Unknown) return { why: value.why };
  if (value instanceof Text) return { why: unknownPart(value).why };
  if (!(value instanceof PhpArray)) {
    return typeof value === 'object' && value !== null ? { why: 'it is a closure' } : { value };
  }
  const values: string[] = [];
  for (const member of value.values()) {
    const inner = settingOf(member);
    if ('why' in inner) return inner;
    if (!('value' in inner) || typeof inner.value !== 'string') {
      return { why: 'it has other values than texts' };
    }
    values.push(inner.value);
  }
  return { values, keys: value.keys().map((key) => (typeof key === 'string' ? key : null)) };
}
