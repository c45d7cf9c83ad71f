/** Which action answers a destination. */
import { readController } from '../hmvc/class.ts';
import { findAnswer } from '../hmvc/controller.ts';
import type { Files } from '../hmvc/files.ts';
import { createLoader } from '../hmvc/loader.ts';
import { readSettings } from '../table/settings.ts';
import { readTable, type SuppliedTable } from '../table/table.ts';

/** An action and its arguments. */
export interface LocatedAction {
  /** The controller's file. */
  readonly file: string;
  readonly action: string;
  readonly args: readonly string[];
}

/**
 * Finds the action that the dispatcher runs for a destination. It imports the controllers that may
 * have it, as the dispatcher does.
 *
 * @param table see `createRouter`; its settings count
 * @param destination what the resolver gave
 * @param files the application's files, as `waymark/hmvc` takes them
 * @param options `roots`: folders of the files, first searched first; `application` and `framework`
 *   by default
 * @returns `null` if no action answers
 * @throws {WaymarkError} if the table is wrong, two files of one root have one name, or a controller
 *   is not a class; and whatever the import throws
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
  { roots }: { readonly roots?: readonly string[] | undefined } = {},
): Promise<LocatedAction | null> {
  const settings = readSettings(readTable(table, 'locateAction'));
  const places = createLoader(files, { roots, settings }).places(destination);
  for (const { file, action, args } of places) {
    if (findAnswer(await readController(file), action) !== null) {
      return { file: file.path, action, args };
    }
  }
  return null;
}
