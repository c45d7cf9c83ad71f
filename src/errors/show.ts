/** How much of a long text is shown, on each side of what an error points at. */
export const SHOWN = 60;

/** A value as an error message shows it: a quoted string, or its kind, such as `an array`. */
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

/** Whether a value is a function that can be called without `new`, as a class can't. */
export function isCallable<T>(value: T): value is T & ((...args: never[]) => unknown) {
  // What is frozen has a prototype as fixed as a class has, so only the source tells them apart.
  return typeof value === 'function' && !/^class[\s{]/.test(String(value));
}

/** A string between single quotes, shortened to fit a line. */
export function quote(value: string): string {
  return `'${shorten(value)}'`;
}

/** A string shortened to fit a line. */
export function shorten(value: string): string {
  const shown = visible(value.slice(0, 2 * SHOWN));
  const whole = value.length <= 2 * SHOWN && shown.length <= 2 * SHOWN;
  return whole ? shown : `${shown.slice(0, 2 * SHOWN)}…`;
}

/** Names a key of a table, and the call that reads it. */
export function tableKey(where: string, key: string): string {
  return `${where}, table key ${quote(key)}`;
}

/**
 * A text on one line, as it can be printed: a control character would break the line or command the
 * terminal, and an invisible one, such as those that turn the direction of writing, would show
 * something else than the text.
 */
export function visible(text: string): string {
  // Controls, separators of lines, and characters without a shape.
  return text.replace(/[\p{C}\p{Zl}\p{Zp}\p{DI}]/gu, (char) => {
    const code = (char.codePointAt(0) as number).toString(16); // the cast: there is a character
    return code.length > 2 ? `\\u{${code}}` : `\\x${code.padStart(2, '0')}`;
  });
}
