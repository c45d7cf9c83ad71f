/** Reads the meta of a route: plain data for guards and lists. */
import { badArgument, isRecord } from '../errors/argument.ts';

/**
 * The members of {@link Meta}, declared by the application; each is optional in a route. If none is
 * declared, meta may be any plain data.
 * @example
 * declare module 'waymark' {
 *   interface RouteMeta {
 *     role: 'anyone' | 'editor' | 'admin';
 *   }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: declarations merge into it
export interface RouteMeta {}

/**
 * Plain data that a route carries for guards, lists and logs: a frozen copy of the option `meta`.
 * It has the members of {@link RouteMeta}, all optional, or any members if none is declared.
 * @example
 * Route.get('admin/users', 'users/index', { meta: { role: 'admin' } });
 */
export type Meta = keyof RouteMeta extends never
  ? Readonly<Record<string, MetaValue>>
  : Readonly<Partial<RouteMeta>>;

/** A member of {@link Meta}, or `undefined` if there is none: plain data, and no function. */
export type MetaValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | ({ readonly bind?: never } & (Readonly<Record<string, unknown>> | object));

/** The meta of a route without meta, and of requests that no route answers. */
export const NO_META: Meta = Object.freeze({});

/**
 * Copies and freezes the option `meta` of a definition. Members of `outer`, the meta of the
 * enclosing call, are added unless `given` overrides them.
 * @returns `undefined` if neither has a member
 * @throws {WaymarkError} if it is not an object, or contains a value that JSON can't carry
 */
export function readMeta(where: string, given: unknown, outer?: Meta): Meta | undefined {
  if (given === undefined || given === null) return outer;
  if (!isPlainObject(given)) {
    throw badArgument(where, 'meta', "an object of plain data, such as { role: 'admin' }", given);
  }
  const own = copyMeta(given, 'meta', where) as Meta; // the cast: a copy of an object is one
  const all: Meta = Object.freeze({ ...outer, ...own });
  return Object.keys(all).length === 0 ? undefined : all;
}

/** The deepest nesting of meta, which also stops at circular references. */
const DEEPEST_META = 16;

function copyMeta(value: unknown, place: string, where: string, depth = 0): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (depth > DEEPEST_META)
    throw badArgument(where, place, `at most ${DEEPEST_META} levels of nesting`, value);
  if (Array.isArray(value)) {
    return Object.freeze(
      value.map((item, at) => copyMeta(item, `${place}[${at}]`, where, depth + 1)),
    );
  }
  if (!isPlainObject(value)) {
    const wanted = 'a string, a finite number, true, false, null, or a list or an object of these';
    throw badArgument(where, place, wanted, value);
  }
  const members = Object.entries(value).map(([name, member]) => [
    name,
    copyMeta(member, `${place}.${name}`, where, depth + 1),
  ]);
  return Object.freeze(Object.fromEntries(members));
}

function isPlainObject(value: unknown): value is object {
  if (!isRecord(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
