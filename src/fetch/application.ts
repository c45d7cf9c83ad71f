/** An application: the options of a call, and what is made from its table. */
import { WaymarkError } from '../errors/error.ts';
import { type Runner, withoutControllers } from '../hmvc/context.ts';
import type { OwnControllers } from '../hmvc/controllers-option.ts';
import type { ClientStatus } from '../http/http-error.ts';
import type { readInputs } from '../http/read.ts';
import type { Resolution } from '../resolve/resolution.ts';
import type { Router } from '../resolve/router.ts';
import type { BuildUrl } from '../table/request-context.ts';
import type { Settings } from '../table/row.ts';
import type { UrlsBelow } from '../url/named.ts';
import type { ErrorClass, FetchOptions, Page } from './options.ts';
import type { OwnMethodOverride } from './override.ts';
import { readPages } from './pages.ts';
import type { HandlerOptions } from './read-options.ts';
import type { Reports } from './reports.ts';

/** The options of a handler after they are read, and the router of its table. */
export interface Application
  extends Pick<FetchOptions, 'context' | 'onError' | 'onResponse' | 'Response'> {
  /** The call that the options were passed to, for errors. */
  readonly where: string;
  readonly router: Router;
  readonly runner: Runner;
  /** `undefined` in a bundle whose routes have no schemas. */
  readonly readInputs: typeof readInputs | undefined;
  /** `null` if no form selects the method. */
  readonly override: OwnMethodOverride | null;
  readonly errorStatus: readonly (readonly [ErrorClass, ClientStatus])[];
  /** Finds the page for a status; `null` if there is none. */
  readonly pages: (status: number) => Page | null;
  /** Destinations of pages that are known to have no action, so that each is reported once. */
  readonly missingPages: Set<string>;
  readonly base: string;
  readonly url: BuildUrl;
  /** Reports mistakes in the table while it answers; `null` if a build has checked it. */
  readonly reports: Reports | null;
  /** Whether a request without an action is passed on, and not answered with 404. */
  readonly isMiddleware: boolean;
}

/** The options of a call, and the parts of its application that are made from its table. */
export interface ApplicationParts
  extends Pick<Application, 'where' | 'router' | 'runner' | 'readInputs' | 'reports'> {
  readonly options: HandlerOptions;
  readonly urls: UrlsBelow;
}

/**
 * Makes an application.
 * @param isMiddleware whether requests without an action are passed on
 */
export function prepare(parts: ApplicationParts, isMiddleware: boolean): Application {
  const { options, urls, router, ...others } = parts;
  const { passes, context, onError, onResponse, Response, base } = options;
  const { errorPages = {}, errorStatus = [], methodOverride = null } = options;
  const { notFoundOverride } = router.settings;
  return {
    ...others,
    router: passes ? passing(router) : router,
    override: methodOverride,
    context,
    onError,
    onResponse,
    errorStatus: [...errorStatus],
    pages: readPages(errorPages, notFoundOverride),
    // A middleware in front of another application may lack its 404_override.
    missingPages: new Set(passes ? [notFoundOverride ?? ''] : []),
    Response,
    base,
    url: urls(base, 'context.url'),
    isMiddleware,
  };
}

/**
 * Makes the router of a middleware with `onMissing: 'pass'`. A path that only has routes for other
 * methods is not found, so the middleware passes it on. A blocked path stays blocked.
 */
function passing(router: Router): Router {
  const pass = (resolution: Resolution): Resolution =>
    resolution.status === 'method-not-allowed' ? { status: 'not-found' } : resolution;
  return {
    ...router,
    resolve: (method, path) => pass(router.resolve(method, path)),
    serve: (method, path) => pass(router.serve(method, path)),
  };
}

/** Makes the runner of an application, also for one without controllers. */
export function runnerOf(
  controllers: OwnControllers | undefined,
  settings: Settings,
  where: string,
): Runner {
  if (controllers) return controllers.runner(settings);
  return withoutControllers(() => {
    const advice = 'pass controllers: createControllers(files)';
    throw new WaymarkError('bad-argument', where, 'there are no controllers', advice);
  });
}
