/**
 * Reads the options `controllers` and `onMissing`, and prepares a table for its controllers. It has no
 * code of controllers, so that a bundle of functions has none.
 */
import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { quote, tableKey } from '../errors/show.ts';
import type { TableContents } from '../table/carrier.ts';
import type { AnyHandler } from '../table/handler.ts';
import { type Row, readSettings, type Settings } from '../table/row.ts';
import {
  actionRows,
  mistakesIn,
  readTable,
  type SuppliedTable,
  withHandlers,
} from '../table/table.ts';
import { type Runner, withoutControllers } from './context.ts';
import type { Files } from './files.ts';

/**
 * The controllers of an application, made by `createControllers`. They are a value, so that a
 * program without controllers bundles no code that finds, runs or checks them.
 */
export interface Controllers {
  /** The application's files. */
  readonly files: Files;
  /** The folders that hold them, in search order. */
  readonly roots: readonly string[];
}

/** {@link Controllers} that run actions; those of a bundle do nothing else. */
export interface RunnableControllers extends Controllers {
  /** Makes the runner of a table with these settings. */
  runner(settings: Settings): Runner;
}

/** The members of {@link Controllers} that the package calls. */
export interface OwnControllers extends RunnableControllers {
  /** See `withExactNames`. */
  withExactNames(rows: readonly Row[]): readonly Row[];
  /** Makes the check of rows that name an action. */
  check(rows: readonly Row[], runner: Runner, where: string): RouteCheck;
}

/** Checks destinations that no client can vary. */
export interface RouteCheck {
  /** The error for an application without files; `null` if it has files, or needs none. */
  readonly noFiles: WaymarkError | null;
  /**
   * Checks that every fixed destination leads to a file, without importing any.
   * @throws {WaymarkError} if one does not. The error names every such route and the places searched
   */
  checkFiles(): void;
  /**
   * Imports every controller, and checks that every fixed destination leads to an action.
   * @param passes whether rows without an action are passed on
   * @returns destinations that pass too few arguments to their action
   * @throws {WaymarkError} if an action is missing, or a controller can't be imported; the error
   *   names them all
   */
  checkActions(passes: boolean): Promise<WaymarkError[]>;
  /**
   * Returns the error for a request that found no action, once for each route with a fixed
   * destination. Returns `null` after that, and for destinations that a client can vary.
   * @param route the table key that matched
   */
  explainMiss(route: string | null): Promise<WaymarkError | null>;
}

/**
 * Reads the option `controllers` of a call.
 * @throws {WaymarkError} if it is not the result of `createControllers`
 */
export function readControllers(where: string, given: unknown): OwnControllers | undefined {
  if (given === undefined || given === null) return undefined;
  // The cast: the public type says less.
  const own = given as Partial<OwnControllers>;
  if (typeof own.withExactNames === 'function') return own as OwnControllers;
  if (typeof own.runner === 'function') {
    const problem = 'the controllers are those of a bundle, which only waymark/compiled can read';
    throw new WaymarkError('bad-argument', where, problem, 'call it in a test or in the build');
  }
  throw badArgument(where, 'controllers', MADE, given);
}

const MADE = "createControllers(files), of 'waymark/hmvc'";

/**
 * What happens to a request without an action: a handler answers it, and a middleware skips it. With
 * the option `onMissing: 'pass'`, a middleware also passes on wrong methods, and rows may lack their
 * controllers.
 */
export type OnMissing = 'answer' | 'skip' | 'pass';

/** Reads the option `onMissing`: whether rows without an action are passed on. */
export function readPasses(where: string, value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (value === 'pass') return true;
  throw badArgument(where, 'onMissing', "'pass'", value);
}

/** Makes the runner of an application, also for one without controllers. */
export function runnerOf(
  controllers: RunnableControllers | undefined,
  settings: Settings,
  where: string,
): Runner {
  if (controllers) return controllers.runner(settings);
  return withoutControllers(() => {
    const advice = 'pass controllers: createControllers(files)';
    throw new WaymarkError('bad-argument', where, 'there are no controllers', advice);
  });
}

/**
 * Reads a table, and makes the runner and the check of its actions. Rows get the handlers of the
 * option, and destinations that spell a controller as its file get the form that the loader finds.
 * @param passes whether rows may lack their controllers
 * @returns also the mistakes that are certain but stop nothing. `check` is `null` if there are no
 *   controllers
 * @throws {WaymarkError} if the table or a handler is wrong, or a row needs a controller and there are
 *   none
 */
export function prepareTable(
  given: {
    readonly routes: SuppliedTable;
    readonly handlers?: Readonly<Record<string, AnyHandler>> | null | undefined;
    readonly controllers?: OwnControllers | undefined;
    readonly autoRoute?: boolean | undefined;
  },
  passes: boolean,
  where: string,
): {
  readonly contents: TableContents;
  readonly runner: Runner;
  readonly mistakes: WaymarkError[];
  readonly check: RouteCheck | null;
} {
  const { routes, handlers, controllers, autoRoute = false } = given;
  const read = readTable(routes, where);
  const exact = controllers?.withExactNames(read.rows) ?? read.rows;
  const contents = { ...read, rows: withHandlers(exact, handlers ?? {}, where) };
  const rows = actionRows(contents);
  const runner = runnerOf(controllers, readSettings(contents.rows), where);
  const mistakes = mistakesIn(contents, autoRoute, where);
  if (controllers === undefined) {
    if (!passes) refuseActions(rows, where);
    return { contents, runner, mistakes, check: null };
  }
  const check = controllers.check(rows, runner, where);
  if (check.noFiles !== null && !passes) mistakes.push(check.noFiles);
  return { contents, runner, mistakes, check };
}

/**
 * Refuses rows that name an action in an application without controllers.
 * @throws {WaymarkError} if there are any
 */
function refuseActions([first, ...others]: readonly Row[], where: string): void {
  if (first === undefined) return;
  const more = others.length === 0 ? '' : `, like those of ${others.length} more`;
  const problem = `its destination ${quote(first.to)} needs a controller${more}, and there are none`;
  const advice = `pass controllers: ${MADE}, or give the route a handler`;
  throw new WaymarkError('no-action', tableKey(where, first.key), problem, advice);
}
