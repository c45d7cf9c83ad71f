/** Values as JavaScript. */
import { Text } from '../php/values.ts';

/**
 * A text as JavaScript: a string, or a template where a constant is in it.
 *
 * @example
 * textCode("it's"); // "'it\\'s'"
 */
export function textCode(text: string | Text): string {
  if (!(text instanceof Text)) return `'${escaped(text).replaceAll("'", "\\'")}'`;
  const [only, ...others] = text.parts;
  return others.length === 0 && typeof only === 'object' ? only.code : template(text);
}

/**
 * A key of an object literal.
 *
 * @example
 * keyCode('default_controller'); // 'default_controller'
 * keyCode('__proto__'); // "['__proto__']", which is a key and no prototype
 */
export function keyCode(key: string | Text): string {
  if (key instanceof Text) return `[${textCode(key)}]`;
  if (key === '__proto__') return `[${textCode(key)}]`;
  return isName(key) ? key : textCode(key);
}

/**
 * A line as a comment. Whatever would end it is taken out.
 *
 * @example
 * commentCode(' x'); // '// x'
 */
export function commentCode(line: string): string {
  // U+2028 and U+2029 end a line for JavaScript.
  const text = line
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g, ' ')
    .trimEnd();
  if (text === '') return '//';
  return /^\s/.test(text) ? `//${text}` : `// ${text}`;
}

function template({ parts }: Text): string {
  const written = parts.map((part) =>
    typeof part === 'string' ? escaped(part).replaceAll(/`|\$(?=\{)/g, '\\$&') : `\${${part.code}}`,
  );
  // A $ that a constant follows would be read as its start.
  return `\`${written.map((part, at) => (written[at + 1]?.startsWith('${') ? part.replace(/\$$/, '\\$') : part)).join('')}\``;
}

function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replace(
      /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}

function isName(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text);
}
