/** Writes a method of a PHP class in TypeScript. */
import { commentCode, keyCode, valueCode } from '../write/code.ts';
import { nameCode } from './name.ts';
import type { PhpMethod, PhpParameter } from './read.ts';

/** A method's place in its class. */
export interface MethodPlace {
  /** Its name in TypeScript. */
  readonly name: string;
  /** The lines of its body. */
  readonly body: readonly string[];
  /** The method of this name that it overrides; `null` if there is none. */
  readonly overridden: PhpMethod | null;
  /** How many arguments every route passes to it. */
  readonly passed: number;
  /** The name of a global in this file, such as `Response`. */
  readonly globalName: (name: string) => string;
}

/**
 * Writes a method. An action answers 501; another method, which only PHP code called, throws.
 *
 * @param method the method
 * @param place see {@link MethodPlace}
 */
export function methodCode(method: PhpMethod, place: MethodPlace): string[] {
  const { name, overridden, globalName } = place;
  // TypeScript refuses a method that needs more arguments than the one that it overrides.
  const needed = Math.min(place.passed, overridden?.parameters.length ?? place.passed);
  const types = (at: number) =>
    overridden !== null ? 'unknown' : name === '_remap' && at === 1 ? 'readonly string[]' : null;
  const parameters = method.parameters.map((parameter, at) =>
    parameterCode(parameter, at < needed, types(at)),
  );
  const isAction = method.isPublic && !name.startsWith('_');
  const unwritten = valueCode(`${name} is not written yet`);
  const answer =
    isAction || name === '_remap'
      ? `return new ${globalName('Response')}(${unwritten}, { status: 501 });`
      : `throw new ${globalName('Error')}(${unwritten});`;
  const isPlain = PLAIN.test(method.head.replace(/\s+/g, ' '));
  // TypeScript tells names apart by their case, and PHP doesn't.
  const overrides = overridden?.name === method.name && overridden.isPublic === method.isPublic;
  const php = [...(isPlain ? [] : [method.head]), ...place.body];
  return [
    `${overrides ? 'override ' : ''}${keyCode(name)}(${parameters.join(', ')}): unknown {`,
    ...php.flatMap((line) => commentCode(` ${line}`)).map(indented),
    indented(answer),
    '}',
  ];
}

/** The text before the body of a method, if it has names alone. */
const PLAIN = /^(?:public )?function \w+ ?\([$\w, ]*\)$/i;

/** A line, one level deeper. */
export function indented(line: string): string {
  return `  ${line}`;
}

/** Texts and numbers that mean the same in TypeScript. */
const TEXT = /^'([^'\\]*)'$|^"([^"\\$]*)"$/s;
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/;
const EMPTY = /^(?:array\s*\(\s*\)|\[\s*\])$/i;

/**
 * @param isNeeded whether every route passes it
 * @param known its type; by default, that of its default value. A parameter of an overridden method
 *   is unknown, since PHP lets its type differ from that of the other
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

/** The type of a parameter, which a URL passes a text, and the code of its default. */
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
