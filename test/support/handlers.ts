/** For tests of fetch handlers: runs them over a table, and again over the compiled table. */
import { afterAll, beforeAll, beforeEach, describe, vi } from 'vitest';
import { withRouter } from '../../src/compiled/compiled-router.ts';
import { handlerOf } from '../../src/fetch/answer.ts';
import { checkPages } from '../../src/fetch/error-pages.ts';
import type { Application } from '../../src/fetch/exchange.ts';
import { type HandlerOptions, readHandlerOptions } from '../../src/fetch/read-options.ts';
import {
  createFetchHandler as handlerOfTable,
  createFetchMiddleware as middlewareOfTable,
} from '../../src/fetch.ts';
import { readInputs } from '../../src/http/read.ts';
import { readTable, writeTable } from '../../src/table/table.ts';
import { createReadRouter, createReadUrls } from './compiled.ts';

/** Makes the router of a table from the compiled table, with all parts that one may have. */
function compiled(given: HandlerOptions, where: string): Application {
  const { routes, controllers, handlers, autoRoute, maxPathLength, errorPages } = given;
  const read = readTable(routes, where);
  const table = controllers
    ? writeTable({ ...read, rows: controllers.withExactNames(read.rows) })
    : routes;
  const router = createReadRouter(table, { handlers, autoRoute, maxPathLength });
  const made = withRouter({ router, urls: createReadUrls(table), readInputs }, given);
  const finds = (destination: string) => made.runner.loader.locate(destination) !== null;
  checkPages(errorPages ?? {}, router.settings.notFoundOverride, finds, where);
  return made;
}

type Makers = readonly [typeof handlerOfTable, typeof middlewareOfTable];

const OF_TABLE: Makers = [handlerOfTable, middlewareOfTable];

const COMPILED: Makers = [
  (options) => {
    const where = 'createFetchHandler';
    return handlerOf(compiled(readHandlerOptions(where, options, 'answer'), where));
  },
  (options) => {
    const where = 'createFetchMiddleware';
    return handlerOf(compiled(readHandlerOptions(where, options, 'skip'), where));
  },
];

/** Creates a handler of a compiled table. */
export const [compiledHandler] = COMPILED;

let current = OF_TABLE;

/** Creates a handler in the current way; see {@link describeBoth}. */
export const createFetchHandler: typeof handlerOfTable = (options) => current[0](options);

/** Creates a middleware in the current way. */
export const createFetchMiddleware: typeof middlewareOfTable = (options) => current[1](options);

/** Describes handlers twice: once from a table, once from a compiled table. */
export function describeBoth(name: string, define: () => void): void {
  describe.each([
    ['of a table', OF_TABLE],
    ['of a compiled table', COMPILED],
  ])(`${name}, %s`, (_kind, makers) => {
    beforeAll(() => {
      current = makers;
    });
    afterAll(() => {
      current = OF_TABLE;
    });
    current = makers;
    define();
    current = OF_TABLE;
  });
}

/** A request to localhost. */
export const requestTo = (path: string, init?: RequestInit) =>
  new Request(`http://localhost${path}`, init);

/** The status and the text of a response; `null` for none. */
export async function shown<Given extends Response | null>(response: Given) {
  return response && ([response.status, await response.text()] as const);
}

/** Silences `console.error` in the tests of a file, and returns its spy. */
export function spyOnLog() {
  const log = vi.spyOn(console, 'error');
  beforeEach(() => {
    log.mockReset().mockReturnValue();
  });
  afterAll(() => log.mockRestore());
  return log;
}
