/** Writes the part of a module that makes a table, so that it can run in the build. */
import type { RouterOptions } from 'waymark';
import { statementsThatFill } from './filling.ts';
import { isLater, localIn, needsOf } from './locals.ts';
import { importOf, type Module, type RouterCall } from './module.ts';
import type { Loading } from './running.ts';
import { isWithinAny, type Node, type Path, type Range, rangeOf } from './syntax.ts';

/** The export that holds the table. */
export const TABLE = '$waymarkTable';
/** The export that resolves to the options whose values the build needs. */
export const OPTIONS = '$waymarkOptions';
/** The export that resolves to the application's files; absent if the call has none. */
export const FILES = '$waymarkFiles';
/** The export that resolves to the arguments of `findFiles`. */
export const LISTED = '$waymarkListed';
/** The name of the function that replaces `findFiles` in the build. */
export const FIND = Symbol.for('waymark.plugin.findFiles');

/** The options whose values the build needs. */
const READ = new Set(
  Object.keys({
    autoRoute: true,
    maxPathLength: true,
    handlers: true,
    roots: true,
    methodOverride: true,
    maxFormSize: true,
  } satisfies Record<keyof RouterOptions | 'roots' | 'methodOverride' | 'maxFormSize', true>),
);

/** The variable of the table. */
const SLOT = '$w$';
/**
 * The text that assigns the table. It is short, since it must fit into the call before the table.
 */
const ASSIGN = `;${SLOT}=`;
/** The start of a function that makes the table, which may be an object. */
const LATER = '()=>0||';

/** A text that runs by itself, or the reason why there is none. */
export type Prepared = { readonly text: string } | { readonly problem: string };

/**
 * Writes the part of a module that makes the table of a call. The rest is replaced by spaces, so
 * that each definition keeps its line and column.
 *
 * @param module the module
 * @param call the call
 */
export function prepareRouter(module: Module, call: RouterCall): Prepared {
  const { routes, properties } = call;
  if (routes === null) return { problem: String(call.problem) };
  const read = properties.filter(({ name }) => READ.has(name));
  const problem = localProblem([routes, ...read.map(({ path }) => path)]);
  if (problem !== null) return { problem };
  const movable = properties.filter(({ path }) => localIn(path) === null);
  const options = [...read, ...movable.filter(({ name }) => name === 'errorPages')];
  const files = movable.filter(({ name }) => name === 'files');
  const used = [...options, ...files].map(({ value }) => value);
  const table = rangeOf(routes.node);
  const defining = [
    ...module.statements,
    ...module.running,
    ...statementsThatFill(module.program, table, module.apart),
  ];
  const needed = keptFor(module, [table, ...defining, ...used]);
  const loading = module.loading.filter((one) => !isWithinAny(one, needed));
  const kept = [...needed, ...loading, ...defining];
  const { code: redirected, added } = redirectFiles(module);
  const code = loading.reduce(withoutNames, redirected);
  const text = (range: Range) => code.slice(range.start, range.end);
  // The function around the call runs once the module has defined its routes.
  const later = `${/\bawait\b/.test(text(table)) ? 'async' : ''}${LATER}`;
  const assign = isLater(routes) ? ASSIGN + later : ASSIGN;
  const hasRoom = table.start - assign.length >= call.start;
  const isInPlace = hasRoom && !isWithinAny(table, kept);
  const body = isInPlace
    ? assignInPlace(code, table, kept, assign)
    : `${blank(code, kept)}\n${ASSIGN}(${text(table)});`;
  const list = options.map(({ name, value }) => `${JSON.stringify(name)}: (${text(value)})`);
  const lines = [
    body,
    isInPlace && assign !== ASSIGN ? `${ASSIGN}await ${SLOT}();` : '',
    `var ${SLOT}; export { ${SLOT} as ${TABLE} };`,
    `export const ${OPTIONS} = async () => ({ ${list.join(', ')} });`,
    ...files.map(({ value }) => `export const ${FILES} = async () => (${text(value)});`),
    added,
  ];
  return { text: lines.join('\n') };
}

/** Makes an import or export load its module and do nothing else. All positions stay the same. */
function withoutNames(code: string, { start, source }: Loading): string {
  const names = code.slice(start + 'import'.length, source.start);
  return `${code.slice(0, start)}import${spaces(names)}${code.slice(source.start)}`;
}

/** Assigns the table where it stands in the code, and blanks the rest of the code. */
function assignInPlace(code: string, table: Range, kept: readonly Range[], assign: string): string {
  const blanked = blank(code, [...kept, table]);
  const before = blanked.slice(0, table.start - assign.length);
  // The table may be at a line's end.
  const after = blanked.slice(table.end).replace(/^[^\r\n]/, ';');
  return before + assign + blanked.slice(table.start, table.end) + after;
}

/**
 * Writes the part of a module that makes the arguments of a call of `findFiles`.
 *
 * @param module the module
 * @param args the arguments
 */
export function prepareList(module: Module, args: readonly Path[]): Prepared {
  const problem = localProblem(args);
  if (problem !== null) return { problem };
  const { code, added } = redirectFiles(module);
  const ranges = args.map(({ node }) => rangeOf(node));
  const texts = ranges.map(({ start, end }) => code.slice(start, end));
  const line = `export const ${LISTED} = async () => [${texts.join(', ')}];`;
  return { text: `${blank(code, keptFor(module, ranges))}\n${line}\n${added}` };
}

function localProblem(paths: readonly Path[]): string | null {
  const local = paths.map(localIn).find((name) => name !== null);
  return local === undefined ? null : `it uses ${local}, a local variable`;
}

/**
 * Makes a module call the build's own `findFiles`, which imports TypeScript on every version of
 * Node. All positions stay the same.
 *
 * @param module the module
 */
export function redirectFiles({ program, code }: Module): {
  readonly code: string;
  readonly added: string;
} {
  const found = importOf(program, 'waymark/node', 'findFiles');
  if (found === null) return { code, added: '' };
  const own = `$${found.identifier.name?.slice(1)}`;
  let changed = code;
  for (const { node } of found.referencePaths) {
    changed = changed.slice(0, node.start) + own + changed.slice(node.end);
  }
  const symbol = JSON.stringify(Symbol.keyFor(FIND));
  const added = `function ${own}(...given) { return globalThis[Symbol.for(${symbol})](...given); }`;
  return { code: changed, added: `\n${added}\n` };
}

/** The statements of a module that parts of it need, with their imports. */
function keptFor({ program }: Module, pieces: readonly Range[]): Range[] {
  const { statements, bindings } = needsOf(program, pieces);
  const body = program.node.body as readonly Node[]; // the cast: a module's body is a list
  const imports = body.filter(
    ({ type, start, end, specifiers = [] }) =>
      type === 'ImportDeclaration' &&
      (specifiers.length === 0 ||
        bindings.some(({ identifier }) => isWithinAny(identifier, [{ start, end }]))),
  );
  return [...imports.map(rangeOf), ...statements];
}

/** Replaces a text with spaces, except for some parts; lines stay in place. */
function blank(code: string, kept: readonly Range[]): string {
  const sorted = [...kept].sort((one, other) => one.start - other.start);
  let text = '';
  let at = 0;
  for (const { start, end } of sorted) {
    if (end <= at) continue;
    const from = Math.max(at, start);
    text += spaces(code.slice(at, from)) + code.slice(from, end);
    at = end;
  }
  return text + spaces(code.slice(at));
}

function spaces(text: string): string {
  return text.replace(/[^\r\n\u2028\u2029]/g, ' ');
}
