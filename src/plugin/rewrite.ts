/** Writes a module as it appears in a bundle. */
import { dirname, relative, sep } from 'node:path';
import MagicString from 'magic-string';
import { WaymarkError } from '../errors/error.ts';
import { quote } from '../errors/show.ts';
import type { Source } from '../inspect.ts';
import { OUTER, setAround, unusedWithout } from './locals.ts';
import { type FilesCall, type Handler, type Module, type RouterCall, rangeOf } from './module.ts';
import { isWithin, isWithinAny, type Node, type Range } from './syntax.ts';

/** The start of every name that the plugin writes. */
const OWN = '__waymark_';

/** A text that replaces a part of a module. */
interface Edit extends Range {
  readonly text: string;
}

/** A handler of a compiled table. */
export interface FoundHandler {
  readonly key: string;
  /** The module that defines it. */
  readonly file: string;
  /** The index of its definition in the module. */
  readonly index: number;
  readonly handler: Handler;
}

/** A handler of a compiled table, and which of its definition's functions it is. */
export interface PlacedHandler extends FoundHandler {
  /** A number for each function. */
  readonly instance: number;
}

/** A call that makes a router, and the data to replace it with. */
export interface CompiledCall {
  readonly call: RouterCall;
  /** The compiled table as JSON. */
  readonly data: string;
  readonly handlers: readonly PlacedHandler[];
  readonly hasNames: boolean;
  readonly methodOverride: boolean;
}

/** A call of `findFiles`, and the files that it lists. */
export interface ListedCall {
  readonly call: FilesCall;
  /** The absolute paths of the source files, by their names in the record. */
  readonly sources: ReadonlyMap<string, string>;
  /** The contents of the other files. */
  readonly texts: Readonly<Record<string, unknown>>;
}

/** The changes to a module. */
export interface Plan {
  readonly compiled: readonly CompiledCall[];
  readonly lists: readonly ListedCall[];
  /** Whether the module's definitions are in compiled tables, so they do nothing in the bundle. */
  readonly isCompiled: boolean;
  /** Whether files are imported when they are needed, as in a development server. */
  readonly isLazy: boolean;
}

/** A rewritten module. */
export interface Rewritten {
  readonly code: string;
  readonly map: ReturnType<MagicString['generateMap']>;
}

/**
 * Finds the definition of a handler, and checks that the handler can be moved.
 *
 * @param module the defining module; `null` if it can't be read
 * @param key the key of its route
 * @param source the place of the definition
 * @throws {WaymarkError} if it is not written in a call of `Route`, uses local variables, or needs
 *   what a function does that the bundle doesn't call
 */
export function findHandler(module: Module | null, key: string, source: Source): FoundHandler {
  const where = `${source.file}:${source.line}`;
  const definitions = module?.definitions ?? [];
  const offset = offsetOf(String(module?.code), source);
  const index = definitions.findIndex(({ name }) => name.start === offset || name.end === offset);
  const { handler = null, local = null } = definitions[index] ?? {};
  const what = `the handler of ${quote(key)}`;
  if (module === null || handler === null) {
    throw new WaymarkError(
      'bad-table',
      where,
      `${what} is not written in a call of Route here`,
      HOW,
    );
  }
  if (local !== null) {
    const problem = `${what} uses ${local}, ${OUTER.has(local) ? 'which only the function around it has' : 'a local variable of the function around it'}`;
    throw new WaymarkError('bad-table', where, problem, HOW_LOCAL);
  }
  const { running, tables, routers } = module;
  const handlers = definitions.flatMap((one) => one.handler ?? []);
  const set = isWithinAny(handler, running)
    ? null
    : setAround(handler.path, [...tables, ...routers], handlers);
  if (set !== null) {
    const problem = `${what} uses ${set}, which the function around it sets`;
    throw new WaymarkError('bad-table', where, problem, HOW_SET);
  }
  return { key, file: module.file, index, handler };
}

const HOW =
  "write it in the call, Route.get('photos', {}, handler), with Route imported from 'waymark'";
const HOW_SET =
  'set it at the top level of the module: the function around it does not run in the bundle';
const HOW_LOCAL =
  'declare what the handler uses at the top level of the module, or import it: the function around it does not run in the bundle';

function offsetOf(code: string, { line, column }: Source): number {
  const ends = [...code.matchAll(/\r\n|[\n\r\u2028\u2029]/g)].map(
    (end) => end.index + end[0].length,
  );
  return (ends[line - 2] ?? 0) + column - 1;
}

/**
 * Rewrites a module.
 *
 * @param module the module
 * @param plan the changes
 * @returns `null` if it stays as it is
 */
export function rewrite(module: Module, plan: Plan): Rewritten | null {
  const { code, file, definitions, statements } = module;
  const { compiled, lists } = plan;
  const writer = new Writer();
  for (const one of lists) writer.edits.push(listEdit(file, one, writer, plan.isLazy));
  for (const one of compiled) writer.edits.push(...routerEdits(module, one, writer));
  const isExported = plan.isCompiled || compiled.length === 0;
  const isRemoved = plan.isCompiled || compiled.length > 0;
  const own = compiled.flatMap(({ handlers }) => handlers.filter((one) => one.file === file));
  const taken = new Set(own.map(({ index }) => index));
  const moved = definitions
    .flatMap(({ handler, local }, index): Moved[] =>
      handler === null || local !== null ? [] : [{ handler, index }],
    )
    .filter(({ index }) => isExported || taken.has(index));
  for (const { handler, index } of moved) {
    if (!isExported || (isRemoved && isWithinAny(handler, statements))) continue;
    const text = code.slice(handler.start, handler.end);
    const own = `${OWN}${index}`;
    const value = handler.isMade ? `() => (${text})` : text;
    // A name may get its value later, if its module imports this one.
    const isName = Object.hasOwn(module.program.scope.bindings, text);
    writer.added.push(isName ? `export { ${text} as ${own} };` : `export const ${own} = ${value};`);
  }
  const gone = [
    ...lists.map(({ call }) => call),
    ...compiled.flatMap(({ call }) => removedBy(call)),
  ];
  if (isRemoved) {
    gone.push(...statements);
    for (const statement of statements) {
      writer.edits.push(...emptied(statement, moved, isExported));
    }
    for (const { start, end } of module.tables) {
      const table = code.slice(start, end);
      // A bundler keeps arguments that may have effects, but drops a function that is never called.
      if (/\bawait\b/.test(table)) continue;
      writer.edits.push({ start, end, text: `/* @__PURE__ */ (() => ${table})()` });
    }
  }
  const kept = [
    ...moved.map(({ handler }) => handler),
    ...compiled.flatMap(({ call }) => call.properties.filter(({ name }) => COPIED.has(name))),
  ];
  writer.edits.push(...unusedEdits(module, gone, kept));
  return writer.write(code, file);
}

/** A handler that is moved out of its definition. */
interface Moved {
  readonly handler: Handler;
  /** The position of its definition. */
  readonly index: number;
}

/** Collects the changes to a module. */
class Writer {
  readonly edits: Edit[] = [];
  /** Lines to add at the end. */
  readonly added: string[] = [];
  private readonly names = new Map<string, string>();

  add(line: string): void {
    if (!this.added.includes(line)) this.added.push(line);
  }

  /** Imports a name, and returns its local name. */
  import(from: string, name: string): string {
    const own = `${OWN}${name === '*' ? 'file' : name.replace(OWN, 'handler')}_${this.names.size}`;
    const key = JSON.stringify([from, name]);
    const known = this.names.get(key);
    if (known !== undefined) return known;
    this.names.set(key, own);
    const what = name === '*' ? `* as ${own}` : `{ ${name} as ${own} }`;
    this.added.push(`import ${what} from ${JSON.stringify(from)};`);
    return own;
  }

  write(code: string, file: string): Rewritten | null {
    if (this.edits.length + this.added.length === 0) return null;
    const result = new MagicString(code, { filename: file });
    let at = 0;
    const sorted = this.edits.sort((one, other) => one.start - other.start);
    for (const { start, end, text } of sorted) {
      // A larger part has already replaced it.
      if (start < at) continue;
      if (start === end) result.appendLeft(start, text);
      else result.update(start, end, text);
      at = end;
    }
    if (this.added.length > 0) result.append(`\n${this.added.join('\n')}\n`);
    return {
      code: result.toString(),
      map: result.generateMap({ source: file, includeContent: true, hires: 'boundary' }),
    };
  }
}

function routerEdits(module: Module, compiled: CompiledCall, writer: Writer): Edit[] {
  const { call, methodOverride } = compiled;
  const router = routerText(module, compiled, writer);
  if (call.maker === 'createRouter') return [{ ...rangeOf(call), text: router }];
  const maker = call.maker.replace('create', 'createCompiled');
  const edits = [{ ...call.callee, text: writer.import('waymark/compiled', maker) }];
  const text = ({ start, end }: Range) => module.code.slice(start, end);
  const find = (name: string) => call.properties.find((one) => one.name === name);
  const { options } = call;
  const last = call.properties.length - 1;
  for (const [index, { name, start, end, value }] of call.properties.entries()) {
    if (name === 'routes') {
      edits.push({ start, end, text: `router: ${router}` });
    } else if (name === 'files') {
      const create = writer.import('waymark/compiled', 'createControllers');
      const roots = find('roots');
      const rest = roots === undefined ? '' : `, { roots: ${text(roots.value)} }`;
      if (start === value.start) {
        edits.push({ start, end, text: `controllers: ${create}(${text(value)}${rest})` });
      } else {
        edits.push({ start, end: value.start, text: `controllers: ${create}(` });
        edits.push({ start: end, end, text: `${rest})` });
      }
    } else if (name === 'methodOverride' && methodOverride) {
      const create = writer.import('waymark/compiled', 'createMethodOverride');
      const size = find('maxFormSize');
      const given = size === undefined ? '' : `{ maxFormSize: ${text(size.value)} }`;
      edits.push({ start, end, text: `methodOverride: ${create}(${given})` });
    } else if (COMPILED_AWAY.has(name)) {
      // Includes the comma after it.
      const next = index < last ? call.properties[index + 1].start : options.end - 1;
      edits.push({ start, end: next, text: '' });
    }
  }
  return edits;
}

/** The options that a compiled handler doesn't take. */
const COMPILED_AWAY = new Set(
  'handlers autoRoute maxPathLength roots methodOverride maxFormSize strict'.split(' '),
);

/** Options whose text is written elsewhere in the call. */
const COPIED = new Set(['handlers', 'roots', 'maxFormSize']);

/** The parts of a call that the build ran, so the bundle doesn't. */
function removedBy({ maker, routes, properties, ...call }: RouterCall): Range[] {
  if (maker === 'createRouter') return [rangeOf(call)];
  const gone = properties.filter(({ name }) => name === 'routes' || COMPILED_AWAY.has(name));
  return [call.callee, ...gone.map(rangeOf)];
}

function routerText(module: Module, compiled: CompiledCall, writer: Writer): string {
  const { call, data, handlers, hasNames } = compiled;
  const given = call.properties.find(({ name }) => name === 'handlers');
  const own: string[] = [];
  // A function that the bundle makes is a parameter, since several routes may have it.
  const made = new Map<string, { readonly name: string; readonly text: string }>();
  for (const one of handlers) {
    const text = handlerText(module, one, writer, isNested(call));
    const id = `${one.file} ${one.index} ${one.instance}`;
    const known = made.get(id) ?? { name: `${OWN}made_${made.size}`, text };
    if (one.handler.isMade) made.set(id, known);
    own.push(`${keyText(one.key)}: ${one.handler.isMade ? known.name : text}`);
  }
  if (given !== undefined) own.push(`...${module.code.slice(given.value.start, given.value.end)}`);
  const shared = [...made.values()];
  const names = shared.map(({ name }) => name).join(', ');
  const values = shared.map(({ text }) => text).join(', ');
  const object = `{ ${own.join(', ')} }`;
  const all = shared.length === 0 ? object : `((${names}) => (${object}))(${values})`;
  const options = [
    ...(own.length > 0 ? [`handlers: ${all}`] : []),
    ...(hasNames ? [`routeUrls: ${writer.import('waymark/compiled', 'routeUrls')}`] : []),
    ...(needsMachine(data)
      ? [`patternMachine: ${writer.import('waymark/compiled', 'patternMachine')}`]
      : []),
  ];
  const create = writer.import('waymark/compiled', 'createCompiledRouter');
  const rest = options.length > 0 ? `, { ${options.join(', ')} }` : '';
  // JSON, since an object literal in code can't have `__proto__` as an ordinary key.
  return `${create}(JSON.parse(${JSON.stringify(data)})${rest})`;
}

/** Writes a key in code. It is computed, so it may be `__proto__`. */
function keyText(key: string): string {
  return `[${JSON.stringify(key)}]`;
}

function handlerText(
  module: Module,
  { file, index, handler }: FoundHandler,
  writer: Writer,
  isNested: boolean,
): string {
  const call = handler.isMade ? '()' : '';
  if (file !== module.file) return writer.import(specifier(module.file, file), OWN + index) + call;
  if (isWithinAny(handler, module.statements)) return OWN + index + call;
  const text = `(${module.code.slice(handler.start, handler.end)})`;
  if (!isNested) return text;
  // In the function around the call, another variable may have a name that the handler uses.
  const own = `${OWN}outer_${index}`;
  writer.add(`function ${own}() { return ${text}; }`);
  return `${own}()`;
}

/** Whether a call is inside a function or a block, which may have variables of its own. */
function isNested({ routes }: RouterCall): boolean {
  return routes?.parentPath?.scope.parent !== undefined;
}

/** Whether an expression in the data is a program. */
function needsMachine(data: string): boolean {
  // The cast: compileTable wrote it.
  const { extras, urls } = JSON.parse(data) as Record<'extras' | 'urls', readonly unknown[][]>;
  const isProgram = (expression: unknown) => Array.isArray(expression);
  return extras.some((one) => isProgram(one[1])) || urls.some((one) => isProgram(one[3]));
}

/** Removes a statement that defines routes, except for its handlers. */
function emptied(statement: Range, moved: readonly Moved[], isExported: boolean): Edit[] {
  const edits: Edit[] = [];
  let at = statement.start;
  const inside = moved
    .filter(({ handler }) => isWithin(handler, statement))
    .sort((one, other) => one.handler.start - other.handler.start);
  let end = '';
  for (const { handler, index } of inside) {
    const text = `${end}${isExported ? 'export ' : ''}const ${OWN}${index} = `;
    edits.push({ start: at, end: handler.start, text: handler.isMade ? `${text}() => (` : text });
    at = handler.end;
    end = handler.isMade ? ');\n' : ';\n';
  }
  edits.push({ start: at, end: statement.end, text: end });
  return edits;
}

/** Removes declarations and waymark imports that are no longer used. */
function unusedEdits({ program }: Module, gone: readonly Range[], kept: readonly Range[]): Edit[] {
  const bindings = Object.values(program.scope.bindings);
  const { unused, statements } = unusedWithout(bindings, gone, kept);
  const edits = statements.map((one): Edit => ({ ...one, text: '' }));
  const body = program.node.body as readonly Node[]; // the cast: a module's body is a list
  for (const { type, start, end, source, specifiers = [] } of body) {
    if (type !== 'ImportDeclaration' || !/^waymark(?:\/|$)/.test(String(source?.value))) continue;
    const left = specifiers.filter(
      ({ local }) => ![...unused].some(({ identifier }) => identifier === local),
    );
    if (left.length === 0 && specifiers.length > 0) edits.push({ start, end, text: '' });
  }
  return edits;
}

function listEdit(
  file: string,
  { call, sources, texts }: ListedCall,
  writer: Writer,
  isLazy: boolean,
): Edit {
  const entries = [
    ...Array.from(sources, ([name, path]) => {
      const from = specifier(file, path);
      const load = isLazy ? `import(${JSON.stringify(from)})` : writer.import(from, '*');
      return `${keyText(name)}: async () => ${load}`;
    }),
    ...Object.entries(texts).map(
      ([name, text]) => `${keyText(name)}: async () => ({ default: ${JSON.stringify(text)} })`,
    ),
  ];
  return { ...rangeOf(call), text: `Promise.resolve({ ${entries.join(', ')} })` };
}

/** The import specifier from one module to another. */
export function specifier(from: string, to: string): string {
  const path = relative(dirname(from), to).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}
