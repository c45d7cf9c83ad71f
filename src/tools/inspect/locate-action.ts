/** Finds the action for a destination. */

import type { SuppliedTable } from 'waymark';
import type { Files } from 'waymark/hmvc';
import {
  findAnswer,
  fromAsyncCaller,
  makeLoader,
  readController,
  readSettings,
  readTable,
} from 'waymark/internal';

/** An action and its arguments. */
export interface LocatedAction {
  /** The controller's file. */
  readonly file: string;
  readonly action: string;
  readonly args: readonly string[];
}

/**
 * Finds the action that the dispatcher runs for a destination. Like the dispatcher, it imports the
 * controllers that may have the action.
 *
 * @param table see `createRouter`; only its settings matter
 * @param destination a destination from the resolver
 * @param files the application's files, as for `waymark/hmvc`
 * @param options `roots`: root folders in search order; `application` and `framework` by default
 * @returns `null` if there is no such action
 * @throws {WaymarkError} if the table is invalid, two files in one root have the same name, or a
 *   controller is not a class; errors of imports are rethrown
 *
 * @example
 * const Photos = class { show() {} };
 * const files = { 'application/controllers/photos.ts': async () => ({ default: Photos }) };
 * await locateAction({ p: 'photos' }, 'photos/show/7', files);
 * // → { file: 'application/controllers/photos.ts', action: 'show', args: ['7'] }
 */
export async function locateAction(
  table: SuppliedTable,
  destination: string,
  files: Files,
  options: { readonly roots?: readonly string[] | undefined } = {},
): Promise<LocatedAction | null> {
  return fromAsyncCaller(locateAction, locate, table, destination, files, options);
}

async function locate(
  table: SuppliedTable,
  destination: string,
  files: Files,
  { roots }: { readonly roots?: readonly string[] | undefined },
): Promise<LocatedAction | null> {
  const settings = readSettings(readTable(table, 'locateAction'));
  const places = makeLoader(files, { roots, settings }).places(destination);
  for (const { file, action, args } of places) {
    if (findAnswer(await readController(file), action) !== null) {
      return { file: file.path, action, args };
    }
  }
  return null;
}
