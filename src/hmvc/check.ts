/**
 * Finds routes whose destination is missing: at boot, at the first request, or all at once. One error
 * names them all.
 */
import { readFlag } from '../errors/argument.ts';
import { fromAsyncCaller, WaymarkError, type WaymarkErrorCode } from '../errors/error.ts';
import { quote, shorten } from '../errors/show.ts';
import { variesIn } from '../table/destination.ts';
import type { AnyHandler } from '../table/handler.ts';
import { isReserved, type Row } from '../table/row.ts';
import { noRoutes, type SuppliedTable } from '../table/table.ts';
import { actionsOf, argumentsOf, findInvoker, readController } from './actions.ts';
import {
  type Controllers,
  prepareTable,
  type RouteCheck,
  readControllers,
  readPasses,
} from './controllers-option.ts';
import { controllerName } from './files.ts';
import type { Loader } from './loader.ts';
import { createPlaceLister, type Location } from './locate.ts';

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
  const passes = readPasses(where, options.onMissing);
  const autoRoute = readFlag(where, 'autoRoute', options.autoRoute);
  const controllers = readControllers(where, options.controllers);
  // The cast: each is checked.
  const handlers = options.handlers as Readonly<Record<string, AnyHandler>> | undefined;
  const given = { routes: options.routes, handlers, controllers, autoRoute };
  const { mistakes, check } = prepareTable(given, passes, where);
  return check === null ? mistakes : [...mistakes, ...(await check.checkActions(passes))];
}

/**
 * Makes the check of rows that name an action.
 * @param where the call, for errors
 */
export function createRouteCheck(rows: readonly Row[], loader: Loader, where: string): RouteCheck {
  const fixed = fixedRoutes(rows, loader);
  // An answer names a setting by its pattern, however the table spells its key.
  const unreported = new Map<string | null, Row>(
    fixed.map((route) => [isReserved(route.pattern) ? route.pattern : route.key, route]),
  );
  const [needy] = loader.index.size > 0 ? [] : rows;
  return {
    noFiles: needy === undefined ? null : noFilesFor(needy, loader, where),
    checkFiles() {
      const lost = fixed.filter(({ to }) => loader.locate(to) === null);
      const problems = lost.map((route) => noFile(route, loader));
      throwAll(where, problems);
    },
    async checkActions(passes) {
      const problems = await brokenControllers(loader);
      for (const route of passes ? [] : fixed) {
        const problem = await problemOf(route, loader);
        if (problem !== null) problems.push(problem);
      }
      throwAll(where, problems);
      const mistakes = await Promise.all(fixed.map((route) => missingArguments(route, loader)));
      return mistakes.flatMap((mistake) => (mistake === null ? [] : asError(where, mistake)));
    },
    async explainMiss(key) {
      const route = unreported.get(key);
      if (route === undefined) return null;
      unreported.delete(route.key);
      const problem = await problemOf(route, loader);
      return problem && asError(where, problem);
    },
  };
}

/**
 * Keeps the rows whose destination is fixed; see {@link checkRoutes}.
 * @param rows those that name an action
 */
export function fixedRoutes(rows: readonly Row[], { index, settings }: Loader): Row[] {
  const folders = new Set(Array.from(index.keys(), folderOf));
  const placesOf = createPlaceLister(settings);
  return rows.filter(({ to, pattern }) => {
    const varies = variesIn(to, pattern);
    const [module, controller = ''] = to.split('/');
    if (varies(module) || varies(controller)) return false;
    // The third segment is part of a place only if that folder exists, and an action only if that
    // file exists.
    return placesOf(to).every(({ name, action }) =>
      varies(name) ? !folders.has(folderOf(name)) : !(varies(action) && index.has(name)),
    );
  });
}

function folderOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/'));
}

function noFilesFor({ key }: Row, { roots }: Loader, where: string): WaymarkError {
  const problem = `there is no file below ${roots.join(' or ')}, and ${quote(key)} needs a controller`;
  return new WaymarkError('bad-files', where, problem, NO_FILES);
}

/** The problem of a route; `null` if its destination has an action. */
async function problemOf(route: Row, loader: Loader): Promise<Problem | null> {
  const places = loader.places(route.to);
  const seen: { place: Location; actions: string[] }[] = [];
  for (const place of places) {
    try {
      const controller = await readController(place.file);
      if (findInvoker(controller, place.action) !== null) return null;
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
    if (findInvoker(controller, action) === null) continue;
    const required = argumentsOf(controller, action);
    if (args.length >= required) return null;
    const { path } = file;
    const problem =
      `its destination ${quote(to)} passes ${countOf(args.length, 'argument')} to ` +
      `${quote(action)} of ${quote(path)}, which has ${countOf(required, 'parameter')}`;
    const advice = 'add what is missing, such as $1, or give the parameter a default value';
    return { code: 'no-action', name: key, problem, advice, controller: path, to };
  }
  return null;
}

function countOf(number: number, noun: string): string {
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
      problems.push({ code: 'bad-files', name: path, problem, advice, controller: path, to: '' });
    }
  }
  return problems;
}

/** What is wrong with a route or a file; several can be in one error. */
interface Problem {
  readonly code: WaymarkErrorCode;
  /** The table key, or the path of the file. */
  readonly name: string;
  readonly problem: string;
  readonly advice: string;
  /** Its file, or the start of the destination of a route without a file. */
  readonly controller: string;
  /** The destination; empty for a file. */
  readonly to: string;
}

function noFile({ key, to }: Row, loader: Loader): Problem {
  const looked = createPlaceLister(loader.settings)(to).map(({ name }) => name);
  const [controller] = /^[^/$]+(?:\/[^/$]+(?=\/[^/$]))?/.exec(to) ?? [to];
  const problem =
    `its destination ${quote(to)} leads to no file; looked, in ${loader.roots.join(' and ')}, for ` +
    [...new Set(looked)].map(shorten).join(', ');
  const advice = loader.index.size === 0 ? NO_FILES : HOW_TO_FIND;
  return { code: 'no-action', name: key, problem, advice, controller, to };
}

function noAction(
  { key, to }: Row,
  seen: readonly { readonly place: Location; readonly actions: readonly string[] }[],
): Problem {
  const has = [...new Set(seen.map(({ place }) => place.file.path))].map((path) => {
    const here = seen.filter(({ place }) => place.file.path === path);
    const [{ actions }] = here;
    const lacks = [...new Set(here.map(({ place }) => quote(place.action)))].join(' or ');
    const own =
      actions.length === 0 ? 'no actions' : `the actions ${actions.join(', ')} and not ${lacks}`;
    return `${quote(path)} has ${own}`;
  });
  const problem = `its destination ${quote(to)} leads to no action: ${has.join('; ')}`;
  const [{ place }] = seen.slice(-1);
  const method = /^[A-Za-z]\w*$/.test(place.action) ? `, ${place.action}() { … }` : '';
  const advice =
    `write a method of the class${method}; fields that hold functions, static methods and methods ` +
    'whose names start with _ or are those of the base class are not actions';
  const controller = seen[0].place.file.path;
  return { code: 'no-action', name: key, problem, advice, controller, to };
}

/** Advice for a destination without a file. `npx waymark check` names the nearest. */
const HOW_TO_FIND =
  'correct it, put a file there, or list the folder above in the option roots of createControllers; npx waymark check --files names the nearest file';

/** Advice for an application without a file below its roots. */
const NO_FILES =
  "pass the folder above the roots to findFiles, createControllers(await findFiles('.')), or the option roots if the folders differ; in a bundle, use the plugin of waymark-tools/plugin";

/** Throws the error that names all problems, if there are any. */
function throwAll(where: string, problems: readonly Problem[]): void {
  const [first, ...others] = problems;
  if (first === undefined) return;
  if (others.length === 0) throw asError(where, first);
  const groups = groupsOf(problems);
  const lines = groups.slice(0, MOST).map(([one, ...alike]) => {
    const same = alike.length === 0 ? '' : `, and ${listed(alike)} of the same controller`;
    return `\n- ${problemSubject(one)}${same}: ${one.problem}; ${one.advice}`;
  });
  if (groups.length > MOST) lines.push(`\n- and ${groups.length - MOST} more controllers`);
  const problem = `${problems.length} routes or files lead nowhere:${lines.join('')}`;
  const advice = 'correct each of them, or give the route a handler of its own';
  throw new WaymarkError(first.code, where, problem, advice);
}

/** How many controllers, and how many keys of each, an error names. */
const MOST = 20;
const MOST_KEYS = 5;

/** Problems of routes with the same controller, together. */
function groupsOf(problems: readonly Problem[]): [Problem, ...Problem[]][] {
  const groups = new Map<string, [Problem, ...Problem[]]>();
  for (const problem of problems) {
    const group = groups.get(problem.controller);
    if (group === undefined) groups.set(problem.controller, [problem]);
    else group.push(problem);
  }
  return [...groups.values()];
}

function listed(problems: readonly Problem[]): string {
  const named = problems.slice(0, MOST_KEYS).map(({ name, to }) => `${quote(name)} (${quote(to)})`);
  const rest = problems.length - named.length;
  return named.join(', ') + (rest === 0 ? '' : ` and ${rest} more`);
}

function asError(where: string, problem: Problem): WaymarkError {
  const { code, advice } = problem;
  return new WaymarkError(code, `${where}, ${problemSubject(problem)}`, problem.problem, advice);
}

function problemSubject({ name, to }: Problem): string {
  return to === '' ? quote(name) : `table key ${quote(name)}`;
}
