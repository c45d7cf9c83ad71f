/** PHP's operators. */
import { concat, find, plain, toBoolean, toNumber, toText } from './convert.ts';
import { PhpArray, Unknown, type Value } from './values.ts';

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

function exact(type: string, a: number, b: number): Value {
  const value = numeric(type, a, b);
  if (typeof value !== 'number') return value;
  if (Math.abs(value) >= Number.MAX_SAFE_INTEGER) return new Unknown(INEXACT);
  const isFloat = type !== '%' && !(Number.isInteger(a) && Number.isInteger(b));
  return isFloat && Number.isInteger(value) ? new Unknown(FLOAT) : value;
}

function numeric(type: string, a: number, b: number): Value {
  switch (type) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? new Unknown('a division by zero') : a / b;
    case '%':
      return Math.trunc(b) === 0
        ? new Unknown('a division by zero')
        : Math.trunc(a) % Math.trunc(b);
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    default:
      return new Unknown(`the operator ${type}`);
  }
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

/** Whether PHP reads a text as a number. */
export function isNumeric(value: string | number): boolean {
  if (typeof value === 'number') return true;
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(value.trim());
}
