/** Runs the action that a destination names. */
import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { quote } from '../errors/show.ts';
import type { RequestContext } from '../table/handler.ts';
import type { Load } from '../table/load.ts';
import { type Meta, NO_META } from '../table/meta.ts';
import { addMembers } from './additions.ts';
import { readController } from './class.ts';
import { actionsOf, type Context, findAnswer, findMethod } from './controller.ts';
import type { Loader } from './loader.ts';
import { isPromise } from './promise.ts';

/** A request as its controllers see it, without what {@link createContext} adds. */
export interface Visit extends Pick<RequestContext, 'request' | 'method' | 'route' | 'params'> {
  /** The name that the route was saved under. */
  readonly name?: string | null | undefined;
  /** The data that the route was defined with; none by default. */
  readonly meta?: Meta | undefined;
  /** What the runtime handed over after the request; nothing by default. */
  readonly platform?: readonly unknown[];
  /** The path that the application is mounted below, `''` by default. */
  readonly base?: string;
  /**
   * What the application adds to the context: a plain object, an instance of a class, or a function
   * that makes one, called only once something is known to answer.
   */
  readonly added: object | (() => object | Promise<object>);
}

/** What an action returned. Wrapped, since an action may return anything, even nothing. */
export interface Outcome {
  readonly value: unknown;
}

/** How deep calls of `run` may be. */
const DEEPEST = 32;

/**
 * Locates a destination, constructs its controller and calls its action. Where the class at a place
 * lacks the action, the next place is tried.
 * @param loader where controllers are found
 * @param destination `module/controller/action/arg…`
 * @param visit the request
 * @param args further arguments, after those of the destination
 * @returns what the action returned, or `null` if no URL can reach such an action
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
  return task && { value: await task.run(await createContext(loader, visit, task.module)) };
}

/** The action of a destination, found but not yet called, or the handler of a route. */
export class Task {
  /** @param module the module of the controller; `null` if it is in none */
  constructor(
    readonly module: string | null,
    readonly run: (context: Context) => unknown,
  ) {}
}

/**
 * Finds what {@link runDestination} runs. Not a promise unless a class has to be imported, as when it
 * is used for the first time.
 */
export function findTask(
  loader: Loader,
  destination: string,
  args: readonly unknown[] = [],
): Task | null | Promise<Task | null> {
  for (const { file, module, action, args: own } of loader.places(destination)) {
    const controller = readController(file);
    // The next time, the class is known.
    if (isPromise(controller)) return controller.then(() => findTask(loader, destination, args));
    const answer = findAnswer(controller, action);
    if (answer === null) continue;
    const all = args.length === 0 ? own : [...own, ...args];
    // The cast gives the class the context that it declares: the application says what is added.
    return new Task(module, (context) => answer(new controller(context as never), all));
  }
  return null;
}

/**
 * Makes what controllers are constructed with and handlers are called with. What the application adds
 * can't replace the members that every context has.
 * @param loader where `run` and `load` look
 * @param visit the request
 * @param module the module whose files `load` looks at first; `null` for none, as in a handler
 * @param depth how many calls of `run` it is inside
 * @returns the context; a promise of it if what is added is one
 * @throws whatever the function that makes the additions throws
 * @example
 * handler(match, await createContext(loader, visit));
 */
export function createContext(
  loader: Loader,
  visit: Visit,
  module: string | null = null,
  depth = 0,
): Context | Promise<Context> {
  const added = typeof visit.added === 'function' ? visit.added() : visit.added;
  return isPromise(added)
    ? contextLater(added, loader, visit, module, depth)
    : new OwnContext(added, loader, visit, module, depth);
}

/** A function of its own, since one that contains a closure allocates for it at each call. */
async function contextLater(
  added: PromiseLike<object>,
  ...rest: readonly [Loader, Visit, string | null, number]
): Promise<Context> {
  return new OwnContext(await added, ...rest);
}

/** `load` and `run` are made when they are read, since most actions need neither. */
class OwnContext implements RequestContext {
  readonly request: Request;
  readonly method: string;
  readonly route: string | null;
  readonly name: string | null;
  readonly meta: Meta;
  readonly params: readonly string[];
  readonly platform: readonly unknown[];
  readonly base: string;
  readonly #loader: Loader;
  readonly #added: object;
  readonly #module: string | null;
  readonly #depth: number;

  constructor(added: object, loader: Loader, visit: Visit, module: string | null, depth: number) {
    this.request = visit.request;
    this.method = visit.method;
    this.route = visit.route;
    this.name = visit.name ?? null;
    this.meta = visit.meta ?? NO_META;
    this.params = visit.params;
    this.platform = visit.platform ?? [];
    this.base = visit.base ?? '';
    this.#loader = loader;
    this.#added = added;
    this.#module = module;
    this.#depth = depth;
    addMembers(this, added);
  }

  get load(): Load {
    return this.#loader.within(this.#module);
  }

  get run(): RequestContext['run'] {
    return (destination, ...args) => {
      const { request, method, platform, base } = this;
      const visit = {
        request,
        method,
        platform,
        base,
        route: null,
        params: [],
        added: this.#added,
      };
      return runMethod(this.#loader, destination, visit, args, this.#depth + 1);
    };
  }
}

/**
 * Calls the method that the last segment names, of the controller that the others name: what
 * `Modules::run` of CodeIgniter's modular extensions does.
 */
async function runMethod(
  loader: Loader,
  destination: string,
  visit: Visit,
  args: readonly unknown[],
  depth: number,
): Promise<unknown> {
  if (typeof destination !== 'string') {
    throw badArgument('run', 'the destination', 'a string', destination);
  }
  const where = `run(${quote(destination)})`;
  if (depth > DEEPEST) throw tooDeep(where);
  const end = destination.lastIndexOf('/');
  const path = end === -1 ? destination : destination.slice(0, end);
  const name = end === -1 ? 'index' : destination.slice(end + 1);
  const seen: string[] = [];
  for (const { file, module, named } of loader.places(path)) {
    if (named) continue;
    const controller = await readController(file);
    const method = findMethod(controller, name);
    if (method !== null) {
      // The cast gives the class the context that it declares, as above.
      const context = await createContext(loader, visit, module, depth);
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

function tooDeep(where: string): WaymarkError {
  const problem = `it is called inside ${DEEPEST} other calls of run`;
  return new WaymarkError('no-action', where, problem, 'let no controller run itself without end');
}
