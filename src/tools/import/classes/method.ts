/** Writes a method of a PHP class in TypeScript. */
import { commentCode, keyCode, valueCode } from '../write/code.ts';
import { nameCode } from './name.ts';
import type { PhpMethod, PhpParameter } from './read.ts';

/** The context of a method in its class. */
export interface MethodPlace {
  /** Its name in TypeScript. */
  readonly name: string;
  /** The lines of its body. */
  readonly body: readonly string[];
  /** The method of this name that it overrides; `null` if none. */
  readonly overridden: PhpMethod | null;
  /** The name to use for a global in this file, such as `Response`. */
  readonly globalName: (name: string) => string;
}

/**
 * Writes a method. An action answers 501. Any other method, which only PHP code called, throws.
 *
 * @param method the method
 * @param place see {@link MethodPlace}
 */
export function methodCode(method: PhpMethod, place: MethodPlace): string[] {
  const { name, overridden, globalName } = place;
  // TypeScript rejects a method that requires more arguments than the method it overrides.
  const needed = overridden?.parameters.length ?? method.parameters.length;
  const parameters = method.parameters.map((parameter, at) => {
    const own = name === '_remap' && at === 1 ? 'readonly string[]' : null;
    return parameterCode(parameter, at < needed, overridden === null ? own : 'unknown');
  });
  const isAction = method.isPublic && !name.startsWith('_');
  const unwritten = valueCode(`${name} is not written yet`);
  const answer =
    isAction || name === '_remap'
      ? `return new ${globalName('Response')}(${unwritten}, { status: 501 });`
      : `throw new ${globalName('Error')}(${unwritten});`;
  const isPlain = PLAIN.test(method.head.replace(/\s+/g, ' '));
  // TypeScript distinguishes names by case; PHP doesn't.
  const overrides = overridden?.name === method.name && overridden.isPublic === method.isPublic;
  const php = [...(isPlain ? [] : [method.head]), ...place.body];
  return [
    `${overrides ? 'override ' : ''}${keyCode(name)}(${parameters.join(', ')}): unknown {`,
    ...php.flatMap((line) => commentCode(` ${line}`)).map(indented),
    indented(answer),
    '}',
  ];
}

/** The text before a method's body, if its parameters are only names. */
const PLAIN = /^(?:public )?function \w+ ?\([$\w, ]*\)$/i;

/** Indents a line one level deeper. */
export function indented(line: string): string {
  return `  ${line}`;
}

/** Texts and numbers that mean the same in TypeScript. */
const TEXT = /^'([^'\\]*)'$|^"([^"\\$]*)"$/s;
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/;
const EMPTY = /^(?:array\s*\(\s*\)|\[\s*\])$/i;

/**
 * @param isNeeded whether it may be required
 * @param known its type; by default, the type of its default value. A parameter of an overridden
 *   method is `unknown`, since PHP allows its type to differ from the other's
 */
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
