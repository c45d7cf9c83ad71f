/** For tests of fetch handlers: runs them over a table, and again over the compiled table. */
import { afterAll, beforeAll, beforeEach, describe, vi } from 'vitest';
import {
  createCompiledFetchHandler,
  createCompiledFetchMiddleware,
  createCompiledRouter,
  patternMachine,
  routeUrls,
} from '../../src/compiled.ts';
import {
  type FetchOptions,
  createFetchHandler as handlerOfTable,
  createFetchMiddleware as middlewareOfTable,
} from '../../src/fetch.ts';
import { withExactNames } from '../../src/hmvc.ts';
import { compileTable, type Handler } from '../../src/index.ts';
import { readTable } from '../../src/table/table.ts';

/** Options for a handler of the same table as JSON, with all parts of a compiled one. */
function compiledOptions<Added extends object, Platform extends readonly unknown[]>({
  routes: given,
  handlers: further,
  autoRoute,
  maxPathLength,
  ...options
}: FetchOptions<Added, Platform>) {
  const { files, roots } = options.controllers ?? { files: {}, roots: [] };
  const routes = withExactNames(given, files, { roots });
  const table = JSON.parse(
    JSON.stringify(compileTable(routes, definedOf({ autoRoute, maxPathLength }))),
  );
  const rows = readTable(routes, 'test');
  const handlers: [string, Handler][] = rows.flatMap(({ key, handler }) =>
    handler === undefined ? [] : [[key, handler]],
  );
  const all = Object.fromEntries([...handlers, ...Object.entries(further ?? {})]);
  return {
    ...options,
    router: createCompiledRouter(table, { handlers: all, patternMachine, routeUrls }),
  };
}

/** The members that are set. */
function definedOf<T extends object>(options: T) {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

type Makers = readonly [typeof handlerOfTable, typeof middlewareOfTable];

const OF_TABLE: Makers = [handlerOfTable, middlewareOfTable];

const COMPILED: Makers = [
  // The casts: `context` stays required for the same types, which the compiler can't see.
  (options) => createCompiledFetchHandler(compiledOptions(options) as never),
  (options) => createCompiledFetchMiddleware(compiledOptions(options) as never),
];

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
