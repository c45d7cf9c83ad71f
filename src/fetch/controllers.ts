import type { Files } from '../hmvc/files.ts';
import { makeLoader } from '../hmvc/loader.ts';
import { createRunner } from '../hmvc/run.ts';
import type { Controllers } from './compiled.ts';

/**
 * Makes the option `controllers` of a compiled router's handler. A handler without it doesn't
 * bundle the code that finds and runs controllers.
 * @param files as for `createFetchHandler`
 * @param options `roots`: folders that hold the files, searched in this order; `application` and
 *   `framework` by default
 * @example
 * const files = {
 *   'application/controllers/photos.ts': () => import('./application/controllers/photos.ts'),
 * };
 * createCompiledFetchHandler({ router, controllers: createControllers(files) });
 */
export function createControllers(
  files: Files,
  options: { readonly roots?: readonly string[] | undefined } = {},
): Controllers {
  return (settings) => createRunner(makeLoader(files, { ...options, settings }));
}
