import type { Files } from '../hmvc/files.ts';
import { makeLoader } from '../hmvc/loader.ts';
import { createRunner } from '../hmvc/run.ts';
import type { Controllers } from './compiled.ts';

/**
 * Gives a handler of a compiled router its controllers: the option `controllers`. A handler without
 * them doesn't bundle what finds and runs them.
 * @param files as for `createFetchHandler`
 * @param options `roots`: folders of the files, first searched first; `application` and `framework`
 *   by default
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
