/** Finds the calls in a module that the plugin rewrites. */
import { METHODS } from 'waymark';
import { isChange, localIn } from './locals.ts';
import {
  callsBeside,
  importedUses,
  type Loading,
  loadingCalls,
  loadingIn,
  statementsWith,
  usersOf,
} from './running.ts';
import {
  type Binding,
  isWithin,
  isWithinAny,
  type Node,
  type Path,
  parseModule,
  type Range,
  rangeOf,
  statementOf,
} from './syntax.ts';

/**
 * A call of `Route` that may have a handler. Their order is the same in TypeScript and JavaScript.
 */
export interface Definition extends Range {
  /**
   * The location where its stack starts: at the method's name, or after it if the name is a
   * keyword, `delete`, or in brackets.
   */
  readonly name: Range;
  readonly line: number;
  /** The last argument, which may be a handler; `null` if there is none. */
  readonly handler: Handler | null;
  /** A local variable that the handler uses; `null` if it can be moved. */
  readonly local: string | null;
}

/** The expression of a handler. */
export interface Handler extends Range {
  readonly path: Path;
  /**
   * Whether the expression makes the handler, each time that the definition runs: `guard(home)`.
   * One that waits, which only the top level of a module can, makes it once.
   */
  readonly isMade: boolean;
}

/** The functions that make a router. */
export type Maker = 'createRouter' | 'createFetchHandler' | 'createFetchMiddleware';

/** An option in a call. */
export interface Property extends Range {
  readonly name: string;
  readonly path: Path;
  readonly value: Range;
}

/** A call that makes a router. */
export interface RouterCall extends Range {
  readonly maker: Maker;
  readonly callee: Range;
  readonly line: number;
  /** The table; `null` if the call's arguments can't be read. */
  readonly routes: Path | null;
  /** The options object, or the call if there is none. */
  readonly options: Range;
  readonly properties: readonly Property[];
  /** The reason why the call can't be read; `null` if it can. */
  readonly problem: string | null;
}

/** A call of `findFiles`. */
export interface FilesCall extends Range {
  readonly line: number;
  readonly args: readonly Path[];
}

/** A use of another module, which may define routes. */
export interface ImportedUse {
  /** The path of the module, as the import spells it; its start, if it ends with a slash. */
  readonly from: string;
  /** The statements that run with the module. */
  readonly statements: readonly Range[];
  /** The lines of calls beside a router, which the build doesn't run. */
  readonly beside: readonly number[];
}

/** A call such as `Route.url('photo')`, which needs definitions when it runs. */
export interface NeedingCall {
  readonly method: string;
  readonly line: number;
}

/** A module, and the parts that the plugin rewrites. */
export interface Module {
  readonly file: string;
  readonly code: string;
  readonly program: Path;
  readonly definitions: readonly Definition[];
  /** Whether a use of `Route` may define routes or blocks. */
  readonly isDefining: boolean;
  readonly routers: readonly RouterCall[];
  readonly lists: readonly FilesCall[];
  /** Statements that only define routes. */
  readonly statements: readonly Range[];
  /** Other statements that define routes as the module is loaded: loops, calls of its functions. */
  readonly running: readonly Range[];
  /** Uses of other modules. */
  readonly imported: readonly ImportedUse[];
  /** Imports and exports that load other modules. */
  readonly loading: readonly Loading[];
  /** The lines of calls beside a router that define routes, which the build doesn't run. */
  readonly beside: readonly number[];
  /** Handlers, and the calls that make and use routers, which don't run in the build. */
  readonly apart: readonly Range[];
  /** Calls that make a table as the module is loaded. */
  readonly tables: readonly Range[];
  /** Calls that need definitions when the module runs. */
  readonly needing: readonly NeedingCall[];
}

const MAKERS: ReadonlyMap<string, readonly Maker[]> = new Map<string, readonly Maker[]>([
  ['waymark', ['createRouter']],
  ['waymark/fetch', ['createFetchHandler', 'createFetchMiddleware']],
]);

/** The methods of `Route` that take a handler, and a method whose name is computed. */
const DEFINING = new Set([
  ...['', 'any', 'all', 'resources'],
  ...METHODS.map((method) => method.toLowerCase()),
]);

/** The methods of `Route` that do something other than define. */
const OTHERS = new Set(['map', 'collect', 'url', 'named']);

/** Expressions that can't be a handler. */
const NO_HANDLER =
  /^(?:ObjectExpression|StringLiteral|TemplateLiteral|NullLiteral|BooleanLiteral|SpreadElement)$/;

/** Whether a text may need rewriting, to avoid parsing texts that don't. */
export function mayMatter(code: string): boolean {
  return /['"`]waymark(?:\/fetch|\/node)?['"`]/.test(code);
}

/**
 * Reads a module.
 *
 * @param code its text
 * @param file its path
 * @returns `null` if it can't be parsed
 */
export function readModule(code: string, file: string): Module | null {
  const program = parseModule(code, file);
  if (program === null) return null;
  const uses = routeUsesIn(program);
  const calls = uses.flatMap((use) => memberCall(use) ?? []);
  const routers = Array.from(MAKERS, ([from, makers]) =>
    makers.flatMap((maker) => usesOf(program, from, maker).flatMap((use) => routerOf(maker, use))),
  ).flat();
  const tables = calls.flatMap(({ call, method }) =>
    method === 'map' || method === 'collect' ? [rangeOf(call.node)] : [],
  );
  const made = { tables, routers };
  const statements = calls.flatMap(({ call, method }) => {
    const statement = statementOf(call);
    return statement.expression === call.node && !OTHERS.has(method) ? [rangeOf(statement)] : [];
  });
  const loaded = loadingCalls(program).filter(({ from }) => from === 'waymark');
  const defining = [
    ...uses.filter((use) => !OTHERS.has(String(memberCall(use)?.method))),
    ...loaded.map(({ path }) => path),
  ];
  const besideWith = (uses: readonly Path[]) =>
    routers.flatMap(({ routes }) =>
      routes === null
        ? []
        : callsBeside(program, uses, made, routes).map(({ node }) => lineOf(node)),
    );
  const definitions = calls
    .filter(({ method }) => DEFINING.has(method))
    .map(({ call, name }) => definitionOf(call, name))
    .sort((one, other) => one.start - other.start);
  const handlers = definitions.flatMap(({ handler }) => handler ?? []);
  return {
    file,
    code,
    program,
    definitions,
    apart: [...handlers, ...routers, ...usersOf(program, routers)],
    isDefining: defining.length > 0 || passesRouteOn(program),
    routers,
    lists: usesOf(program, 'waymark/node', 'findFiles').flatMap((use) => {
      const call = callOf(use);
      return call === null
        ? []
        : [{ ...rangeOf(call.node), line: lineOf(call.node), args: argumentsOf(call) }];
    }),
    statements,
    running: statementsWith(program, defining, made).filter((one) => !isWithinAny(one, statements)),
    imported: importedUses(program).map(({ from, uses }) => {
      return { from, statements: statementsWith(program, uses, made), beside: besideWith(uses) };
    }),
    loading: loadingIn(program, file),
    beside: besideWith(defining),
    tables,
    needing: calls.flatMap(({ call, method }) => {
      const isNeeding =
        method === 'map' ? isUsedElsewhere(call, routers) : /^(?:url|named)$/.test(method);
      return isNeeding ? [{ method, line: lineOf(call.node) }] : [];
    }),
  };
}

/** Whether the module uses a table other than for routers and exports. */
function isUsedElsewhere(
  table: Path,
  routers: readonly Range[],
  seen: ReadonlySet<Binding> = new Set(),
): boolean {
  const { node, parentPath, scope } = table;
  if ([node, parentPath?.node].some((one) => one?.type.startsWith('Export'))) return false;
  if (isWithinAny(node, routers) || isChange(table)) return false;
  const holding = Object.values(scope.getProgramParent().bindings).filter(({ path }) =>
    isWithin(node, path.node),
  );
  const next = new Set([...seen, ...holding]);
  return (
    holding.length === 0 ||
    holding.some(
      (binding) =>
        !seen.has(binding) &&
        binding.referencePaths.some((use) => isUsedElsewhere(use, routers, next)),
    )
  );
}

/** The binding of a name imported from a package. */
export function importOf(program: Path, from: string, name: string): Binding | null {
  for (const binding of Object.values(program.scope.bindings)) {
    const { imported } = binding.path.node;
    if (binding.path.parentPath?.node.source?.value !== from) continue;
    if ((imported?.name ?? imported?.value) === name) return binding;
  }
  return null;
}

function usesOf(program: Path, from: string, name: string): readonly Path[] {
  return importOf(program, from, name)?.referencePaths ?? [];
}

/** The uses of `Route`, also by `import * as waymark`. */
function routeUsesIn(program: Path): readonly Path[] {
  return Object.values(program.scope.bindings).flatMap(({ path, referencePaths }) => {
    const { type, imported } = path.node;
    if (path.parentPath?.node.source?.value !== 'waymark') return [];
    if ((imported?.name ?? imported?.value) === 'Route') return referencePaths;
    if (type !== 'ImportNamespaceSpecifier') return [];
    const members = referencePaths.map((use) => use.parentPath as Path); // the cast: a use is inside
    return members.filter(({ node }) => node.property?.name === 'Route');
  });
}

/** Whether a module exports waymark's `Route`, so that its importers may define routes. */
function passesRouteOn(program: Path): boolean {
  const body = program.node.body as readonly Node[]; // the cast: a module's body is a list
  return body.some(({ type, source, specifiers = [{}] }) => {
    const names = specifiers.map((one: Partial<Node>) => one.local?.name ?? '*');
    const isPassed = names.includes('*') || names.includes('Route');
    return type.startsWith('Export') && source?.value === 'waymark' && isPassed;
  });
}

/** The call that has this path as its callee. */
function callOf({ node, parentPath }: Path): Path | null {
  return parentPath?.node.type === 'CallExpression' && parentPath.node.callee === node
    ? parentPath
    : null;
}

/** A method call: `Route.get(…)`, or `Route[method](…)`, whose method is an empty text. */
function memberCall({
  node,
  parentPath: member,
}: Path): { readonly call: Path; readonly method: string; readonly name: Range } | null {
  if (member?.node.type !== 'MemberExpression' || member.node.object !== node) return null;
  const { property, computed, end } = member.node;
  const call = callOf(member);
  if (call === null || property === undefined) return null;
  if (!computed) return { call, method: String(property.name), name: rangeOf(property) };
  const method = property.type === 'StringLiteral' ? String(property.value) : '';
  return { call, method, name: { start: property.start, end } };
}

function definitionOf(call: Path, name: Range): Definition {
  const args = argumentsOf(call);
  const last = args.at(-1);
  const own = { ...rangeOf(call.node), name, line: lineOf(call.node) };
  const hasHandler = args.length > 1 && last !== undefined && !NO_HANDLER.test(last.node.type);
  if (!hasHandler) return { ...own, handler: null, local: null };
  const range = rangeOf(last.node);
  const isMade =
    !/^(?:Arrow)?FunctionExpression$|^Identifier$/.test(last.node.type) && !awaits(last);
  return { ...own, handler: { ...range, path: last, isMade }, local: localIn(last) };
}

/** Whether an expression waits for something, so its module runs it once. */
function awaits(path: Path): boolean {
  let found = path.node.type === 'AwaitExpression';
  path.traverse({
    AwaitExpression(used) {
      let at = used;
      while (at !== path && !/Function|Method/.test(at.node.type)) at = at.parentPath as Path; // the cast: it is inside
      found ||= at === path;
    },
  });
  return found;
}

function routerOf(maker: Maker, use: Path): RouterCall[] {
  const call = callOf(use);
  if (call === null) return [];
  const args = argumentsOf(call);
  const isRouter = maker === 'createRouter';
  const options = isRouter ? args[1] : args[0];
  const properties = options === undefined ? [] : propertiesOf(options);
  const routes = isRouter ? args[0] : properties?.find(({ name }) => name === 'routes')?.path;
  const base = {
    ...rangeOf(call.node),
    maker,
    callee: rangeOf(use.node),
    line: lineOf(call.node),
    options: rangeOf(options?.node ?? call.node),
  };
  if (properties === null) {
    const problem = 'its options are not written in the call, without spreads and computed names';
    return [{ ...base, routes: null, properties: [], problem }];
  }
  const isMissing = routes === undefined || routes.node.type === 'SpreadElement';
  return [
    {
      ...base,
      routes: isMissing ? null : routes,
      properties,
      problem: isMissing ? 'it has no table' : null,
    },
  ];
}

/** The properties of an object; `null` if they can't be read. */
function propertiesOf(path: Path): readonly Property[] | null {
  if (path.node.type !== 'ObjectExpression') return null;
  const found: Property[] = [];
  for (const one of path.get('properties') as readonly Path[]) {
    // the cast: a list
    const { type, key, computed } = one.node;
    const name = key?.name ?? key?.value;
    if (computed || typeof name !== 'string') return null;
    const value = type === 'ObjectProperty' ? (one.get('value') as Path) : one; // the cast: one node
    found.push({ ...rangeOf(one.node), name, path: value, value: rangeOf(value.node) });
  }
  return found;
}

function argumentsOf(call: Path): readonly Path[] {
  return call.get('arguments') as readonly Path[]; // the cast: a list
}

function lineOf({ loc }: Node): number {
  return loc.start.line;
}
