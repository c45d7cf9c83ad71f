/** An application: the options of a call, and the router, runner, URLs, pages and reports of its table. */
import { WaymarkError } from '../errors/error.ts';
import { type Runner, withoutControllers } from '../hmvc/context.ts';
import type { RunnableControllers } from '../hmvc/controllers-option.ts';
import type { ClientStatus } from '../http/http-error.ts';
import type { readInputs } from '../http/read.ts';
import type { Router } from '../resolve/router.ts';
import type { BuildUrl } from '../table/request-context.ts';
import type { Settings } from '../table/row.ts';
import type { UrlsBelow } from '../url/named.ts';
import type { ENVIRONMENT, ErrorClass, Page } from './options.ts';
import { readPages } from './pages.ts';
import type { HandlerOptions } from './read-options.ts';
import type { Reports } from './reports.ts';

/** A handler's options after they are read, and what is made of its table. */
export interface Application
  extends Pick<HandlerOptions, (typeof ENVIRONMENT)[number] | 'onMissing'> {
  /** The call that the options were passed to, for errors. */
  readonly where: string;
  readonly router: Router;
  readonly runner: Runner;
  /** `undefined` in a bundle whose routes have no schemas. */
  readonly readInputs: typeof readInputs | undefined;
  readonly errorStatus: readonly (readonly [ErrorClass, ClientStatus])[];
  /** Finds the page for a status; `null` if there is none. */
  readonly pages: (status: number) => Page | null;
  /** Destinations of pages that are known to have no action, so that each is reported once. */
  readonly missingPages: Set<string>;
  readonly url: BuildUrl;
  /** Reports mistakes in the table while it answers; `null` if a build has checked it. */
  readonly reports: Reports | null;
}

/**
 * Makes an application. It doesn't keep the table, which the router no longer needs.
 * @param made what is made of the table
 * @param urls builds the table's URLs
 */
export function makeApplication(
  options: Omit<HandlerOptions, 'controllers'>,
  made: Pick<Application, 'where' | 'router' | 'runner' | 'readInputs' | 'reports'>,
  urls: UrlsBelow,
): Application {
  const { context, onError, onResponse, Response, base, methodOverride, onMissing } = options;
  const { errorPages = {}, errorStatus = [] } = options;
  const { notFoundOverride } = made.router.settings;
  return {
    ...made,
    context,
    onError,
    onResponse,
    Response,
    base,
    methodOverride,
    onMissing,
    errorStatus: [...errorStatus],
    pages: readPages(errorPages, notFoundOverride),
    // A middleware in front of another application may lack its 404_override.
    missingPages: new Set(onMissing === 'pass' ? [notFoundOverride ?? ''] : []),
    url: urls(base, 'context.url'),
  };
}

/** Makes the runner of an application, also for one without controllers. */
export function runnerOf(
  controllers: RunnableControllers | undefined,
  settings: Settings,
  where: string,
): Runner {
  if (controllers) return controllers.runner(settings);
  return withoutControllers(() => {
    const advice = 'pass controllers: createControllers(files)';
    throw new WaymarkError('bad-argument', where, 'there are no controllers', advice);
  });
}
