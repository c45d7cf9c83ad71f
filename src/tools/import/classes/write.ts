/** Writes the classes of a PHP file in TypeScript, with the PHP of their methods as comments. */
import { commentCode, keyCode, valueCode } from '../write/code.ts';
import { indent } from '../write/layout.ts';
import {
  constructorOf,
  isFrameworkClass,
  methodNames,
  nameCode,
  type PhpClass,
  type PhpMethod,
  type PhpParameter,
  runsWhenMade,
  traitsOf,
} from './read.ts';
import { isSame } from './runs.ts';

/** The location of a class of the application. */
export interface ClassSource {
  /** Its name, spelled as in its definition. */
  readonly name: string;
  /** The import specifier; `null` if it is in the same file. */
  readonly from: string | null;
  /** Whether it is the default export of its file. */
  readonly isDefault: boolean;
}

/** The options of {@link writeClasses}. */
export interface WriteClassesOptions {
  /** The name of the PHP file, for a comment. */
  readonly file: string;
  /** The class to export as the default, such as a controller. The others are exported by name. */
  readonly main: string | null;
  /** The classes of the application that a class extends, nearest first. */
  readonly ancestors?: ((name: string) => readonly PhpClass[]) | undefined;
  /**
   * Locates a class of the application. Returns `null` for any other class, which is replaced by
   * `Controller`. Unless it is one of the framework, a comment says what is missing.
   */
  readonly sourceOf?: ((name: string) => ClassSource | null) | undefined;
}

/**
 * Writes a TypeScript file from the classes of a PHP file. Each public method becomes a method with
 * the same parameters and defaults. It answers 501 until you write it, and contains the PHP as a
 * comment. The names of other methods start with `_`, so no URL reaches them. If the PHP constructor
 * has code, or may have, the class's constructor answers 501 for every action until you write it.
 * @param classes the result of `readClasses`
 * @param options see {@link WriteClassesOptions}
 * @example
 * const classes = readClasses('<?php class Photos extends CI_Controller { function show($id) {} }');
 * writeClasses(classes, { file: 'Photos.php', main: 'Photos' });
 * // export default class Photos extends Controller { show(id: string): unknown { … } }
 */
export function writeClasses(classes: readonly PhpClass[], options: WriteClassesOptions): string {
  const around: Surroundings = {
    own: new Set(classes.map(({ name }) => nameCode(name))),
    imports: new Set(),
    framework: new Set(),
  };
  const bodies = classes.flatMap((one) => ['', ...classCode(one, options, around)]);
  return [
    ...commentCode(`From ${options.file}. The comments in the methods are its PHP.`),
    ...importsOf(around),
    ...bodies,
    '',
  ].join('\n');
}

interface Surroundings {
  /** The names of the file's classes. */
  readonly own: ReadonlySet<string>;
  readonly imports: Set<string>;
  /** The names to import from `waymark/hmvc`. */
  readonly framework: Set<string>;
}

function importsOf({ imports, framework }: Surroundings): string[] {
  const names = [...framework].sort((one, other) => bare(one).localeCompare(bare(other)));
  const areTypes = names.every((name) => name.startsWith('type '));
  const listed = areTypes ? `type { ${names.map(bare).join(', ')} }` : `{ ${names.join(', ')} }`;
  const line = names.length === 0 ? [] : [`import ${listed} from 'waymark/hmvc';`];
  return [...imports, ...line].sort();
}

function bare(name: string): string {
  return name.replace(/^type /, '');
}

function classCode(one: PhpClass, options: WriteClassesOptions, around: Surroundings): string[] {
  const { name, members } = one;
  const isMain = isSame(name, options.main);
  const inherited = (options.ancestors?.(name) ?? []).flatMap(({ methods }) => methods);
  const isWritten = (method: PhpMethod): method is WrittenMethod =>
    method.body !== null && !isSame(method.name, '__construct');
  const methods = one.methods.filter(isWritten);
  const names = methodNames(methods);
  const extended = extendedBy(one, isMain, options, around);
  const missing = missingIn(one, options);
  const isOpen = missing.length === 0 && !runsWhenMade(one);
  const isShown = (method: PhpMethod) =>
    !isWritten(method) && (isOpen || !isSame(method.name, '__construct'));
  const apart = one.methods.filter(isShown);
  const parts = [
    members.flatMap((member) => commentCode(` ${member.replaceAll('\n', '\n ')}`)),
    isOpen ? [] : constructorCode(one, extended, options, around),
    ...apart.map(({ head, body }) => commentCode(` ${[head, ...(body ?? [])].join('\n   ')}`)),
    ...methods.map((method, at) => {
      const overridden = inherited.find((other) => isSame(other.name, method.name)) ?? null;
      return methodCode(method, names[at], overridden, around.own);
    }),
  ].filter((lines) => lines.length > 0);
  return [
    ...missing.flatMap((what) =>
      commentCode(
        `${what} is not known here: its actions, a _remap and a constructor may be missing.`,
      ),
    ),
    `export ${isMain ? 'default ' : ''}class ${nameCode(name)}${extended} {`,
    ...parts.flatMap((lines, at) => [...(at === 0 ? [] : ['']), ...indent(lines)]),
    '}',
  ];
}

/**
 * Writes a constructor that answers 501. Whatever PHP's refuses, a gateway then leaves to PHP.
 * @param extended the `extends` clause; empty if the class extends none
 */
function constructorCode(
  one: PhpClass,
  extended: string,
  options: WriteClassesOptions,
  { own, framework }: Surroundings,
): string[] {
  const takesContext = extended !== '' && isController(one, options);
  if (takesContext) {
    framework.add(own.has('Context') ? 'type Context as Of' : 'type Context');
  }
  const type = own.has('Context') ? 'Of' : 'Context';
  const argument = takesContext ? 'context' : '';
  const php = constructorOf(one);
  const { head = '', body = null } = php ?? {};
  return [
    ...commentCode('Write the constructor, or delete it. Until then, PHP answers every action.'),
    `constructor(${takesContext ? `context: ${type}` : ''}) {`,
    ...indent([
      ...(extended === '' ? [] : [`super(${argument});`]),
      ...(php === null || isPlain(head) ? [] : commentCode(` ${head}`)),
      ...(body ?? []).flatMap((line) => commentCode(` ${line}`)),
      `throw ${unwritten(`the constructor of ${one.name}`, own)};`,
    ]),
    '}',
  ];
}

/** Whether a class, or the last that it extends, is written as a `Controller`. */
function isController(one: PhpClass, { main, ancestors, sourceOf }: WriteClassesOptions): boolean {
  if (one.parent === null) return isSame(one.name, main);
  const root = sourceOf?.(one.parent) ? ancestors?.(one.name).at(-1) : undefined;
  return root?.parent !== null || sourceOf?.(root.name)?.isDefault === true;
}

/** The `extends` clause. It adds an import if the class is in another file. */
function extendedBy(
  { name, parent }: PhpClass,
  isMain: boolean,
  { sourceOf }: WriteClassesOptions,
  { own, imports, framework }: Surroundings,
): string {
  if (parent === null && !isMain) return '';
  const source = parent === null || isSame(parent, name) ? null : (sourceOf?.(parent) ?? null);
  if (parent === null || source === null) {
    const base = own.has('Controller') ? 'Base' : 'Controller';
    framework.add(base === 'Base' ? 'Controller as Base' : base);
    return ` extends ${base}`;
  }
  const written = nameCode(source.name);
  if (source.from !== null) {
    const imported = source.isDefault ? written : `{ ${written} }`;
    imports.add(`import ${imported} from ${valueCode(source.from)};`);
  }
  return ` extends ${written}`;
}

function missingIn(one: PhpClass, { sourceOf }: WriteClassesOptions): readonly string[] {
  const { parent } = one;
  const isKnown = parent === null || isFrameworkClass(parent) || sourceOf?.(parent);
  return [...(isKnown ? [] : [`The base class ${parent}`]), ...traitsOf(one)];
}

type WrittenMethod = PhpMethod & { readonly body: readonly string[] };

/** Writes a method. An action answers 501; any other method, which only PHP called, throws. */
function methodCode(
  method: WrittenMethod,
  name: string,
  overridden: PhpMethod | null,
  own: ReadonlySet<string>,
): string[] {
  // TypeScript rejects a method that requires more arguments than the method it overrides.
  const needed = overridden?.parameters.length ?? method.parameters.length;
  const parameters = method.parameters.map((parameter, at) => {
    const type = name === '_remap' && at === 1 ? 'readonly string[]' : null;
    // PHP allows its type to differ from that of the other method.
    return parameterCode(parameter, at < needed, overridden === null ? type : 'unknown');
  });
  const isAction = method.isPublic && !name.startsWith('_');
  const answer =
    isAction || name === '_remap'
      ? `return ${unwritten(name, own)};`
      : `throw new ${globalName('Error', own)}(${valueCode(`${name} is not written yet`)});`;
  // TypeScript distinguishes names by case; PHP doesn't.
  const overrides = overridden?.name === method.name && overridden.isPublic === method.isPublic;
  const php = [...(isPlain(method.head) ? [] : [method.head]), ...method.body];
  return [
    `${overrides ? 'override ' : ''}${keyCode(name)}(${parameters.join(', ')}): unknown {`,
    ...indent([...php.flatMap((line) => commentCode(` ${line}`)), answer]),
    '}',
  ];
}

/** The response of what is not written yet. A gateway leaves its request to PHP. */
function unwritten(what: string, own: ReadonlySet<string>): string {
  const text = valueCode(`${what} is not written yet`);
  return `new ${globalName('Response', own)}(${text}, { status: 501 })`;
}

/** A class of the file may have the name of a global. */
function globalName(global: string, own: ReadonlySet<string>): string {
  return own.has(global) ? `globalThis.${global}` : global;
}

function isPlain(head: string): boolean {
  return PLAIN.test(head.replace(/\s+/g, ' '));
}

/** The text before a method's body, if its parameters are only names. */
const PLAIN = /^(?:public )?function \w+ ?\([$\w, ]*\)$/i;

/** Texts and numbers that mean the same in TypeScript. */
const TEXT = /^'([^'\\]*)'$|^"([^"\\$]*)"$/s;
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/;
const EMPTY = /^(?:array\s*\(\s*\)|\[\s*\])$/i;

function parameterCode(
  { name, value, isVariadic }: PhpParameter,
  isNeeded: boolean,
  known: string | null,
): string {
  const written = nameCode(name);
  if (isVariadic) return `...${written}: ${known ?? 'string'}[]`;
  const { type, code } = defaultOf(value ?? (isNeeded ? null : 'undefined'));
  return `${written}: ${known ?? type}${code === null ? '' : ` = ${code}`}`;
}

/** The type of a parameter, which receives a text from a URL, and the code of its default. */
function defaultOf(value: string | null): { readonly type: string; readonly code: string | null } {
  if (value === null) return { type: 'string', code: null };
  const [, single, double] = TEXT.exec(value) ?? [];
  const text = single ?? double;
  if (text !== undefined) return { type: 'string', code: valueCode(text) };
  if (/^null$/i.test(value)) return { type: 'string | null', code: 'null' };
  if (/^(?:true|false)$/i.test(value)) {
    return { type: 'string | boolean', code: value.toLowerCase() };
  }
  if (NUMBER.test(value)) return { type: 'string | number', code: value };
  if (EMPTY.test(value)) return { type: 'string | readonly unknown[]', code: '[]' };
  return { type: 'string | undefined', code: 'undefined' };
}
