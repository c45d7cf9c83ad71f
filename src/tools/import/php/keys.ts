/** Entries of arrays whose keys may contain constants without a value. */
import { unknownPart } from './advice.ts';
import {
  type ArrayKey,
  type Code,
  type PhpArray,
  type Slot,
  Text,
  type Unknown,
} from './values.ts';

/**
 * Finds an entry of an array.
 *
 * @returns `undefined` if the key is missing; unknown if another key may turn out to be equal
 *
 * @example
 * find(array, 'admin'); // an Unknown if the array has the key ADMIN, a constant without a value
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
  while (start < one.length && isSame(one[start], other[start])) start++;
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

/** Whether the first or last parts of two texts may be equal. */
function fits(
  one: string | Code | undefined,
  other: string | Code | undefined,
  has: (long: string, short: string) => boolean,
): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return true;
  return has(one, other) || has(other, one);
}

function isSame(one: string | Code, other: string | Code | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
