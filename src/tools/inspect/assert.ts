/** Assertions about tables, for tests. Each throws an error that explains the request. */
import { type Meta, type RouteParams, type SuppliedTable, WaymarkError } from 'waymark';
import { badArgument, describe, isMethod, quote, readTable, routerOfRows } from 'waymark/internal';
import { isObject, sayParams } from '../shared/words.ts';
import { lacking, membersOf } from './check/guarded.ts';
import { explain, inWords } from './explain.ts';
import { Inspection, type InspectOptions } from './inspection.ts';
import { goalsOf, goalsUnder, handledAs, reachBoth } from './reach.ts';
import { sayKey } from './say-key.ts';

/**
 * Asserts that a request reaches a destination or a handler. HEAD is answered as a server does: by a
 * route for GET, unless a route for HEAD matches.
 * @param table see `createRouter`
 * @param method the request's method
 * @param path the request's target
 * @param destination the destination, with its references filled in; for a route with a handler, its
 *   key, such as `GET photos/(:num)`, or its name
 * @param params the expected params, if they matter: an array, or an object if the pattern has names
 * @param options `autoRoute`, as for `createRouter`
 * @throws {WaymarkError} if a method such as GET is not in upper case
 * @throws {Error} if it does not reach it; the message explains the answer
 * @example
 * assertReaches(Route.map(), 'GET', '/photos/7', 'photos/show/7', ['7']);
 */
export function assertReaches(
  table: SuppliedTable,
  method: string,
  path: string,
  destination: string,
  params?: RouteParams,
  options: InspectOptions = {},
): void {
  refuseOtherCase('assertReaches', method);
  const answer = routerOf(table, options).serve(method, path);
  const found =
    answer.status === 'found' &&
    (answer.destination === null
      ? answer.route === destination || answer.name === destination
      : answer.destination === destination);
  const wanted = params === undefined ? '' : ` with the params ${list(params)}`;
  if (found && (params === undefined || isSame(params, answer.params))) return;
  fail(table, method, path, `to reach ${quote(destination)}${wanted}`, options);
}

/**
 * Asserts that a request is blocked; HEAD is answered as in {@link assertReaches}.
 * @param table see `createRouter`
 * @param method the request's method
 * @param path the request's target
 * @param options `autoRoute`, as for `createRouter`
 * @throws {WaymarkError} if a method such as GET is not in upper case
 * @throws {Error} if it is not blocked; the message explains the answer
 * @example
 * assertBlocked(Route.map(), 'GET', '/users/login');
 */
export function assertBlocked(
  table: SuppliedTable,
  method: string,
  path: string,
  options: InspectOptions = {},
): void {
  refuseOtherCase('assertBlocked', method);
  if (routerOf(table, options).serve(method, path).status === 'blocked') return;
  fail(table, method, path, 'to be blocked', options);
}

/**
 * Asserts the methods under which a path is served.
 * @param table see `createRouter`
 * @param path the request's target
 * @param methods all of the methods, in any order; HEAD may be left out if GET is included
 * @param options `autoRoute`, as for `createRouter`
 * @throws {WaymarkError} if a method such as GET is not in upper case
 * @throws {Error} if the methods differ; the message explains the answer to one that differs
 * @example
 * assertAllowed(Route.map(), '/photos/7', ['GET', 'PUT', 'DELETE']);
 */
export function assertAllowed(
  table: SuppliedTable,
  path: string,
  methods: readonly string[],
  options: InspectOptions = {},
): void {
  for (const method of methods) refuseOtherCase('assertAllowed', method);
  const allowed: string[] = routerOf(table, options).allowed(path);
  const missing = methods.find((method) => !allowed.includes(method));
  if (missing !== undefined) return fail(table, missing, path, 'to be allowed', options);
  const implied = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
  const surplus = allowed.find((method) => !implied.includes(method));
  if (surplus !== undefined) fail(table, surplus, path, 'not to be allowed', options);
}

/**
 * Asserts that every request that reaches an action or a function is guarded: that the row that
 * answers it has some meta. `autoRoute`, the default controller and the `404_override` have none.
 * @param table see `createRouter`; only a table from `Route.map` has meta
 * @param destination a destination, as for {@link reach}; `admin/*` stands for every destination
 *   that starts with `admin`. For a function, the key or the name of a row that has it; then every
 *   row with the function counts
 * @param meta the members that the rows must have; they may have others
 * @param options `autoRoute`, as for `createRouter`
 * @throws {WaymarkError} if `meta` is not an object with a member
 * @throws {Error} if a request reaches it without the meta, if that is not proved, or if no request
 *   reaches it; the message names the request
 * @example
 * Route.prefix('admin', { meta: { role: 'admin' } }, () => Route.get('users', 'admin/users'));
 * assertGuarded(Route.map(), 'admin/*', { role: 'admin' });
 */
export function assertGuarded(
  table: SuppliedTable,
  destination: string,
  meta: Meta,
  options: InspectOptions = {},
): void {
  if (!isObject(meta) || Object.keys(meta).length === 0) {
    throw badArgument('assertGuarded', 'meta', "members, such as { role: 'admin' }", meta);
  }
  const wanted = membersOf(meta, Object.keys(meta));
  const inspection = new Inspection(table, options);
  const isBare = ({ route }: { readonly route: string | null }) => {
    const row = route === null ? null : inspection.rowOf(route);
    return lacking(wanted, membersOf(row?.meta ?? null, Object.keys(meta))).length > 0;
  };
  const functions = new Set(handledAs(inspection, destination).map(({ handler }) => handler));
  const { ways, unproved } = reachBoth(
    inspection,
    inspection.rows.filter(({ handler }) => functions.has(handler)),
    destination.endsWith('/*')
      ? goalsUnder(inspection, destination.slice(0, -'/*'.length))
      : goalsOf(inspection, destination),
  );
  const what = `${quote(destination)} only with the meta ${JSON.stringify(meta)}`;
  const open = ways.find(isBare);
  if (open !== undefined) return fail(table, open.method, open.path, `to reach ${what}`, options);
  const doubt = unproved.find(isBare);
  if (doubt !== undefined) {
    throw new Error(
      `expected requests to reach ${what}; that of ${sayKey(doubt.route ?? 'autoRoute')} is not proved: ${doubt.reason}`,
    );
  }
  if (ways.length + unproved.length === 0)
    throw new Error(`expected requests to reach ${what}; none reaches it`);
}

function routerOf(table: SuppliedTable, options: InspectOptions) {
  return routerOfRows(readTable(table, 'createRouter').rows, options);
}

/** Refuses a method in another case: no row for GET answers `get`, so a test proves nothing. */
function refuseOtherCase(where: string, method: string): void {
  const upper = method.toUpperCase();
  if (method === upper || !isMethod(upper)) return;
  const problem = `the method ${quote(method)} is not in upper case`;
  throw new WaymarkError('bad-argument', where, problem, `write ${quote(upper)}`);
}

function fail(
  table: SuppliedTable,
  method: string,
  path: string,
  wanted: string,
  options: InspectOptions,
): never {
  const words = inWords(explain(table, method, path, options));
  throw new Error(`expected ${method} ${path} ${wanted}\n${words}`);
}

function isSame(one: RouteParams, other: RouteParams): boolean {
  const text = (params: RouteParams) =>
    JSON.stringify([Array.isArray(params), Object.entries(params).sort()]);
  return text(one) === text(other);
}

function list(params: RouteParams): string {
  return sayParams(params, describe) || 'none';
}
