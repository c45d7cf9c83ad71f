/** PHP's conversions between kinds of values. */
import { type ArrayKey, Closure, PhpArray, Text, Unknown, type Value } from './values.ts';

/**
 * Converts a value to a string, as `.` and `(string)` do.
 *
 * @example
 * toText(true); // '1'
 */
export function toText(value: Value): string | Text | Unknown {
  if (typeof value === 'string') return value;
  // PHP writes 14 digits of a fraction.
  if (typeof value === 'number') {
    const text = String(Number.isInteger(value) ? value : Number(value.toPrecision(14)));
    return /[en]/.test(text) ? new Unknown('a number that PHP writes otherwise') : text;
  }
  if (value === null || value === false) return '';
  if (value === true) return '1';
  if (value instanceof Text || value instanceof Unknown) return value;
  return new Unknown(
    value instanceof Closure ? 'a closure is not a text' : 'an array is not a text',
  );
}

/**
 * Whether a value counts as true.
 *
 * @example
 * toBoolean('0'); // false
 */
export function toBoolean(value: Value): boolean | Unknown {
  if (value instanceof Unknown) return value;
  if (value instanceof PhpArray) return value.size > 0;
  if (value instanceof Closure) return true;
  if (value instanceof Text) {
    const sure = value.parts.some((part) => typeof part === 'string' && part !== '0');
    return sure ? true : new Unknown('the constant is not known');
  }
  return value !== '' && value !== '0' && Boolean(value);
}

/**
 * A value as a number.
 *
 * @example
 * toNumber('12 apples'); // 12
 */
export function toNumber(value: Value): number | Unknown {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return Number(NUMBER.exec(value)?.[0] ?? 0);
  if (value === null || typeof value === 'boolean') return Number(value);
  return value instanceof Unknown ? value : new Unknown('this is not a number');
}

/** The number that a text starts with. */
const NUMBER = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/i;

/**
 * A value as the key of an array.
 *
 * @example
 * toKey(true); // 1
 */
export function toKey(value: Value): ArrayKey | Unknown {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number') {
    const key = Math.trunc(value);
    return Number.isSafeInteger(key) ? key : new Unknown('a number that is too large for a key');
  }
  return toText(value);
}

/**
 * Concatenates texts.
 *
 * @example
 * concat('posts/', 7); // 'posts/7'
 */
export function concat(left: Value, right: Value): string | Text | Unknown {
  const [first, second] = [toText(left), toText(right)];
  if (first instanceof Unknown) return first;
  if (second instanceof Unknown) return second;
  if (typeof first === 'string' && typeof second === 'string') return first + second;
  const parts = [first, second].flatMap((text) => (typeof text === 'string' ? [text] : text.parts));
  return new Text(parts.filter((part) => part !== ''));
}

/** A value for JavaScript's own operators, or why there is none. */
export function plain(value: Value): string | number | boolean | null | Unknown {
  if (value instanceof Text) return new Unknown('the constant is not known');
  if (value instanceof PhpArray || value instanceof Closure)
    return new Unknown('this is not a scalar');
  return value;
}
