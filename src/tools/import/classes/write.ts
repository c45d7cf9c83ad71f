/** Writes the classes of a PHP file in TypeScript, with the PHP of their methods as comments. */
import { commentCode, valueCode } from '../write/code.ts';
import { indented, methodCode } from './method.ts';
import { isFrameworkClass, methodNames, nameCode } from './name.ts';
import { type PhpClass, type PhpMethod, traitsOf } from './read.ts';

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
 * comment. The names of other methods start with `_`, so no URL reaches them.
 *
 * @param classes the result of `readClasses`
 * @param options see {@link WriteClassesOptions}
 *
 * @example
 * const classes = readClasses('<?php class Photos extends CI_Controller { function show($id) {} }');
 * writeClasses(classes, { file: 'Photos.php', main: 'Photos' });
 * // export default class Photos extends Controller { show(id: string): unknown { … } }
 */
export function writeClasses(classes: readonly PhpClass[], options: WriteClassesOptions): string {
  const imports = new Set<string>();
  const own = new Set(classes.map(({ name }) => nameCode(name)));
  const bodies = classes.flatMap((one) => ['', ...classCode(one, options, own, imports)]);
  return [
    ...commentCode(`From ${options.file}. The comments in the methods are its PHP.`),
    ...[...imports].sort(),
    ...bodies,
    '',
  ].join('\n');
}

function classCode(
  one: PhpClass,
  options: WriteClassesOptions,
  own: ReadonlySet<string>,
  imports: Set<string>,
): string[] {
  const { name, members } = one;
  const isMain = isSame(name, options.main);
  const ancestors = options.ancestors?.(name) ?? [];
  const isWritten = (
    method: PhpMethod,
  ): method is PhpMethod & { readonly body: readonly string[] } =>
    method.body !== null && !isSame(method.name, '__construct');
  const methods = one.methods.filter(isWritten);
  const names = methodNames(methods);
  const apart = one.methods.filter((method) => !isWritten(method));
  const parts = [
    members.flatMap((member) => commentCode(` ${member.replaceAll('\n', '\n ')}`)),
    ...apart.map(({ head, body }) => commentCode(` ${[head, ...(body ?? [])].join('\n   ')}`)),
    ...methods.map((method, at) =>
      methodCode(method, {
        name: names[at],
        body: method.body,
        overridden: ancestors.flatMap((ancestor) => sameMethod(ancestor, method)).at(0) ?? null,
        globalName: (name) => (own.has(name) ? `globalThis.${name}` : name),
      }),
    ),
  ].filter((lines) => lines.length > 0);
  const extended = extendedBy(one, isMain, options, { own, imports });
  return [
    ...missingIn(one, options).flatMap((missing) =>
      commentCode(`${missing} is not known here: its actions, and a _remap, are missing.`),
    ),
    `export ${isMain ? 'default ' : ''}class ${nameCode(name)}${extended} {`,
    ...parts.flatMap((lines, at) => [...(at === 0 ? [] : ['']), ...lines.map(indented)]),
    '}',
  ];
}

/** The `extends` clause. It adds an import if the class is in another file. */
function extendedBy(
  { name, parent }: PhpClass,
  isMain: boolean,
  { sourceOf }: WriteClassesOptions,
  { own, imports }: { readonly own: ReadonlySet<string>; readonly imports: Set<string> },
): string {
  if (parent === null && !isMain) return '';
  const source = parent === null || isSame(parent, name) ? null : (sourceOf?.(parent) ?? null);
  if (parent === null || source === null) {
    const base = own.has('Controller') ? 'Base' : 'Controller';
    const imported = base === 'Base' ? 'Controller as Base' : base;
    imports.add(`import { ${imported} } from 'waymark/hmvc';`);
    return ` extends ${base}`;
  }
  const written = nameCode(source.name);
  if (source.from !== null) {
    const imported = source.isDefault ? written : `{ ${written} }`;
    imports.add(`import ${imported} from ${valueCode(source.from)};`);
  }
  return ` extends ${written}`;
}

/** The base class and the traits of a class that the import doesn't know. */
function missingIn(
  one: PhpClass,
  { sourceOf }: Pick<WriteClassesOptions, 'sourceOf'>,
): readonly string[] {
  const { parent } = one;
  const isKnown = parent === null || isFrameworkClass(parent) || sourceOf?.(parent);
  return [...(isKnown ? [] : [`The base class ${parent}`]), ...traitsOf(one)];
}

function sameMethod({ methods }: PhpClass, { name }: PhpMethod): PhpMethod[] {
  return methods.filter((method) => isSame(method.name, name));
}

/** Compares names of classes or methods; PHP ignores their case. */
function isSame(one: string, other: string | null): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}
