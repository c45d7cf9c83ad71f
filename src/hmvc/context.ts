/**
 * Makes the context, the one argument of handlers, controllers and error pages. What runs actions is
 * passed in, so that it works without controllers, too.
 *
 * A fact about a request, such as its route, has six places (and `run` passes some on).
 * `RequestContext` has its type and its documentation, and `OfRoute` of `resolution.ts` has it for
 * callers of `resolve`, who bring it here in a {@link Visit}. Fetch handlers collect it in their
 * {@link RequestFacts}, the `Exchange`. `OwnContext` has it for actions. `RouteInfo`, which `Exchange.info`
 * makes, has it for `onError` and `onResponse`.
 */
import { WaymarkError } from '../errors/error.ts';
import { isPromise } from '../errors/kind.ts';
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

/** A {@link Visit} with its defaults applied. `url` may throw, and `headers` are created when read. */
export interface RequestFacts extends Omit<RequestContext, 'load' | 'run'> {
  readonly added: Visit['added'];
}

/** Applies the defaults of a visit. */
export function factsOf(visit: Visit): RequestFacts {
  const { request, route, params, added, status } = visit;
  let headers: Headers | undefined;
  return {
    request,
    route,
    params,
    added,
    status: typeof status === 'number' ? status : null,
    method: visit.method ?? request.method,
    name: visit.name ?? null,
    meta: visit.meta ?? NO_META,
    platform: visit.platform ?? [],
    base: visit.base ?? '',
    get headers() {
      headers ??= visit.headers ?? new Headers();
      return headers;
    },
    get url() {
      if (visit.url !== undefined) return visit.url;
      const problem = 'the visit that the context was made of has no url';
      const advice = 'give it one: { ...visit, url: (name, params) => … }';
      throw new WaymarkError('bad-argument', 'context.url', problem, advice);
    },
  };
}

/**
 * Finds and runs actions. It is a value, so that only an application with controllers bundles it.
 */
export interface Runner {
  readonly loader: Loader;
  /** Finds the action of a destination; see `findTask`. */
  find(destination: string): Task | null | Promise<Task | null>;
  /** Calls a method of a controller, for `context.run`. */
  run(
    destination: string,
    facts: RequestFacts,
    args: readonly unknown[],
    depth: number,
  ): Promise<unknown>;
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
 * Makes the context of a request. It is synchronous, unless the added members are a promise.
 * @param runner runs the actions that the context calls
 */
export function contextFor(
  runner: Runner,
  facts: RequestFacts,
  module: string | null,
  depth = 0,
): Context | Promise<Context> {
  const context = new OwnContext(runner, facts, module, depth);
  const added = typeof facts.added === 'function' ? facts.added(context) : facts.added;
  return isPromise(added) ? addLater(context, added) : OwnContext.add(context, added);
}

/** Separate, since a closure in {@link contextFor} would slow down every call. */
async function addLater(context: OwnContext, added: PromiseLike<object>): Promise<Context> {
  return OwnContext.add(context, await added);
}

/** Reads `headers`, `load` and `run` on demand, since most actions need none of them. */
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
  readonly #facts: RequestFacts;
  #added: object = NO_MEMBERS;
  readonly #module: string | null;
  readonly #depth: number;

  constructor(runner: Runner, facts: RequestFacts, module: string | null, depth: number) {
    this.request = facts.request;
    this.method = facts.method;
    this.route = facts.route;
    this.name = facts.name;
    this.meta = facts.meta;
    this.status = facts.status;
    this.params = facts.params;
    this.platform = facts.platform;
    this.base = facts.base;
    this.#runner = runner;
    this.#facts = facts;
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
    return this.#facts.headers;
  }

  get url(): BuildUrl {
    return this.#facts.url;
  }

  get load(): Load {
    return this.#runner.loader.within(this.#module);
  }

  get run(): RequestContext['run'] {
    const call = (destination: string, ...args: readonly unknown[]) => {
      const { request, method, platform, base } = this;
      const facts = this.#facts;
      const own: RequestFacts = {
        request,
        method,
        platform,
        base,
        added: this.#added,
        route: null,
        name: null,
        meta: NO_META,
        status: null,
        params: [],
        get headers() {
          return facts.headers;
        },
        get url() {
          return facts.url;
        },
      };
      return this.#runner.run(destination, own, args, this.#depth + 1);
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
