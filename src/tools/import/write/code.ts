/** Writes every literal, name and comment of the file. */
import { type Code, Text } from '../php/values.ts';
import { textOf, type Value } from './verify.ts';

const LINE_END = /\r\n|[\n\r\u2028\u2029]/;

/** Lone surrogates, and control and format characters, such as those that reverse text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Characters that a literal escapes with a backslash, at least in some quotes. */
const QUOTED = "\\'`";

export function valueCode(value: string | number | boolean | Text): string {
  if (typeof value === 'string') return `'${escaped(value).replaceAll("'", "\\'")}'`;
  if (!(value instanceof Text)) return String(value);
  const [only, ...others] = value.parts;
  return others.length === 0 && typeof only === 'object' ? partCode(only) : template(value);
}

export function keyCode(key: string | Text): string {
  if (key instanceof Text || key === '__proto__') return `[${valueCode(key)}]`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : valueCode(key);
}

export function constantCode(constant: string): string {
  const plain = constant.replace(/[^A-Za-z0-9_]+/g, '_');
  return /^[A-Z][A-Z0-9_]*$/.test(plain) ? plain : `PHP_${plain}`;
}

/** The handler of rows that are left to PHP. */
export const LEFT = 'leftToPhp';

/** The destination of these rows, for lists; no controller has this name. */
export const LEFT_TO = 'left to PHP';

export const LEFT_CODE = [
  '// A gateway passes a request on to PHP if the answer is a 501.',
  `const ${LEFT} = () => new Response('This is left to PHP', { status: 501 });`,
];

export const LEFT_CONTENT: Value = [{ constant: LEFT }];

/** Writes a text as comments, a line each. No text can end its comment or instruct a tool. */
export function commentCode(text: string): string[] {
  return text.split(LINE_END).map((line) => {
    const visible = line
      .replace(INVISIBLE, (char) => (char === '\t' ? char : spelled(char)))
      .replace(/^\s*(?=@ts-)/i, ' PHP: ') // or TypeScript would obey it
      .trimEnd();
    // Tools read text directly after the slashes, such as `//# sourceMappingURL=` and `///`.
    return visible === '' || /^\s/.test(visible) ? `//${visible}` : `// ${visible}`;
  });
}

/** The number of characters written for each code unit; 0 if not computed yet. */
const lengths = new Uint8Array(0x10000);

/**
 * The maximum number of characters that a text takes as a literal or a comment. Every text is
 * measured many times, so each code unit is computed once.
 */
export function writtenLength(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    lengths[unit] ||= lengthOf(String.fromCharCode(unit));
    length += lengths[unit];
  }
  return length;
}

/** Half of a surrogate pair counts as if it were alone, which is more. */
function lengthOf(unit: string): number {
  return QUOTED.includes(unit) || unit.search(INVISIBLE) === 0 ? 6 : 1;
}

function template({ parts }: Text): string {
  const written = parts.map((part) =>
    typeof part === 'string'
      ? // A $ at the end may be followed by a brace in the next part.
        escaped(part).replaceAll(/`|\$(?=\{|$)/g, '\\$&')
      : `\${${partCode(part)}}`,
  );
  return `\`${written.join('')}\``;
}

/** Writes a constant or a named route, which is '' if there is none, as PHP's null in a text. */
function partCode({ constant, named }: Code): string {
  return constant === undefined ? `Route.named(${valueCode(named)}) ?? ''` : constantCode(constant);
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replace(INVISIBLE, spelled);
}

function spelled(char: string): string {
  return Array.from({ length: char.length }, (_, at) => {
    return `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}

export function contentOf(value: string | number | boolean | Text): Value {
  if (!(value instanceof Text)) return value;
  return textOf(
    value.parts.map((part) =>
      typeof part === 'string' || part.constant === undefined
        ? part
        : { constant: constantCode(part.constant) },
    ),
  );
}
