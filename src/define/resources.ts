/** The seven routes of a REST resource. */
import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { describe } from '../errors/show.ts';
import { parsePattern } from '../pattern/parse.ts';
import { withoutSlash } from '../table/key.ts';
import type { Method } from '../table/methods.ts';
import { type Draft, draft, type Nested, readHandler, record } from './define.ts';
import { checkOptions, readCallback, readOffset, readText } from './options.ts';
import { expandPlaceholders } from './placeholder.ts';
import { registry } from './registry.ts';
import { below, runInScope } from './scope.ts';

/** The actions of a resource, in the order of their routes. */
export const ACTIONS = [
  'index',
  'create_new',
  'edit',
  'show',
  'create',
  'update',
  'delete',
] as const;

/** One of {@link ACTIONS}. */
export type ResourceAction = (typeof ACTIONS)[number];

/** What a resource may be told. */
export interface ResourceOptions {
  /** The controller, where it is not the resource's name. */
  readonly controller?: string | null | undefined;
  /** A module to put before the controller. */
  readonly module?: string | null | undefined;
  /** The group that an id matches, `([a-zA-Z0-9\-_]+)` by default. */
  readonly constraint?: string | null | undefined;
  /** How many groups of a prefix to pass over: the id is `$(1 + offset)`. */
  readonly offset?: number | null | undefined;
  /** Only these actions. Beyond CodeIgniter. */
  readonly only?: ResourceAction | readonly ResourceAction[] | null | undefined;
  /** All but these actions. Beyond CodeIgniter. */
  readonly except?: ResourceAction | readonly ResourceAction[] | null | undefined;
  /** Names the routes `<as>.index`, `<as>.show` and so on. Beyond CodeIgniter. */
  readonly as?: string | null | undefined;
  /** PATCH beside PUT for `update`. Beyond CodeIgniter. */
  readonly patch?: boolean | null | undefined;
  /** Defines routes below `name/<id>`, synchronously. Beyond CodeIgniter. */
  readonly nest?: (() => void) | null | undefined;
}

const OPTIONS = [
  'controller',
  'module',
  'constraint',
  'offset',
  'only',
  'except',
  'as',
  'patch',
  'nest',
] as const;

const ID = '([a-zA-Z0-9\\-_]+)';

/** Method, action, what follows the name, and whether the destination ends with the id. */
const ROUTES: readonly (readonly [Method, ResourceAction, (id: string) => string, boolean])[] = [
  ['GET', 'index', () => '', false],
  ['GET', 'create_new', () => '/new', false],
  ['GET', 'edit', (id) => `/${id}/edit`, true],
  ['GET', 'show', (id) => `/${id}`, true],
  ['POST', 'create', () => '', false],
  ['PUT', 'update', (id) => `/${id}`, true],
  ['PATCH', 'update', (id) => `/${id}`, true],
  ['DELETE', 'delete', (id) => `/${id}`, true],
];

/**
 * Defines the routes of a resource: what `Route.resources` does, and what each route is, stands
 * there.
 *
 * @param name the resource, below the current prefix; may be `module/controller`
 * @param options see {@link ResourceOptions}
 * @param nested one handler for all its routes
 * @throws {WaymarkError} where an argument is wrong; then no route of it has been defined
 *
 * @example
 * defineResources('photos', { only: ['index', 'show'], as: 'photos' });
 */
export function defineResources(
  name: string,
  options?: ResourceOptions | null,
  nested?: Nested,
): void {
  const where = `Route.resources(${describe(name)})`;
  if (typeof name !== 'string' || withoutSlash(name) === '') {
    throw badArgument(where, 'name', "the resource's name, such as 'photos'", name);
  }
  const given = checkOptions(where, options, OPTIONS);
  const nest = readCallback(where, 'nest', given.nest);
  const as = readText(where, 'as', given.as);
  const id = readConstraint(where, given.constraint);
  const actions = readActions(where, given);
  const handler = readHandler(where, nested);

  const { outer, prefix } = registry().scope;
  const controller = readText(where, 'controller', given.controller) ?? withoutSlash(name);
  const module = readText(where, 'module', given.module);
  const base = module === undefined ? controller : `${module}/${controller}`;
  const carried = Array.from({ length: outer }, (_, index) => `/$${index + 1}`).join('');
  const reference = `/$${outer + 1 + readOffset(where, given.offset)}`;

  const drafts: Draft[] = [];
  for (const [method, action, after, endsWithId] of ROUTES) {
    if (!actions.has(action) || (method === 'PATCH' && given.patch !== true)) continue;
    const to = `${base}/${action}${carried}${endsWithId ? reference : ''}`;
    const routeName = as === undefined ? undefined : `${as}.${action}`;
    drafts.push(draft(where, { method, from: name + after(id), to, name: routeName, handler }));
  }
  record(drafts);

  if (nest === undefined) return;
  const { placeholders } = registry();
  const parent = expandPlaceholders(where, below(prefix, `${name}/${id}`), placeholders);
  runInScope(where, { prefix: parent, outer: parsePattern(parent, where).captures }, nest);
}

/** The id's group. Without one the references of the destinations would stay unfilled. */
function readConstraint(where: string, given: unknown): string {
  const constraint = readText(where, 'constraint', given) ?? ID;
  const expanded = expandPlaceholders(where, constraint, registry().placeholders);
  if (parsePattern(expanded, `${where}, constraint`).captures === 0) {
    const wanted = `one group, such as (${constraint})`;
    throw badArgument(where, 'constraint', wanted, constraint);
  }
  return constraint;
}

function readActions(where: string, options: ResourceOptions): Set<ResourceAction> {
  const only = readList(where, 'only', options.only);
  const except = readList(where, 'except', options.except);
  if (only !== undefined && except !== undefined) throw onlyAndExcept(where);
  return new Set(
    ACTIONS.filter((action) => (only?.includes(action) ?? true) && !except?.includes(action)),
  );
}

function readList(
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

/** A list names an action that `resources` does not make. */
function unknownAction(where: string, option: string, given: unknown): WaymarkError {
  const problem = `${option} names ${describe(given)}, which is none of the resource's actions`;
  return new WaymarkError('bad-argument', where, problem, `known are: ${ACTIONS.join(', ')}`);
}

/** Two options that exclude each other are both given. */
function onlyAndExcept(where: string): WaymarkError {
  const problem = 'both only and except are given';
  return new WaymarkError('bad-argument', where, problem, 'give one of them');
}
