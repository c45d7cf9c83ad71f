/** The option `errorPages`: reads and checks the pages that answer errors. */
import { badArgument, isRecord } from '../errors/argument.ts';
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
  const refused = (problem: string, advice: string) =>
    new WaymarkError('bad-argument', where, problem, advice);
  const refuseSecond = () => {
    if (override === null) return;
    const problem = 'errorPages has a handler for 404, and the table has 404_override';
    throw refused(problem, 'leave one of them out');
  };
  if (typeof pages === 'function') return refuseSecond();
  // A Map or an empty list would be read as no pages.
  if (!isRecord(pages)) {
    const wanted = 'an object of destinations by status, or a function';
    throw badArgument(where, 'errorPages', wanted, pages);
  }
  for (const [status, page] of Object.entries(pages)) {
    const name = `errorPages[${status}]`;
    if (!Object.hasOwn(STATUS_TEXTS, status)) {
      const advice = `known statuses: ${Object.keys(STATUS_TEXTS).join(', ')}`;
      throw refused(`${name} is for an unknown status`, advice);
    }
    if (typeof page === 'function') {
      if (status === '404') refuseSecond();
    } else if (typeof page !== 'string' || page === '') {
      throw badArgument(where, name, "a destination such as 'errors/broken', or a handler", page);
    } else if (status === '404') {
      const advice =
        "write it into the table, Route.map({ '404_override': 'errors/missing' }), or a handler here";
      throw refused('errorPages has a destination for 404', advice);
    } else if (!finds(page)) {
      const advice =
        'correct it, or put a file there; npx waymark check --files names the nearest file';
      throw refused(`no file answers to ${name}, ${quote(page)}`, advice);
    }
  }
}
