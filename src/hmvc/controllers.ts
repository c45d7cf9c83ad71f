/** Makes the value that a program with controllers hands to its handler. */
import { readOptions } from '../errors/argument.ts';
import { fromCaller } from '../errors/error.ts';
import { createRouteCheck } from './check.ts';
import { nameExactly } from './exact.ts';
import { type Files, ROOTS } from './files.ts';
import { indexAll, loaderOf } from './loader.ts';
import type { Controllers, OwnControllers } from './optional.ts';
import { createRunner } from './run.ts';

/**
 * Makes the option `controllers` of `createFetchHandler`, `createFetchMiddleware`, `createGateway`
 * and {@link checkRoutes}. The files are indexed once, and imported when they are needed.
 * @param files see {@link Files}
 * @param options `roots`: folders that hold the files, searched in this order; `application` and
 *   `framework` by default
 * @throws {WaymarkError} if an argument is wrong, or two files in one root have the same name
 * @example
 * const controllers = createControllers(await findFiles(new URL('.', import.meta.url)));
 * createFetchHandler({ routes: Route.map(), controllers });
 */
export function createControllers(
  files: Files,
  options: { readonly roots?: readonly string[] | undefined } = {},
): Controllers {
  return fromCaller(createControllers, makeControllers, files, options);
}

export function makeControllers(
  files: Files,
  options: { readonly roots?: readonly string[] | undefined },
): OwnControllers {
  const roots = readOptions('createControllers', options, ['roots']).roots ?? ROOTS;
  const indexed = indexAll(files, roots);
  return {
    files,
    roots,
    named: (routes, where) => nameExactly(routes, indexed, where),
    runner: (settings) => createRunner(loaderOf(indexed, settings)),
    check: (rows, { loader }, where) => createRouteCheck({ rows, loader, where }),
  };
}
