/** The option `errorPages`: reads and checks the pages that answer errors. */
import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { quote } from '../errors/show.ts';
import { STATUS_TEXTS } from '../http/http-error.ts';
import type { ErrorHandler, ErrorPages, Page } from './options.ts';

/**
 * Reads the pages of an application.
 * @param override the table's page for 404, if it has one
 * @returns the function that finds the page for a status; `null` if there is none
 */
export function readPages(
  pages: ErrorPages | ErrorHandler,
  override: string | null,
): (status: number) => Page | null {
  if (typeof pages === 'function') return () => (context, failure) => pages(failure, context);
  const read = new Map<number, Page>();
  for (const [status, page] of Object.entries(pages)) {
    const own: Page =
      typeof page === 'string' ? page : (context, { cause }) => page(context, cause);
    read.set(Number(status), own);
  }
  return (status) => read.get(status) ?? (status === 404 ? override : null);
}

/**
 * Checks pages.
 * @param override the table's page for 404, if it has one
 * @param finds whether a destination leads to a file
 * @throws {WaymarkError} if a page is wrong
 */
export function checkPages(
  pages: ErrorPages | ErrorHandler,
  override: string | null,
  finds: (destination: string) => boolean,
  where: string,
): void {
  if (typeof pages === 'function') {
    if (override !== null) throw refusedPage(where, '404', pages);
    return;
  }
  // A Map would be read as no pages.
  if (typeof pages !== 'object' || Symbol.toStringTag in pages) {
    const wanted = 'an object of destinations by status, or a function';
    throw badArgument(where, 'errorPages', wanted, pages);
  }
  for (const [status, page] of Object.entries(pages)) {
    const fits =
      typeof page === 'function'
        ? status !== '404' || override === null
        : typeof page === 'string' && page !== '' && status !== '404' && finds(page);
    if (!fits || !Object.hasOwn(STATUS_TEXTS, status)) throw refusedPage(where, status, page);
  }
}

function refusedPage(where: string, status: string, page: unknown): WaymarkError {
  const name = `errorPages[${status}]`;
  if (!Object.hasOwn(STATUS_TEXTS, status)) {
    const advice = `known statuses: ${Object.keys(STATUS_TEXTS).join(', ')}`;
    return new WaymarkError('bad-argument', where, `${name} is for an unknown status`, advice);
  }
  if (status === '404' && typeof page === 'function') {
    const problem = 'errorPages has a handler for 404, and the table has 404_override';
    return new WaymarkError('bad-argument', where, problem, 'leave one of them out');
  }
  if (typeof page !== 'string' || page === '') {
    const wanted = "a destination such as 'errors/broken', or a handler";
    return badArgument(where, name, wanted, page);
  }
  if (status === '404') {
    const advice =
      "write it into the table, Route.map({ '404_override': 'errors/missing' }), or a handler here";
    const problem = 'errorPages has a destination for 404';
    return new WaymarkError('bad-argument', where, problem, advice);
  }
  const problem = `no file answers to ${name}, ${quote(page)}`;
  const advice =
    'correct it, or put a file there; npx waymark check --files names the nearest file';
  return new WaymarkError('bad-argument', where, problem, advice);
}
