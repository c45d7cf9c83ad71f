/** PHP's conversions between kinds of values, and to the keys of arrays. */
import {
  type ArrayKey,
  Closure,
  type Code,
  PhpArray,
  type Slot,
  Text,
  Unknown,
  unknownPart,
  type Value,
} from './values.ts';

/** Converts a value to a string, as `.` and `(string)` do. */
export function toText(value: Value): string | Text | Unknown {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') {
    if (Number.isInteger(value)) return String(value);
    // From here on, PHP writes 14 digits of a fraction, and an exponent.
    const written = Number(value.toPrecision(14));
    const isPlain = Math.abs(written) >= 1e-4 && Math.abs(written) < 1e14;
    return isPlain ? String(written) : new Unknown('PHP writes this number differently');
  }
  if (value === null || value === false) return '';
  if (value === true) return '1';
  if (value instanceof Text || value instanceof Unknown) return value;
  return new Unknown(
    value instanceof Closure ? 'a closure is not a text' : 'an array is not a text',
  );
}

export function toBoolean(value: Value): boolean | Unknown {
  if (value instanceof Unknown) return value;
  if (value instanceof PhpArray) return value.size > 0;
  if (value instanceof Closure) return true;
  if (value instanceof Text) {
    const sure = value.parts.some((part) => typeof part === 'string' && part !== '0');
    return sure ? true : unknownPart(value);
  }
  return value !== '' && value !== '0' && Boolean(value);
}

export function toNumber(value: Value): number | Unknown {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return Number(NUMBER.exec(value)?.[0] ?? 0);
  if (value === null || typeof value === 'boolean') return Number(value);
  return value instanceof Unknown ? value : new Unknown('this is not a number');
}

const NUMBER = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/i;

/** Converts a value to an array key. A text that PHP would write for an integer is one. */
export function toKey(value: Value): ArrayKey | Unknown {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number') {
    const key = Math.trunc(value);
    return Number.isSafeInteger(key) ? key : new Unknown('a number that is too large for a key');
  }
  if (typeof value !== 'string' || !/^(?:0|-?[1-9]\d{0,18})$/.test(value)) return toText(value);
  return toKey(Number(value));
}

export function concat(left: Value, right: Value): string | Text | Unknown {
  const [first, second] = [toText(left), toText(right)];
  if (first instanceof Unknown) return first;
  if (second instanceof Unknown) return second;
  if (typeof first === 'string' && typeof second === 'string') return first + second;
  const parts = [first, second].flatMap((text) => (typeof text === 'string' ? [text] : text.parts));
  return new Text(parts.filter((part) => part !== ''));
}

/** A value for JavaScript's own operators, or the reason why there is none. */
export function plain(value: Value): string | number | boolean | null | Unknown {
  if (value instanceof Text) return unknownPart(value);
  if (value instanceof PhpArray || value instanceof Closure)
    return new Unknown('this is not a scalar');
  return value;
}

/**
 * Finds an entry of an array.
 * @returns `undefined` if the key is missing; unknown if another key may turn out to be equal
 */
export function find(array: PhpArray, key: ArrayKey): Slot | Unknown | undefined {
  const rival = array.rivals(key).find((other) => mayEqual(partsOf(key), partsOf(other)));
  if (rival === undefined) return array.get(key);
  return unknownPart(key instanceof Text ? key : (rival as Text)); // the cast: one of them is
}

type Parts = readonly (string | Code)[];

function partsOf(key: ArrayKey): Parts {
  return key instanceof Text ? key.parts : [String(key)];
}

/** Whether two different texts may be equal, depending on their constants. */
function mayEqual(one: Parts, other: Parts): boolean {
  let start = 0;
  const isSame = (at: number) => JSON.stringify(one[at]) === JSON.stringify(other[at]);
  while (start < one.length && isSame(start)) start++;
  const [a, b] = [one.slice(start), other.slice(start)];
  return (
    hasSpace(a, b) &&
    hasSpace(b, a) &&
    fits(a[0], b[0], (long, short) => long.startsWith(short)) &&
    fits(a.at(-1), b.at(-1), (long, short) => long.endsWith(short))
  );
}

/** Whether a text is long enough for the known parts of another; a constant has any length. */
function hasSpace(text: Parts, other: Parts): boolean {
  return text.some((part) => typeof part !== 'string') || lengthOf(text) >= lengthOf(other);
}

function lengthOf(parts: Parts): number {
  return parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0);
}

function fits(
  one: string | Code | undefined,
  other: string | Code | undefined,
  has: (long: string, short: string) => boolean,
): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return true;
  return has(one, other) || has(other, one);
}

/** Applies an operator. `and`, `or` and `??`, which may skip their right side, are elsewhere. */
export function operate(type: string, left: Value, right: Value): Value {
  if (left instanceof Unknown) return left;
  if (right instanceof Unknown) return right;
  if (type === '.') return concat(left, right);
  if (left instanceof PhpArray && right instanceof PhpArray) return arrays(type, left, right);
  const [a, b] = [plain(left), plain(right)];
  if (a instanceof Unknown) return a;
  if (b instanceof Unknown) return b;
  switch (type) {
    case '===':
      return a === b;
    case '!==':
      return a !== b;
    case '==':
      return looselyEqual(a, b);
    case '!=':
    case '<>':
      return !looselyEqual(a, b);
    case 'xor':
      return toBoolean(a) !== toBoolean(b);
    default:
      if (/^[<>]/.test(type) && [a, b].some((side) => side === null || typeof side === 'boolean')) {
        return new Unknown(`${type} is supported only for numbers here`);
      }
      if ([a, b].some((side) => typeof side === 'string' && !isNumeric(side))) {
        return new Unknown(`${type} is not supported for this text`);
      }
      return exact(type, toNumber(a) as number, toNumber(b) as number); // the casts: scalars have numbers
  }
}

function arrays(type: string, left: PhpArray, right: PhpArray): Value {
  if (type !== '+') return new Unknown(`${type} of arrays`);
  const sum = left.copy();
  for (const { key, value, changed } of right.list()) {
    const found = find(sum, key);
    if (found instanceof Unknown) return found;
    if (found === undefined) sum.set(key, value, changed);
  }
  return sum;
}

/** PHP's integers have 64 bits; JavaScript's numbers have only 53. */
export const INEXACT = 'a number that JavaScript cannot represent exactly';
/** PHP distinguishes 1.0 from 1; JavaScript doesn't. */
export const FLOAT = 'a whole number that PHP treats as a float';

const BY_ZERO = new Unknown('a division by zero');

const NUMERIC = new Map<string, (a: number, b: number) => Value>([
  ['+', (a, b) => a + b],
  ['-', (a, b) => a - b],
  ['*', (a, b) => a * b],
  ['/', (a, b) => (b === 0 ? BY_ZERO : a / b)],
  ['%', (a, b) => (Math.trunc(b) === 0 ? BY_ZERO : Math.trunc(a) % Math.trunc(b))],
  ['<', (a, b) => a < b],
  ['<=', (a, b) => a <= b],
  ['>', (a, b) => a > b],
  ['>=', (a, b) => a >= b],
]);

function exact(type: string, a: number, b: number): Value {
  const value = NUMERIC.get(type)?.(a, b) ?? new Unknown(`the operator ${type}`);
  if (typeof value !== 'number') return value;
  if (Math.abs(value) >= Number.MAX_SAFE_INTEGER) return new Unknown(INEXACT);
  const isFloat = type !== '%' && !(Number.isInteger(a) && Number.isInteger(b));
  return isFloat && Number.isInteger(value) ? new Unknown(FLOAT) : value;
}

type Scalar = string | number | boolean | null;

/** PHP 8's `==`. */
function looselyEqual(a: Scalar, b: Scalar): boolean {
  // PHP compares null with a text as an empty text.
  if (a === null && typeof b === 'string') return b === '';
  if (b === null && typeof a === 'string') return a === '';
  if (typeof a === 'boolean' || typeof b === 'boolean' || a === null || b === null) {
    return toBoolean(a) === toBoolean(b);
  }
  if (isNumeric(a) && isNumeric(b)) return Number(a) === Number(b);
  return toText(a) === toText(b);
}

export function isNumeric(value: string | number): boolean {
  if (typeof value === 'number') return true;
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(value.trim());
}
