/** Reads settings of a `config.php`. */
import { badArgument, fromCaller } from 'waymark/internal';
import type { ImportOptions } from './import.ts';
import { readPlace, runPhp } from './php/run.ts';
import { decode } from './php/source.ts';
import { PhpArray, Text, Unknown, unknownPart, type Value } from './php/values.ts';

/** A setting: its value, the values of its array, or the reason why it is unknown. */
export type Setting =
  | { readonly value: string | number | boolean | null }
  | { readonly values: readonly string[] }
  | { readonly why: string };

/** The options of {@link readConfig}; see {@link ImportOptions}. */
export type ReadConfigOptions = Pick<ImportOptions, 'file' | 'constants' | 'read' | 'list'>;

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
  return fromCaller(readConfig, readSettings, php, names, options);
}

function readSettings(
  php: Uint8Array | string,
  names: readonly string[],
  options: ReadConfigOptions,
): ReadonlyMap<string, Setting> {
  const { file = 'config.php', constants = {}, read = null, list = null } = options;
  if (typeof php !== 'string' && !(php instanceof Uint8Array)) {
    throw badArgument('readConfig', 'php', 'the bytes or the text of a PHP file', php);
  }
  const place = readPlace(file);
  const { globals } = runPhp(PREFIX + decode(php), {
    file,
    place,
    ci2: false,
    constants,
    read,
    list,
    env: null,
  });
  const config = globals.get('config')?.value ?? null;
  return new Map(
    names.flatMap((name): [string, Setting][] => {
      if (config instanceof Unknown) return [[name, { why: config.why }]];
      const slot = config instanceof PhpArray ? config.get(name) : undefined;
      return slot === undefined ? [] : [[name, settingOf(slot.value)]];
    }),
  );
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
  for (const slot of value.list()) {
    const inner = settingOf(slot.value);
    if ('why' in inner) return inner;
    if (!('value' in inner) || typeof inner.value !== 'string') {
      return { why: 'it has other values than texts' };
    }
    values.push(inner.value);
  }
  return { values };
}
