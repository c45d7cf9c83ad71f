/** Finds the requests that reach a destination. */
import { isDisjointWith, NFA } from 'refa';
import type { Found, Resolution, SuppliedTable } from 'waymark';
import { fromCaller, NOT_FOUND_OVERRIDE } from 'waymark/internal';
import { NfaNodes } from './automata/budget.ts';
import { type Language, wordOf } from './automata/languages.ts';
import { openShape, readShape, type Shape, samplePaths } from './automata/shape.ts';
import { attempt, both, determined, proved, Unproved, without } from './automata/translate.ts';
import {
  hasDestination,
  Inspection,
  type InspectOptions,
  methodsFor,
  type RequestLine,
  type Row,
  spell,
  UNKNOWN,
} from './inspection.ts';
import {
  escapeText,
  type Goal,
  goalsAutomaton,
  isGoal,
  waysInto,
  waysTo,
} from './prove/preimage.ts';
import { attemptProof, type Proof, proveReached } from './prove/prove.ts';
import { refuseOtherCase, refuseUnwritable } from './unwritable.ts';

/** A way to reach an action. */
export interface Way extends RequestLine {
  /**
   * The table key that answers; `404_override` if no row does; `null` if `autoRoute` uses the
   * segments of the path.
   */
  readonly route: string | null;
  /** The destination, with its references filled in; `null` if the row has a handler. */
  readonly destination: string | null;
}

/** The ways to reach an action, and the doubts. */
export interface Reach {
  /** One request for each row that reaches it, in table order. The `404_override` comes last. */
  readonly ways: readonly Way[];
  /** Rows that may reach the action. If there are none, `ways` is proved to be complete. */
  readonly unproved: readonly { readonly route: string | null; readonly reason: string }[];
}

export interface Target {
  /** Goals that cover every destination of the target, and possibly more. */
  readonly goals: readonly Goal[];
  /** Whether a destination covered by a goal belongs to the target. */
  accepts(destination: string): boolean;
}

/**
 * Finds the requests that reach a destination, or proves that none does. Destinations are compared
 * as text. An action may have several, such as `users/login` and `users/users/login`; use
 * {@link reachAction} to find them all.
 * @param table see `createRouter`
 * @param destination `module/controller/action`; a route may add arguments to it, and may leave out
 *   a final `/index`. If the table translates dashes, they count as underscores. Or the key or the
 *   name of a row with a handler, which has no destination
 * @param options `autoRoute`, as for `createRouter`
 * @throws {WaymarkError} if `createRouter` would, or if nothing reaches the destination because it
 *   is misspelled, such as `/users/login`
 * @example
 * reach({ 'users/(:any)': 'users/$1' }, 'users/login').ways;
 * // [{ route: 'users/(:any)', method: 'GET', path: '/users/login', destination: 'users/login' }]
 */
export function reach(
  table: SuppliedTable,
  destination: string,
  options: InspectOptions = {},
): Reach {
  return fromCaller(reach, reachDestination, table, destination, options);
}

function reachDestination(
  table: SuppliedTable,
  destination: string,
  options: InspectOptions,
): Reach {
  const inspection = new Inspection(table, options);
  const handled = handledAs(inspection, destination);
  const found = reachBoth(inspection, handled, goalsOf(inspection, destination));
  if (handled.length === 0 && isUnreached(found)) {
    refuseUnwritable('reach', destination);
    refuseOtherCase('reach', inspection, destination);
  }
  return found;
}

/** The rows with a handler whose key or name is given in place of a destination. */
export function handledAs({ rows }: Inspection, destination: string): readonly Row[] {
  return rows.filter(
    ({ key, name, handler }) => handler !== null && (key === destination || name === destination),
  );
}

/** Finds the requests that reach rows with handlers, or destinations. */
export function reachBoth(
  inspection: Inspection,
  handled: readonly Row[],
  goals: readonly Goal[],
): Reach {
  const own = reachRows(inspection, handled);
  const named = reachAny(inspection, targetOf(goals));
  return {
    ways: [...own.ways, ...named.ways],
    unproved: [...own.unproved, ...named.unproved],
  };
}

function reachRows(inspection: Inspection, rows: readonly Row[]): Reach {
  const ways: Way[] = [];
  const unproved: { route: string | null; reason: string }[] = [];
  for (const row of rows) {
    const proof = proveReached(inspection, row);
    if (proof.kind === 'reached') ways.push({ ...proof.request, ...routeOf(proof.answer) });
    if (proof.kind === 'unproved') unproved.push({ route: row.key, reason: proof.reason });
  }
  return { ways, unproved };
}

export function isUnreached({ ways, unproved }: Reach): boolean {
  return ways.length + unproved.length === 0;
}

/** Like {@link reachTarget}, but includes the requests that the `404_override` answers. */
export function reachAny(inspection: Inspection, target: Target): Reach {
  const { ways, unproved } = reachTarget(inspection, target);
  const { notFoundOverride } = inspection.router.settings;
  if (notFoundOverride === null || !target.accepts(notFoundOverride)) return { ways, unproved };
  const path = UNKNOWN.map((each) => `/${each}`).find((each) => {
    return inspection.serve({ method: 'GET', path: each }).status === 'not-found';
  });
  const route = NOT_FOUND_OVERRIDE;
  if (path === undefined) {
    const reason = 'every path tried is answered by a row, but an action may answer 404';
    return { ways, unproved: [...unproved, { route, reason }] };
  }
  const way = { method: 'GET', path, route, destination: notFoundOverride };
  return { ways: [...ways, way], unproved };
}

/** Like {@link reach}, for parsed destinations. */
export function reachTarget(
  inspection: Inspection,
  target: Target,
  isConsidered: (row: Row) => boolean = () => true,
): Reach {
  const ways: Way[] = [];
  const unproved: { route: string | null; reason: string }[] = [];
  const note = (route: string | null, proof: Proof) => {
    if (proof.kind === 'reached') ways.push({ ...proof.request, ...routeOf(proof.answer) });
    if (proof.kind === 'unproved') unproved.push({ route, reason: proof.reason });
  };
  for (const row of rowsTo(inspection, target.goals)) {
    if (isConsidered(row)) note(row.key, proveWay(inspection, row, target));
  }
  const home = defaultWay(inspection, target);
  if (home !== null) ways.push(home);
  if (inspection.autoRoute) note(null, proveAutoRoute(inspection, target));
  return { ways, unproved };
}

/** The rows whose destination may start like one of the goals, in order. */
export function rowsTo(inspection: Inspection, goals: readonly Goal[]): readonly Row[] {
  const anyHead = goals.some(({ many }) => many !== undefined && headOf(many.shape) === null);
  return anyHead
    ? inspection.rows.filter(hasDestination)
    : inspection.leadingTo(goals.map(({ text }) => text));
}

function headOf({ segments }: Shape): string | null {
  return segments[0]?.text ?? null;
}

export function goalsOf({ router }: Inspection, text: string): Goal[] {
  const dashes = router.settings.translateUriDashes;
  const goal = { text, more: true, dashes };
  return text.endsWith('/index')
    ? [goal, ...unnamedIndex(text.slice(0, -'/index'.length), [], dashes)]
    : [goal];
}

/** The destinations that start with some segments. */
export function goalsUnder({ router }: Inspection, text: string): Goal[] {
  return [{ text, more: true, dashes: router.settings.translateUriDashes }];
}

/** The destinations of an `index` that don't name it; an empty segment means `index` too. */
export function unnamedIndex(path: string, args: readonly string[], dashes: boolean): Goal[] {
  const empty = { text: [path, '', ...args].join('/'), more: true, dashes };
  return args.length === 0 ? [{ text: path, more: false, dashes }, empty] : [empty];
}

export function targetOf(goals: readonly Goal[]): Target {
  return {
    goals,
    accepts: (destination) => goals.some((goal) => isGoal(destination, goal)),
  };
}

function leadsTo(answer: Resolution, target: Target): boolean {
  if (answer.status !== 'found' || answer.destination === null) return false;
  return target.accepts(answer.destination);
}

function routeOf(answer: Resolution): Pick<Way, 'route' | 'destination'> {
  // The cast: no other answer reaches an action.
  const { route, destination } = answer as Found;
  return { route, destination };
}

/** Finds a request that reaches the target through a row, or proves that none does. */
export function proveWay(
  inspection: Inspection,
  row: Row,
  target: Target,
  method: string | null = null,
): Proof {
  const { goals } = target;
  const language = languageTo(inspection, row, goals);
  if (language === null) return { kind: 'unreached', takers: [] };
  return proveReached(inspection, row, {
    language,
    samples: [
      ...(row.template.groups.length === 0 ? [] : goals.map(({ text }) => text)),
      ...samplePaths(row.source),
    ],
    accepts: (answer) => leadsTo(answer, target),
    method,
  });
}

/** The paths for which a row's destination is one of the goals; `null` if there are none. */
export function languageTo(
  inspection: Inspection,
  row: Row,
  goals: readonly Goal[],
): (() => Language | Unproved) | null {
  const ways = goals.map((goal) => {
    const { many } = goal;
    return attempt(() =>
      many === undefined ? waysTo(row, goal) : waysInto(row, proved(many.language())),
    );
  });
  if (ways.every((found) => Array.isArray(found) && found.length === 0)) return null;
  return () =>
    attempt(() => {
      const all = NFA.empty(inspection.languages.normal);
      for (const found of ways) {
        if (found === null) throw new Unproved('there are too many ways to fill its destination');
        for (const captures of proved(found)) {
          const language = proved(inspection.languages.of(row.source, captures));
          const whole = captures.get(0);
          const own = whole === undefined ? language : both(language, determined(whole));
          all.union(own, new NfaNodes());
        }
      }
      return determined(all);
    });
}

/** The way through the default controller, if no row answers the empty path. */
function defaultWay(inspection: Inspection, target: Target): Way | null {
  for (const method of methodsFor(null, inspection.roots)) {
    const answer = inspection.serve({ method, path: '/' });
    if (inspection.winnerOf(answer) === null && leadsTo(answer, target)) {
      return { method, path: '/', ...routeOf(answer) };
    }
  }
  return null;
}

const TRIES = 20;

/**
 * Whether a row keeps its paths from autoRoute. A row for OPTIONS alone does only if it blocks them,
 * and perhaps not if another such row comes first.
 */
export function isKnownBy(row: Row, rows: readonly Row[]): boolean {
  if (row.method !== 'OPTIONS') return true;
  const isFirst = (other: Row) =>
    other.method === 'OPTIONS' && other.to !== '' && other.index < row.index;
  return row.to === '' && !rows.some(isFirst);
}

/** Finds a path of the target that no row matches under any method. */
export function proveAutoRoute(
  inspection: Inspection,
  target: Target,
  method: string | null = null,
): Proof {
  const { goals } = target;
  const ask = (path: string): Proof | null => {
    const request = { method: method ?? 'GET', path: spell(path) };
    const answer = inspection.serve(request);
    // The default controller answers the empty path; that is not autoRoute.
    const isOwn = leadsTo(answer, target) && routeOf(answer).route === null;
    return isOwn ? { kind: 'reached', request, path, answer } : null;
  };
  // Usually, autoRoute answers the text of a goal itself.
  const texts = goals.map(({ text }) => text).sort((one, other) => one.length - other.length);
  for (const text of texts) {
    const found = text.isWellFormed() ? ask(text) : null;
    if (found !== null) return found;
  }
  return attemptProof(() => {
    const { languages } = inspection;
    const near = goals.flatMap(({ text, dashes, many }) => {
      const shape = many?.shape ?? readShape(escapeText(text));
      const segments = dashes ? [] : shape.segments.slice(0, -1);
      return inspection.near(openShape(segments));
    });
    let rest = pathsOf(inspection, goals);
    for (const row of new Set(near)) {
      if (!isKnownBy(row, near)) continue;
      const language = proved(inspection.languageOf(row));
      if (!isDisjointWith(rest, language)) rest = without(rest, language);
    }
    for (let tries = 0; tries < TRIES; tries++) {
      const path = languages.witness(rest);
      if (path === null) return { kind: 'unreached', takers: [] };
      const found = ask(path);
      if (found !== null) return found;
      rest = without(rest, wordOf(path));
    }
    throw new Unproved(`${TRIES} paths lead to another action`);
  });
}

export function pathsOf({ languages }: Inspection, goals: readonly Goal[]): Language {
  return both(determined(goalsAutomaton(goals)), languages.normal);
}
