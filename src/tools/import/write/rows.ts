/** Turns entries of `$route` into rows. */
import type { Method } from 'waymark';
import { formatKey, isMethod, isRedirect, isReserved, TRANSLATE_DASHES } from 'waymark/internal';
import type { Any } from '../pcre.ts';
import { toText } from '../php/convert.ts';
import {
  Closure,
  COMPUTED,
  optionFor,
  PhpArray,
  type Slot,
  Text,
  Unknown,
  unknownPart,
  type Value,
} from '../php/values.ts';
import { valueCode } from './code.ts';
import { type Doubt, readIn, readPattern } from './pattern.ts';

export interface Row {
  readonly kind: 'row';
  readonly method: Method | null;
  /** The pattern, without a leading slash. */
  readonly pattern: string | Text;
  readonly to: string | Text | boolean;
  readonly doubts: readonly Doubt[];
  readonly code: string;
}

export interface NoRow {
  readonly kind: 'none';
  readonly why: string;
  readonly warns: boolean;
  readonly code: string;
}

export interface Framework {
  readonly any: Any;
  /** The module that the file belongs to; `null` if it is the application's own. */
  readonly module: string | null;
  readonly ci2: boolean;
}

export function rowsOf({ key, value }: Slot, framework: Framework): (Row | NoRow)[] {
  const { any, module, ci2 } = framework;
  const written = typeof key === 'number' ? String(key) : key;
  if (typeof written === 'string' && isReserved(written)) {
    return [settingOf(written, value, framework)];
  }
  const whole = shown(written, value);
  const read = readIn(module, readPattern(written, any));
  if ('dead' in read) return [leftOut(read.dead, whole)];
  if ('refused' in read) return [notImported(read.refused, whole)];
  const rowTo = (given: Value, method: Method | null, code: string): Row | NoRow => {
    const to = destination(given);
    if (to instanceof Unknown) return notImported(to.why, code);
    if (isRedirect(textOf(to))) return notImported('waymark would read it as a redirect', code);
    const pattern = withReferences(written, read.pattern, to);
    return pattern === null
      ? notImported(`it has no group for the references of '${textOf(to)}'`, code)
      : { kind: 'row', method, pattern, to, doubts, code };
  };
  const isOpen = ci2 && module === null && written instanceof Text;
  const doubts = [...read.doubts, ...(isOpen ? openTo(written) : [])];
  if (!(value instanceof PhpArray)) return [rowTo(value, null, whole)];
  // CodeIgniter ignores the case of methods, and skips methods that are null.
  const verbs = new Map(value.list().map((slot) => [nameOf(slot.key).toUpperCase(), slot]));
  const given = [...verbs].filter(([, slot]) => slot.value !== null);
  if (module !== null || ci2) doubts.push(METHODS);
  if (given.length === 0) return [leftOut('it has no destination for any method', whole)];
  return given.map(([verb, slot]) => {
    const code = shown(written, slot.value, nameOf(slot.key));
    if (verb === 'CLI') return leftOut('it is only for the command line', code);
    if (!isMethod(verb)) return notImported(`waymark has no routes for the method ${verb}`, code);
    return rowTo(slot.value, verb, code);
  });
}

/** An entry without effect in PHP. */
const leftOut = (why: string, code: string): NoRow => ({ kind: 'none', why, warns: false, code });

const notImported = (why: string, code: string): NoRow => ({
  kind: 'none',
  why,
  warns: true,
  code,
});

/**
 * Makes a pattern have a parenthesis if and only if the key has one. Both CodeIgniter and waymark
 * fill in a destination's references only then.
 * @returns `null` if the pattern has one that the key lacks, and the destination has references
 */
function withReferences(
  key: string | Text,
  pattern: string | Text,
  to: Row['to'],
): string | Text | null {
  const isFilled = textOf(key).includes('(');
  const isSame = isFilled === textOf(pattern).includes('(');
  if (isSame || !hasReference(textOf(to))) return pattern;
  if (!isFilled) return null;
  return pattern instanceof Text ? new Text(['(?:', ...pattern.parts, ')']) : `(?:${pattern})`;
}

/** Whether a destination has a reference; CodeIgniter needs a dollar sign to look for any. */
function hasReference(to: string): boolean {
  return to.includes('$') && /(?:\$\{?|\\)\d/.test(to);
}

/** The fixed parts of a text. */
function textOf(value: Row['to']): string {
  if (!(value instanceof Text)) return String(value);
  return value.parts.filter((part) => typeof part === 'string').join('');
}

const METHODS: Doubt = {
  text: 'CodeIgniter 2 and the modular extensions have no routes for single methods, and never answer this one',
  warns: true,
};

/** Remarks on a key with a constant: as a path, CodeIgniter 2 would try it before patterns. */
function openTo({ parts }: Text): Doubt[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string' || part.constant === undefined) return [];
    const text = 'CodeIgniter 2 tries keys without a pattern first, and this may be one';
    return [{ text: `${text}: import again with ${optionFor(part.constant)}`, warns: true }];
  });
}

function nameOf(key: Slot['key']): string {
  return key instanceof Text ? '?' : String(key);
}

export function tableKeyOf(method: Method | null, pattern: string | Text): string | Text {
  if (!(pattern instanceof Text)) return formatKey(method, pattern);
  return method === null ? pattern : new Text([`${method} `, ...pattern.parts]);
}

function settingOf(key: string, value: Value, { module, ci2 }: Framework): Row | NoRow {
  const code = shown(key, value);
  const isDashes = key === TRANSLATE_DASHES;
  if (module !== null) {
    return leftOut('the modular extensions ignore the settings of a module', code);
  }
  if (ci2 && isDashes) return leftOut('CodeIgniter 2 has no such setting', code);
  const to = isDashes ? isTrue(value) : destination(value);
  if (to instanceof Unknown) return notImported(to.why, code);
  return { kind: 'row', method: null, pattern: key, to, doubts: [], code };
}

/** Whether a setting is on. CodeIgniter compares with `=== TRUE`. */
function isTrue(value: Value): boolean | Unknown {
  if (value instanceof Text) return unknownPart(value);
  return value instanceof Unknown ? value : value === true;
}

function destination(value: Value): string | Text | Unknown {
  if (value instanceof Closure) return new Unknown(COMPUTED);
  return value instanceof PhpArray ? new Unknown('its destination is an array') : toText(value);
}

function shown(key: string | Text, value: Value, verb?: string): string {
  const inner = toText(value);
  const to = inner instanceof Unknown ? '…' : valueCode(inner);
  return `$route[${valueCode(key)}]${verb === undefined ? '' : `[${valueCode(verb)}]`} = ${to};`;
}
