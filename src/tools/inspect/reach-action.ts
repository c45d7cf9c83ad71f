/** Finds the action of a destination, and the requests that reach an action. */
import { type SuppliedTable, WaymarkError } from 'waymark';
import type { Files, RootsOption } from 'waymark/hmvc';
import {
  findInvoker,
  fromAsyncCaller,
  makeLoader,
  nearest,
  quote,
  readController,
  readSettings,
  readTable,
} from 'waymark/internal';
import { type Controllers, readControllers } from './check/controllers.ts';
import { Inspection, type InspectOptions } from './inspection.ts';
import { isUnreached, type Reach, reachAny } from './reach.ts';
import { refuseUnwritable } from './unwritable.ts';

/** The options of {@link reachAction}. */
export interface ReachOptions extends InspectOptions, RootsOption {}

/**
 * Finds the requests that reach an action of an application, or proves that none does. Two
 * destinations are the same if the dispatcher runs the same action of the same file for them.
 * Examples are `users/login` and `users/users/login` in a module `users`. Every controller is
 * imported.
 * @param table see `createRouter`
 * @param destination any destination of the action, with the arguments that matter
 * @param files the application's files, as for `waymark/hmvc`
 * @param options see {@link ReachOptions}
 * @throws {WaymarkError} if the destination has no action or a mistake in its arguments, if two
 *   files in one root have the same name, or if `createRouter` would
 * @example
 * const { ways } = await reachAction(Route.map(), 'users/login', await findFiles('.'));
 * ways[0];
 * // { route: 'x/(.+)', method: 'GET', path: '/x/login', destination: 'users/users/login' }
 */
export async function reachAction(
  table: SuppliedTable,
  destination: string,
  files: Files,
  options: ReachOptions = {},
): Promise<Reach> {
  return fromAsyncCaller(reachAction, async () => {
    const inspection = new Inspection(table, options);
    const controllers = await readControllers(files, options.roots, inspection.router.settings);
    const run = controllers.run(destination);
    if (run === null) throw noAction(destination, controllers);
    const found = reachAny(inspection, controllers.target(run));
    // The action exists, so only the arguments can be misspelled.
    if (isUnreached(found)) refuseUnwritable('reachAction', destination);
    return found;
  });
}

function noAction(destination: string, { actions, broken }: Controllers): WaymarkError {
  const where = `reachAction(${quote(destination)})`;
  const unused = broken.map(({ file }) => `; ${quote(file)} can't be used as a controller`);
  const problem = `no action answers to it${unused.join('')}`;
  const known = actions.flatMap(({ target }) => target.goals.slice(0, 1).map(({ text }) => text));
  const near = nearest(destination, known);
  const advice =
    near === null ? 'give the files that have controllers' : `the nearest is ${quote(near)}`;
  return new WaymarkError('no-action', where, problem, advice);
}

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
 * @param table see `createRouter`; only its settings matter
 * @param destination a destination from the resolver
 * @param files the application's files, as for `waymark/hmvc`
 * @param options `roots`: root folders in search order; `application` and `framework` by default
 * @returns `null` if there is no such action
 * @throws {WaymarkError} if the table is invalid, two files in one root have the same name, or a
 *   controller is not a class; errors of imports are rethrown
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
  options: RootsOption = {},
): Promise<LocatedAction | null> {
  return fromAsyncCaller(locateAction, async () => {
    const settings = readSettings(readTable(table, 'locateAction').rows);
    const places = makeLoader(files, { roots: options.roots, settings }).places(destination);
    for (const { file, action, args } of places) {
      if (findInvoker(await readController(file), action) !== null) {
        return { file: file.path, action, args };
      }
    }
    return null;
  });
}
