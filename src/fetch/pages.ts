import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { readOptions } from '../errors/options.ts';
import { quote } from '../errors/show.ts';
import type { Files } from '../hmvc/files.ts';
import type { Loader } from '../hmvc/loader.ts';
import { nearestController } from '../hmvc/near.ts';
import { CLIENT_ERRORS, type PageStatus } from './status-text.ts';

/**
 * Destinations by status: 400 for a bad request, 405 for a wrong method, 413 for a form that is too
 * long, 500 for an error of the application, and any other status that an error may expose. For 404
 * the table has its `404_override`.
 * @example
 * const errorPages: ErrorPages = { 400: 'errors/bad', 500: 'errors/broken' };
 */
export type ErrorPages = { readonly [Status in PageStatus]?: string };

/** Every status that may have a page. */
const PAGE_STATUSES = [...Object.keys(CLIENT_ERRORS), '500'] as unknown as readonly [
  `${PageStatus}`,
  ...`${PageStatus}`[],
]; // the cast: they are not empty

/**
 * Reads the option `errorPages`.
 * @throws {WaymarkError} if a status can't have a page, or a destination leads to no file
 */
export function readPages(
  pages: ErrorPages,
  loader: Loader,
  files: Files,
  where: string,
): Map<number, string> {
  if (typeof pages !== 'object') {
    throw badArgument(where, 'errorPages', 'an object of destinations by status', pages);
  }
  if (Object.hasOwn(pages, '404')) throw pageFor404(where);
  const read = new Map<number, string>();
  for (const [status, destination] of Object.entries(
    readOptions<{ readonly [Status in `${PageStatus}`]?: string }>(
      `${where}, errorPages`,
      pages,
      PAGE_STATUSES,
    ),
  )) {
    const name = `errorPages[${status}]`;
    if (typeof destination !== 'string' || destination === '') {
      throw badArgument(where, name, "a destination such as 'errors/broken'", destination);
    }
    if (loader.locate(destination) === null) {
      throw noPage(where, name, destination, nearestController(destination, loader, files));
    }
    read.set(Number(status), destination);
  }
  return read;
}

function pageFor404(where: string): WaymarkError {
  const advice = "write it into the table: Route.map({ '404_override': 'errors/missing' })";
  return new WaymarkError('bad-argument', where, 'errorPages has a page for 404', advice);
}

function noPage(where: string, name: string, destination: string, advice: string): WaymarkError {
  const problem = `no file answers to ${name}, ${quote(destination)}`;
  return new WaymarkError('bad-argument', where, problem, advice);
}
