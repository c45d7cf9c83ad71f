/** Finds routes whose destination is missing: at boot, at the first request, or all at once. */
import { fromAsyncCaller, WaymarkError } from '../errors/error.ts';
import { quote } from '../errors/show.ts';
import { canonicalKey, handledKeys, isReserved, readSettings } from '../table/key.ts';
import { isRedirect } from '../table/redirect.ts';
import type { Row } from '../table/row.ts';
import { readTable, type SuppliedTable, slipsOf } from '../table/table.ts';
import { actionsOf, argumentsOf, findAnswer, readController } from './actions.ts';
import { nameExactly } from './exact.ts';
import { controllerName, type Files } from './files.ts';
import { type Loader, makeLoader } from './loader.ts';
import {
  asError,
  type Fixed,
  fixedRoutes,
  KEY,
  noAction,
  noFile,
  type Problem,
  type Seen,
  throwAll,
} from './problem.ts';
import { readOnMissing } from './run.ts';

/** The options of {@link checkRoutes}; the options of `createFetchHandler` are accepted too. */
export interface CheckRoutesOptions {
  /** The route table. */
  readonly routes: SuppliedTable;
  /** The application's files. */
  readonly files?: Files | undefined;
  /**
   * Folders that hold the files, searched in this order; `application` and `framework` by default.
   */
  readonly roots?: readonly string[] | undefined;
  /** Handlers by table key; their routes need no controller. */
  readonly handlers?: Readonly<Record<string, unknown>> | undefined;
  /** Whether paths without a route run the controller that they name, so no route is needed. */
  readonly autoRoute?: boolean | undefined;
  /** `'pass'` skips rows whose controller or action is missing, as in `createFetchMiddleware`. */
  readonly onMissing?: 'pass' | undefined;
}

/** A table to check, and the files, handlers and options that go with it. */
export interface Checked {
  readonly routes: SuppliedTable;
  readonly files: Files;
  readonly loader: Loader;
  readonly handlers: Readonly<Record<string, unknown>>;
  readonly autoRoute: boolean;
  /** Whether rows whose destination is missing are passed on. */
  readonly passes: boolean;
  /** The call, for errors. */
  readonly where: string;
}

export interface RouteCheck {
  /**
   * Checks that every fixed destination leads to a file, without importing any.
   * @throws {WaymarkError} if one does not. The error names every such route and the places searched
   */
  files(): void;
  /**
   * Imports every controller, and checks that every fixed destination leads to an action.
   * @returns destinations that pass too few arguments to their action
   * @throws {WaymarkError} if an action is missing, or a controller can't be imported; the error
   *   names them all
   */
  actions(): Promise<WaymarkError[]>;
  /**
   * Returns the error for a request that found no action, once for each route with a fixed
   * destination. Returns `null` after that, and for destinations that a client can vary.
   * @param route the table key that matched
   */
  miss(route: string | null): Promise<WaymarkError | null>;
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
 * const mistakes = await checkRoutes({ routes: Route.map(), files: await findFiles('.') });
 */
export async function checkRoutes(options: CheckRoutesOptions): Promise<WaymarkError[]> {
  return fromAsyncCaller(checkRoutes, findMistakes, options);
}

async function findMistakes(options: CheckRoutesOptions): Promise<WaymarkError[]> {
  const where = 'checkRoutes';
  if ((options?.routes ?? null) === null) throw noRoutes(where);
  const { roots } = options;
  const passes = readOnMissing(where, options.onMissing);
  const files = options.files ?? {};
  const routes = nameExactly(options.routes, files, roots, where);
  const settings = readSettings(readTable(routes, where));
  const loader = makeLoader(files, { roots, settings });
  const handlers = options.handlers ?? {};
  const autoRoute = options.autoRoute ?? false;
  const checked = { routes, files, loader, handlers, autoRoute, passes, where };
  return [...findIgnored(checked), ...(await createRouteCheck(checked).actions())];
}

/** The error for options without a table, for example if the table itself was passed. */
export function noRoutes(where: string): WaymarkError {
  const advice = `pass the table as an option: ${where}({ routes: Route.map() })`;
  return new WaymarkError('bad-argument', where, 'the options have no routes', advice);
}

/**
 * Finds mistakes that change no answer: a block that was given no pattern, a table without rows, and
 * an application without files although a row needs a controller.
 * @throws {WaymarkError} if the table is wrong
 */
export function findIgnored(checked: Checked): WaymarkError[] {
  const { routes, loader, handlers, autoRoute, passes, where } = checked;
  const ignored = [...slipsOf(routes)];
  const rows = readTable(routes, where);
  const own = rows.filter(({ pattern }) => !isReserved(pattern));
  if (own.length === 0 && !autoRoute) {
    const problem = `the table has ${rows.length === 0 ? 'no rows' : 'settings and no rows'}`;
    const advice =
      'import the route file before Route.map(), or pass its function to Route.collect()';
    ignored.push(new WaymarkError('bad-table', where, problem, advice));
  }
  if (loader.index.size > 0 || passes) return ignored;
  const handled = handledKeys(handlers, where);
  const isAnswered = (row: Row) =>
    row.to === '' ||
    row.handler !== undefined ||
    isRedirect(row.to) ||
    handled.has(canonicalKey(row));
  const needy = own.find((row) => !isAnswered(row));
  if (needy !== undefined) {
    const problem = `there is no file below ${loader.roots.join(' or ')}, and ${quote(needy.key)} needs a controller`;
    const advice = "pass files: await findFiles('.'), or the option roots if the folders differ";
    ignored.push(new WaymarkError('bad-files', where, problem, advice));
  }
  return ignored;
}

export function createRouteCheck(checked: Checked): RouteCheck {
  const { routes, loader, handlers, passes, where } = checked;
  const fixed = fixedRoutes(routes, loader, handlers, where);
  const unreported = new Map<string | null, Fixed>(fixed.map((route) => [route.key, route]));
  return {
    files() {
      const lost = fixed.filter(({ to }) => loader.locate(to) === null);
      const problems = lost.map((route) => noFile(route, checked));
      throwAll(where, problems);
    },
    async actions() {
      const problems = await brokenControllers(loader);
      for (const route of passes ? [] : fixed) {
        const problem = await problemOf(route, checked);
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
      const problem = await problemOf(route, checked);
      return problem && asError(where, problem);
    },
  };
}

/** The problem of a route; `null` if its destination has an action. */
async function problemOf(route: Fixed, checked: Checked): Promise<Problem | null> {
  const places = checked.loader.places(route.to);
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
  return seen.length === 0 ? noFile(route, checked) : noAction(route, seen);
}

/** Finds a destination that passes fewer arguments than its action has required parameters. */
async function missingArguments({ key, to }: Fixed, loader: Loader): Promise<Problem | null> {
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
