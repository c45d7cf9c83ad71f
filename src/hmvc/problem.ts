/** Routes with a fixed destination, the problems of those that lead nowhere, and their error. */
import { WaymarkError, type WaymarkErrorCode } from '../errors/error.ts';
import { quote, shorten } from '../errors/show.ts';
import { variesIn } from '../table/destination.ts';
import type { Row } from '../table/row.ts';
import type { Loader } from './loader.ts';
import { createPlaces, type Location } from './locate.ts';

export interface Problem {
  readonly code: WaymarkErrorCode;
  /** The table key, or the file. */
  readonly what: string;
  readonly problem: string;
  readonly advice: string;
  /** Its file, or the start of the destination of a route without a file. */
  readonly controller: string;
  /** The destination; empty for a file. */
  readonly to: string;
}

/** A place that a destination leads to, and the actions of its class. */
export interface Seen {
  readonly place: Location;
  readonly actions: readonly string[];
}

/** The start of what a problem of a key is about. */
export const KEY = 'table key ';

/** The problem of a destination without a file. */
export function noFile({ key, to }: Row, loader: Loader): Problem {
  const looked = createPlaces(loader.settings)(to).map(({ name }) => name);
  const [controller] = /^[^/$]+(?:\/[^/$]+(?=\/[^/$]))?/.exec(to) ?? [to];
  const problem =
    `its destination ${quote(to)} leads to no file; looked, in ${loader.roots.join(' and ')}, for ` +
    [...new Set(looked)].map(shorten).join(', ');
  const advice = loader.index.size === 0 ? NO_FILES : HOW_TO_FIND;
  return { code: 'no-action', what: KEY + quote(key), problem, advice, controller, to };
}

/** The problem of a destination whose classes lack the action. */
export function noAction({ key, to }: Row, seen: readonly Seen[]): Problem {
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
  return { code: 'no-action', what: KEY + quote(key), problem, advice, controller, to };
}

/** Advice for a destination without a file. `npx waymark check` names the nearest. */
const HOW_TO_FIND =
  'correct it, put a file there, or list the folder above in the option roots of createControllers; npx waymark check --files names the nearest file';

/** Advice for an application without a file below its roots. */
export const NO_FILES =
  "pass the folder above the roots to findFiles, createControllers(await findFiles('.')), or the option roots if the folders differ; in a bundle, use the plugin of waymark-tools/plugin";

/** Throws the error that names all problems, if there are any. */
export function throwAll(where: string, problems: readonly Problem[]): void {
  const [first, ...others] = problems;
  if (first === undefined) return;
  if (others.length === 0) throw asError(where, first);
  const groups = groupsOf(problems);
  const lines = groups.slice(0, MOST).map(([{ what, problem, advice }, ...alike]) => {
    const same = alike.length === 0 ? '' : `, and ${listed(alike)} of the same controller`;
    return `\n- ${what}${same}: ${problem}; ${advice}`;
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
  const named = problems
    .slice(0, MOST_KEYS)
    .map(({ what, to }) => `${what.replace(KEY, '')} (${quote(to)})`);
  const rest = problems.length - named.length;
  return named.join(', ') + (rest === 0 ? '' : ` and ${rest} more`);
}

export function asError(where: string, { code, what, problem, advice }: Problem): WaymarkError {
  return new WaymarkError(code, `${where}, ${what}`, problem, advice);
}

/**
 * Keeps the rows whose destination is fixed; see {@link checkRoutes}.
 * @param rows those that name an action
 */
export function fixedRoutes(rows: readonly Row[], { index, settings }: Loader): Row[] {
  const folders = new Set(Array.from(index.keys(), folderOf));
  const placesOf = createPlaces(settings);
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
