/** Defines the rows of a resource, `Route.resources`. */
import { readCallback, readFlag, readOptions, readString, readWhole } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { describe, knownNames, meant } from '../errors/show.ts';
import { joinPatterns } from '../pattern/join.ts';
import { parseFragment } from '../pattern/parse.ts';
import { type Meta, readMeta } from '../table/meta.ts';
import type { Method } from '../table/methods.ts';
import type { Row } from '../table/row.ts';
import { createRow, expandGroups, readBelow, register } from './create-row.ts';
import { type Inline, misplacedHandler, readHandler, readName } from './define.ts';
import { registry, runInScope } from './registry.ts';

/** The options of `Route.resources`. `Inner` is the type of the argument of `children`. */
// biome-ignore lint/suspicious/noExplicitAny: options fit wherever they are written
export interface ResourceOptions<Inner = any> {
  /** The controller, if it is not the resource's name. */
  readonly controller?: string | null | undefined;
  /** A module to put before the controller. */
  readonly module?: string | null | undefined;
  /** The group that matches an id; `([a-zA-Z0-9\-_]+)` by default. */
  readonly constraint?: string | null | undefined;
  /** The number of prefix groups to skip: the id is `$(1 + offset)`. */
  readonly offset?: number | null | undefined;
  /** Only these actions. CodeIgniter has no such option. */
  readonly only?: ResourceAction | readonly ResourceAction[] | null | undefined;
  /** All but these actions. CodeIgniter has no such option. */
  readonly except?: ResourceAction | readonly ResourceAction[] | null | undefined;
  /** Names the routes `<as>.index`, `<as>.show` and so on. CodeIgniter has no such option. */
  readonly as?: string | null | undefined;
  /** Defines `update` for PATCH as well as PUT. CodeIgniter has no such option. */
  readonly patch?: boolean | null | undefined;
  /** Defines routes below `name/<id>`, synchronously, by its argument or by `Route`. CodeIgniter has no such option. */
  readonly children?: ((within: Inner) => void) | null | undefined;
  /**
   * The meta of these routes and of those in `children`; see `Route.get`. CodeIgniter has no such
   * option.
   */
  readonly meta?: Meta | null | undefined;
}

const RESOURCE_OPTIONS = [
  'controller',
  'module',
  'constraint',
  'offset',
  'only',
  'except',
  'as',
  'patch',
  'children',
  'meta',
] as const;

const ID = '([a-zA-Z0-9\\-_]+)';

/** The method, the action and the rest of the pattern; `:id` is replaced by the id's group. */
const ROUTES = [
  ['GET', 'index', ''],
  ['GET', 'create_new', 'new'],
  ['GET', 'edit', ':id/edit'],
  ['GET', 'show', ':id'],
  ['POST', 'create', ''],
  ['PUT', 'update', ':id'],
  ['PATCH', 'update', ':id'],
  ['DELETE', 'delete', ':id'],
] as const satisfies readonly (readonly [Method, string, string])[];

/** One of a resource's actions. */
export type ResourceAction = (typeof ROUTES)[number][1];

const ACTIONS = [...new Set(ROUTES.map(([, action]) => action))];

/** @param within `Route`, for `children` */
export function defineResources(
  within: unknown,
  name: string,
  options?: ResourceOptions | null,
  inline?: Inline,
): void {
  const where = `Route.resources(${describe(name)})`;
  const bare = readName(where, name, "the resource's name, such as 'photos'");
  if (typeof options === 'function') {
    throw misplacedHandler(where, 'options', 'name, {}, handler');
  }
  const given = readOptions(where, options, RESOURCE_OPTIONS);
  const children = readCallback(where, 'children', given.children);
  const as = readString(where, 'as', given.as);
  const id = readConstraint(where, given.constraint);
  const actions = readActions(where, given);
  const patch = readFlag(where, 'patch', given.patch);
  const handler = readHandler(where, inline);

  const { outer, meta: outerMeta } = registry().current.scope;
  const meta = readMeta(where, given.meta, outerMeta);
  const controller = readString(where, 'controller', given.controller) ?? bare;
  const module = readString(where, 'module', given.module);
  const base = module === undefined ? controller : `${module}/${controller}`;
  const carried = Array.from({ length: outer }, (_, index) => `/$${index + 1}`).join('');
  const reference = `/$${outer + 1 + (readWhole(where, 'offset', given.offset, 0) ?? 0)}`;

  const rows: Row[] = [];
  for (const [method, action, after] of ROUTES) {
    if (!actions.has(action) || (method === 'PATCH' && !patch)) continue;
    const to = `${base}/${action}${carried}${after.startsWith(':id') ? reference : ''}`;
    const routeName = as === undefined ? undefined : `${as}.${action}`;
    const parts = after.split('/').map((part) => (part === ':id' ? id : part));
    const from = parts.reduce(joinPatterns, name);
    rows.push(createRow(where, method, from, to, { name: routeName, handler, meta }));
  }
  register(rows);

  if (children === undefined) return;
  const { written, groupCount } = readBelow(where, joinPatterns(name, id));
  runInScope(where, { prefix: written, outer: groupCount, meta }, children, within);
}

/** Reads the id's pattern, as a group if it has none: the destinations refer to it. */
function readConstraint(where: string, given: unknown): string {
  const constraint = readString(where, 'constraint', given) ?? ID;
  const { groupCount } = parseFragment(expandGroups(where, constraint), `${where}, constraint`);
  return groupCount === 0 ? `(${constraint})` : constraint;
}

function readActions(where: string, options: ResourceOptions): Set<ResourceAction> {
  const only = readActionList(where, 'only', options.only);
  const except = readActionList(where, 'except', options.except);
  if (only !== undefined && except !== undefined) {
    const problem = 'both only and except are given';
    throw new WaymarkError('bad-argument', where, problem, 'give one of them');
  }
  return new Set(
    ACTIONS.filter((action) => (only?.includes(action) ?? true) && !except?.includes(action)),
  );
}

function readActionList(
  where: string,
  option: string,
  given: string | readonly string[] | null | undefined,
): readonly string[] | undefined {
  if (given === null || given === undefined) return undefined;
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  return list.map((item) => {
    const action = ACTIONS.find((known) => known === item);
    if (action === undefined) throw unknownAction(where, option, item);
    return action;
  });
}

function unknownAction(where: string, option: string, given: unknown): WaymarkError {
  const problem = `${option} names ${describe(given)}, which is not an action of a resource`;
  const name = typeof given === 'string' ? given : '';
  const within = ACTIONS.find((action) => name !== '' && action.includes(name));
  const advice = knownNames('actions', ACTIONS, within ?? meant(name, ACTIONS));
  return new WaymarkError('bad-argument', where, problem, advice);
}
