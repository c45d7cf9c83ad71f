import { WaymarkError } from '../errors/error.ts';
import type { Sender } from './exchange.ts';

/**
 * Writes an object or an array as JSON.
 * @throws {WaymarkError} if a `Map`, a `Set` or an `Error` is in it at any depth, of whose contents
 *   JSON has nothing; or it is an instance of a class without own fields. One with `toJSON` is what
 *   that gives
 * @throws {TypeError} if JSON can't write it: a circle, a bigint
 */
export function toJson(value: object, sender: Sender): string {
  if (isLost(value)) throw nothingForJson(sender, value);
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw nothingForJson(sender, value);
  if (text.includes('{}') || mayLose(value)) checkMembers(value, sender);
  return text;
}

/**
 * Whether {@link checkMembers} could find anything although the JSON has no `{}`. That search takes
 * twice as long as writing the JSON, this one a tenth. What has `toJSON` is not looked into, since it
 * may be a circle, which JSON does not see.
 */
function mayLose(value: object): boolean {
  if (hasToJson(value)) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (isObject(item) && mayLose(item)) return true;
    return false;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype && isCollection(value)) return true;
  for (const name in value) {
    const member: unknown = value[name as keyof typeof value];
    if (isObject(member) && Object.hasOwn(value, name) && mayLose(member)) return true;
  }
  return false;
}

/** Looks for what JSON has not, or not all of, at any depth. */
function checkMembers(value: object, sender: Sender): void {
  JSON.stringify(value, (_name, member: unknown) => {
    if (isCollection(member)) throw nothingForJson(sender, member);
    return member;
  });
}

function isLost(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null || Array.isArray(value)) return false;
  if (hasToJson(value)) return false;
  return Object.keys(value).length === 0 && JSON.stringify(value) === '{}';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function hasToJson(value: object): boolean {
  return 'toJSON' in value && typeof value.toJSON === 'function';
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
