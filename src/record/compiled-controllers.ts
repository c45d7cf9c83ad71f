/** The controllers of a bundle, whose destinations the build has checked. */
import { readOptions } from '../errors/argument.ts';
import { fromCaller } from '../errors/error.ts';
import { type Files, ROOTS } from '../hmvc/files.ts';
import { indexAll, loaderOf } from '../hmvc/loader.ts';
import type { Controllers, OwnControllers } from '../hmvc/optional.ts';
import { createRunner } from '../hmvc/run.ts';

/** See `createControllers` of `waymark/hmvc`. */
export function createControllers(
  files: Files,
  options: { readonly roots?: readonly string[] | undefined } = {},
): Controllers {
  return fromCaller(createControllers, makeControllers, files, options);
}

function makeControllers(
  files: Files,
  options: { readonly roots?: readonly string[] | undefined },
): Omit<OwnControllers, 'named' | 'check'> {
  const roots = readOptions('createControllers', options, ['roots']).roots ?? ROOTS;
  const indexed = indexAll(files, roots);
  return { files, roots, runner: (settings) => createRunner(loaderOf(indexed, settings)) };
}
