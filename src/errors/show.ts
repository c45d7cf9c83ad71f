/** How an error shows what it is about. */

/** A place in a pattern that an error points at. */
export interface Place {
  /** The whole pattern, as it was written. */
  readonly pattern: string;
  /** Where in it, in UTF-16 units from 0. */
  readonly index: number;
}

/** How much of a long pattern an error shows on each side of the place it points at. */
const SHOWN = 60;

/**
 * A value as an error message shows it: a quoted string (shortened where it is long), or its kind.
 *
 * @example
 * describe('a'); // "'a'"
 * describe([]); // 'an array'
 */
export function describe(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'an empty string' : quote(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const kind = shorten(Object.prototype.toString.call(value).slice('[object '.length, -1));
  return kind === 'Object' ? 'an object' : `${/^[AEIO]/.test(kind) ? 'an' : 'a'} ${kind}`;
}

/**
 * A string between single quotes, shortened to what fits a line.
 *
 * @example
 * quote('posts/(:num)'); // "'posts/(:num)'"
 */
export function quote(value: string): string {
  return `'${shorten(value)}'`;
}

/**
 * A string as it is, shortened to what fits a line.
 *
 * @example
 * shorten('x'.repeat(1000)).length; // 121
 */
export function shorten(value: string): string {
  const shown = visible(value.slice(0, 2 * SHOWN));
  const whole = value.length <= 2 * SHOWN && shown.length <= 2 * SHOWN;
  return whole ? shown : `${shown.slice(0, 2 * SHOWN)}…`;
}

/**
 * Names a key of a table.
 *
 * @param where the call that reads the table
 * @param key the key
 *
 * @example
 * tableKey('createRouter', 'a('); // "createRouter, table key 'a('"
 */
export function tableKey(where: string, key: string): string {
  return `${where}, table key ${quote(key)}`;
}

/**
 * The part of the pattern around a place, and a caret below it.
 *
 * @example
 * drawPlace({ pattern: 'a(b', index: 1 }); // '  a(b\n   ^'
 */
export function drawPlace({ pattern, index }: Place): string {
  const start = Math.max(0, index - SHOWN);
  const end = Math.min(pattern.length, index + SHOWN);
  const head = `${start > 0 ? '…' : ''}${pattern.slice(start, index)}`;
  const tail = `${pattern.slice(index, end)}${end < pattern.length ? '…' : ''}`;
  return `  ${visible(head)}${visible(tail)}\n  ${' '.repeat(visible(head).length)}^`;
}

/** Control characters would break the line that the caret stands under, and the terminal. */
function visible(text: string): string {
  return text.replace(
    /\p{Cc}/gu,
    (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
