/** Finds the actions that a block protects. */
import { DFA, NFA, Words } from 'refa';
import { encodeKept } from 'waymark/internal';
import type { Language } from '../automata/languages.ts';
import { openShape, samplePaths } from '../automata/shape.ts';
import { attempt, both, determined, MAX, proved, Unproved } from '../automata/translate.ts';
import {
  hasDestination,
  headOf,
  type Inspection,
  methodsFor,
  type Row,
  UNKNOWN,
} from '../inspection.ts';
import { type Goal, isGoal } from '../prove/preimage.ts';
import { proveReached, type Reached } from '../prove/prove.ts';
import { isKnownBy, languageTo, pathsOf, targetOf } from '../reach.ts';
import { type Behind, isInside, RowsBehind } from './behind.ts';
import {
  commonSegments,
  type Destinations,
  destinationsOf,
  goalsIn,
  goalWith,
  textsOf,
} from './blocked-destinations.ts';
import type { Action, Controllers, Run } from './controllers.ts';
import type { Finding } from './finding.ts';

export type Level = Exclude<Finding['level'], 'unproved'>;

export interface Protected {
  readonly action: string;
  /** How certain it is that a request that reaches the action is a mistake. */
  readonly level: Level;
}

export interface Guard {
  /** Goals that cover all destinations of these actions, and possibly more. */
  readonly goals: readonly Goal[];
  /**
   * The protected action that a destination of a row runs; the reason if it is not proved whether it
   * runs one. A `null` row means autoRoute.
   */
  protects(destination: string, row: Row | null): Protected | Unproved | null;
  /** A row to skip, because the block closes only some arguments of its action. */
  readonly except: Row | null;
  /** Goals that cover what names these actions. A row that reaches nothing else is intentional. */
  readonly named: readonly Goal[];
  /** Whether the destinations naming these actions share a segment. */
  readonly hasName: boolean;
}

/** The level of a request that reaches an action through a row; `null` if it is not a mistake. */
type LevelOf = (action: string, row: Row | null) => Level | Unproved | null;

/** The destinations that blocked paths name, or would have without the block. */
interface Closed {
  readonly destinations: Destinations;
  /** Whether they are only examples, or too many to list, so that parts of them may be anything. */
  readonly isOpen: boolean;
}

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
 * A row with a destination, in place of the block, protects the actions that it reaches.
 */
export function guardsOf(
  inspection: Inspection,
  block: Row,
  controllers: Controllers | null,
): Guard[] {
  return new Search(inspection, block, controllers).guards();
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
      ...(controllers === null ? [] : this.guardFiles(controllers, behind)),
      ...behind.flatMap((each) => this.guardBehind(each)),
      ...(hasDestination(this.block) ? [] : orDoubtful(() => this.guardNames(), anyAction)),
    ];
  }

  /** Guards the actions that a row behind the block would run for blocked paths. */
  private guardBehind({ row, method, path }: Behind): Guard[] {
    const any = () => this.anyActionOf(row);
    if (path instanceof Unproved) return [doubtful(path, any())];
    return orDoubtful(() => this.guardKnown(row, method, path), any);
  }

  private guardKnown(row: Row, method: string, path: string): Guard[] {
    const { rowsBehind } = this;
    const isFixed = row.template.groups.length === 0;
    const isInside = this.isInsideBlock(row);
    const destination = rowsBehind.destination(row, method, path);
    const isCertain = isFixed || isInside || destination === path || !takesAnyStart(row, path);
    const isNamed = this.writesAction(row, destination);
    const closed =
      isNamed && isInside
        ? { destinations: [writtenSegments(row).join('/')], isOpen: false }
        : this.destinationsBehind(row, method, path);
    const level = (action: string) => {
      // A language may contain too many destinations.
      const isSurelyBehind = !(closed.destinations instanceof DFA);
      const isBehind = isSurelyBehind || rowsBehind.isReached(row, method, action);
      if (isBehind instanceof Unproved) return isBehind;
      if (!isBehind) return null;
      return isCertain || this.isSure(action) ? 'error' : 'warning';
    };
    return this.guard(closed, level, isNamed && !isInside ? row : null);
  }

  /**
   * The destinations that a row behind the block would have for blocked paths.
   * @param known one of these paths
   */
  private destinationsBehind(row: Row, method: string, known: string): Closed {
    const { inspection, rowsBehind } = this;
    const paths = rowsBehind.pathsTo(row, method, inspection.languageOf(row));
    // The empty path is in no language.
    const root = hasDestination(this.block) && rowsBehind.isBlocked('', method) ? [''] : [];
    const destinationsFor = (some: readonly string[]) => [
      ...new Set([...root, ...some].map((path) => rowsBehind.destination(row, method, path))),
    ];
    if (!(paths instanceof Unproved)) {
      const list = textsOf(paths);
      if (list !== null) {
        const behind = list.filter((path) => rowsBehind.isBehind(path, method, row));
        return { destinations: destinationsFor(behind), isOpen: false };
      }
      const language = destinationsOf(row, paths, hasDestination(this.block));
      if (language !== null) return { destinations: language, isOpen: true };
    } else if (hasDestination(this.block) && row.template.groups.length > 0) throw paths;
    const samples = [known, ...rowsBehind.samples(row, method)];
    return { destinations: destinationsFor(samples), isOpen: true };
  }

  /** Goals that cover the actions of all paths that a row matches. */
  private anyActionOf(row: Row): readonly Goal[] {
    const { inspection } = this;
    const goals = attempt(() => {
      if (row.template.groups.length === 0) return goalsIn(inspection, [row.to]);
      // The cast: it is not `null` if it may have too many destinations.
      const all = destinationsOf(row, inspection.languages.normal, true) as Language;
      return goalsIn(inspection, all);
    });
    return goals instanceof Unproved ? anyAction() : goals;
  }

  private guardNames(): Guard[] {
    const { block, rowsBehind } = this;
    const methods = methodsFor(block.method, rowsBehind.near);
    return this.guard(this.blockedPaths(methods), (action, row) => {
      const blocked = methods.filter((method) => rowsBehind.isBlocked(action, method));
      const levels = blocked.map((method) => this.levelByName(action, method, row));
      return (
        levels.find((each) => each === 'error') ?? levels.find((each) => each !== null) ?? null
      );
    });
  }

  /**
   * The paths that this block answers for at least one of some methods. If they can't be listed, the
   * result may include paths that earlier rows answer.
   */
  private blockedPaths(methods: readonly string[]): Closed {
    const { source } = this.block;
    const paths = this.inspection.languageOf(this.block);
    if (paths instanceof Unproved) return { destinations: samplePaths(source), isOpen: true };
    const list = textsOf(paths);
    if (list === null) return { destinations: paths, isOpen: true };
    const isBlocked = (path: string) =>
      methods.some((method) => this.rowsBehind.isBlocked(path, method));
    return { destinations: list.filter(isBlocked), isOpen: false };
  }

  /** The level of a row that reaches the action that a blocked path names. */
  private levelByName(path: string, method: string, row: Row | null): Level | null {
    const { inspection, rowsBehind } = this;
    const next = rowsBehind.rowFor(path, method);
    if (next !== null && !takesAnyStart(next, path)) {
      return !hasDestination(next) ? null : 'warning';
    }
    const { near } = rowsBehind;
    const isRouted =
      inspection.autoRoute && !near.some((other) => isKnownBy(other, near) && other.matches(path));
    if (isRouted || this.isSure(path) || row === null || headOf(row) !== null) return 'error';
    const [controller] = path.split('/', 1);
    const isNamedElsewhere = inspection
      .leadingTo([controller])
      .some((other) => other.handler === null && headOf(other) !== null);
    return isNamedElsewhere ? 'warning' : null;
  }

  /** Whether the files have this action, rather than only a class that answers any action. */
  private isSure(destination: string): boolean {
    const [action] = this.controllers?.answering(destination) ?? [];
    return action !== undefined && action.name !== null;
  }

  /** Whether the text of a row's destination names its action, so references are only arguments. */
  private writesAction(row: Row, destination: string): boolean {
    if (row.template.groups.length === 0) return false;
    const run = this.controllers?.run(destination) ?? null;
    const naming = run === null ? 2 : destination.split('/').length - run.args.length;
    return writtenSegments(row).length >= naming;
  }

  private isInsideBlock(row: Row): boolean {
    return isInside(this.inspection, row, this.block) === true;
  }

  /** Guards the actions of some destinations. If the files are known, only existing ones. */
  private guard(
    { destinations, isOpen }: Closed,
    level: LevelOf,
    except: Row | null = null,
  ): Guard[] {
    const { inspection } = this;
    const all = this.existing(destinations);
    if (all instanceof DFA ? all.isEmpty : all.length === 0) return [];
    const goals = goalsIn(inspection, all);
    const protects: Guard['protects'] = (destination, row) => {
      const found = this.actionsOf(destination, all).flatMap((action): (Protected | Unproved)[] => {
        const own = this.isSame(action, destination) ? level(action, row) : null;
        if (own instanceof Unproved) return [own];
        return own === null ? [] : [{ action, level: own }];
      });
      const surely = found.flatMap((each) => (each instanceof Unproved ? [] : each));
      return surely.find((each) => each.level === 'error') ?? surely.at(0) ?? found.at(0) ?? null;
    };
    if (!isOpen) return [{ goals, protects, except, named: goals, hasName: true }];
    const shared = commonSegments(all);
    const named = [...goals, goalWith(inspection, shared)];
    return [{ goals, protects, except, named, hasName: shared.some((text) => text !== null) }];
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

  private isSame(action: string, destination: string): boolean {
    const { inspection, controllers } = this;
    if (controllers === null) return targetOf(goalsIn(inspection, [action])).accepts(destination);
    const run = controllers.run(action);
    return run !== null && controllers.target(run).accepts(destination);
  }

  private guardFiles(controllers: Controllers, behind: readonly Behind[]): Guard[] {
    return controllers.actions.flatMap((action) => [
      ...this.guardNamedAction(controllers, action),
      ...behind.flatMap((each) => this.guardActionBehind(controllers, action, each)),
    ]);
  }

  /** Guards an action of the files if a blocked path names it. */
  private guardNamedAction(controllers: Controllers, action: Action): Guard[] {
    if (hasDestination(this.block)) return [];
    const found = preferBare(action, (goals) => this.proveNamed(action, goals));
    if (found === null) return [];
    const { path, request } = found;
    const run = controllers.run(path) as Run; // the cast: the target accepts the path
    const level = (row: Row | null) => this.levelByName(path, request.method, row);
    return [guardRun(controllers, action, run, level)];
  }

  private proveNamed({ target }: Action, some: readonly Goal[]): Reached | null {
    const { inspection, block } = this;
    const head = block.shape.segments[0]?.text ?? null;
    const goals = some.filter(
      ({ text, dashes }) => dashes || head === null || text.split('/', 1)[0] === head,
    );
    if (goals.length === 0) return null;
    const proof = proveReached(inspection, block, {
      language: () =>
        attempt(() => both(pathsOf(inspection, goals), proved(inspection.languageOf(block)))),
      samples: [],
      accepts: (_answer, path) => path !== '' && target.accepts(path),
      method: block.method,
    });
    return proof.kind === 'reached' ? proof : null;
  }

  /** Guards an action of the files if a row behind the block would run it for a blocked path. */
  private guardActionBehind(controllers: Controllers, action: Action, behind: Behind): Guard[] {
    const { row, method } = behind;
    const path = preferBare(action, (goals) => {
      const language = languageTo(this.inspection, row, goals);
      return language && this.rowsBehind.pathTo(row, method, language, action.target.accepts);
    });
    if (path === null) return [];
    if (path instanceof Unproved) return [doubtful(path, action.target.goals)];
    const destination = this.rowsBehind.destination(row, method, path);
    // Not null: the target accepts the destination, so it runs the action.
    const run = controllers.run(destination) as Run;
    const level = action.name !== null || !takesAnyStart(row, path) ? 'error' : 'warning';
    const isNamed = this.writesAction(row, destination);
    const isInside = isNamed && this.isInsideBlock(row);
    const args = isInside ? [] : run.args;
    const guard = guardRun(controllers, action, { ...run, args }, () => level);
    return [{ ...guard, except: isNamed && !isInside ? row : null }];
  }
}

/** Guards, or one that doubts whether their actions are among some. */
function orDoubtful(make: () => Guard[], actions: () => readonly Goal[]): Guard[] {
  const guards = attempt(make);
  return guards instanceof Unproved ? [doubtful(guards, actions())] : guards;
}

/** Guards actions that may be protected. A row is only proved not to reach them. */
function doubtful(reason: Unproved, goals: readonly Goal[]): Guard {
  const protects: Guard['protects'] = (destination) =>
    goals.some((goal) => isGoal(destination, goal)) ? reason : null;
  return { goals, protects, except: null, named: [], hasName: false };
}

/** The goal that every destination is. */
function anyAction(): Goal[] {
  const all = attempt(() => determined(NFA.all(MAX)));
  return [
    { text: '', more: true, dashes: false, many: { shape: openShape(), language: () => all } },
  ];
}

function preferBare<Result>(
  { target: { goals } }: Action,
  find: (goals: readonly Goal[]) => Result | null,
): Result | null {
  const bare = find(goals.map((goal) => ({ ...goal, more: false })));
  return bare === null || bare instanceof Unproved ? find(goals) : bare;
}

/** Guards an action of the files with the arguments of one run of it. */
function guardRun(
  controllers: Controllers,
  action: Action,
  run: Run,
  level: (row: Row | null) => Level | null,
): Guard {
  const target = controllers.target(run);
  const args = run.args.map(encodeKept);
  const written = [...run.path, run.action, ...args].join('/');
  const name = target.accepts(written) ? written : [action.target.goals[0].text, ...args].join('/');
  const protects = (destination: string, row: Row | null) => {
    const own = target.accepts(destination) ? level(row) : null;
    return own === null ? null : { action: name, level: own };
  };
  const { goals } = target;
  return { goals, protects, except: null, named: goals, hasName: true };
}

/** Whether a row also matches a path with another first segment, so it isn't only for this one. */
function takesAnyStart(row: Row, path: string): boolean {
  const [, ...others] = path.split('/');
  return row.matches([UNKNOWN_START, ...others].join('/'));
}

/** A first segment that hardly any pattern has. */
const UNKNOWN_START = UNKNOWN[0].replaceAll('-', '');

/** The segments of a row's destination before the one with its first reference. */
function writtenSegments({ template: { pieces } }: Row): string[] {
  return pieces[0].split('/').slice(0, -1);
}

function actionsIn(destination: string): string[] {
  const segments = destination.split('/');
  return segments.flatMap((_, index) => {
    const action = segments.slice(0, index + 1).join('/');
    return [action, `${action.replace(/\/$/, '')}/index`];
  });
}
