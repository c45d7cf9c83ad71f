/** Which requests reach an action. */

import { DFA, NFA } from 'refa';
import type { Found, Resolution } from '../resolve/resolution.ts';
import type { SuppliedTable } from '../table/table.ts';
import { samplePaths } from './automata/sample.ts';
import { readShape } from './automata/shape.ts';
import { attempt, both, proved, without } from './automata/translate.ts';
import { Unproved } from './automata/unproved.ts';
import {
  answers,
  Inspection,
  type InspectOptions,
  methodsFor,
  type Request,
  type Row,
  spell,
} from './inspection.ts';
import { escapeText, type Goal, goalAutomaton, isGoal, waysTo } from './prove/preimage.ts';
import { type Proof, proveReached } from './prove/prove.ts';

/** A way to reach an action. */
export interface Way extends Request {
  /** The table key that answers; `null` where `autoRoute` sends the path to its own segments. */
  readonly route: string | null;
  /** The destination, its references filled in. */
  readonly destination: string;
}

/** What is known of an action. */
export interface Reach {
  /** One request for each row that reaches it, in the table's order. */
  readonly ways: readonly Way[];
  /** What could not be decided; where it is empty, no other row reaches the action. */
  readonly unproved: readonly { readonly route: string | null; readonly reason: string }[];
}

/** What of a table is looked at. */
export interface Only {
  readonly row?: (row: Row) => boolean;
  readonly method?: string;
}

/**
 * Finds the requests that reach an action, or proves that none does.
 *
 * @param table see `createRouter`
 * @param destination the action, `module/controller/action`; arguments may follow it in what a
 *   route leads to. One that ends in `/index` is reached without it too, and where the table
 *   translates dashes, a dash counts as an underscore
 * @param options `autoRoute` as `createRouter` takes it
 * @throws {WaymarkError} where `createRouter` would
 *
 * @example
 * reach({ 'users/(:any)': 'users/$1' }, 'users/login').ways;
 * // [{ route: 'users/(:any)', method: 'GET', path: '/users/login', destination: 'users/login' }]
 */
export function reach(
  table: SuppliedTable,
  destination: string,
  options: InspectOptions = {},
): Reach {
  return reachIn(new Inspection(table, options), destination);
}

/**
 * What {@link reach} does, for a table that is being looked at already.
 *
 * @param inspection the table
 * @param destination the action
 * @param only which rows to look at, and requests of which method; all unless given
 *
 * @example
 * reachIn(new Inspection(table), 'users/login');
 */
export function reachIn(inspection: Inspection, destination: string, only: Only = {}): Reach {
  return reachGoals(inspection, goalsOf(inspection, destination), only);
}

/**
 * What {@link reach} does, for destinations that are taken apart already.
 *
 * @param inspection the table
 * @param goals the destinations
 * @param only which rows to look at, and requests of which method; all unless given
 *
 * @example
 * reachGoals(inspection, [{ text: 'users/login', more: true, dashes: false }]);
 */
export function reachGoals(
  inspection: Inspection,
  goals: readonly Goal[],
  { row: isWanted = () => true, method }: Only = {},
): Reach {
  const ways: Way[] = [];
  const unproved: { route: string | null; reason: string }[] = [];
  const note = (route: string | null, proof: Proof) => {
    if (proof.kind === 'reached') ways.push({ ...proof.request, ...routeOf(proof.answer) });
    if (proof.kind === 'unproved') unproved.push({ route, reason: proof.reason });
  };
  const rows = inspection
    .leadingTo(goals.map(({ text }) => text))
    .filter((row) => isWanted(row) && (method === undefined || answers(row, method)));
  for (const row of rows) note(row.key, proveWay(inspection, row, goals, method));
  const home = defaultWay(inspection, goals);
  if (home !== null) ways.push(home);
  if (inspection.autoRoute) note(null, proveAutoRoute(inspection, goals, method));
  return { ways, unproved };
}

function goalsOf({ router }: Inspection, text: string): Goal[] {
  const dashes = router.settings.translateUriDashes;
  const goal = { text, more: true, dashes };
  return text.endsWith('/index')
    ? [goal, { text: text.slice(0, -'/index'.length), more: false, dashes }]
    : [goal];
}

/** Whether an answer leads to one of the goals. */
function leadsTo(answer: Resolution, goals: readonly Goal[]): boolean {
  return answer.status === 'found' && goals.some((goal) => isGoal(answer.destination, goal));
}

function routeOf(answer: Resolution): { route: string | null; destination: string } {
  // Nothing else reaches an action.
  const { route, destination } = answer as Found;
  return { route, destination };
}

function proveWay(
  inspection: Inspection,
  row: Row,
  goals: readonly Goal[],
  method: string | undefined,
): Proof {
  const ways = goals.map((goal) => waysTo(row, goal));
  if (ways.every((found) => found?.length === 0)) return { kind: 'unreached', takers: [] };
  return proveReached(inspection, row, {
    language: () =>
      attempt(() => {
        const all = NFA.empty(inspection.languages.normal);
        for (const found of ways) {
          if (found === null) throw new Unproved('there are too many ways to fill its destination');
          for (const captures of found) {
            const language = proved(inspection.languages.of(row.source, captures));
            const whole = captures.get(0);
            all.union(whole === undefined ? language : both(language, DFA.fromFA(whole)));
          }
        }
        return DFA.fromFA(all);
      }),
    samples: [
      ...(row.template.groups.length === 0 ? [] : goals.map(({ text }) => text)),
      ...samplePaths(row.source),
    ],
    accepts: (answer) => leadsTo(answer, goals),
    ...(method === undefined ? {} : { method }),
  });
}

/** What the default controller answers, where no row answers the empty path. */
function defaultWay(inspection: Inspection, goals: readonly Goal[]): Way | null {
  for (const method of methodsFor({ method: null }, inspection.roots)) {
    const answer = inspection.resolve({ method, path: '/' });
    if (inspection.winnerOf(answer) === null && leadsTo(answer, goals)) {
      return { method, path: '/', ...routeOf(answer) };
    }
  }
  return null;
}

/** A path that no row matches under any method, and that is a goal. */
function proveAutoRoute(inspection: Inspection, goals: readonly Goal[], method = 'GET'): Proof {
  const path = attempt(() => {
    const { languages } = inspection;
    const all = NFA.empty(languages.normal);
    for (const goal of goals) all.union(goalAutomaton(goal));
    const near = goals.flatMap(({ text, dashes }) => {
      const segments = dashes ? [] : readShape(escapeText(text)).segments.slice(0, -1);
      return inspection.near({ segments, open: true, rest: null });
    });
    let rest = both(DFA.fromFA(all), languages.normal);
    for (const row of new Set(near)) rest = without(rest, proved(inspection.languageOf(row)));
    return languages.witness(rest);
  });
  if (path instanceof Unproved) return { kind: 'unproved', reason: path.reason };
  if (path === null) return { kind: 'unreached', takers: [] };
  const request = { method, path: spell(path) };
  return { kind: 'reached', request, path, answer: inspection.resolve(request) };
}
