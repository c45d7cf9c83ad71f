/** Finds routes whose destination is missing: at boot, at the first request, or all at once. */
import { fromAsyncCaller, WaymarkError } from '../errors/error.ts';
import { quote } from '../errors/show.ts';
import { readSettings } from '../table/key.ts';
import type { Row } from '../table/row.ts';
import { actionRows, noRoutes, readTable, type SuppliedTable, unusedIn } from '../table/table.ts';
import { actionsOf, argumentsOf, findAnswer, readController } from './actions.ts';
import { controllerName } from './files.ts';
import type { Loader } from './loader.ts';
import {
  type Controllers,
  type RouteCheck,
  readControllers,
  readOnMissing,
  refuseActions,
  refuseMoved,
} from './optional.ts';
import {
  asError,
  fixedRoutes,
  KEY,
  NO_FILES,
  noAction,
  noFile,
  type Problem,
  type Seen,
  throwAll,
} from './problem.ts';

/** The options of {@link checkRoutes}; the options of `createFetchHandler` are accepted too. */
export interface CheckRoutesOptions {
  /** The route table. */
  readonly routes: SuppliedTable;
  /** The result of {@link createControllers}. */
  readonly controllers?: Controllers | undefined;
  /** Handlers by table key; their routes need no controller. */
  readonly handlers?: Readonly<Record<string, unknown>> | undefined;
  /** Whether paths without a route run the controller that they name, so no route is needed. */
  readonly autoRoute?: boolean | undefined;
  /** `'pass'` skips rows whose controller or action is missing, as in `createFetchMiddleware`. */
  readonly onMissing?: 'pass' | undefined;
}

/**
 * Imports every controller, and checks that every route with a fixed destination leads to an
 * action. Use it in tests, or in deployments before they take requests. It resolves to the mistakes
 * that `createFetchHandler` reports at boot, and to destinations that pass too few arguments to
 * their action. `npx waymark check` finds more.
 *
 * A destination is fixed if its module, its controller, the controller's place and its action take
 * nothing from the path. Routes with a handler are exempt, and so is a default controller that
 * nobody set.
 * @param options see {@link CheckRoutesOptions}
 * @returns the mistakes; an empty list if there are none
 * @throws {WaymarkError} if the options have no routes, a destination leads nowhere, or a
 *   controller can't be imported; the error names them all, with the places searched or the actions
 *   of the class
 * @example
 * const controllers = createControllers(await findFiles('.'));
 * const mistakes = await checkRoutes({ routes: Route.map(), controllers });
 */
export async function checkRoutes(options: CheckRoutesOptions): Promise<WaymarkError[]> {
  return fromAsyncCaller(checkRoutes, findMistakes, options);
}

async function findMistakes(options: CheckRoutesOptions): Promise<WaymarkError[]> {
  const where = 'checkRoutes';
  if ((options?.routes ?? null) === null) throw noRoutes(where);
  const passes = readOnMissing(where, options.onMissing);
  refuseMoved(where, options);
  const controllers = readControllers(where, options.controllers);
  const routes = controllers?.named(options.routes, where) ?? options.routes;
  const rows = actionRows(routes, options.handlers ?? {}, where);
  const unused = unusedIn(routes, options.autoRoute ?? false, where);
  if (controllers === null) {
    if (!passes) refuseActions(rows, where);
    return unused;
  }
  const runner = controllers.runner(readSettings(readTable(routes, where)));
  const check = controllers.check(rows, runner, where);
  if (!passes && check.noFiles !== null) unused.push(check.noFiles);
  return [...unused, ...(await check.actions(passes))];
}

/** Rows that name an action, and where the actions are. */
export interface Checked {
  readonly rows: readonly Row[];
  readonly loader: Loader;
  /** The call, for errors. */
  readonly where: string;
}

export function createRouteCheck({ rows, loader, where }: Checked): RouteCheck {
  const fixed = fixedRoutes(rows, loader);
  const unreported = new Map<string | null, Row>(fixed.map((route) => [route.key, route]));
  const [needy] = loader.index.size > 0 ? [] : rows;
  return {
    noFiles: needy === undefined ? null : noFilesFor(needy, loader, where),
    files() {
      const lost = fixed.filter(({ to }) => loader.locate(to) === null);
      const problems = lost.map((route) => noFile(route, loader));
      throwAll(where, problems);
    },
    async actions(passes) {
      const problems = await brokenControllers(loader);
      for (const route of passes ? [] : fixed) {
        const problem = await problemOf(route, loader);
        if (problem !== null) problems.push(problem);
      }
      throwAll(where, problems);
      const slips = await Promise.all(fixed.map((route) => missingArguments(route, loader)));
      return slips.flatMap((slip) => (slip === null ? [] : asError(where, slip)));
    },
    async miss(key) {
      const route = unreported.get(key);
      if (route === undefined) return null;
      unreported.delete(route.key);
      const problem = await problemOf(route, loader);
      return problem && asError(where, problem);
    },
  };
}

function noFilesFor({ key }: Row, { roots }: Loader, where: string): WaymarkError {
  const problem = `there is no file below ${roots.join(' or ')}, and ${quote(key)} needs a controller`;
  return new WaymarkError('bad-files', where, problem, NO_FILES);
}

/** The problem of a route; `null` if its destination has an action. */
async function problemOf(route: Row, loader: Loader): Promise<Problem | null> {
  const places = loader.places(route.to);
  const seen: Seen[] = [];
  for (const place of places) {
    try {
      const controller = await readController(place.file);
      if (findAnswer(controller, place.action) !== null) return null;
      seen.push({ place, actions: actionsOf(controller) });
    } catch {
      // Files that can't be imported are reported separately.
      return null;
    }
  }
  return seen.length === 0 ? noFile(route, loader) : noAction(route, seen);
}

/** Finds a destination that passes fewer arguments than its action has required parameters. */
async function missingArguments({ key, to }: Row, loader: Loader): Promise<Problem | null> {
  for (const { file, action, args } of loader.places(to)) {
    const controller = await readController(file);
    if (findAnswer(controller, action) === null) continue;
    const required = argumentsOf(controller, action);
    if (args.length >= required) return null;
    const { path } = file;
    const problem =
      `its destination ${quote(to)} passes ${counted(args.length, 'argument')} to ` +
      `${quote(action)} of ${quote(path)}, which has ${counted(required, 'parameter')}`;
    const advice = 'add what is missing, such as $1, or give the parameter a default value';
    return { code: 'no-action', what: KEY + quote(key), problem, advice, controller: path, to };
  }
  return null;
}

function counted(number: number, noun: string): string {
  return `${number === 0 ? 'no' : number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Imports every controller, and returns the problems of those that fail. */
async function brokenControllers(loader: Loader): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [name, file] of loader.index) {
    if (controllerName(name) === null) continue;
    try {
      await readController(file);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const problem = `it can't be used as a controller (${reason})`;
      const advice = "make it a file that can be imported and says 'export default class …'";
      const { path } = file;
      const what = quote(path);
      problems.push({ code: 'bad-files', what, problem, advice, controller: path, to: '' });
    }
  }
  return problems;
}
