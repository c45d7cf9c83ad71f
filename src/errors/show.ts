/** A place in a pattern that an error points at. */
export interface Place {
  /** The whole pattern, as it was written. */
  readonly pattern: string;
  /** Where in it, in UTF-16 units from 0. */
  readonly index: number;
}

/** How much of a long pattern is shown on each side of the place that an error points at. */
const SHOWN = 60;

/** A value as an error message shows it: a quoted string, or its kind, such as `an array`. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'an empty string' : quote(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const kind = shorten(Object.prototype.toString.call(value).slice('[object '.length, -1));
  return kind === 'Object' ? 'an object' : `${/^[AEIO]/.test(kind) ? 'an' : 'a'} ${kind}`;
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

/** The part of the pattern around a place, with a caret below it. */
export function drawPlace({ pattern, index }: Place): string {
  const start = Math.max(0, index - SHOWN);
  const end = Math.min(pattern.length, index + SHOWN);
  const head = `${start > 0 ? '…' : ''}${pattern.slice(start, index)}`;
  const tail = `${pattern.slice(index, end)}${end < pattern.length ? '…' : ''}`;
  return `  ${visible(head)}${visible(tail)}\n  ${' '.repeat(visible(head).length)}^`;
}

/** Control characters would break the line above the caret, and the terminal. */
function visible(text: string): string {
  return text.replace(
    /\p{Cc}/gu,
    (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
