/** Finds the calls in a module that the plugin rewrites. */
import { METHODS } from 'waymark';
import { isChange, isRunBy, localIn, reassignedIn } from './locals.ts';
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

/** A call of `Route` that may have a handler; in the same order in TypeScript and JavaScript. */
interface Definition extends Range {
  /** Where its stack starts: at the method's name, or after `delete` and a name in brackets. */
  readonly name: Range;
  /** The last argument, which may be a handler; `null` if there is none. */
  readonly handler: Handler | null;
  /** A local variable that the handler uses; `null` if it can be moved. */
  readonly local: string | null;
}

export interface Handler extends Range {
  readonly path: Path;
  /**
   * Whether the expression makes the handler, each time that the definition runs: `guard(home)`.
   * One that waits, which only the top level of a module can, makes it once.
   */
  readonly isMade: boolean;
  /** A variable of the module that the expression reads, and that the module assigns again. */
  readonly reassigned: string | null;
}

export type Maker = 'createRouter' | 'createFetchHandler' | 'createFetchMiddleware';

export interface Property extends Range {
  readonly name: string;
  readonly value: Range;
}

export interface RouterCall extends Range {
  readonly maker: Maker;
  readonly callee: Range;
  readonly line: number;
  /** The options object, or the call if there is none. */
  readonly options: Range;
  readonly properties: readonly Property[];
  /** Whether a function, a loop or a block is around the call, which may run it again. */
  readonly isNested: boolean;
  /** The reason why the call can't be rewritten; `null` if it can. */
  readonly problem: string | null;
}

export interface FilesCall extends Range {
  readonly callee: Range;
  readonly line: number;
  /** A local variable in its arguments; `null` if there is none. */
  readonly local: string | null;
}

export interface Module {
  readonly file: string;
  readonly code: string;
  readonly program: Path;
  readonly definitions: readonly Definition[];
  readonly routers: readonly RouterCall[];
  readonly lists: readonly FilesCall[];
  /** Statements at the top level that only define routes. */
  readonly statements: readonly Range[];
  readonly tables: readonly Range[];
  /** Calls such as `Route.url('photo')`, which need definitions when they run. */
  readonly needing: readonly { readonly method: string; readonly line: number }[];
}

const MAKERS: ReadonlyMap<string, readonly Maker[]> = new Map<string, readonly Maker[]>([
  ['waymark', ['createRouter']],
  ['waymark/fetch', ['createFetchHandler', 'createFetchMiddleware']],
]);

/** The methods of `Route` that take a handler, and a method whose name is computed. */
const DEFINING = new Set([
  ...['', 'any', 'all', 'match', 'resources'],
  ...METHODS.map((method) => method.toLowerCase()),
]);

/** The methods of `Route` that do something other than define. */
const OTHERS = new Set(['map', 'collect', 'url', 'named']);

const NO_HANDLER =
  /^(?:ObjectExpression|StringLiteral|TemplateLiteral|NullLiteral|BooleanLiteral|SpreadElement)$/;

/** Whether a text may need rewriting, to avoid parsing texts that don't. */
export function mayMatter(code: string): boolean {
  return /['"`]waymark(?:\/fetch|\/node)?['"`]/.test(code);
}

export function readModule(code: string, file: string): Module | null {
  const program = parseModule(code, file);
  if (program === null) return null;
  const calls = importOf(program, 'waymark', 'Route').flatMap((use) => memberCall(use) ?? []);
  const routers = Array.from(MAKERS, ([from, makers]) =>
    makers.flatMap((maker) => importOf(program, from, maker).map((use) => routerOf(maker, use))),
  ).flat();
  const tables = calls.flatMap(({ call, method }) =>
    method === 'map' || method === 'collect' ? [rangeOf(call.node)] : [],
  );
  const definitions = calls
    .filter(({ method }) => DEFINING.has(method))
    .map(({ call, name }) => definitionOf(call, name))
    .sort((one, other) => one.start - other.start);
  // A method whose name is computed may take a callback, and not a handler.
  const defining = calls.filter(({ method }) => method !== '' && !OTHERS.has(method));
  return {
    file,
    code,
    program,
    definitions,
    routers: routers.filter((one) => one !== null),
    lists: importOf(program, 'waymark/node', 'findFiles').flatMap((use) => {
      const call = callOf(use);
      if (call === null) return [];
      const local =
        argumentsOf(call)
          .map(localIn)
          .find((name) => name !== null) ?? null;
      return [{ ...rangeOf(call.node), callee: rangeOf(use.node), line: lineOf(call.node), local }];
    }),
    statements: definingStatements(
      defining.map(({ call }) => call),
      definitions,
    ),
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
  routers: readonly (Range | null)[],
  seen: ReadonlySet<Binding> = new Set(),
): boolean {
  const { node, parentPath, scope } = table;
  if ([node, parentPath?.node].some((one) => one?.type.startsWith('Export'))) return false;
  const made = routers.filter((one) => one !== null);
  if (isWithinAny(node, made) || isChange(table)) return false;
  const holding = Object.values(scope.getProgramParent().bindings).filter(({ path }) =>
    isWithin(node, path.node),
  );
  const next = new Set([...seen, ...holding]);
  return (
    holding.length === 0 ||
    holding.some(
      (binding) =>
        !seen.has(binding) &&
        binding.referencePaths.some((use) => isUsedElsewhere(use, made, next)),
    )
  );
}

/** The uses of a name of a package: `createRouter`, or `waymark.createRouter`. */
export function importOf(program: Path, from: string, name: string): readonly Path[] {
  return Object.values(program.scope.bindings).flatMap(({ path, referencePaths }) => {
    const { type, imported } = path.node;
    if (path.parentPath?.node.source?.value !== from) return [];
    if ((imported?.name ?? imported?.value) === name) return referencePaths;
    if (type !== 'ImportNamespaceSpecifier') return [];
    const members = referencePaths.map((use) => use.parentPath as Path); // the cast: a use is inside
    return members.filter(({ node }) => node.property?.name === name);
  });
}

function callOf({ node, parentPath }: Path): Path | null {
  return parentPath?.node.type === 'CallExpression' && parentPath.node.callee === node
    ? parentPath
    : null;
}

/** A method call: `Route.get(…)`, or `Route[method](…)`, whose method is an empty text. */
function memberCall({ node, parentPath: member }: Path) {
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
  const own = { ...rangeOf(call.node), name };
  const hasHandler = args.length > 1 && last !== undefined && !NO_HANDLER.test(last.node.type);
  if (!hasHandler) return { ...own, handler: null, local: null };
  const isWritten = /^(?:Arrow)?FunctionExpression$/.test(last.node.type);
  const isMade = !isWritten && last.node.type !== 'Identifier' && !awaits(last);
  const reassigned = isWritten ? null : reassignedIn(last);
  const handler = { ...rangeOf(last.node), path: last, isMade, reassigned };
  return { ...own, handler, local: localIn(last) };
}

/** Whether an expression waits for something, so its module runs it once. */
function awaits(path: Path): boolean {
  let found = path.node.type === 'AwaitExpression';
  path.traverse({
    AwaitExpression(used) {
      found ||= isRunBy(path, used);
    },
  });
  return found;
}

/** The nodes that may do something besides giving a value. */
const EFFECT =
  /^(?:(?:Optional)?CallExpression|(?:New|Assignment|Update|Await|Yield|TaggedTemplate)Expression|SpreadElement|Class.*)$/;
const FUNCTION = /^(?:(?:Arrow)?FunctionExpression|ObjectMethod)$/;

/**
 * The statements at the top level that do nothing but call `Route`. A statement such as
 * `Route.get(paths.shift(), 'a')` does more, so it stays in the bundle.
 */
function definingStatements(calls: readonly Path[], definitions: readonly Definition[]): Range[] {
  const defining = new Set<unknown>(calls.map(({ node }) => node));
  const handlers = new Set(definitions.map(({ handler }) => handler?.path.node));
  const onlyDefines = (call: Path) => {
    let isOnly = true;
    call.traverse({
      enter(path) {
        const { node } = path;
        // A handler is moved unchanged, and not run here.
        if (handlers.has(node)) return path.skip();
        if (EFFECT.test(node.type) && !defining.has(node)) isOnly = false;
        if (FUNCTION.test(node.type) && !bodyOf(node).every((one) => defining.has(one))) {
          isOnly = false;
        }
      },
    });
    return isOnly;
  };
  return calls.flatMap((call) => {
    const statement = statementOf(call);
    return statement.expression === call.node && onlyDefines(call) ? [rangeOf(statement)] : [];
  });
}

/** The expressions that a function evaluates; `undefined` for another kind of statement. */
function bodyOf({ body }: Node): readonly (Node | undefined)[] {
  const block = body as Node; // the casts: the body of a function, and that of a block
  if (block.type !== 'BlockStatement') return [block];
  return (block.body as readonly Node[]).map(({ expression }) => expression);
}

function routerOf(maker: Maker, use: Path): RouterCall | null {
  if (use.parentPath?.node.type === 'TSTypeQuery') return null;
  const call = callOf(use);
  const at = { maker, callee: rangeOf(use.node), line: lineOf(use.node) };
  const [first, second] = call === null ? [] : argumentsOf(call);
  const options = maker === 'createRouter' ? second : first;
  const { node, scope } = call ?? use;
  const found = { ...at, ...rangeOf(node), isNested: scope.parent !== undefined };
  const properties = options === undefined ? [] : propertiesOf(options);
  const base = { ...found, options: rangeOf(options?.node ?? node), properties: properties ?? [] };
  if (call === null) return { ...base, problem: 'it is not called here' };
  if (properties === null) {
    const problem = 'its options are not written in the call, without spreads and computed names';
    return { ...base, problem };
  }
  const table =
    maker === 'createRouter' ? first?.node : properties.find(({ name }) => name === 'routes');
  const isMissing = table === undefined || first?.node.type === 'SpreadElement';
  return { ...base, problem: isMissing ? 'it has no table' : null };
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
    found.push({ ...rangeOf(one.node), name, value: rangeOf(value.node) });
  }
  return found;
}

function argumentsOf(call: Path): readonly Path[] {
  return call.get('arguments') as readonly Path[]; // the cast: a list
}

function lineOf({ loc }: Node): number {
  return loc.start.line;
}
