/**
 * Handlers for an existing router. Nothing here reads a table, a pattern or a definition, so an
 * application with a compiled router bundles no such code.
 */

import { badArgument } from '../errors/argument.ts';
import { fromCaller } from '../errors/caller.ts';
import { WaymarkError } from '../errors/error.ts';
import type { Runner } from '../hmvc/context.ts';
import { readOnMissing } from '../hmvc/missing.ts';
import type { Router } from '../resolve/resolver.ts';
import type { Settings } from '../table/settings.ts';
import { answer } from './answer.ts';
import { readBase } from './base.ts';
import { Exchange } from './exchange.ts';
import { readErrorStatus } from './exposed.ts';
import { answerMissed } from './fail.ts';
import type { FetchHandler, FetchMiddleware } from './handler.ts';
import type { Application, FetchMiddlewareOptions, FetchOptions } from './options.ts';
import type { MethodOverride, Override } from './override.ts';
import { passMissing } from './passing.ts';

/** The result of `createControllers`. Only a handler of a compiled router calls it. */
export type Controllers = (settings: Settings) => object;

/**
 * The options of {@link createCompiledFetchHandler}: those of `createFetchHandler`, with a router
 * instead of the table and its options. `Added` and `Platform` are the same as there.
 */
export type CompiledFetchOptions<
  Added extends object = object,
  Platform extends readonly unknown[] = readonly unknown[],
> = Omit<
  FetchOptions<Added, Platform>,
  | 'routes'
  | 'handlers'
  | 'autoRoute'
  | 'maxPathLength'
  | 'files'
  | 'roots'
  | 'methodOverride'
  | 'maxFormSize'
  | 'strict'
> & {
  /**
   * The router. If it is from `createCompiledRouter`, it has `context.url` only if it was given
   * `routeUrls`.
   */
  readonly router: Router;
  /**
   * The application's files: `createControllers(files)`. Leave it out if every route has a handler.
   */
  readonly controllers?: Controllers | undefined;
  /**
   * Pass `createMethodOverride()` to let the field `_method` of a posted form select the method.
   */
  readonly methodOverride?: MethodOverride | undefined;
};

/** The options of {@link createCompiledFetchMiddleware}. */
export type CompiledFetchMiddlewareOptions<
  Added extends object = object,
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
  Added extends object = object,
  Platform extends readonly unknown[] = readonly unknown[],
>(options: CompiledFetchOptions<Added, Platform>): FetchHandler<Platform> {
  const where = 'createCompiledFetchHandler';
  const application = fromCaller(createCompiledFetchHandler, readCompiled, options, where);
  return (request, ...platform) =>
    answer(new Exchange(application, request, platform), answerMissed);
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
  Added extends object = object,
  Platform extends readonly unknown[] = readonly unknown[],
>(options: CompiledFetchMiddlewareOptions<Added, Platform>): FetchMiddleware<Platform> {
  const application = fromCaller(createCompiledFetchMiddleware, readMiddleware, options);
  return (request, ...platform) => answer(new Exchange(application, request, platform), () => null);
}

/** Reads `onMissing` separately, so that a handler, which lacks this option, bundles none of it. */
function readMiddleware(options: object): Application {
  const where = 'createCompiledFetchMiddleware';
  const { onMissing, ...others }: { readonly onMissing?: unknown } = { ...options };
  const application = readCompiled(others, where, [...Object.keys(TYPES), 'onMissing']);
  return readOnMissing(where, onMissing) ? passMissing(application) : application;
}

/** The type of each option; `''` for one that is read further on. */
const TYPES: Readonly<Record<keyof CompiledFetchOptions<object, []>, string>> = {
  router: 'object',
  controllers: 'function',
  context: 'function',
  onError: 'function',
  errorPages: 'object',
  errorStatus: '',
  Response: 'function',
  base: 'string',
  methodOverride: 'object',
};

/** @param known every option of the call, for the error */
function readCompiled(options: object, where: string, known = Object.keys(TYPES)): Application {
  // Only own properties count, so that changes to `Object.prototype` set no option.
  const given: Partial<CompiledFetchOptions> = Object.create(null);
  for (const [name, value] of Object.entries(options ?? {})) {
    const type: string | null = Object.hasOwn(TYPES, name) ? Reflect.get(TYPES, name) : null;
    if (type === null) {
      const advice = `known options: ${known.join(', ')}`;
      throw new WaymarkError('bad-argument', where, `'${name}' is not an option`, advice);
    }
    if (value === undefined || value === null) continue;
    if (type !== '' && typeof value !== type)
      throw badArgument(where, name, `a value of type ${type}`, value);
    Reflect.set(given, name, value);
  }
  const { router, context, onError, errorPages = {}, errorStatus = [] } = given;
  if (typeof router?.resolve !== 'function') {
    throw badArgument(where, 'router', 'a router, such as createCompiledRouter(table)', router);
  }
  const base = readBase(given.base ?? '', where);
  const missing = (what: string, advice: string) => (): never => {
    throw new WaymarkError('bad-argument', where, `there are no ${what}`, advice);
  };
  const noController = missing('controllers', 'pass controllers: createControllers(files)');
  const nothing = {
    get loader() {
      return noController();
    },
    find: () => null,
    run: async () => noController(),
  };
  return {
    where,
    router,
    // The cast: the public type says less.
    runner: (given.controllers?.(router.settings) as Runner | undefined) ?? nothing,
    check: null,
    context,
    onError,
    errorStatus: readErrorStatus(errorStatus, where),
    pages: new Map(Object.entries(errorPages).map(([status, to]) => [Number(status), to])),
    reported: new Set(),
    slips: [],
    Response: given.Response,
    base,
    url: router.urls?.(base, 'context.url') ?? missing('URLs', 'pass routeUrls to the router'),
    override: (given.methodOverride as Override | undefined) ?? null, // the public type says less
  };
}
