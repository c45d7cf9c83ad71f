/** Finds the actions that a block protects. */
import { DFA, Words } from 'refa';
import { encodeRest } from '../../path/escapes.ts';
import { samplePaths } from '../automata/sample.ts';
import { attempt, both, proved } from '../automata/translate.ts';
import { Unproved } from '../automata/unproved.ts';
import { type Inspection, methodsFor, type Row, UNKNOWN } from '../inspection.ts';
import { type Goal, isGoal } from '../prove/preimage.ts';
import { proveReached } from '../prove/prove.ts';
import { languageTo, pathsOf, targetOf } from '../reach.ts';
import { type Behind, RowsBehind } from './behind.ts';
import {
  commonSegments,
  type Destinations,
  destinationsOf,
  goalsIn,
  goalWith,
  textsOf,
} from './blocked-destinations.ts';
import type { Action, Controllers } from './controllers.ts';
import type { Finding } from './finding.ts';
import { isInside } from './passed.ts';

/** The certainty of a finding. */
export type Level = Exclude<Finding['level'], 'unproved'>;

/** An action that a block protects. */
export interface Protected {
  readonly action: string;
  /** How certain it is that a request that reaches the action is a mistake. */
  readonly level: Level;
}

/** Actions that a block protects for one reason. */
export interface Guard {
  /** Goals that cover all destinations of these actions, and possibly more. */
  readonly goals: readonly Goal[];
  /** The protected action that a destination of a row runs. A `null` row means autoRoute. */
  find(destination: string, row: Row | null): Protected | null;
  /** A row to skip, because the block closes only some arguments of its action. */
  readonly except: Row | null;
  /**
   * Goals that cover the destinations naming these actions. A row that reaches nothing else is
   * intentional. Parts that the block leaves open may be anything.
   */
  readonly named: readonly Goal[];
  /** Whether these destinations share a segment. */
  readonly hasName: boolean;
}

/** The level of a request that reaches an action through a row; `null` if it is not a mistake. */
type LevelOf = (action: string, row: Row | null) => Level | null;

/**
 * Finds the actions that a block protects: those that blocked paths would run without it, and those
 * that blocked paths name.
 *
 * | without the block, a path would be answered by | the protected action is | reaching it is |
 * | --- | --- | --- |
 * | a row for such paths | the row's destination | an error |
 * | a row for paths of any kind, such as `(.+)` | the row's destination | an error if that is fixed or the path itself, otherwise a warning |
 * | `autoRoute` | the path | an error |
 * | nothing, or a row for paths of any kind | the path, as a name | an error if the row that reaches it names the controller, a warning if another row does, otherwise fine |
 * | a row for such paths with another destination | the path, as a name | a warning |
 * | another block, or a handler | nothing | fine |
 *
 * If the files are known, only existing actions are protected, with all their destinations.
 * Reaching them is an error, with two exceptions that are warnings: a row for such paths has
 * another destination, or the class answers any action.
 *
 * @param inspection the table
 * @param block a row that blocks
 * @param controllers the application's controllers; `null` if unknown
 */
export function guardsOf(
  inspection: Inspection,
  block: Row,
  controllers: Controllers | null,
): Guard[] {
  return new Search(inspection, block, controllers).guards();
}

/** Whether a goal, of one destination or of many, covers a destination. */
export function isAmong(destination: string, goal: Goal): boolean {
  if (goal.many === undefined) return isGoal(destination, goal);
  const language = goal.many.language();
  return !(language instanceof Unproved) && language.test(Words.fromStringToUTF16(destination));
}

class Search {
  private readonly rowsBehind: RowsBehind;

  constructor(
    private readonly inspection: Inspection,
    private readonly block: Row,
    private readonly controllers: Controllers | null,
  ) {
    this.rowsBehind = new RowsBehind(inspection, block);
  }

  guards(): Guard[] {
    const behind = this.rowsBehind.all();
    const { controllers } = this;
    return [
      ...(controllers === null
        ? []
        : controllers.actions.flatMap((action) =>
            [null, ...behind].flatMap((each) => this.guardAction(controllers, action, each)),
          )),
      ...behind.flatMap((each) => this.guardBehind(each)),
      ...this.guardName(),
    ];
  }

  /** Guards the actions of a row behind the block. */
  private guardBehind({ row, method, path }: Behind): Guard[] {
    const { inspection, block, rowsBehind } = this;
    const { pieces, groups } = row.template;
    const named = pieces[0].split('/').length - 1;
    const isWhole = groups.length === 0 || isInside(inspection, row, block) === true;
    const destination = rowsBehind.destination(row, method, path);
    const hasAction = this.writesAction(row, destination);
    const isCertain = isWhole || destination === path || !takesAnyStart(row, path);
    const level = (action: string) => (isCertain || this.isSure(action) ? 'error' : 'warning');
    if (hasAction && isWhole) {
      const action = pieces[0].split('/').slice(0, named).join('/');
      return this.guard([action], level);
    }
    const except = hasAction ? row : null;
    const paths = rowsBehind.pathsTo(row, method, inspection.languageOf(row));
    const toTexts = (some: readonly string[]) => [
      ...new Set(some.map((other) => rowsBehind.destination(row, method, other))),
    ];
    const list = paths instanceof Unproved ? null : textsOf(paths);
    if (list !== null) return this.guard(toTexts(list), level, except);
    const all = paths instanceof Unproved ? null : destinationsOf(row, paths);
    if (all === null)
      return this.guard(toTexts(rowsBehind.samples(row, method)), level, except, true);
    const known = new Map<string, boolean>();
    const isBehind = (action: string) => {
      const found = known.get(action) ?? rowsBehind.isReached(row, method, action);
      known.set(action, found);
      return found;
    };
    const levelOf = (action: string) => (isBehind(action) ? level(action) : null);
    return this.guard(all, levelOf, except, true);
  }

  /** Whether a row's destination has its action as text, so that it refers only to arguments. */
  private writesAction({ template: { pieces, groups } }: Row, destination: string): boolean {
    if (groups.length === 0) return false;
    const written = pieces[0].split('/').length - 1;
    const run = this.controllers?.run(destination) ?? null;
    if (run === null) return written >= 2;
    const isNamed = destination.split('/').length > run.path.length + run.args.length;
    return written >= run.path.length + (isNamed ? 1 : 0);
  }

  /** Guards the actions that blocked paths name. */
  private guardName(): Guard[] {
    const { inspection, block, rowsBehind } = this;
    const paths = inspection.languageOf(block);
    const list = paths instanceof Unproved ? samplePaths(block.source) : textsOf(paths);
    const all = list ?? proved(paths);
    const methods = methodsFor(block.method, rowsBehind.near);
    const level: LevelOf = (action, row) => {
      const blocked = methods.filter((method) => rowsBehind.isBlocked(action, method));
      const levels = blocked.map((method) => this.levelByName(action, method, row));
      return (
        levels.find((each) => each === 'error') ?? levels.find((each) => each !== null) ?? null
      );
    };
    return this.guard(all, level, null, list === null || paths instanceof Unproved);
  }

  private levelByName(path: string, method: string, row: Row | null): Level | null {
    const { inspection, rowsBehind } = this;
    const next = rowsBehind.rowFor(path, method);
    if (next !== null && !takesAnyStart(next, path)) {
      return next.to === '' || next.handled ? null : 'warning';
    }
    const isOpen = inspection.autoRoute && !rowsBehind.near.some((other) => other.matches(path));
    if (isOpen || this.isSure(path) || row === null || namesController(row)) return 'error';
    const [head] = path.split('/', 1);
    const isKnown = inspection
      .leadingTo([head])
      .some((other) => !other.handled && namesController(other));
    return isKnown ? 'warning' : null;
  }

  /** Whether the files have this action, rather than only a class that answers any action. */
  private isSure(destination: string): boolean {
    const [action] = this.controllers?.answering(destination) ?? [];
    return action !== undefined && action.name !== null;
  }

  /** Guards the destinations that may run an action. */
  private guard(
    destinations: Destinations,
    level: LevelOf,
    except: Row | null = null,
    isOpen = false,
  ): Guard[] {
    const all = this.existing(destinations);
    const isNone = all instanceof DFA ? all.isEmpty : all.length === 0;
    return isNone ? [] : [this.guardAll(all, level, except, isOpen)];
  }

  private existing(destinations: Destinations): Destinations {
    const { controllers } = this;
    if (controllers === null) return destinations;
    if (!(destinations instanceof DFA)) {
      return destinations.filter((text) => controllers.run(text) !== null);
    }
    const goals = controllers.actions.flatMap(({ target }) => target.goals);
    const existing = both(destinations, pathsOf(this.inspection, goals));
    existing.minimize();
    return existing;
  }

  private guardAll(all: Destinations, level: LevelOf, except: Row | null, isOpen: boolean): Guard {
    const { inspection } = this;
    const goals = goalsIn(inspection, all);
    const common = isOpen ? commonSegments(all) : null;
    const find = (destination: string, row: Row | null): Protected | null => {
      const found = this.actionsOf(destination, all).flatMap((action): Protected[] => {
        const own = this.isSame(action, destination) ? level(action, row) : null;
        return own === null ? [] : [{ action, level: own }];
      });
      return found.find((each) => each.level === 'error') ?? found.at(0) ?? null;
    };
    return {
      goals,
      find,
      except,
      named: common === null ? goals : [...goals, goalWith(inspection, common)],
      hasName: common === null || common.some((text) => text !== null),
    };
  }

  /** The actions in `all` that a destination may run, shortest first. */
  private actionsOf(destination: string, all: Destinations): readonly string[] {
    if (!(all instanceof DFA)) return all;
    const { translateUriDashes } = this.inspection.router.settings;
    const spellings = translateUriDashes
      ? [destination, destination.replaceAll('-', '_'), destination.replaceAll('_', '-')]
      : [destination];
    return [...new Set(spellings)]
      .flatMap(actionsIn)
      .filter((action) => all.test(Words.fromStringToUTF16(action)));
  }

  /** Whether a destination runs the named action. */
  private isSame(action: string, destination: string): boolean {
    const { inspection, controllers } = this;
    if (controllers === null) return targetOf(goalsIn(inspection, [action])).accepts(destination);
    const run = controllers.run(action);
    return run !== null && controllers.target(run).accepts(destination);
  }

  /** Guards an action if a blocked path would run it through the row behind, or names it. */
  private guardAction(controllers: Controllers, action: Action, behind: Behind | null): Guard[] {
    const { inspection, block } = this;
    const { goals } = action.target;
    const pathWith = (some: readonly Goal[]) =>
      behind === null ? this.pathOf(action, some) : this.pathBehind(action, behind, some);
    // Prefer a path without arguments.
    const found = pathWith(goals.map((goal) => ({ ...goal, more: false }))) ?? pathWith(goals);
    if (found === null) return [];
    const { path, method } = found;
    const destination =
      behind === null ? path : this.rowsBehind.destination(behind.row, method, path);
    // The cast: the target accepts the destination, so it runs an action.
    const run = controllers.run(destination) as NonNullable<ReturnType<Controllers['run']>>;
    const hasAction = behind !== null && this.writesAction(behind.row, destination);
    const isWhole =
      hasAction && behind !== null && isInside(inspection, behind.row, block) === true;
    const args = isWhole ? [] : run.args;
    const name = [...run.path, run.action, ...args.map(encodeRest)].join('/');
    const target = controllers.target({ ...run, args });
    const label = target.accepts(name) ? name : [goals[0].text, ...args.map(encodeRest)].join('/');
    const level = (row: Row | null) => {
      if (behind === null) return this.levelByName(path, method, row);
      return action.name !== null || !takesAnyStart(behind.row, path) ? 'error' : 'warning';
    };
    const find = (other: string, row: Row | null) => {
      const own = target.accepts(other) ? level(row) : null;
      return own === null ? null : { action: label, level: own };
    };
    return [
      {
        goals: target.goals,
        find,
        except: hasAction && !isWhole && behind !== null ? behind.row : null,
        named: target.goals,
        hasName: true,
      },
    ];
  }

  /** A blocked path that is an action's destination. */
  private pathOf(
    { target }: Action,
    some: readonly Goal[],
  ): { path: string; method: string } | null {
    const { inspection, block } = this;
    const head = block.shape.segments[0]?.text ?? null;
    const goals = some.filter(
      ({ text, dashes }) => dashes || head === null || text.split('/', 1)[0] === head,
    );
    if (goals.length === 0) return null;
    const proof = proveReached(inspection, block, {
      language: () =>
        attempt(() =>
          both(proved(pathsOf(inspection, goals)), proved(inspection.languageOf(block))),
        ),
      samples: [],
      accepts: (_answer, path) => path !== '' && target.accepts(path),
      method: block.method,
    });
    return proof.kind === 'reached' ? { path: proof.path, method: proof.request.method } : null;
  }

  /** A blocked path for which a row behind the block would run an action. */
  private pathBehind(
    { target }: Action,
    { row, method }: Behind,
    goals: readonly Goal[],
  ): { path: string; method: string } | null {
    const language = languageTo(this.inspection, row, goals);
    const path = language && this.rowsBehind.pathTo(row, method, language, target.accepts);
    return path === null ? null : { path, method };
  }
}

/** Whether a row also matches a path with another first segment, so it isn't only for this one. */
function takesAnyStart(row: Row, path: string): boolean {
  const [, ...others] = path.split('/');
  return row.matches([UNKNOWN_START, ...others].join('/'));
}

/** A first segment that hardly any pattern has. */
const UNKNOWN_START = UNKNOWN[0].replaceAll('-', '');

/** Whether the first segment of a row's destination is text. */
function namesController({ template: { pieces, groups } }: Row): boolean {
  return groups.length === 0 || pieces[0].includes('/');
}

/** The actions that a destination may name, shortest first. */
function actionsIn(destination: string): string[] {
  const segments = destination.split('/');
  return segments.flatMap((_, index) => {
    const action = segments.slice(0, index + 1).join('/');
    return [action, `${action.replace(/\/$/, '')}/index`];
  });
}
