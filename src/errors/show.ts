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

/** Whether a value is a function other than a class. */
export function isCallable<T>(value: T): value is T & ((...args: never[]) => unknown) {
  // Frozen functions have a read-only prototype like classes, so only the source distinguishes
  // them.
  return typeof value === 'function' && !/^class[\s{]/.test(String(value));
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
  // Controls and the like, line and paragraph separators, and invisible characters.
  return text.replace(/[\p{C}\p{Zl}\p{Zp}\p{DI}]/gu, (char) => {
    const code = (char.codePointAt(0) as number).toString(16); // the cast: there is a character
    return code.length > 2 ? `\\u{${code}}` : `\\x${code.padStart(2, '0')}`;
  });
}
