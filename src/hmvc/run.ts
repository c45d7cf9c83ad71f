/** Runs the action that a destination names. */
import { WaymarkError } from '../errors/error.ts';
import { quote } from '../errors/show.ts';
import { type Context, type ControllerClass, findAction } from './controller.ts';
import type { Loader } from './loader.ts';

/** What the application adds to a request's context. */
export type Additions = Readonly<Record<string, unknown>>;

/** A request as its controllers see it, but for `run`. */
export interface Visit extends Omit<Context, 'run'> {
  readonly added: Additions;
}

/** What an action returned. Wrapped, since an action may return anything, nothing included. */
export interface Outcome {
  readonly value: unknown;
}

/**
 * Locates a destination, constructs its controller and calls its action.
 *
 * @param loader where controllers are found
 * @param destination `module/controller/action/arg…`
 * @param visit the request
 * @param args further arguments, after those of the destination
 * @returns what the action returned, or `null` where no URL can reach such an action
 * @throws {WaymarkError} where the file's default export is no class; and whatever the controller
 *   throws
 *
 * @example
 * (await runDestination(loader, 'gallery/photos/show/7', visit))?.value;
 */
export async function runDestination(
  loader: Loader,
  destination: string,
  visit: Visit,
  args: readonly unknown[] = [],
): Promise<Outcome | null> {
  const location = loader.locate(destination);
  if (location === null) return null;
  const controller = readController(await location.file.load(), location.file.path);
  const action = findAction(controller, location.action);
  if (action === null) return null;
  // The cast gives the class the context that it asks for: what is added is the application's to say.
  const instance = new controller(createContext(loader, visit) as never);
  return { value: await action.call(instance, ...location.args, ...args) };
}

function createContext(loader: Loader, { added, ...visit }: Visit): Context {
  return {
    ...added,
    ...visit,
    async run(destination, ...args) {
      const outcome = await runDestination(
        loader,
        destination,
        { ...visit, added, params: [], route: null },
        args,
      );
      if (outcome === null) throw noAction(`run(${quote(destination)})`);
      return outcome.value;
    },
  };
}

function readController(module: unknown, path: string): ControllerClass {
  const exported = defaultOf(module);
  // A compiler's CommonJS, when it is imported, has its default export inside of the default.
  for (const candidate of [exported, defaultOf(exported)]) {
    // The cast narrows what has just been checked: a function that can be constructed.
    if (typeof candidate === 'function' && candidate.prototype) return candidate as ControllerClass;
  }
  throw noClass(path);
}

function defaultOf(value: unknown): unknown {
  // The cast opens a value of unknown form; what is read from it is checked by the caller.
  return (value as { readonly default?: unknown } | null | undefined)?.default;
}

/** A controller's file exports no class. */
function noClass(path: string): WaymarkError {
  const advice = "write 'export default class …'";
  return new WaymarkError('bad-files', path, 'its default export is no class', advice);
}

/** `run` names an action that there is not. */
function noAction(where: string): WaymarkError {
  const advice = 'name module, controller and a public method of the class';
  return new WaymarkError('no-action', where, 'no action answers to this destination', advice);
}
