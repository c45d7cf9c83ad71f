/** The context of controllers and handlers. The code that runs actions is passed in. */

import { WaymarkError } from '../errors/error.ts';
import { isPromise } from '../errors/show.ts';
import type { BuildUrl, Load, RequestContext } from '../table/handler.ts';
import { type Meta, NO_META } from '../table/meta.ts';
import type { Context } from './controller.ts';
import type { Loader } from './loader.ts';

/** A request, as {@link createContext} takes it. */
export interface Visit extends Pick<RequestContext, 'request' | 'method' | 'route' | 'params'> {
  /** The name of the route. */
  readonly name?: string | null | undefined;
  /** The route's meta; none by default. */
  readonly meta?: Meta | undefined;
  /** The status of the error page that answers; none by default. */
  readonly status?: number | null | undefined;
  /** The runtime's arguments after the request; none by default. */
  readonly platform?: readonly unknown[] | undefined;
  /** The path at which the application is mounted; `''` by default. */
  readonly base?: string | undefined;
  /** Builds URLs. Without it, `context.url` throws. */
  readonly url?: BuildUrl | undefined;
  /** The headers of the response. If unset, the context creates its own. */
  readonly headers?: Headers | undefined;
  /**
   * The members that the application adds to the context: a plain object, an instance of a class,
   * or a function that returns one. A function is called only if an action answers.
   */
  readonly added: object | (() => object | Promise<object>);
}

/**
 * Finds and runs actions. It is a value, so that only an application with controllers bundles it.
 */
export interface Runner {
  readonly loader: Loader;
  /** Finds the action of a destination; see `findTask`. */
  find(destination: string): Task | null | Promise<Task | null>;
  /** Calls a method of a controller, for `context.run`. */
  run(destination: string, visit: Visit, args: readonly unknown[], depth: number): Promise<unknown>;
}

/** An action that was found but not called yet, or the handler of a route. */
export class Task {
  /** @param module the controller's module; `null` if it is in none */
  constructor(
    readonly module: string | null,
    readonly run: (context: Context) => unknown,
  ) {}
}

/**
 * Implements `createContext`. It is synchronous, unless the added members are a promise.
 * @param runner runs the actions that the context calls
 */
export function contextFor(
  runner: Runner,
  visit: Visit,
  module: string | null,
  depth = 0,
): Context | Promise<Context> {
  const added = typeof visit.added === 'function' ? visit.added() : visit.added;
  return isPromise(added)
    ? contextLater(added, runner, visit, module, depth)
    : new OwnContext(added, runner, visit, module, depth);
}

/** Separate, since a closure in {@link contextFor} would slow down every call. */
async function contextLater(
  added: PromiseLike<object>,
  ...rest: readonly [Runner, Visit, string | null, number]
): Promise<Context> {
  return new OwnContext(await added, ...rest);
}

/** Creates `headers`, `load` and `run` when they are read, since most actions need none of them. */
class OwnContext implements RequestContext {
  readonly request: Request;
  readonly method: string;
  readonly route: string | null;
  readonly name: string | null;
  readonly meta: Meta;
  readonly status: number | null;
  readonly params: readonly string[];
  readonly platform: readonly unknown[];
  readonly base: string;
  readonly #runner: Runner;
  readonly #visit: Visit;
  #headers: Headers | undefined;
  readonly #added: object;
  readonly #module: string | null;
  readonly #depth: number;

  constructor(added: object, runner: Runner, visit: Visit, module: string | null, depth: number) {
    this.request = visit.request;
    this.method = visit.method;
    this.route = visit.route;
    this.name = visit.name ?? null;
    this.meta = visit.meta ?? NO_META;
    this.status = visit.status ?? null;
    this.params = visit.params;
    this.platform = visit.platform ?? [];
    this.base = visit.base ?? '';
    this.#runner = runner;
    this.#visit = visit;
    this.#added = added;
    this.#module = module;
    this.#depth = depth;
    addMembers(this, added);
  }

  get headers(): Headers {
    this.#headers ??= this.#visit.headers ?? new Headers();
    return this.#headers;
  }

  get url(): BuildUrl {
    const { url } = this.#visit;
    if (url === undefined) {
      const problem = 'the visit that the context was made of has no url';
      const advice = 'give it one: { ...visit, url: (name, params) => … }';
      throw new WaymarkError('bad-argument', 'context.url', problem, advice);
    }
    return url;
  }

  get load(): Load {
    return this.#runner.loader.within(this.#module);
  }

  get run(): RequestContext['run'] {
    const call = (destination: string, ...args: readonly unknown[]) => {
      const { request, method, platform, base, headers } = this;
      const own = { request, method, platform, base, headers, added: this.#added };
      const visit = { ...own, route: null, params: [], url: this.#visit.url };
      return this.#runner.run(destination, visit, args, this.#depth + 1);
    };
    return call as RequestContext['run']; // the cast: only the caller knows what the method returns
  }
}

/** Used if an application adds nothing; compared by identity to skip copying. */
export const NOTHING: object = Object.freeze({});

/**
 * Adds members to a context, except those whose names it already has. Members of a plain object are
 * copied. Those of a class instance, including methods and accessors, keep working on the instance,
 * which may have private fields.
 */
export function addMembers(context: object, added: object): void {
  if (added === NOTHING) return;
  const level = Object.getPrototypeOf(added);
  const isLiteral = level === Object.prototype || level === null;
  for (const name of Object.keys(added)) {
    if (name in context) continue;
    if (isLiteral) Reflect.set(context, name, Reflect.get(added, name));
    else forward(context, name, () => Reflect.get(added, name));
  }
  addInherited(context, added, level);
}

function addInherited(context: object, added: object, level: object | null): void {
  if (level === Object.prototype || level === null) return;
  for (const name of Object.getOwnPropertyNames(level)) {
    if (!(name in context)) forward(context, name, () => bound(added, name));
  }
  addInherited(context, added, Object.getPrototypeOf(level));
}

function forward(context: object, name: string, get: () => unknown): void {
  Object.defineProperty(context, name, { configurable: true, enumerable: true, get });
}

function bound(added: object, name: string): unknown {
  const value = Reflect.get(added, name);
  return typeof value === 'function' ? value.bind(added) : value;
}
