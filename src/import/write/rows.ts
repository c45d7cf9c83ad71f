/** Turns entries of `$route` into rows. */
import { formatKey } from '../../table/key.ts';
import { isMethod, type Method } from '../../table/methods.ts';
import { isReserved } from '../../table/settings.ts';
import type { Any } from '../pcre.ts';
import { toText } from '../php/convert.ts';
import { Closure, PhpArray, type Slot, Text, Unknown, type Value } from '../php/values.ts';
import { valueCode } from './code.ts';
import { type Doubt, readPattern } from './pattern.ts';

/** A row: method, pattern and destination. */
export interface Row {
  readonly kind: 'row';
  readonly method: Method | null;
  /** The pattern, without a leading slash. */
  readonly pattern: string | Text;
  readonly to: string | Text | boolean;
  /** Remarks for the reader. */
  readonly doubt: Doubt | null;
  /** The assignment in PHP. */
  readonly code: string;
}

/** An entry that makes no row, and whether to warn of it. */
export interface NoRow {
  readonly kind: 'none';
  readonly why: string;
  readonly warns: boolean;
  /** The assignment in PHP. */
  readonly code: string;
}

/**
 * The rows of an entry.
 *
 * @param slot an entry of `$route`
 * @param any the meaning of `(:any)`
 *
 * @example
 * rowsOf(slot, 'segment'); // [{ kind: 'row', method: 'PUT', pattern: 'a', to: 'b', … }]
 */
export function rowsOf({ key, value }: Slot, any: Any): (Row | NoRow)[] {
  const written = typeof key === 'number' ? String(key) : key;
  if (typeof written === 'string' && isReserved(written)) return [settingOf(written, value)];
  const none = (why: string, warns = true, code = shown(written, value)): NoRow => {
    return { kind: 'none', why, warns, code };
  };
  const read = readPattern(written, any);
  if ('dead' in read) return [none(read.dead, false)];
  if ('refused' in read) return [none(read.refused)];
  const { pattern, doubt } = read;
  if (!(value instanceof PhpArray)) {
    const to = destination(value);
    if (to instanceof Unknown) return [none(to.why)];
    return [{ kind: 'row', method: null, pattern, to, doubt, code: shown(written, value) }];
  }
  // CodeIgniter ignores the case of methods, and skips methods that are null.
  const verbs = new Map(value.list().map((slot) => [nameOf(slot.key).toUpperCase(), slot]));
  const given = [...verbs].filter(([, slot]) => slot.value !== null);
  if (given.length === 0) return [none('it has a destination for no method', false)];
  return given.map(([verb, slot]) => {
    const to = destination(slot.value);
    const code = shown(written, slot.value, nameOf(slot.key));
    if (verb === 'CLI') return none('it is for the command line alone', false, code);
    if (!isMethod(verb)) return none(`no route of waymark has the method ${verb}`, true, code);
    if (to instanceof Unknown) return none(to.why, true, code);
    return { kind: 'row', method: verb, pattern, to, doubt, code };
  });
}

function nameOf(key: Slot['key']): string {
  return key instanceof Text ? '?' : String(key);
}

/**
 * The key of a row in a table.
 *
 * @example
 * tableKeyOf('PUT', 'a'); // 'PUT a'
 */
export function tableKeyOf(method: Method | null, pattern: string | Text): string | Text {
  if (!(pattern instanceof Text)) return formatKey(method, pattern);
  return method === null ? pattern : new Text([`${method} `, ...pattern.parts]);
}

function settingOf(key: string, value: Value): Row | NoRow {
  const to = key === 'translate_uri_dashes' ? isTrue(value) : destination(value);
  const code = shown(key, value);
  if (to instanceof Unknown) return { kind: 'none', why: to.why, warns: true, code };
  return { kind: 'row', method: null, pattern: key, to, doubt: null, code };
}

/** CodeIgniter compares with `=== TRUE`. */
function isTrue(value: Value): boolean | Unknown {
  if (value instanceof Text) return new Unknown('the constant is not known');
  return value instanceof Unknown ? value : value === true;
}

function destination(value: Value): string | Text | Unknown {
  if (value instanceof Closure) return new Unknown('its destination is a closure');
  return value instanceof PhpArray ? new Unknown('its destination is an array') : toText(value);
}

function shown(key: string | Text, value: Value, verb?: string): string {
  const inner = toText(value);
  const to = inner instanceof Unknown ? '…' : valueCode(inner);
  return `$route[${valueCode(key)}]${verb === undefined ? '' : `[${valueCode(verb)}]`} = ${to};`;
}
