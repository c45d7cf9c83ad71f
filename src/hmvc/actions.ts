/** Runs the actions of controllers: reads their classes, and finds their methods. */
import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { isPromise } from '../errors/kind.ts';
import { quote } from '../errors/show.ts';
import { readInputs } from '../http/read.ts';
import { decodeKept } from '../path/normalise.ts';
import {
  type Context,
  contextFor,
  factsOf,
  type RequestFacts,
  type Runner,
  type Task,
  type Visit,
  withoutControllers,
} from './context.ts';
import type { IndexedFile } from './files.ts';
import type { Loader } from './loader.ts';
import { INDEX, type Location } from './locate.ts';

/** The maximum nesting of `run` calls. */
const DEEPEST_RUN = 32;

/**
 * Locates a destination, constructs its controller and calls its action. If the class at a place
 * lacks the action, the next place is tried.
 * @param loader finds the controllers
 * @param destination `module/controller/action/arg…`
 * @param visit the request
 * @param args further arguments, added after those of the destination
 * @returns the action's result, wrapped, since it may be anything, even `null`; `null` if no URL
 *   reaches an action there
 * @throws {WaymarkError} if the file's default export is not a class; and whatever the controller
 *   throws
 * @example
 * (await runDestination(loader, 'gallery/photos/show/7', visit))?.value;
 */
export async function runDestination(
  loader: Loader,
  destination: string,
  visit: Visit,
  args: readonly unknown[] = [],
): Promise<{ readonly value: unknown } | null> {
  const task = await findTask(loader.places(destination), args);
  if (task === null) return null;
  return {
    value: await task.run(await contextFor(createRunner(loader), factsOf(visit), task.module)),
  };
}

/**
 * Finds the action that {@link runDestination} runs. It is synchronous, unless a class must be
 * imported, as at its first use.
 * @param places the places of the destination that have a file
 * @param args further arguments, added after those of the destination
 * @param find finds the function that calls an action of a class
 */
export function findTask(
  places: readonly Location[],
  args: readonly unknown[] = [],
  find = findInvoker,
): Task | null | Promise<Task | null> {
  for (const { file, module, action, args: own } of places) {
    const controller = readController(file);
    // When it resolves, the class is cached.
    if (isPromise(controller)) return controller.then(() => findTask(places, args, find));
    const invoke = find(controller, action);
    if (!invoke) continue;
    const all = args.length === 0 ? own : [...own, ...args];
    // The cast: the class declares its application's context, which only the application knows.
    return { module, run: (context) => invoke(new controller(context as never), all) };
  }
  return null;
}

/**
 * Makes the context of a handler, for a program that has a router but no fetch handler. Members that
 * the application adds can't replace the context's own.
 * @param visit the request, and the answer of `resolve`
 * @param loader searched by `run` and `load`; without it, they throw
 * @throws {HttpError} if a schema of the route rejects the request
 * @throws whatever the function for the added members throws
 * @example
 * const call = async (found: FoundHandler, request: Request) =>
 *   found.handler(await createContext({ ...found, request }));
 */
export async function createContext(visit: Visit, loader?: Loader): Promise<Context> {
  const runner = loader ? createRunner(loader) : withoutControllers(refuseFiles);
  const context = await contextFor(runner, factsOf(visit), null);
  return visit.schemas === undefined ? context : readInputs(context, visit.schemas);
}

function refuseFiles(): never {
  const advice = 'pass a loader: createContext(visit, createLoader(files))';
  throw new WaymarkError('bad-argument', 'createContext', 'the context has no files', advice);
}

export function createRunner(loader: Loader): Runner {
  const runner: Runner = {
    loader,
    find: (destination) => findTask(loader.places(destination)),
    run: (...call) => runMethod(runner, ...call),
  };
  return runner;
}

/**
 * Calls a method of a controller, like `Modules::run` of CodeIgniter's modular extensions. The last
 * segment names the method, and the others the controller.
 */
async function runMethod(
  runner: Runner,
  destination: string,
  facts: RequestFacts,
  args: readonly unknown[],
  depth: number,
): Promise<unknown> {
  if (typeof destination !== 'string') {
    throw badArgument('run', 'the destination', 'a string', destination);
  }
  const where = `run(${quote(destination)})`;
  if (depth > DEEPEST_RUN) {
    const problem = `it is called inside ${DEEPEST_RUN} other calls of run`;
    throw new WaymarkError('no-action', where, problem, 'break the cycle of run calls');
  }
  const end = destination.lastIndexOf('/');
  const path = end === -1 ? destination : destination.slice(0, end);
  const name = end === -1 ? INDEX : destination.slice(end + 1);
  const seen: string[] = [];
  for (const { file, module, namesAction } of runner.loader.places(path)) {
    if (namesAction) continue;
    const controller = await readController(file);
    const method = findMethod(controller, name);
    if (method !== null) {
      // The cast: as above.
      const context = await contextFor(runner, facts, module, depth);
      const instance = new controller(context as never);
      return method.call(instance, ...args);
    }
    seen.push(`${quote(file.path)} has ${actionsOf(controller).join(', ') || 'none'}`);
  }
  throw noMethod(where, name, seen);
}

function noMethod(where: string, name: string, seen: readonly string[]): WaymarkError {
  const problem =
    seen.length === 0
      ? 'no file is at the place of this controller'
      : `no class there has a method ${quote(name)}: ${seen.join('; ')}`;
  const advice =
    "name the controller and, as the last segment, its method ('gallery/photos/latest'); arguments " +
    'come after the destination';
  return new WaymarkError('no-action', where, problem, advice);
}

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

interface KnownMethod {
  /** Cached because V8 is fastest at reading a name that it has read before. */
  readonly name: string;
  readonly action: Action;
  readonly invoke: (instance: object, args: readonly unknown[]) => unknown;
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
function findMethod(controller: ControllerClass, name: string): Action | null {
  return lookUp(controller, name)?.action ?? null;
}

function lookUp(controller: ControllerClass, name: string): KnownMethod | null {
  const known = methods.get(controller)?.get(name);
  // A test may have replaced the method.
  if (known !== undefined && controller.prototype[known.name] === known.action) return known;
  const action = searchMethod(controller, name);
  if (action === null) return null;
  const invoke: KnownMethod['invoke'] = (instance, args) => action.call(instance, ...args);
  const kept = methods.get(controller) ?? new Map<string, KnownMethod>();
  methods.set(controller, kept);
  const method = { name, action, invoke };
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
 * Finds the function that calls the method for an action of a URL. If the class has `_remap`, that
 * is called with the action's name, decoded like an argument, and the arguments. Otherwise the action
 * itself is called. As in CodeIgniter (`system/core/CodeIgniter.php`), names that no URL can reach don't
 * reach `_remap`.
 */
export function findInvoker(
  controller: ControllerClass,
  name: string,
): KnownMethod['invoke'] | null {
  const remap = REMAP in controller.prototype ? findMethod(controller, REMAP) : null;
  if (name.startsWith('_')) return null;
  if (remap === null) return lookUp(controller, name)?.invoke ?? null;
  if (isOfBase(controller, name)) return null;
  return (instance, args) => remap.call(instance, decodeKept(name), args);
}

/** The number of arguments that an existing action needs; 0 if `_remap` gets them as one list. */
export function argumentsOf(controller: ControllerClass, name: string): number {
  const isRemapped = findMethod(controller, REMAP) !== null;
  // The cast: an action that has an invoker is a method, or else _remap is.
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
  const base = levelsOf(controller).find((level) => Object.hasOwn(level, BASE));
  return base !== undefined && Object.hasOwn(base.prototype, name);
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
