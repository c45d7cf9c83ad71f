/** Reads the actions of an application's controllers, and the destinations that reach them. */
import type { Settings } from 'waymark';
import type { ControllerClass, Files, Loader, Location } from 'waymark/hmvc';
import {
  actionRows,
  actionsOf,
  argumentsOf,
  controllerName,
  encodeKept,
  findInvoker,
  fixedRoutes,
  INDEX,
  makeLoader,
  meant,
  quote,
  readController,
  type TableContents,
} from 'waymark/internal';
import { groupBy } from '../maps.ts';
import type { Goal } from '../prove/preimage.ts';
import { type Target, unnamedIndex } from '../reach.ts';
import { nearestController } from './near.ts';

export interface Action {
  readonly file: string;
  /** `null` if the class answers any action. */
  readonly name: string | null;
  /** The destinations that run it. It has no goals if other files answer them all. */
  readonly target: Target;
}

export interface Run {
  readonly file: string;
  readonly action: string;
  readonly args: readonly string[];
  readonly required: number;
  /** The segments of the destination that name the controller. */
  readonly path: readonly string[];
}

export interface Controllers {
  readonly actions: readonly Action[];
  readonly broken: readonly { readonly file: string; readonly reason: string }[];
  /** The actions that could answer a destination, in the dispatcher's order. */
  answering(destination: string): Action[];
  /** What to write in place of a destination that leads to no action. */
  advise(destination: string): string;
  /** The action that the dispatcher runs for a destination; `null` if there is none. */
  run(destination: string): Run | null;
  /** All destinations of an action whose arguments start with the given ones. */
  target(run: Pick<Run, 'file' | 'action' | 'args'>): Target;
  /** The keys of a table whose destination always runs the same action; see `checkRoutes`. */
  fixed(contents: TableContents): ReadonlySet<string>;
}

/** A name that no class has an action for, unless it answers any action. */
const NOT_AN_ACTION = 'no action has this name';

export async function readControllers(
  files: Files,
  roots: readonly string[] | undefined,
  settings: Settings,
): Promise<Controllers> {
  const loader = makeLoader(files, { roots, settings });
  const { loaded, broken } = await importAll(loader);
  const byFile = new Map(loaded.map((one) => [one.file, one]));
  // The cast: every file with an action is loaded.
  const loadedFrom = (file: string) => byFile.get(file) as Loaded;
  const isAnswering = ({ file, action }: Location) => {
    const found = byFile.get(file.path);
    return found !== undefined && findInvoker(found.controller, action) !== null;
  };
  const run = (destination: string): Run | null => {
    const place = loader.places(destination).find(isAnswering);
    if (place === undefined) return null;
    const { file, action, namesAction, args } = place;
    const segments = destination.split('/');
    const path = segments.slice(0, segments.length - args.length - (namesAction ? 1 : 0));
    const required = argumentsOf(loadedFrom(file.path).controller, action);
    return { file: file.path, action, args, required, path };
  };
  /** The destinations that run an action, or, for `null`, any action of the class. */
  const targetOf = (file: string, action: string | null, args: readonly string[]): Target => {
    const accepts = (destination: string) => {
      const other = run(destination);
      if (other?.file !== file || (action !== null && other.action !== action)) return false;
      return args.every((arg, index) => other.args[index] === arg);
    };
    const { paths } = loadedFrom(file);
    const goals =
      action === null
        ? classGoals(paths, settings)
        : paths.flatMap((path) => goalsOf(path, action, args, settings));
    return { goals: goals.filter((goal) => mayBe(goal, accepts)), accepts };
  };
  const actions = loaded.flatMap(({ file, controller }) => {
    const takesAny = findInvoker(controller, NOT_AN_ACTION) !== null;
    const names = takesAny ? [null] : actionsOf(controller);
    return names.map((name) => ({ file, name, target: targetOf(file, name, []) }));
  });
  const actionsIn = groupBy(actions, ({ file }) => file);
  return {
    actions,
    broken,
    advise(destination) {
      const places = loader.places(destination);
      if (places.length === 0) return nearestController(destination, loader, files);
      const near = places.flatMap(({ file, action }) => {
        // A class that answers any action lacks none.
        const own = (actionsIn.get(file.path) ?? []).map(({ name }) => String(name));
        return meant(action, own) ?? [];
      });
      const paths = [...new Set(places.map(({ file }) => quote(file.path)))];
      const hint = near.length === 0 ? '' : `the nearest action is ${quote(near[0])}, or `;
      return `${hint}add the action to ${paths.join(' or ')}`;
    },
    run,
    fixed: (contents) => new Set(fixedRoutes(actionRows(contents), loader).map(({ key }) => key)),
    target: ({ file, action, args }) => targetOf(file, action, args),
    answering(destination) {
      return loader
        .places(destination)
        .filter(isAnswering)
        .flatMap(({ file, action }) => {
          // The cast: a class that answers has actions.
          const own = actionsIn.get(file.path) as readonly Action[];
          return own.filter(({ name }) => name === null || name === action);
        });
    },
  };
}

interface Loaded {
  readonly file: string;
  readonly controller: ControllerClass;
  /** The starts of destinations that name it. */
  readonly paths: readonly string[];
}

async function importAll({ index }: Loader) {
  const loaded: Loaded[] = [];
  const broken: { file: string; reason: string }[] = [];
  for (const [name, indexed] of index) {
    const named = controllerName(name);
    if (named === null) continue;
    const file = indexed.path;
    try {
      const controller = await readController(indexed);
      loaded.push({ file, controller, paths: pathsOf(named.module, named.inside) });
    } catch (error) {
      broken.push({ file, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { loaded, broken };
}

function pathsOf(module: string | undefined, inside: string): string[] {
  if (module === undefined) return [inside];
  return module === inside ? [module, `${module}/${inside}`] : [`${module}/${inside}`];
}

function classGoals(paths: readonly string[], settings: Settings): Goal[] {
  const dashes = settings.translateUriDashes;
  const goals = paths.map((text) => ({ text, more: true, dashes }));
  return [...goals, ...foldersOf(paths, settings)];
}

/** A segment that names no file, so it is an action or an argument. */
const NO_FILE = '\0';

function mayBe({ text, more }: Goal, accepts: (destination: string) => boolean): boolean {
  return accepts(text) || (more && accepts(`${text}/${NO_FILE}`));
}

function goalsOf(
  path: string,
  action: string,
  args: readonly string[],
  settings: Settings,
): Goal[] {
  const { defaultController, translateUriDashes: dashes } = settings;
  const encoded = args.map(encodeKept);
  const goals = [{ text: [path, action, ...encoded].join('/'), more: true, dashes }];
  // The goals below don't name the action.
  const [, homeAction = INDEX] = defaultController?.split('/') ?? [];
  if (action === INDEX) goals.push(...unnamedIndex(path, encoded, dashes));
  if (action === homeAction) goals.push(...foldersOf([path], settings));
  return goals;
}

function foldersOf(paths: readonly string[], settings: Settings): Goal[] {
  const { defaultController, translateUriDashes: dashes } = settings;
  const end = `/${defaultController?.split('/')[0]}`;
  return paths
    .filter((path) => path.endsWith(end))
    .map((path) => ({ text: path.slice(0, -end.length), more: false, dashes }));
}
