/**
 * A route as a row of a table, and the keys of rows: a pattern, perhaps after a method, or a reserved
 * key, which is a setting.
 */
import { WaymarkError } from '../errors/error.ts';
import { quote, tableKey } from '../errors/show.ts';
import type { Pattern } from '../pattern/expression.ts';
import type { Handler } from './handler.ts';
import type { Meta } from './meta.ts';
import { isMethod, METHODS, type Method, methodLike } from './methods.ts';
import type { RouteSchemas } from './schema.ts';

/**
 * A route, in one shape for all stages from its definition to the router. Rows are immutable; a
 * stage that changes a field copies the rest, `{ ...row, to }`.
 */
export interface Row {
  /** The table key, as the table spells it. */
  readonly key: string;
  /** `null` if the row is for every method. */
  readonly method: Method | null;
  readonly pattern: string;
  /** The destination; `''` blocks the pattern. */
  readonly to: string;
  readonly handler: Handler | undefined;
  readonly name: string | undefined;
  readonly meta: Meta | undefined;
  /** What is validated before the handler is called; only a row with a handler has any. */
  readonly schemas: RouteSchemas | undefined;
  /** The parsed pattern; `undefined` in a raw table, which is parsed when it is compiled. */
  readonly parsed: Pattern | undefined;
  /**
   * Of the default controller: `true` if nobody wrote it, so that it yields to rows that match the empty
   * path; `false` if it was written; absent if that is unknown, as in JSON.
   */
  readonly isFilledIn?: boolean;
  /** Recorded only if a tool asks before the definition, since reading a stack is slow. */
  readonly source?: Source;
}

/** The place where a route is defined. */
export interface Source {
  /** An absolute path, as the engine names it. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** In UTF-16 units, from 1. */
  readonly column: number;
}

/** A row with a key and a destination only. */
export function plainRow(
  key: string,
  { method, pattern }: Pick<Row, 'method' | 'pattern'>,
  to: string,
): Row {
  return {
    key,
    method,
    pattern,
    to,
    handler: undefined,
    name: undefined,
    meta: undefined,
    schemas: undefined,
    parsed: undefined,
  };
}

/**
 * The kinds of the reserved keys: settings rather than patterns, as in CodeIgniter's `routes.php`. A
 * switch is a boolean, and every other setting names an action.
 */
const KINDS = {
  default_controller: 'destination',
  '404_override': 'destination',
  translate_uri_dashes: 'switch',
} as const;

type Reserved = keyof typeof KINDS;

export const DEFAULT_CONTROLLER = 'default_controller' satisfies Reserved;

/** The default controller of a table that sets none, as in the original library. */
export const USUAL_HOME = 'home';

export const NOT_FOUND_OVERRIDE = '404_override' satisfies Reserved;

export const TRANSLATE_DASHES = 'translate_uri_dashes' satisfies Reserved;

/** The reserved keys. */
export const RESERVED = /* @__PURE__ */ Object.keys(KINDS) as readonly Reserved[]; // the cast: its keys

export function isReserved(pattern: string): pattern is Reserved {
  return Object.hasOwn(KINDS, pattern);
}

/** Whether a reserved key is a switch. */
export function isSwitch(pattern: string): boolean {
  return isReserved(pattern) && KINDS[pattern] === 'switch';
}

/** The settings of a table. */
export interface Settings {
  /** The destination of the empty path; `null` if there is none. */
  readonly defaultController: string | null;
  /** The destination of requests that no route matches; `null` if there is none. */
  readonly notFoundOverride: string | null;
  /** Whether dashes become underscores in controllers and actions. */
  readonly translateUriDashes: boolean;
}

/** Reads the settings from a table's rows. An empty string counts as unset. */
export function readSettings(rows: readonly Row[]): Settings {
  const value = (key: Reserved) => rows.find(({ pattern }) => pattern === key)?.to || null;
  return {
    defaultController: value(DEFAULT_CONTROLLER),
    notFoundOverride: value(NOT_FOUND_OVERRIDE),
    translateUriDashes: value(TRANSLATE_DASHES) === 'true',
  };
}

/**
 * Parses a table key.
 * @throws {WaymarkError} if the key starts with a word that looks like an HTTP method but is not
 *   supported, or gives a setting for one method
 */
export function parseKey(key: string, where: string): Pick<Row, 'method' | 'pattern'> {
  const word = methodLike(key);
  if (word === null) return { method: null, pattern: withoutSlash(key) };
  if (!isMethod(word)) {
    const problem = `${quote(word)} is not an HTTP method that a route can have`;
    const slashed = quote(`/${key}`);
    const advice = `write one of ${METHODS.join(', ')} in upper case, or ${slashed} if the path itself starts that way`;
    throw new WaymarkError('bad-key', tableKey(where, key), problem, advice);
  }
  const pattern = withoutSlash(key.slice(word.length + 1));
  if (isReserved(pattern)) throw settingAsPattern(tableKey(where, key), pattern);
  return { method: word, pattern };
}

/** Writes a table key in its canonical form: a leading slash only if it needs one, as in `/404`. */
export function formatKey(method: Method | null, pattern: string): string {
  if (method !== null) return `${method} ${pattern === '' ? '/' : pattern}`;
  const isMisread = pattern === '' || isIntegerLike(pattern) || methodLike(pattern) !== null;
  return isMisread ? `/${pattern}` : pattern;
}

/** The pattern of a valid table key, without parsing the key; `''` for the default controller. */
export function patternOfKey(key: string): string {
  return key === DEFAULT_CONTROLLER ? '' : key.replace(/^(?:[A-Z]+ )?\/?/, '');
}

/** Whether JavaScript may move a key to the front of an object. */
export function isIntegerLike(key: string): boolean {
  return /^\d+$/.test(key);
}

/** Removes one leading slash, which has no meaning. */
export function withoutSlash(pattern: string): string {
  return pattern.startsWith('/') ? pattern.slice(1) : pattern;
}

/** The error for a setting, such as `404_override`, with a method or a handler. */
export function settingAsPattern(where: string, name: string): WaymarkError {
  return new WaymarkError(
    'bad-key',
    where,
    `${name} is a setting of the whole table, not a pattern`,
    `write it into the table: Route.map({ ${quote(name)}: … })`,
  );
}

/** The symbol of tables in bundles, whose rows only `waymark/compiled` knows. */
export const RECORDED = Symbol.for('waymark.recorded');
