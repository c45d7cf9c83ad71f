/** The options of a fetch handler. */
import type { Context } from '../hmvc/context.ts';
import type { Controllers } from '../hmvc/controllers-option.ts';
import type { Files } from '../hmvc/files.ts';
import type { ClientStatus, Failure, STATUS_TEXTS } from '../http/http-error.ts';
import type { RouterOptions } from '../resolve/create-router.ts';
import type { AddedContext, RequestContext } from '../table/request-context.ts';
import type { SuppliedTable } from '../table/table.ts';
import type { MethodOverride } from './override.ts';

/** A request and its route, as `onError` gets them. */
export interface RouteInfo<Platform extends readonly unknown[] = readonly unknown[]>
  extends Pick<
    RequestContext<Platform>,
    'request' | 'method' | 'route' | 'name' | 'params' | 'meta' | 'platform'
  > {
  /**
   * The pattern of the route as people write it, without the method: `photos/{id:num}`. It is
   * `''` for the empty path, and `null` if no route matched.
   */
  readonly pattern: string | null;
  /** The status of the response. */
  readonly status: number;
}

/** A response's request and its route, as `onResponse` gets them. */
export interface ResponseInfo<Platform extends readonly unknown[] = readonly unknown[]>
  extends RouteInfo<Platform> {
  /**
   * Milliseconds from the request to its response. The body of a stream is sent later. On Workers,
   * the clock advances only while the code waits for something.
   */
  readonly duration: number;
}

/** The type of the option `context`. */
type MakeAdded<Added extends object, Platform extends readonly unknown[]> = (
  context: RequestContext<Platform>,
) => Added | Promise<Added>;

/**
 * The options that handlers and middlewares share. {@link FetchOptions} says when `context` is
 * required.
 */
interface CommonOptions<
  Added extends object,
  Platform extends readonly unknown[],
  Key extends string = string,
> extends RouterOptions<Key> {
  /** The route table. */
  readonly routes: SuppliedTable;
  /**
   * The application's controllers: `createControllers(files)` of `waymark/hmvc`. Leave it out if every
   * route has its own handler, so that a bundle contains no code for controllers.
   */
  readonly controllers?: Controllers | undefined;
  /**
   * Returns members for the context of controllers, handlers and error pages: a plain object or an
   * instance of a class. It is called once per request that one of them answers, with the context
   * that they get. Its members can't replace the context's own. To guard the application, throw a
   * `Response` or an `HttpError` here. It isn't called for a redirect of the table without meta.
   */
  readonly context?: MakeAdded<Added, Platform> | undefined;
  /**
   * Called with every error that an action, a handler, an error page or `context` throws, and with
   * its route. If it returns a `Response`, that is the answer. Otherwise the client gets the page for
   * the status that the error exposes, or for 500, without the error's text. A thrown `Response` is an answer, not an error.
   * The error also goes to `console.error` with the method, the path, the route and the status,
   * unless this function returns `true` or a `Response`, or the error is answered with a status from
   * 400 to 499; see `errorStatus`.
   */
  readonly onError?: ((error: unknown, info: RouteInfo<Platform>) => unknown) | undefined;
  /**
   * Called with every response before it is sent, also those without a route: 404, 405, 400 and the
   * answers to OPTIONS. It may set headers, or return another `Response`, which is sent instead;
   * `cors` of `waymark/http` is such a function. The client waits for a promise that it returns. An
   * error that it throws is logged, and the response is sent. A middleware calls it only with its own
   * responses.
   */
  readonly onResponse?: ((response: Response, info: ResponseInfo<Platform>) => unknown) | undefined;
  /**
   * Replaces the text or JSON of errors: one function for all statuses, such as `problemDetails`, or
   * an object with a handler or a destination for some of them.
   */
  readonly errorPages?: ErrorPages | ErrorHandler | undefined;
  /**
   * Statuses from 400 to 499 by error class: `[[NotFound, 404], [ZodError, 422]]` or a `Map`. An
   * instance is answered with that status, through its error page. The first class that fits is
   * used. An error that has `expose: true` and such a `status` needs no entry. Any other error is a
   * 500.
   */
  readonly errorStatus?: ErrorStatus | undefined;
  /**
   * The class of the responses. A server may have a faster one, such as srvx's `FastResponse` on
   * Node. By default it is the global `Response` at the time of the request, since servers such as
   * `@hono/node-server` replace that when they start.
   */
  readonly Response?: typeof Response | undefined;
  /**
   * The path at which the application is mounted, such as `/shop`. Requests outside it are not
   * found, and routes match the rest of the path. `context.url` adds it; `context.base` has it.
   */
  readonly base?: string | undefined;
  /**
   * Lets the field `_method` of a posted form select PUT, PATCH or DELETE: `createMethodOverride()`.
   * Without it, only method and path decide the route.
   */
  readonly methodOverride?: MethodOverride | undefined;
}

/**
 * The options of `createFetchHandler`, including those of `createRouter`. `Added` is the type that
 * `context` returns; `context` is required if that type has a required member. `Platform` lists the
 * runtime's arguments after the request. {@link FilesFor} checks controllers that are listed by
 * hand against both.
 */
export type FetchOptions<
  Added extends AddedContext = AddedContext,
  Platform extends readonly unknown[] = readonly unknown[],
  Key extends string = string,
> = CommonOptions<Added, Platform, Key> &
  (object extends Added ? unknown : { readonly context: MakeAdded<Added, Platform> });

/** The options of `createFetchMiddleware`: those of {@link FetchOptions} and `onMissing`. */
export type FetchMiddlewareOptions<
  Added extends AddedContext = AddedContext,
  Platform extends readonly unknown[] = readonly unknown[],
  Key extends string = string,
> = FetchOptions<Added, Platform, Key> & {
  /**
   * `'pass'` passes on requests that the application has no action for yet, so that another
   * framework can answer them. The middleware resolves to `null` for a row whose controller or
   * action is missing, and for a path that only has routes for other methods. Missing controllers
   * are not reported, at boot or later. Blocked and malformed requests are never passed on.
   */
  readonly onMissing?: 'pass' | undefined;
};

/**
 * Files listed by hand, whose controllers take the application's context. The compiler can't check
 * the files of `findFiles` and `import.meta.glob`.
 * @example
 * const files = {
 *   'application/controllers/photos.ts': () => import('./application/controllers/photos.ts'),
 * } satisfies FilesFor<AppContext>;
 */
export type FilesFor<
  Added extends AddedContext = AddedContext,
  Platform extends readonly unknown[] = readonly unknown[],
> = Files & {
  readonly [path: `${string}/controllers/${string}`]: () => Promise<{
    readonly default: new (context: Context<Added, Platform>) => object;
  }>;
};

/**
 * The options that may depend on the environment, so that a bundle's may differ from its build's. A
 * bundle refuses to start if any other option differs.
 */
export const ENVIRONMENT = [
  'context',
  'onError',
  'onResponse',
  'base',
  'Response',
  'methodOverride',
] as const;

/** The names of a handler's options. A gateway has all but `methodOverride`. */
export const OPTION_NAMES = [
  'routes',
  'handlers',
  'autoRoute',
  'maxPathLength',
  'controllers',
  ...ENVIRONMENT,
  'errorPages',
  'errorStatus',
] as const;

/** A class of errors. The type allows private constructors, since only instances matter. */
export type ErrorClass = abstract new (...args: never[]) => unknown;

/** Classes of errors, each with the status, from 400 to 499, that answers its instances. */
export type ErrorStatus = Iterable<readonly [ErrorClass, ClientStatus]>;

/**
 * Answers instead of an action. It is called with the context, and with the thrown error, if any.
 * Its result is treated like an action's. To type the members that your application adds to the
 * context, annotate the parameter: `(context: Context<AppContext>) => …`.
 * @example
 * const page: PageHandler = ({ request }) => html`<h1>Nothing at ${request.url}</h1>`;
 */
export type PageHandler = {
  // A method, since the parameters of methods may be narrower than declared: only the application
  // knows what it adds to the context.
  handle(context: RequestContext, error?: unknown): unknown;
}['handle'];

/**
 * Pages by status, each the destination of an action or a handler: 400 for a bad request, 404 for a
 * path without an action, 405 for a wrong method, 413 for a body that is too long, 500 for an
 * application error, 502 and 504 for a gateway whose backend gives no answer, and any other status
 * that an error may expose. The table's `404_override` is
 * the destination of the page for 404, so only a handler is allowed for 404 here.
 * @example
 * const errorPages: ErrorPages = { 404: () => 'Nothing here', 500: 'errors/broken' };
 */
export type ErrorPages = {
  readonly [Status in keyof typeof STATUS_TEXTS]?: string | PageHandler;
} & { readonly 404?: PageHandler };

/**
 * Answers every error of an application: 400, 404, 405, 413, 500, and whatever a guard or an action
 * throws. Its result is treated like an action's, and a success gets the status of the error. To
 * type the members that your application adds to the context, annotate the second parameter.
 * @example
 * const errorPages: ErrorHandler = ({ status, title }) => ({ status, title });
 */
export type ErrorHandler = {
  // A method, as above.
  handle(failure: Failure, context: RequestContext): unknown;
}['handle'];

/** A destination or a function, whichever form the option has. */
export type Page = string | ((context: RequestContext, failure: Failure) => unknown);
