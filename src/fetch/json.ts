import { WaymarkError } from '../errors/error.ts';
import type { Sender } from './sender.ts';

/**
 * Writes an object or an array as JSON.
 * @throws {WaymarkError} where JSON would write `{}` for something that is not empty: a `Map`, a
 *   `Set` or an `Error`, at any depth, or an instance of a class without own fields and `toJSON`
 * @throws {TypeError} where JSON can't write it: a circle, a bigint
 */
export function toJson(value: object, sender: Sender): string {
  if (isLost(value)) throw nothingForJson(sender, value);
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw nothingForJson(sender, value);
  if (text.includes('{}')) checkMembers(value, sender);
  return text;
}

/** Looks for what is not empty, but became a `{}` somewhere in the JSON. */
function checkMembers(value: object, sender: Sender): void {
  JSON.stringify(value, (_name, member: unknown) => {
    if (isCollection(member)) throw nothingForJson(sender, member);
    return member;
  });
}

function isLost(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null || Array.isArray(value)) return false;
  if ('toJSON' in value && typeof value.toJSON === 'function') return false;
  if (isCollection(value)) return true;
  return Object.keys(value).length === 0 && JSON.stringify(value) === '{}';
}

function isCollection(value: unknown): value is object {
  return value instanceof Map || value instanceof Set || value instanceof Error;
}

function nothingForJson(sender: Sender, value: object): WaymarkError {
  const kind = value.constructor?.name || 'a class';
  const problem = `JSON has nothing of what it returned, an instance of ${kind}`;
  const advice =
    'return a plain object or an array of its contents, or give its class a toJSON method';
  return new WaymarkError('bad-argument', sender.where(), problem, advice);
}
