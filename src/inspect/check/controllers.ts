/** The actions of an application's controllers, and the destinations that lead to them. */
import { readController } from '../../hmvc/class.ts';
import { actionsOf, type ControllerClass, findAction, findAnswer } from '../../hmvc/controller.ts';
import { controllerName, type Files } from '../../hmvc/files.ts';
import { createLoader } from '../../hmvc/loader.ts';
import { encodeRest } from '../../path/escapes.ts';
import type { Settings } from '../../table/settings.ts';
import type { Goal } from '../prove/preimage.ts';
import { type Target, unnamedIndex } from '../reach.ts';

/** A function of a controller. */
export interface Action {
  /** The controller's file. */
  readonly file: string;
  /** `null` if the class answers to any action. */
  readonly name: string | null;
  /** How many of its parameters have no default value; 0 if the class answers to any action. */
  readonly required: number;
  /** The destinations that run it; no goal if other files answer them all. */
  readonly target: Target;
}

/** What a destination runs. */
export interface Run {
  /** The controller's file. */
  readonly file: string;
  readonly action: string;
  readonly args: readonly string[];
  /** The other segments of the destination, which name the controller. */
  readonly path: readonly string[];
}

/** What the checker has to know of an application. */
export interface Controllers {
  readonly actions: readonly Action[];
  /** The files that can't be used as controllers, and why. */
  readonly broken: readonly { readonly file: string; readonly reason: string }[];
  /** The actions that a destination may lead to, the first choice first. */
  answering(destination: string): Action[];
  /** What the dispatcher runs for a destination; `null` if nothing answers it. */
  run(destination: string): Run | null;
  /** Whatever runs an action with some arguments, and more; however a destination spells it. */
  target(run: Pick<Run, 'file' | 'action' | 'args'>): Target;
  /** How destinations name the controller of a file. */
  paths(file: string): readonly string[];
}

/** What no class has for an action, unless it answers to any. */
const NOT_AN_ACTION = 'no action has this name';

/**
 * Imports every controller of an application.
 *
 * @param files the files, as `waymark/hmvc` takes them
 * @param roots folders, first searched first
 * @param settings the table's
 * @throws {WaymarkError} if two files of one root have one name
 */
export async function readControllers(
  files: Files,
  roots: readonly string[] | undefined,
  settings: Settings,
): Promise<Controllers> {
  const loader = createLoader(files, { roots, settings });
  const classes = new Map<string, ControllerClass>();
  const paths = new Map<string, readonly string[]>();
  const found: Omit<Action, 'target'>[] = [];
  const broken: { file: string; reason: string }[] = [];
  for (const [name, file] of loader.index) {
    const named = controllerName(name);
    if (named === null) continue;
    try {
      const controller = await readController(file);
      classes.set(file.path, controller);
      const own = pathsOf(named.module, named.inside);
      paths.set(file.path, own);
      found.push(
        ...namesIn(controller).map((name) => ({
          file: file.path,
          name,
          // The cast: each of the names is that of a function.
          required: name === null ? 0 : (findAction(controller, name) as { length: number }).length,
        })),
      );
    } catch (error) {
      broken.push({
        file: file.path,
        reason: error instanceof Error ? error.message : String(error),
      });
    }
  }
  const run = (destination: string): Run | null => {
    for (const { file, action, named, args } of loader.places(destination)) {
      const controller = classes.get(file.path);
      if (controller === undefined || findAnswer(controller, action) === null) continue;
      const segments = destination.split('/');
      const path = segments.slice(0, segments.length - args.length - (named ? 1 : 0));
      return { file: file.path, action, args, path };
    }
    return null;
  };
  // Each file that something is run of has paths.
  const pathsIn = (file: string) => paths.get(file) as readonly string[];
  /** Whatever runs an action, or any action of a class that answers to all of them. */
  const targetOf = (file: string, action: string | null, args: readonly string[]): Target => {
    const accepts = (destination: string) => {
      const other = run(destination);
      if (other?.file !== file || (action !== null && other.action !== action)) return false;
      return args.every((arg, index) => other.args[index] === arg);
    };
    const own = pathsIn(file);
    const goals =
      action === null
        ? classGoals(own, settings)
        : own.flatMap((path) => goalsOf(path, action, args, settings));
    return { goals: goals.filter((goal) => mayBe(goal, accepts)), accepts };
  };
  const actions = found.map((action) => ({
    ...action,
    target: targetOf(action.file, action.name, []),
  }));
  return {
    actions,
    broken,
    run,
    paths: pathsIn,
    target: ({ file, action, args }) => targetOf(file, action, args),
    answering(destination) {
      return loader.places(destination).flatMap(({ file, action }) => {
        const controller = classes.get(file.path);
        if (controller === undefined || findAnswer(controller, action) === null) return [];
        const isSame = ({ file: path, name }: Action) =>
          path === file.path && (name === null || name === action);
        return actions.filter(isSame);
      });
    },
  };
}

/** How destinations name a controller. */
function pathsOf(module: string | undefined, inside: string): string[] {
  if (module === undefined) return [inside];
  return module === inside ? [module, `${module}/${inside}`] : [`${module}/${inside}`];
}

/** The actions of a class; `null` stands for any. */
function namesIn(controller: ControllerClass): (string | null)[] {
  return findAnswer(controller, NOT_AN_ACTION) === null ? actionsOf(controller) : [null];
}

/** The destinations that lead to a class, whatever its action. */
function classGoals(
  paths: readonly string[],
  { defaultController, translateUriDashes: dashes }: Settings,
): Goal[] {
  const goals = paths.map((text) => ({ text, more: true, dashes }));
  return [...goals, ...foldersOf(paths, defaultController, dashes)];
}

/** A segment that names no file, so that it is an action or an argument. */
const NO_FILE = '\0';

/** Whether the dispatcher runs for some destination of a goal what it is the goal of. */
function mayBe({ text, more }: Goal, accepts: (destination: string) => boolean): boolean {
  return accepts(text) || (more && accepts(`${text}/${NO_FILE}`));
}

/** The destinations that lead to an action of the controller that a path names. */
function goalsOf(
  path: string,
  action: string,
  args: readonly string[],
  { defaultController, translateUriDashes: dashes }: Settings,
): Goal[] {
  const encoded = args.map(encodeRest);
  const goals = [{ text: [path, action, ...encoded].join('/'), more: true, dashes }];
  // Below, the destination does not say the action.
  const [, homeAction = 'index'] = defaultController?.split('/') ?? [];
  if (action === 'index') goals.push(...unnamedIndex(path, encoded, dashes));
  if (action === homeAction && args.length === 0) {
    goals.push(...foldersOf([path], defaultController, dashes));
  }
  return goals;
}

/** The folders whose default controller one of some controllers is. */
function foldersOf(
  paths: readonly string[],
  defaultController: string | null,
  dashes: boolean,
): Goal[] {
  const end = `/${defaultController?.split('/')[0]}`;
  return paths
    .filter((path) => path.endsWith(end))
    .map((path) => ({ text: path.slice(0, -end.length), more: false, dashes }));
}
