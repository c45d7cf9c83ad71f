/**
 * Shows values, texts and names in error messages, each on one line, and finds the known name that a
 * wrong one is nearest to.
 */
import { isCallable } from './kind.ts';

/** The number of characters to show on each side of the place that an error points at. */
export const SHOWN = 60;

/** Describes a value for an error message: a quoted string, or its kind, such as `an array`. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'an empty string' : quote(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'function') return isCallable(value) ? 'a function' : 'a class';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const kind = shorten(Object.prototype.toString.call(value).slice('[object '.length, -1));
  return kind === 'Object' ? 'an object' : `${/^[AEIO]/.test(kind) ? 'an' : 'a'} ${kind}`;
}

/** Puts a string in single quotes, shortened to fit on a line. */
export function quote(value: string): string {
  return `'${shorten(value)}'`;
}

/** Shortens a string to fit on a line. */
export function shorten(value: string): string {
  const shown = visible(value.slice(0, 2 * SHOWN));
  const whole = value.length <= 2 * SHOWN && shown.length <= 2 * SHOWN;
  return whole ? shown : `${shown.slice(0, 2 * SHOWN)}…`;
}

/** Names a table key and the call that reads it. */
export function tableKey(where: string, key: string): string {
  return `${where}, table key ${quote(key)}`;
}

/**
 * Escapes a text for printing on one line. Control characters could break the line or control the
 * terminal. Invisible ones, such as those that reverse the writing direction, could disguise it.
 */
export function visible(text: string): string {
  // Control characters, line and paragraph separators, and invisible characters.
  return text.replace(/[\p{C}\p{Zl}\p{Zp}\p{DI}]/gu, (char) => {
    if (char === '\t') return '\\t';
    const code = (char.codePointAt(0) as number).toString(16); // the cast: there is a character
    return code.length > 2 ? `\\u{${code}}` : `\\x${code.padStart(2, '0')}`;
  });
}

/**
 * Longer names are compared only up to this length: the time grows with the product of the lengths.
 */
const LONGEST_NAME = 100;

/**
 * The known name with the smallest Levenshtein distance; the first of several, or `null` if none is
 * known. This measure is good enough for error messages, its only use.
 */
export function nearest<T extends string>(name: string, known: readonly T[]): T | null {
  const typed = name.slice(0, LONGEST_NAME);
  return known.reduce<T | null>(
    (best, one) => (best === null || distance(typed, one) < distance(typed, best) ? one : best),
    null,
  );
}

/** The known name that was probably meant; `null` if more than half of the letters differ. */
export function meant<T extends string>(name: string, known: readonly T[]): T | null {
  const typed = name.slice(0, LONGEST_NAME);
  const near = nearest(typed, known);
  return near !== null && 2 * distance(typed, near) <= typed.length ? near : null;
}

/** Advice for an unknown name; `what` is the plural of its kind, such as `options`. */
export function knownNames(what: string, known: readonly string[], near: string | null): string {
  const all = `known ${what}: ${known.join(', ')}`;
  return near === null ? all : `write ${near}; ${all}`;
}

/** Levenshtein's distance, by the row-by-row method of Wagner and Fischer. */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const change = row[j] + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(row[j + 1] + 1, next[j] + 1, change));
    }
    row = next;
  }
  return row[b.length];
}
