/** What the dispatcher runs for a destination. */
import { readController } from '../hmvc/class.ts';
import { findAnswer } from '../hmvc/controller.ts';
import type { Loader } from '../hmvc/loader.ts';

/** An action and its arguments. */
export interface Runs {
  /** The controller's file. */
  readonly file: string;
  readonly action: string;
  readonly args: readonly string[];
}

/**
 * Finds the action that the dispatcher runs for a destination. It imports the controllers that may
 * have it, as the dispatcher does.
 *
 * @param loader the application's files
 * @param destination what the resolver gave
 * @returns `null` if no action answers
 * @throws {WaymarkError} if the file's default export is not a class; and whatever the import throws
 *
 * @example
 * await findRun(loader, 'photos/show/7'); // { file: 'application/controllers/photos.ts', … }
 */
export async function findRun(loader: Loader, destination: string): Promise<Runs | null> {
  for (const { file, action, args } of loader.places(destination)) {
    if (findAnswer(await readController(file), action) !== null) {
      return { file: file.path, action, args };
    }
  }
  return null;
}
