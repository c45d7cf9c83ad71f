/** Turns entries of `$route` into rows. */
import type { Method } from 'waymark';
import {
  DEFAULT_CONTROLLER,
  formatKey,
  isMethod,
  isRedirect,
  isReserved,
  TRANSLATE_DASHES,
} from 'waymark/internal';
import type { Any } from '../pcre.ts';
import { toText } from '../php/convert.ts';
import {
  Closure,
  COMPUTED,
  type Code,
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

/** A row whose destination isn't known, so that its requests are left to PHP. */
export interface LeftRow extends Omit<Row, 'kind' | 'to'> {
  readonly kind: 'left';
  /** The reason; `null` if a comment has given it. */
  readonly why: string | null;
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

/** The destination of an empty one, such as `$route['home'] = ''`; unknown if PHP alone knows it. */
export type Home = string | Text | Unknown;

export function rowsOf(
  { key, value }: Slot,
  framework: Framework,
  home: Home,
): (Row | LeftRow | NoRow)[] {
  const { any, module, ci2 } = framework;
  const written = typeof key === 'number' ? String(key) : key;
  if (typeof written === 'string' && isReserved(written)) {
    return isSaid(value) ? [] : [settingOf(written, value, framework)];
  }
  const whole = shown(written, value);
  const read = readIn(module, readPattern(written, any));
  if ('dead' in read) return [leftOut(read.dead, whole)];
  if ('refused' in read) return [notImported(read.refused, whole)];
  const rowTo = (given: Value, method: Method | null, code: string): Row | LeftRow => {
    const shape = { method, pattern: read.pattern, code };
    const isHome = destination(given) === '';
    const to = isHome ? home : destination(given);
    const why = to instanceof Unknown ? to.why : problemOf(to, written, read.pattern);
    if (to instanceof Unknown || why !== null) {
      return { ...shape, kind: 'left', doubts, why: isSaid(given) ? null : why };
    }
    const more = isHome ? homeDoubts(to) : doubtsOf(to, read.pattern);
    const pattern = withReferences(written, read.pattern, to);
    return { ...shape, kind: 'row', pattern, to, doubts: [...doubts, ...more] };
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

/** Whether a comment gives the reason why a value is unknown. */
const isSaid = (value: Value): boolean => value instanceof Unknown && value.isSaid;

/** An entry without effect in PHP. */
const leftOut = (why: string, code: string): NoRow => ({ kind: 'none', why, warns: false, code });

const notImported = (why: string, code: string): NoRow => ({
  kind: 'none',
  why,
  warns: true,
  code,
});

/** The reason why a destination can't be written for a pattern; `null` if it can. */
function problemOf(to: string | Text, key: string | Text, pattern: string | Text): string | null {
  if (isRedirect(textOf(to))) return 'waymark would read it as a redirect';
  const isFilledHere = !hasGroup(key) && hasGroup(pattern) && hasReference(textOf(to));
  return isFilledHere ? `it has no group for the references of '${textOf(to)}'` : null;
}

/**
 * Makes a pattern have a parenthesis if its key has one. Both CodeIgniter and waymark fill in a
 * destination's references only then.
 */
function withReferences(
  key: string | Text,
  pattern: string | Text,
  to: string | Text,
): string | Text {
  if (!hasGroup(key) || hasGroup(pattern) || !hasReference(textOf(to))) return pattern;
  return pattern instanceof Text ? new Text(['(?:', ...pattern.parts, ')']) : `(?:${pattern})`;
}

const hasGroup = (pattern: string | Text): boolean => textOf(pattern).includes('(');

/** Finds where PHP sends a request whose destination is empty. */
export function homeOf(base: readonly Slot[], isBonfire: boolean, module: string | null): Home {
  if (module !== null) return NO_ACTION;
  const slot = base.find(({ key }) => key === DEFAULT_CONTROLLER);
  const home = slot === undefined ? '' : destination(slot.value);
  if (home === '') return NO_HOME;
  if (!isBonfire || home instanceof Unknown) return home;
  if (home instanceof Text) return unknownPart(home);
  // Bonfire looks for a file of this name in the folder of controllers, and answers 404 without it.
  return home.includes('/') ? '' : home;
}

const NO_ACTION = new Unknown(
  'its destination is empty, so the modular extensions look for an action without a name',
);
const NO_HOME = new Unknown(
  'its destination is empty, which is the default controller, and this file sets none',
);

export function homeDoubts(home: Home): Doubt[] {
  if (home instanceof Unknown) return [{ text: `not imported: ${home.why}`, warns: true }];
  const text = 'CodeIgniter sends an empty destination to the default controller';
  return home === '' ? [] : [{ text, warns: false }];
}

/** Doubts about an empty segment where CodeIgniter looks for an action. */
function doubtsOf(to: string | Text, pattern: string | Text): Doubt[] {
  const text = to instanceof Text ? to.parts.map(knownPart).join('') : to;
  const [, reference] = /^\/*[^/]+\/\$(\d)(?:\/|$)/.exec(text) ?? [];
  if (reference !== undefined) {
    const isOpen = typeof pattern === 'string' && mayBeEmpty(pattern, Number(reference));
    return isOpen ? [{ text: `${NAMELESS} if $${reference} is empty`, warns: true }] : [];
  }
  const [, start, more] = /^(\/*[^/]+)(\/[^/]+)?\/(?:\/|$)/.exec(text) ?? [];
  if (start === undefined) return [];
  if (more === undefined) return [{ text: `${NAMELESS} unless ${start} is a folder`, warns: true }];
  return [{ text: `${NAMELESS} if ${start} is a folder`, warns: false }];
}

const NAMELESS = 'CodeIgniter looks for an action without a name here, and answers 404,';

/** A part of a text; a constant counts as a letter. */
const knownPart = (part: string | Code): string => (typeof part === 'string' ? part : 'x');

/** Whether a group of a pattern without nested groups may be empty: no path ends with a slash. */
function mayBeEmpty(pattern: string, group: number): boolean {
  const groups = [...pattern.matchAll(/(.?)\(([^()]*)\)([?*]?)/g)];
  const [, before = '', inside = '', after = ''] = groups[group - 1] ?? [];
  const isOpen = after !== '' || /(?:^|[*?])$/.test(inside);
  return isOpen && before !== '' && before !== '/';
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

export function destination(value: Value): string | Text | Unknown {
  if (value instanceof Closure) return new Unknown(COMPUTED);
  return value instanceof PhpArray ? new Unknown('its destination is an array') : toText(value);
}

function shown(key: string | Text, value: Value, verb?: string): string {
  const inner = toText(value);
  const to = inner instanceof Unknown ? '…' : valueCode(inner);
  return `$route[${valueCode(key)}]${verb === undefined ? '' : `[${valueCode(verb)}]`} = ${to};`;
}
