/** Writes a module as it appears in a bundle. */
import MagicString from 'magic-string';
import type { CompiledFetchOptions } from 'waymark/compiled';
import type { FetchOptions } from 'waymark/fetch';
import { specifier } from '../cli/load/paths.ts';
import type { Handled, Made } from './evaluate.ts';
import type { FoundHandler } from './find-handler.ts';
import { unusedWithout } from './locals.ts';
import type { FilesCall, Module, Property, RouterCall } from './module.ts';
import { isWithin, isWithinAny, type Node, positionOf, type Range, rangeOf } from './syntax.ts';

const OWN = '__waymark_';

interface Edit extends Range {
  readonly text: string;
}

/** A handler of a compiled table, and which of its definition's functions it is. */
export type PlacedHandler = FoundHandler & Pick<Handled, 'instance'>;

export interface CompiledCall extends Pick<Made, 'data' | 'hasNames' | 'last'> {
  readonly call: RouterCall;
  readonly place: string;
  readonly handlers: readonly PlacedHandler[];
}

export interface ListedCall {
  readonly call: FilesCall;
  /** The absolute paths of the source files, by their names in the record. */
  readonly sources: ReadonlyMap<string, string>;
  readonly texts: Readonly<Record<string, unknown>>;
}

interface Plan {
  readonly compiled: readonly CompiledCall[];
  readonly lists: readonly ListedCall[];
  /** Whether the module's definitions are in compiled tables, so they do nothing in the bundle. */
  readonly isCompiled: boolean;
  /** Whether files are imported when they are needed, as in a development server. */
  readonly isLazy: boolean;
}

export interface Rewritten {
  readonly code: string;
  readonly map: ReturnType<MagicString['generateMap']>;
}

/** Rewrites a module; `null` if it stays as it is. */
export function rewrite(module: Module, plan: Plan): Rewritten | null {
  const { file } = module;
  const { compiled, lists } = plan;
  const writer = new Writer(module);
  for (const one of lists) writer.edits.push(listEdit(writer, one, plan.isLazy));
  const sealing = compiled.at(-1);
  for (const one of compiled) writer.edits.push(...routerEdits(writer, one, one === sealing));
  // Other modules may make a router from the definitions, and import the handlers.
  const exportsHandlers = plan.isCompiled || compiled.length === 0;
  // Definitions that are in a compiled table do nothing in the bundle.
  const removesRoutes = plan.isCompiled || compiled.length > 0;
  const end = lastOf(module, compiled);
  const emptied = removesRoutes ? module.statements.filter(({ start }) => start <= end) : [];
  const movable = module.definitions.flatMap(({ handler, local }, index) =>
    handler === null || local !== null ? [] : [{ handler, index }],
  );
  const handlers = compiled.flatMap((one) => one.handlers).filter((one) => one.file === file);
  const own = new Set(handlers.map(({ index }) => index));
  const moved = exportsHandlers ? movable : movable.filter(({ index }) => own.has(index));
  writer.edits.push(...emptied.flatMap((one) => emptiedEdits(one, moved, exportsHandlers)));
  if (exportsHandlers) {
    for (const one of moved.filter(({ handler }) => !isWithinAny(handler, emptied))) {
      writer.added.push(exportText(writer, one));
    }
  }
  if (removesRoutes)
    writer.edits.push(...module.tables.flatMap((one) => droppableEdit(writer, one)));
  const gone = [
    ...lists.map(({ call }) => call),
    ...compiled.flatMap(({ call }) => removedBy(call)),
    ...emptied,
  ];
  const kept = [
    ...moved.map(({ handler }) => handler),
    ...compiled.flatMap(({ call }) => call.properties.filter(({ name }) => COPIED.has(name))),
  ];
  writer.edits.push(...unusedEdits(module, gone, kept));
  return writer.write();
}

/** The end of the definitions in the tables. A later call stays in the bundle, where it throws. */
function lastOf({ code }: Module, compiled: readonly CompiledCall[]): number {
  if (compiled.length === 0) return code.length;
  const defined = compiled.flatMap(({ last }) => (last === null ? [] : positionOf(code, last)));
  return Math.max(...compiled.map(({ call }) => call.end), ...defined);
}

type Moved = Pick<FoundHandler, 'handler' | 'index'>;

class Writer {
  readonly edits: Edit[] = [];
  readonly added: string[] = [];
  private readonly names = new Map<string, string>();

  constructor(readonly module: Module) {}

  textOf({ start, end }: Range): string {
    return this.module.code.slice(start, end);
  }

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

  write(): Rewritten | null {
    if (this.edits.length + this.added.length === 0) return null;
    const { code, file } = this.module;
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

function routerEdits(writer: Writer, compiled: CompiledCall, isSealing: boolean): Edit[] {
  const { call, place } = compiled;
  const before = [
    ...(call.isNested ? [onceText(writer, place)] : []),
    ...(isSealing
      ? [`${writer.import('waymark/internal', 'sealDefinitions')}(${JSON.stringify(place)})`]
      : []),
  ];
  const created = routerText(writer, compiled);
  const router = before.length === 0 ? created : `(${[...before, created].join(', ')})`;
  if (call.maker === 'createRouter') return [{ ...rangeOf(call), text: router }];
  const maker = call.maker.replace('create', 'createCompiled');
  return [
    { ...call.callee, text: writer.import('waymark/compiled', maker) },
    ...call.properties.flatMap((one) => optionEdits(compiled, one, router)),
  ];
}

function optionEdits(
  { call: { properties, options } }: CompiledCall,
  { name, start, end }: Property,
  router: string,
): Edit[] {
  if (name === 'routes') return [{ start, end, text: `router: ${router}` }];
  if (!COMPILED_AWAY.has(name)) return [];
  const next = properties.find((one) => one.start > start);
  // Includes the comma after it.
  return [{ start, end: next?.start ?? options.end - 1, text: '' }];
}

/** Not `routes`, which becomes the router. */
type CompiledAway = Exclude<keyof FetchOptions, keyof CompiledFetchOptions | 'routes'>;

/** The options that a compiled handler doesn't take. */
const COMPILED_AWAY = new Set(
  Object.keys({
    handlers: true,
    autoRoute: true,
    maxPathLength: true,
  } satisfies Record<CompiledAway, true>),
);

/** Options whose text is written elsewhere in the call. */
const COPIED = new Set(['handlers']);

/** The parts of a call that the build ran, so the bundle doesn't. */
function removedBy({ maker, properties, ...call }: RouterCall): Range[] {
  if (maker === 'createRouter') return [rangeOf(call)];
  const gone = properties.filter(({ name }) => name === 'routes' || COMPILED_AWAY.has(name));
  return [call.callee, ...gone.map(rangeOf)];
}

/** Writes a check that the call runs once, since its table is that of its first run. */
function onceText(writer: Writer, place: string): string {
  const error = writer.import('waymark', 'WaymarkError');
  const ran = `${OWN}ran_${writer.added.length}`;
  const given = ['bad-table', place, TWICE, HOW_ONCE]
    .map((text) => JSON.stringify(text))
    .join(', ');
  // Its value isn't set here, since a function may run before the end of the module.
  writer.add(`var ${ran};`);
  return `(() => { if (${ran}) throw new ${error}(${given}); ${ran} = true; })()`;
}

const TWICE = 'this call ran a second time, and the build compiled the table of the first';
const HOW_ONCE =
  'make the router once, at the top level of the module, or leave the module alone with the option exclude of the plugin';

function routerText(writer: Writer, compiled: CompiledCall): string {
  const { data, hasNames } = compiled;
  const handlers = handlersText(writer, compiled);
  const entries = [
    ...(handlers === null ? [] : [`handlers: ${handlers}`]),
    ...(hasNames ? [`routeUrls: ${writer.import('waymark/compiled', 'routeUrls')}`] : []),
    ...(needsMachine(data)
      ? [`patternMachine: ${writer.import('waymark/compiled', 'patternMachine')}`]
      : []),
  ];
  const create = writer.import('waymark/compiled', 'createCompiledRouter');
  const options = entries.length > 0 ? `, { ${entries.join(', ')} }` : '';
  // JSON, since an object literal in code can't have `__proto__` as an ordinary key.
  return `${create}(JSON.parse(${JSON.stringify(data)})${options})`;
}

function handlersText(writer: Writer, { call, handlers }: CompiledCall): string | null {
  // A function that the bundle makes is a parameter, since several routes may have it.
  const made = new Map<string, { readonly name: string; readonly text: string }>();
  const entries = handlers.map((one) => {
    const text = handlerText(writer, one, call.isNested);
    if (!one.handler.isMade) return `${keyText(one.key)}: ${text}`;
    const id = `${one.file} ${one.index} ${one.instance}`;
    const known = made.get(id) ?? { name: `${OWN}made_${made.size}`, text };
    made.set(id, known);
    return `${keyText(one.key)}: ${known.name}`;
  });
  const given = call.properties.find(({ name }) => name === 'handlers');
  if (given !== undefined) entries.push(`...${writer.textOf(given.value)}`);
  if (entries.length === 0) return null;
  const object = `{ ${entries.join(', ')} }`;
  if (made.size === 0) return object;
  const names = Array.from(made.values(), ({ name }) => name).join(', ');
  const values = Array.from(made.values(), ({ text }) => text).join(', ');
  return `((${names}) => (${object}))(${values})`;
}

/** Writes a key in code. It is computed, so it may be `__proto__`. */
function keyText(key: string): string {
  return `[${JSON.stringify(key)}]`;
}

function handlerText(
  writer: Writer,
  { file, index, handler }: FoundHandler,
  isNested: boolean,
): string {
  const { module } = writer;
  const call = handler.isMade ? '()' : '';
  if (file !== module.file) return writer.import(specifier(module.file, file), OWN + index) + call;
  if (isWithinAny(handler, module.statements)) return OWN + index + call;
  const text = `(${writer.textOf(handler)})`;
  if (!isNested) return text;
  // In the function around the call, another variable may have a name that the handler uses.
  const own = `${OWN}outer_${index}`;
  writer.add(`function ${own}() { return ${text}; }`);
  return `${own}()`;
}

/** Whether an expression in the data is a program. */
function needsMachine(data: string): boolean {
  // The cast: compileTable wrote it.
  const { extras, urls } = JSON.parse(data) as Record<'extras' | 'urls', readonly unknown[][]>;
  const isProgram = (expression: unknown) => Array.isArray(expression);
  return extras.some((one) => isProgram(one[1])) || urls.some((one) => isProgram(one[3]));
}

function exportText(writer: Writer, { handler, index }: Moved): string {
  const text = writer.textOf(handler);
  // A name may get its value later, if its module imports this one.
  const isName = Object.hasOwn(writer.module.program.scope.bindings, text);
  if (isName) return `export { ${text} as ${OWN}${index} };`;
  return `export const ${OWN}${index} = ${handler.isMade ? `() => (${text})` : text};`;
}

/** The text around a handler that makes it a constant, where its definition stood. */
function constantAround({ handler: { isMade }, index }: Moved, isExported: boolean) {
  const name = OWN + index;
  const start = isExported ? 'export const' : 'const';
  if (!isMade) return { before: `${start} ${name} = `, after: ';' };
  const value = `${OWN}value_${index}`;
  return { before: `const ${value} = (`, after: `); ${start} ${name} = () => ${value};` };
}

/** Removes a statement that defines routes, except for its handlers. */
function emptiedEdits(statement: Range, moved: readonly Moved[], isExported: boolean): Edit[] {
  const edits: Edit[] = [];
  let { start } = statement;
  let end = '';
  const inside = moved
    .filter(({ handler }) => isWithin(handler, statement))
    .sort((one, other) => one.handler.start - other.handler.start);
  for (const one of inside) {
    const { before, after } = constantAround(one, isExported);
    edits.push({ start, end: one.handler.start, text: end + before });
    start = one.handler.end;
    end = `${after}\n`;
  }
  edits.push({ start, end: statement.end, text: end });
  return edits;
}

/** Lets the bundler drop a table that is never used. */
function droppableEdit(writer: Writer, table: Range): Edit[] {
  const text = writer.textOf(table);
  if (/\bawait\b/.test(text)) return [];
  // A bundler keeps arguments that may have effects, but drops a function that is never called.
  return [{ ...rangeOf(table), text: `/* @__PURE__ */ (() => ${text})()` }];
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

function listEdit(writer: Writer, { call, sources, texts }: ListedCall, isLazy: boolean): Edit {
  const entries = [
    ...Array.from(sources, ([name, path]) => {
      const from = specifier(writer.module.file, path);
      const load = isLazy ? `import(${JSON.stringify(from)})` : writer.import(from, '*');
      return `${keyText(name)}: async () => ${load}`;
    }),
    ...Object.entries(texts).map(
      ([name, text]) => `${keyText(name)}: async () => ({ default: ${valueText(text)} })`,
    ),
  ];
  return { ...rangeOf(call), text: `Promise.resolve({ ${entries.join(', ')} })` };
}

/** Writes a value from JSON in code, where an object can't have `__proto__` as an ordinary key. */
function valueText(value: unknown): string {
  const json = JSON.stringify(value);
  return typeof value === 'string' ? json : `JSON.parse(${JSON.stringify(json)})`;
}
