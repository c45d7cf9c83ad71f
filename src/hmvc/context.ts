/**
 * Makes the context, the one argument of handlers, controllers and error pages. What runs actions is
 * passed in, so that it works without controllers, too.
 *
 * A fact about a request, such as its route, has five places (and `run` passes some on). `RequestContext` has its type and its
 * documentation, a {@link Visit} brings it here, and `OwnContext` has it for actions. Fetch handlers
 * collect it in their visit, the `Exchange`. `RouteInfo`, which `Exchange.info` makes, has it for
 * `onError` and `onResponse`.
 */
import { WaymarkError } from '../errors/error.ts';
import { isPromise } from '../errors/show.ts';
import { type Meta, NO_META } from '../table/meta.ts';
import type { RouteParams } from '../table/params.ts';
import type { AddedContext, BuildUrl, Load, RequestContext } from '../table/request-context.ts';
import type { RouteSchemas } from '../table/schema.ts';
import type { Loader } from './loader.ts';

/**
 * The argument of a controller's constructor, which is called for each request. `Added` is the
 * return type of the option `context`: an interface or a class.
 */
export type Context<
  Added extends object = AddedContext,
  Platform extends readonly unknown[] = readonly unknown[],
> = Added & RequestContext<Platform>;

/**
 * A request and its route, from which {@link createContext} makes the context. An answer of `resolve`
 * and its request are one: `{ ...found, request }`. By default, the method is the request's own, there
 * is no name, `meta` and `platform` are empty, `base` is `''`, `headers` are new, and `url` throws.
 */
export interface Visit
  extends Pick<RequestContext, 'request' | 'route' | 'params'>,
    Readonly<{
      [Name in 'method' | 'name' | 'meta' | 'platform' | 'base' | 'url' | 'headers']?:
        | RequestContext[Name]
        | undefined;
    }> {
  /** The route's schemas, which `createContext` reads; none by default. */
  readonly schemas?: RouteSchemas | undefined;
  /** The status of the error page that answers; none by default, and for `found`. */
  readonly status?: number | 'found' | null | undefined;
  /**
   * The members that the application adds to the context: a plain object, an instance of a class,
   * or a function of the context that returns one. None by default. A function is called only if an
   * action answers.
   */
  readonly added?: object | ((context: RequestContext) => object | Promise<object>) | undefined;
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

/** The runner of an application without controllers; what needs one calls `fail`. */
export function withoutControllers(fail: () => never): Runner {
  return {
    get loader() {
      return fail();
    },
    find: () => null,
    run: async () => fail(),
  };
}

/**
 * An action that was found but not called yet, or the handler of a route. It is a plain object, since
 * the controllers may come from another copy of the package.
 */
export interface Task {
  /** The controller's module; `null` if it is in none. */
  readonly module: string | null;
  readonly run: (context: Context) => unknown;
  /** What is validated before it runs; only a handler has any. */
  readonly schemas?: RouteSchemas | undefined;
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
  const context = new OwnContext(runner, visit, module, depth);
  const added = typeof visit.added === 'function' ? visit.added(context) : visit.added;
  return isPromise(added) ? addLater(context, added) : OwnContext.add(context, added);
}

/** Separate, since a closure in {@link contextFor} would slow down every call. */
async function addLater(context: OwnContext, added: PromiseLike<object>): Promise<Context> {
  return OwnContext.add(context, await added);
}

/** Creates `headers`, `load` and `run` when they are read, since most actions need none of them. */
class OwnContext implements RequestContext {
  readonly request: Request;
  readonly method: string;
  readonly route: string | null;
  readonly name: string | null;
  readonly meta: Meta;
  readonly status: number | null;
  readonly params: RouteParams;
  readonly platform: readonly unknown[];
  readonly base: string;
  readonly #runner: Runner;
  readonly #visit: Visit;
  #headers: Headers | undefined;
  #added: object = NO_MEMBERS;
  readonly #module: string | null;
  readonly #depth: number;

  constructor(runner: Runner, visit: Visit, module: string | null, depth: number) {
    const { status } = visit;
    this.request = visit.request;
    this.method = visit.method ?? visit.request.method;
    this.route = visit.route;
    this.name = visit.name ?? null;
    this.meta = visit.meta ?? NO_META;
    this.status = typeof status === 'number' ? status : null;
    this.params = visit.params;
    this.platform = visit.platform ?? [];
    this.base = visit.base ?? '';
    this.#runner = runner;
    this.#visit = visit;
    this.#module = module;
    this.#depth = depth;
  }

  /** Adds the application's members. It is static, so that a member may have any name. */
  static add(context: OwnContext, added: object = NO_MEMBERS): OwnContext {
    context.#added = added;
    addMembers(context, added);
    return context;
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
export const NO_MEMBERS: object = Object.freeze({});

/**
 * Adds members to a context, except those whose names it already has. Members of a plain object are
 * copied. Those of a class instance, including methods and accessors, keep working on the instance,
 * which may have private fields.
 */
export function addMembers(context: object, added: object): void {
  if (added === NO_MEMBERS) return;
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
