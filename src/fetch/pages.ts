import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { readOptions } from '../errors/options.ts';
import { quote } from '../errors/show.ts';
import type { Files } from '../hmvc/files.ts';
import type { Loader } from '../hmvc/loader.ts';
import { nearestController } from '../hmvc/near.ts';
import type { RequestContext } from '../table/handler.ts';
import { STATUS_TEXTS } from './status-text.ts';

/**
 * Answers instead of an action. It is called with the context, and with the thrown error, if any.
 * Its result is treated like an action's. To type the members that your application adds to the
 * context, annotate the parameter: `(context: Context<AppContext>) => …`.
 * @example
 * const page: PageHandler = ({ request }) => `Nothing at ${request.url}`;
 */
export type PageHandler = {
  // A method, since the parameters of methods may be narrower than declared: only the application
  // knows what it adds to the context.
  handle(context: RequestContext, error?: unknown): unknown;
}['handle'];

/**
 * Pages by status, each the destination of an action or a handler: 400 for a bad request, 404 for a
 * path without an action, 405 for a wrong method, 413 for a form that is too long, 500 for an
 * application error, and any other status that an error may expose. The table's `404_override` is
 * the destination of the page for 404, so only a handler is allowed for 404 here.
 * @example
 * const errorPages: ErrorPages = { 404: () => 'Nothing here', 500: 'errors/broken' };
 */
export type ErrorPages = {
  readonly [Status in PageStatus]?: string | PageHandler;
} & { readonly 404?: PageHandler };

type PageStatus = keyof typeof STATUS_TEXTS;

/** Every status that can have a page. */
const PAGE_STATUSES = Object.keys(STATUS_TEXTS) as unknown as readonly [
  `${PageStatus}`,
  ...`${PageStatus}`[],
]; // the cast: they are not empty

/**
 * Reads the option `errorPages`.
 * @param hasOverride whether the table has a page for 404
 * @throws {WaymarkError} if a status can't have a page, or a destination leads to no file
 */
export function readPages(
  pages: ErrorPages,
  hasOverride: boolean,
  loader: Loader,
  files: Files,
  where: string,
): Map<number, string | PageHandler> {
  if (typeof pages !== 'object') {
    throw badArgument(where, 'errorPages', 'an object of destinations by status', pages);
  }
  const read = new Map<number, string | PageHandler>();
  const given: { readonly [Status in `${PageStatus}`]?: string | PageHandler } = pages;
  const known = readOptions(`${where}, errorPages`, given, PAGE_STATUSES);
  for (const [status, page] of Object.entries(known)) {
    const name = `errorPages[${status}]`;
    if (typeof page !== 'function') {
      if (typeof page !== 'string' || page === '') {
        throw badArgument(where, name, "a destination such as 'errors/broken', or a handler", page);
      }
      if (status === '404') throw destinationFor404(where);
      if (loader.locate(page) === null) {
        throw noPage(where, name, page, nearestController(page, loader, files));
      }
    } else if (status === '404' && hasOverride) throw secondFor404(where);
    read.set(Number(status), page);
  }
  return read;
}

function destinationFor404(where: string): WaymarkError {
  const advice =
    "write it into the table, Route.map({ '404_override': 'errors/missing' }), or a handler here";
  return new WaymarkError('bad-argument', where, 'errorPages has a destination for 404', advice);
}

function secondFor404(where: string): WaymarkError {
  const problem = 'errorPages has a handler for 404, and the table has 404_override';
  return new WaymarkError('bad-argument', where, problem, 'leave one of them out');
}

function noPage(where: string, name: string, destination: string, advice: string): WaymarkError {
  const problem = `no file answers to ${name}, ${quote(destination)}`;
  return new WaymarkError('bad-argument', where, problem, advice);
}
