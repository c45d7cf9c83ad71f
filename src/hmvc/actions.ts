/** Reads the controllers of files, and finds their actions. */
import { WaymarkError } from '../errors/error.ts';
import { decodeRest } from '../path/normalise.ts';
import type { IndexedFile } from './files.ts';

/**
 * Any class that can be constructed with a context, whatever the application adds to the context.
 */
export type ControllerClass = new (context: never) => object;

/** A controller's method. The dispatcher passes it the arguments of the destination. */
export type Action = (...args: readonly unknown[]) => unknown;

/**
 * Marks the base class, so that each copy of the package recognises the base class of another copy.
 * That class is in another file, since bundlers keep a class with such a member, used or not.
 */
export const BASE = Symbol.for('waymark.controller');

type Invoke = (instance: object, args: readonly unknown[]) => unknown;

interface KnownMethod {
  /** Cached because V8 is fastest at reading a name that it has read before. */
  readonly name: string;
  readonly action: Action;
  readonly answer: Invoke;
}

/** The methods found so far; at most as many as the classes have. */
const methods = new WeakMap<ControllerClass, Map<string, KnownMethod>>();

/** The name of the method that handles all actions of its controller, as in CodeIgniter. */
const REMAP = '_remap';

/**
 * Finds an action of a controller by name: a method of the class, or of a class between it and the
 * base class. Names that start with `_`, names of members of the base class and of
 * `Object.prototype`, accessors, statics and fields are never actions.
 * @param controller the class
 * @param name the action, as written in the destination
 * @returns the method, or `null` if the class has no such action
 * @example
 * findAction(Photos, 'show'); // Photos.prototype.show
 * findAction(Photos, 'constructor'); // null
 */
export function findAction(controller: ControllerClass, name: string): Action | null {
  return name.startsWith('_') ? null : findMethod(controller, name);
}

/** Finds a method for `context.run`: an action, or a method whose name starts with `_`. */
export function findMethod(controller: ControllerClass, name: string): Action | null {
  return lookUp(controller, name)?.action ?? null;
}

function lookUp(controller: ControllerClass, name: string): KnownMethod | null {
  const known = methods.get(controller)?.get(name);
  // A test may have replaced the method.
  if (known !== undefined && controller.prototype[known.name] === known.action) return known;
  const action = searchMethod(controller, name);
  if (action === null) return null;
  const answer: Invoke = (instance, args) => action.call(instance, ...args);
  const kept = methods.get(controller) ?? new Map<string, KnownMethod>();
  methods.set(controller, kept);
  const method = { name, action, answer };
  kept.set(name, method);
  return method;
}

function searchMethod(controller: ControllerClass, name: string): Action | null {
  if (isOfBase(controller, name)) return null;
  for (const { prototype } of levelsOf(controller)) {
    const own = Object.getOwnPropertyDescriptor(prototype, name);
    if (own !== undefined) return typeof own.value === 'function' ? own.value : null;
  }
  return null;
}

/**
 * Finds the method that handles an action of a URL. If the class has `_remap`, that is called with
 * the action's name, decoded like an argument, and the arguments. Otherwise the action itself is
 * called. As in CodeIgniter (`system/core/CodeIgniter.php`), names that no URL can reach don't
 * reach `_remap`.
 */
export function findAnswer(controller: ControllerClass, name: string): Invoke | null {
  const remap = REMAP in controller.prototype ? findMethod(controller, REMAP) : null;
  if (name.startsWith('_')) return null;
  if (remap === null) return lookUp(controller, name)?.answer ?? null;
  if (isOfBase(controller, name)) return null;
  return (instance, args) => remap.call(instance, decodeRest(name), args);
}

/** The number of arguments that an existing action needs; 0 if `_remap` gets them as one list. */
export function argumentsOf(controller: ControllerClass, name: string): number {
  const isRemapped = findMethod(controller, REMAP) !== null;
  // The cast: an action that answers is a method, or else _remap is.
  return isRemapped ? 0 : (findMethod(controller, name) as Action).length;
}

export function actionsOf(controller: ControllerClass): string[] {
  const levels = levelsOf(controller);
  const names = new Set(levels.flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype)));
  return [...names].filter((name) => findAction(controller, name) !== null);
}

/** Whether a name is one of the base class or of `Object.prototype`, and so never an action's. */
function isOfBase(controller: ControllerClass, name: string): boolean {
  if (name in Object.prototype) return true;
  let level = controller;
  while (level.prototype !== undefined && !Object.hasOwn(level, BASE)) {
    level = Object.getPrototypeOf(level);
  }
  return level.prototype !== undefined && Object.hasOwn(level.prototype, name);
}

/** A class and those that it extends, nearest first. */
function levelsOf(controller: ControllerClass): ControllerClass[] {
  const levels: ControllerClass[] = [];
  let level = controller;
  while (level.prototype !== undefined) {
    levels.push(level);
    level = Object.getPrototypeOf(level);
  }
  return levels;
}

/** The classes of imported files. Cached because `import()` looks up its module at each call. */
const imported = new WeakMap<IndexedFile, ControllerClass>();

/**
 * Reads the class that a file exports as its default. The first call imports it; later calls are
 * synchronous.
 */
export function readController(file: IndexedFile): ControllerClass | Promise<ControllerClass> {
  return imported.get(file) ?? importController(file);
}

async function importController(file: IndexedFile): Promise<ControllerClass> {
  const exported = defaultOf(await file.load());
  // An imported CommonJS module that was compiled has its default export inside the default.
  for (const candidate of [exported, defaultOf(exported)]) {
    if (typeof candidate !== 'function' || !candidate.prototype) continue;
    // The cast: the line above checked that it is a constructor.
    const controller = candidate as ControllerClass;
    imported.set(file, controller);
    return controller;
  }
  const problem = 'its default export is not a class';
  throw new WaymarkError('bad-files', file.path, problem, "write 'export default class …'");
}

function defaultOf(value: unknown): unknown {
  // The cast opens a value of unknown form; the caller checks the result.
  return (value as { readonly default?: unknown } | null | undefined)?.default;
}
