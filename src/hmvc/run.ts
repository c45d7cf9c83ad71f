/** Runs the action that a destination names. */
import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { isPromise, quote } from '../errors/show.ts';
import { readInputs } from '../http/inputs.ts';
import { actionsOf, findAnswer, findMethod, readController } from './actions.ts';
import { contextFor, type Runner, type Task, type Visit } from './context.ts';
import type { Context } from './controller.ts';
import type { Loader } from './loader.ts';
import { withoutControllers } from './optional.ts';

/** The result of an action. It is wrapped, since the result may be anything, even `null`. */
export interface Outcome {
  readonly value: unknown;
}

/** The maximum nesting of `run` calls. */
const DEEPEST = 32;

/**
 * Locates a destination, constructs its controller and calls its action. If the class at a place
 * lacks the action, the next place is tried.
 * @param loader finds the controllers
 * @param destination `module/controller/action/arg…`
 * @param visit the request
 * @param args further arguments, added after those of the destination
 * @returns the action's result, or `null` if no URL reaches an action there
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
): Promise<Outcome | null> {
  const task = await findTask(loader, destination, args);
  if (task === null) return null;
  return { value: await task.run(await contextFor(createRunner(loader), visit, task.module)) };
}

/**
 * Finds the action that {@link runDestination} runs. It is synchronous, unless a class must be
 * imported, as at its first use.
 * @param findOther called if a class lacks the action as it is written
 */
export function findTask(
  loader: Pick<Loader, 'places'>,
  destination: string,
  args: readonly unknown[] = [],
  findOther?: typeof findAnswer,
): Task | null | Promise<Task | null> {
  for (const { file, module, action, args: own } of loader.places(destination)) {
    const controller = readController(file);
    // When it resolves, the class is cached.
    if (isPromise(controller))
      return controller.then(() => findTask(loader, destination, args, findOther));
    const answer = findAnswer(controller, action) ?? findOther?.(controller, action);
    if (!answer) continue;
    const all = args.length === 0 ? own : [...own, ...args];
    // The cast: the class declares its application's context, which only the application knows.
    return { module, run: (context) => answer(new controller(context as never), all) };
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
  const context = await contextFor(loader ? createRunner(loader) : NO_FILES, visit, null);
  return visit.schemas === undefined ? context : readInputs(context, visit.schemas);
}

const NO_FILES = withoutControllers(() => {
  const advice = 'pass a loader: createContext(visit, createLoader(files))';
  throw new WaymarkError('bad-argument', 'createContext', 'the context has no files', advice);
});

export function createRunner(loader: Loader): Runner {
  const runner: Runner = {
    loader,
    find: (destination) => findTask(loader, destination),
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
  visit: Visit,
  args: readonly unknown[],
  depth: number,
): Promise<unknown> {
  if (typeof destination !== 'string') {
    throw badArgument('run', 'the destination', 'a string', destination);
  }
  const where = `run(${quote(destination)})`;
  if (depth > DEEPEST) {
    const problem = `it is called inside ${DEEPEST} other calls of run`;
    throw new WaymarkError('no-action', where, problem, 'break the cycle of run calls');
  }
  const end = destination.lastIndexOf('/');
  const path = end === -1 ? destination : destination.slice(0, end);
  const name = end === -1 ? 'index' : destination.slice(end + 1);
  const seen: string[] = [];
  for (const { file, module, named } of runner.loader.places(path)) {
    if (named) continue;
    const controller = await readController(file);
    const method = findMethod(controller, name);
    if (method !== null) {
      // The cast: as above.
      const context = await contextFor(runner, visit, module, depth);
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
