/** Makes an application, and its runner. */
import { WaymarkError } from '../errors/error.ts';
import { type Runner, withoutControllers } from '../hmvc/context.ts';
import type { RunnableControllers } from '../hmvc/controllers-option.ts';
import type { Settings } from '../table/row.ts';
import type { UrlsBelow } from '../url/named.ts';
import { readPages } from './error-pages.ts';
import type { Application } from './exchange.ts';
import type { HandlerOptions } from './read-options.ts';

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
    url: urls(base.encoded, 'context.url'),
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
