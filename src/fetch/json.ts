import { WaymarkError } from '../errors/error.ts';
import { quote } from '../errors/show.ts';
import { isPromise } from '../hmvc/promise.ts';
import type { Sender } from './exchange.ts';

/**
 * Writes an object or an array as JSON.
 * @throws {WaymarkError} if a `Map`, a `Set`, an `Error` or a promise is in it at any depth, which
 *   JSON writes without its contents; or if it is an instance of a class without own fields. An
 *   object with `toJSON` is what that returns
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
 * Whether {@link checkMembers} may find something although the JSON has no `{}`. That search takes
 * twice as long as writing the JSON, this one a tenth. Objects with `toJSON` are skipped, since
 * they may be circular, which is no error for JSON.
 */
function mayLose(value: object): boolean {
  if (hasToJson(value)) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (isObject(item) && mayLose(item)) return true;
    return false;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) {
    if (isCollection(value) || isLater(value)) return true;
  }
  for (const name in value) {
    const member: unknown = value[name as keyof typeof value];
    if (isObject(member) && Object.hasOwn(value, name) && mayLose(member)) return true;
  }
  return false;
}

/** Throws for the first value, at any depth, whose contents JSON loses. */
function checkMembers(value: object, sender: Sender): void {
  JSON.stringify(value, (name, member: unknown) => {
    if (isCollection(member)) throw nothingForJson(sender, member);
    if (isObject(member) && isLater(member)) throw promiseInside(sender, name);
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
  // One of another realm, such as a test runner's, is no instance of these classes.
  return /^\[object (?:Map|Set|Error)\]$/.test(Object.prototype.toString.call(value));
}

/** A promise, or the query of a database library, which is sent once it is awaited. */
function isLater(value: object): boolean {
  return Object.getPrototypeOf(value) !== Object.prototype && isPromise(value);
}

function promiseInside(sender: Sender, name: string): WaymarkError {
  const problem = `a promise is inside what it returned, as ${quote(name)}`;
  const advice = 'await it first, or several with Promise.all';
  return new WaymarkError('bad-argument', sender.where(), problem, advice);
}

function nothingForJson(sender: Sender, value: object): WaymarkError {
  const kind = value.constructor?.name || 'a class';
  const problem = `JSON has nothing of what it returned, an instance of ${kind}`;
  const advice =
    'return a plain object or an array of its contents, or give its class a toJSON method';
  return new WaymarkError('bad-argument', sender.where(), problem, advice);
}
