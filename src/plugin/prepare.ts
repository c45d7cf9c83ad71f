/** Writes the part of a module that makes a table, so that it can run in the build. */
import { localIn, needsOf } from './locals.ts';
import { importOf, type Module, type Property, type RouterCall, rangeOf } from './module.ts';
import { isWithinAny, type Node, type Path, type Range } from './syntax.ts';

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
const READ = new Set([
  'autoRoute',
  'maxPathLength',
  'handlers',
  'roots',
  'methodOverride',
  'maxFormSize',
]);

/** The variable of the table, short enough to be written in front of it. */
const SLOT = '$w$';

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
  const { code, added } = redirectFiles(module);
  if (routes === null) return { problem: String(call.problem) };
  const read = properties.filter(({ name }) => READ.has(name));
  const files = properties.find(({ name }) => name === 'files');
  const pages = properties.filter(
    ({ name, path }) => name === 'errorPages' && localIn(path) === null,
  );
  for (const path of [routes, ...read.map((one) => one.path)]) {
    const local = localIn(path);
    if (local !== null) return { problem: `it uses ${local}, a local variable` };
  }
  const hasFiles = files !== undefined && localIn(files.path) === null;
  const used = [...read, ...pages, ...(hasFiles ? [files] : [])].map(({ value }) => value);
  const defining = [...module.statements, ...module.running];
  const kept = keptFor(module, [rangeOf(routes.node), ...defining, ...used]);
  kept.push(...defining);
  const { start, end } = routes.node;
  const text = (range: Range) => code.slice(range.start, range.end);
  const isApart = isWithinAny(routes.node, kept) || start - SLOT.length - 2 < call.start;
  const list = (all: readonly Property[]) =>
    all.map(({ name, value }) => `${JSON.stringify(name)}: (${text(value)})`).join(', ');
  const lines = [
    isApart ? `${SLOT} = (${text(routes.node)});` : '',
    `var ${SLOT}; export { ${SLOT} as ${TABLE} };`,
    `export const ${OPTIONS} = async () => ({ ${list([...read, ...pages])} });`,
    hasFiles ? `export const ${FILES} = async () => (${text(files.value)});` : '',
  ];
  const own = isApart ? [] : [{ start, end }];
  const blanked = blank(code, [...kept, ...own]);
  // The statement may end at a line's end.
  const rest = blanked.slice(end).replace(/^[^\r\n]/, ';');
  const placed = isApart
    ? blanked
    : `${blanked.slice(0, start - SLOT.length - 2)};${SLOT}=${blanked.slice(start, end)}${rest}`;
  return { text: `${placed}\n${lines.join('\n')}\n${added}` };
}

/**
 * Writes the part of a module that makes the arguments of a call of `findFiles`.
 *
 * @param module the module
 * @param args the arguments
 */
export function prepareList(module: Module, args: readonly Path[]): Prepared {
  for (const path of args) {
    const local = localIn(path);
    if (local !== null) return { problem: `it uses ${local}, a local variable` };
  }
  const { code, added } = redirectFiles(module);
  const ranges = args.map(({ node }) => rangeOf(node));
  const texts = ranges.map(({ start, end }) => code.slice(start, end));
  const line = `export const ${LISTED} = async () => [${texts.join(', ')}];`;
  return { text: `${blank(code, keptFor(module, ranges))}\n${line}\n${added}` };
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
