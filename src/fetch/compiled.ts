/**
 * Handlers for an existing router. Nothing here reads a table, a pattern or a definition, so an
 * application with a compiled router bundles no such code.
 */

import { badArgument } from '../errors/argument.ts';
import { fromCaller, WaymarkError } from '../errors/error.ts';
import { readControllers, readOnMissing, withoutControllers } from '../hmvc/optional.ts';
import type { Router } from '../resolve/resolver.ts';
import type { AddedContext } from '../table/handler.ts';
import { answer } from './answer.ts';
import { Exchange } from './exchange.ts';
import type { FetchHandler, FetchMiddleware } from './handler.ts';
import {
  type Application,
  type FetchMiddlewareOptions,
  type FetchOptions,
  passMissing,
  readApplication,
  SHARED,
} from './options.ts';
import type { Override } from './override.ts';

/**
 * The options of {@link createCompiledFetchHandler}: those of `createFetchHandler`, with a router
 * instead of the table and its options. `Added` and `Platform` are the same as there.
 */
export type CompiledFetchOptions<
  Added extends AddedContext = AddedContext,
  Platform extends readonly unknown[] = readonly unknown[],
> = Omit<FetchOptions<Added, Platform>, 'routes' | 'handlers' | 'autoRoute' | 'maxPathLength'> & {
  /**
   * The router. If it is from `createCompiledRouter`, it has `context.url` only if it was given
   * `routeUrls`.
   */
  readonly router: Router;
};

/** The options of {@link createCompiledFetchMiddleware}. */
export type CompiledFetchMiddlewareOptions<
  Added extends AddedContext = AddedContext,
  Platform extends readonly unknown[] = readonly unknown[],
> = CompiledFetchOptions<Added, Platform> & Pick<FetchMiddlewareOptions, 'onMissing'>;

/**
 * Like `createFetchHandler`, for a router that was compiled ahead of time. The handler gives the
 * same answers. It doesn't check destinations at the start, and doesn't report destinations without
 * an action. Call `checkRoutes` of `waymark/hmvc` in the build instead.
 * @param options see {@link CompiledFetchOptions}
 * @throws {WaymarkError} if an option is unknown or of the wrong type, or the router is missing
 * @example
 * const router = createCompiledRouter(table, { handlers: { 'GET /': () => 'It works' } });
 * export default { fetch: createCompiledFetchHandler({ router }) };
 */
export function createCompiledFetchHandler<
  Added extends AddedContext = AddedContext,
  Platform extends readonly unknown[] = readonly unknown[],
>(options: CompiledFetchOptions<Added, Platform>): FetchHandler<Platform> {
  const where = 'createCompiledFetchHandler';
  const application = fromCaller(createCompiledFetchHandler, readCompiled, options, where);
  // The cast: only a middleware passes requests on.
  return (request, ...platform) =>
    answer(new Exchange(application, request, platform)) as Promise<Response>;
}

/**
 * Like `createFetchMiddleware`, for a router that was compiled ahead of time; see
 * {@link createCompiledFetchHandler}.
 * @param options see {@link CompiledFetchMiddlewareOptions}
 * @throws {WaymarkError} if an option is unknown or of the wrong type, or the router is missing
 * @example
 * const answer = createCompiledFetchMiddleware({ router: createCompiledRouter(table) });
 * hono.use(async (context, next) => (await answer(context.req.raw)) ?? next());
 */
export function createCompiledFetchMiddleware<
  Added extends AddedContext = AddedContext,
  Platform extends readonly unknown[] = readonly unknown[],
>(options: CompiledFetchMiddlewareOptions<Added, Platform>): FetchMiddleware<Platform> {
  const application = fromCaller(createCompiledFetchMiddleware, readMiddleware, options);
  return (request, ...platform) => answer(new Exchange(application, request, platform));
}

/** Reads `onMissing` separately, so that a handler, which lacks this option, bundles none of it. */
function readMiddleware(options: object): Application {
  const where = 'createCompiledFetchMiddleware';
  const { onMissing, ...others }: { readonly onMissing?: unknown } = { ...options };
  const application = { ...readCompiled(others, where, ['onMissing']), isMiddleware: true };
  return readOnMissing(where, onMissing) ? passMissing(application) : application;
}

/** The options before reading; any may be missing or wrong. */
type Unread = Partial<CompiledFetchOptions>;

/** One sentence for every page that is refused: explanations would be in each bundle. */
const PAGE = 'a handler or, for another status than 404, the destination of a controller';

const OF_ROUTER = ['router', 'controllers', 'methodOverride'] as const;

/** @param further options of the call that were read already, for the error */
function readCompiled(
  options: object,
  where: string,
  further: readonly string[] = [],
): Application {
  // Only own properties count, so that changes to `Object.prototype` set no option.
  const given: Unread = Object.assign(Object.create(null), options);
  const known: readonly string[] = [...OF_ROUTER, ...SHARED, ...further];
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const advice = `known options: ${known.join(', ')}`;
    throw new WaymarkError('bad-argument', where, `'${name}' is not an option`, advice);
  }
  const { router, methodOverride: override = null } = given;
  if (typeof router?.resolve !== 'function') {
    throw badArgument(where, 'router', 'a router, such as createCompiledRouter(table)', router);
  }
  if (typeof override !== 'object') {
    throw badArgument(where, 'methodOverride', 'createMethodOverride()', override);
  }
  const controllers = readControllers(where, given.controllers);
  const missing = (what: string, advice: string) => (): never => {
    throw new WaymarkError('bad-argument', where, `there are no ${what}`, advice);
  };
  const runner =
    controllers?.runner(router.settings) ??
    withoutControllers(missing('controllers', 'pass controllers: createControllers(files)'));
  return readApplication(
    given,
    // The cast: the public type says less.
    {
      where,
      router,
      runner,
      reports: null,
      override: override as Override | null,
      isMiddleware: false,
    },
    (base) => router.urls?.(base, 'context.url') ?? missing('URLs', 'pass routeUrls to the router'),
    {
      finds: (to) => runner.loader.locate(to) !== null,
      refused: (status, page) => badArgument(where, `errorPages[${status}]`, PAGE, page),
    },
  );
}
