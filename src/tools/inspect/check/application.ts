/** Compares destinations with the actions of an application. */
import type { Files } from 'waymark/hmvc';
import {
  DEFAULT_CONTROLLER,
  isHomeWritten,
  isRedirect,
  NOT_FOUND_OVERRIDE,
  quote,
  type Source,
} from 'waymark/internal';
import { sayRequest } from '../../shared/words.ts';
import { hasDestination, type Inspection, type RequestLine, type Row } from '../inspection.ts';
import { proveReached } from '../prove/prove.ts';
import { reachTarget } from '../reach.ts';
import { sayKey } from '../say-key.ts';
import type { Action, Controllers } from './controllers.ts';
import { enumerate, type Finding, type FindingKind } from './finding.ts';

/** Finds destinations without an action or with two, and actions that no route reaches. */
export function findLost(
  inspection: Inspection,
  controllers: Controllers,
  alsoReached: readonly string[],
): Finding[] {
  const search = new Search(inspection, controllers);
  return [
    ...controllers.broken.map(({ file, reason }): Finding => {
      const message = `${quote(file)} can't be used as a controller: ${reason}`;
      const source = startOf(file);
      return { level: 'error', kind: 'broken-controller', rows: [], message, source };
    }),
    ...search.rows(),
    ...search.settings(isHomeWritten(inspection.contents.rows)),
    ...search.others(alsoReached),
    ...search.actions(),
  ];
}

/** Names that are nearly those of route files, and the correct names. */
const UNREAD: readonly (readonly [name: RegExp, instead: string])[] = [
  [/^((?:.*\/)?modules\/[^/]+)\/routes(\.\w+)$/, '$1/config/routes$2'],
  [/^((?:.*\/)?config)\/route(\.\w+)$/, '$1/routes$2'],
];

/** Finds files that are probably meant as route files. */
export function findUnread(files: Files): Finding[] {
  return Object.keys(files).flatMap((path): Finding[] => {
    const found = UNREAD.find(([name]) => name.test(path));
    if (found === undefined) return [];
    const message = `Nothing reads ${quote(path)}; rename it to ${quote(path.replace(...found))}.`;
    return [{ level: 'warning', kind: 'unread-file', rows: [], message, source: startOf(path) }];
  });
}

function startOf(file: string): Source {
  return { file, line: 1, column: 1 };
}

const RUN = 'start the names of methods that only context.run calls with _';

/** Names the actions of one file: `action 'show' of 'photos.ts'`. */
function nameActions(actions: readonly Action[]): string {
  const names = actions.flatMap(({ name }) => (name === null ? [] : [quote(name)]));
  const what = names.length === 1 ? 'action' : 'actions';
  const named = names.length === 0 ? what : `${what} ${enumerate(names)}`;
  return `${named} of ${quote(actions[0].file)}`;
}

class Search {
  private readonly reached = new Set<Action>();
  /** Keys of rows with references that reach an action, or may reach one. */
  private readonly leading = new Set<string>();
  private readonly unproved = new Map<Action, string>();
  private readonly ambiguous: Finding[] = [];
  /** The keys, and destinations of autoRoute, that are already reported as ambiguous. */
  private readonly compared = new Set<string>();

  constructor(
    private readonly inspection: Inspection,
    private readonly controllers: Controllers,
  ) {}

  rows(): Finding[] {
    const rows = this.inspection.rows.filter(hasDestination);
    const varying = new Set(rows.filter(({ template }) => template.groups.length > 0));
    for (const action of this.controllers.actions) this.follow(action, varying);
    const lost = rows.flatMap((row) => this.lost(row));
    return [...lost, ...this.ambiguous];
  }

  /** Checks the destinations of the settings. `Route.map` may have filled in the default one. */
  settings(isDefaultWritten: boolean): Finding[] {
    const { defaultController: home, notFoundOverride: override } = this.inspection.router.settings;
    const lost = (key: string, to: string | null, level: Finding['level'], kind: FindingKind) => {
      if (to === null || isRedirect(to) || this.reach(to)) return [];
      const advice = this.controllers.advise(to);
      const message = `${sayKey(key)} is ${quote(to)}, which leads to no file or action; ${advice}.`;
      return [{ level, kind, rows: [key], message }];
    };
    const dead = lost(DEFAULT_CONTROLLER, home, 'error', 'dead-destination');
    const missing = lost(NOT_FOUND_OVERRIDE, override, 'warning', 'dead-override');
    return isDefaultWritten ? [...dead, ...missing] : missing;
  }

  others(destinations: readonly string[]): Finding[] {
    const lost = destinations.filter((to) => !this.reach(to));
    return lost.map((to) => {
      const advice = this.controllers.advise(to);
      const message = `${quote(to)}, listed as also reached, leads to no file or action; ${advice}.`;
      return { level: 'error', kind: 'dead-destination', rows: [], message };
    });
  }

  /** Notes that the action of a destination is reached; `false` if there is none. */
  private reach(to: string): boolean {
    const [action] = this.controllers.answering(to);
    if (action !== undefined) this.reached.add(action);
    return action !== undefined;
  }

  actions(): Finding[] {
    const lost = this.controllers.actions.filter((action) => !this.reached.has(action));
    const unproved = lost.flatMap((action): Finding[] => {
      const doubt = this.unproved.get(action);
      if (doubt === undefined) return [];
      const message = `Whether a route reaches the ${nameActions([action])} is not proved: ${doubt}.`;
      const source = startOf(action.file);
      return [{ level: 'unproved', kind: 'unproved', rows: [], message, source }];
    });
    const certain = lost.filter((action) => !this.unproved.has(action));
    const files = new Set(certain.map(({ file }) => file));
    const unreached = Array.from(files, (path): Finding => {
      const own = certain.filter(({ file }) => file === path);
      const verb = own.length === 1 && own[0].name !== null ? 'is' : 'are';
      const advice = own[0].name === null ? '' : `; ${RUN}`;
      const message = `The ${nameActions(own)} ${verb} reached by no route${advice}.`;
      const source = startOf(path);
      return { level: 'warning', kind: 'unreached-action', rows: [], message, source };
    });
    return [...unreached, ...unproved];
  }

  /** Finds the rows with references, and the paths of autoRoute, that reach an action. */
  private follow(action: Action, varying: ReadonlySet<Row>): void {
    const isVarying = (row: Row) => varying.has(row);
    const { ways, unproved } = reachTarget(this.inspection, action.target, isVarying);
    for (const { route, method, path, destination } of ways) {
      this.reached.add(action);
      if (route !== null) this.leading.add(route);
      // The cast: no handler has the destination of an action.
      this.compare(route ?? 'autoRoute', destination as string, { method, path });
    }
    for (const { route, reason } of unproved) {
      this.unproved.set(action, reason);
      if (route !== null) this.leading.add(route);
    }
  }

  private lost(row: Row): Finding[] {
    const { key, to, template } = row;
    if (this.leading.has(key)) return [];
    const proof = proveReached(this.inspection, row);
    if (proof.kind !== 'reached') return [];
    const { request: witness } = proof;
    const isFixed = template.groups.length === 0;
    if (isFixed && this.reach(to)) {
      this.compare(key, to, witness);
      return [];
    }
    const nowhere = isFixed
      ? `, ${quote(to)}, leads to no file or action; ${this.controllers.advise(to)}`
      : ` leads to no file or action, whatever the path, such as ${sayRequest(witness)}`;
    const message = `The destination of ${sayKey(key)}${nowhere}.`;
    return [{ level: 'error', kind: 'dead-destination', rows: [key], message, witness }];
  }

  private compare(key: string, destination: string, witness: RequestLine): void {
    // A file may be listed twice: as a module's own controller and as its default controller.
    const files = [...new Set(this.controllers.answering(destination).map(({ file }) => file))];
    const what = key === 'autoRoute' ? destination : key;
    if (files.length < 2 || this.compared.has(what)) return;
    this.compared.add(what);
    const message = `${quote(destination)}, the destination of ${sayKey(key)} for ${sayRequest(witness)}, runs ${quote(files[0])}, but ${enumerate(files.slice(1).map(quote))} could answer it too.`;
    const rows = key === 'autoRoute' ? [] : [key];
    this.ambiguous.push({ level: 'error', kind: 'ambiguous-destination', rows, message, witness });
  }
}
