/** PHP functions that route files use to build patterns and destinations. */
import type { Budget } from './budget.ts';
import { find, toKey, toText } from './convert.ts';
import {
  type Code,
  PhpArray,
  type Place,
  Text,
  Unknown,
  unknownPart,
  type Value,
  weightOf,
} from './values.ts';

export interface Site {
  readonly place: Place;
  readonly budget: Budget;
}

const NO_ARRAY = new Unknown('this is not an array');

type Builtin = (args: readonly Value[], site: Site) => Value;

const ofTexts =
  (work: (texts: readonly string[], site: Site) => Value): Builtin =>
  (args, site) => {
    const texts = args.map(toText);
    const strange = texts.find((text) => typeof text !== 'string');
    if (strange instanceof Unknown) return strange;
    if (strange instanceof Text) return unknownPart(strange);
    return work(texts as string[], site); // the cast: all are strings
  };

const ofArray =
  (work: (array: PhpArray, site: Site) => Value): Builtin =>
  ([array], site) =>
    array instanceof PhpArray ? work(array, site) : NO_ARRAY;

export function list(values: readonly Value[], { place, budget }: Site): PhpArray {
  const made = new PhpArray(budget);
  for (const value of values) made.push(value, place);
  return made;
}

const SPACES = ' \t\n\r\0\x0B';

/** A function that trims characters from a text. PHP reads `a..z` as a range. */
const trimming = (side: 'start' | 'end' | 'both'): Builtin =>
  ofTexts(([text, chars = SPACES]) => {
    if (chars.includes('..') || !isAscii(chars))
      return new Unknown('these characters to trim are not supported');
    let [start, end] = [0, text.length];
    while (side !== 'end' && start < end && chars.includes(text[start])) start++;
    while (side !== 'start' && start < end && chars.includes(text[end - 1])) end--;
    return text.slice(start, end);
  });

const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text);

/** A function that counts a text's bytes, if each character is one byte. */
const ofBytes = (work: (texts: readonly string[]) => Value): Builtin =>
  ofTexts((texts) =>
    isAscii(texts[0])
      ? work(texts)
      : new Unknown('the length of a text in bytes depends on the encoding of the file'),
  );

/** Only ASCII letters change case, whatever the locale. */
const lower = (text: string) => text.replace(/[A-Z]+/g, (part) => part.toLowerCase());
const upper = (text: string) => text.replace(/[a-z]+/g, (part) => part.toUpperCase());

/** Encodes a text as UTF-8. PHP encodes five characters that JavaScript doesn't. */
const encode = ofTexts(([text]) =>
  /\p{Cs}/u.test(text)
    ? new Unknown('a byte that is not UTF-8')
    : encodeURIComponent(text).replace(
        /[^\w.~%-]/g,
        (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
);

const FUNCTIONS: readonly Supported[] = [
  ['strtolower', ofTexts(([text]) => lower(text))],
  ['strtoupper', ofTexts(([text]) => upper(text))],
  ['ucfirst', ofTexts(([text]) => upper(text.charAt(0)) + text.slice(1))],
  ['substr', ofBytes(([text, from, length]) => substr(text, Number(from), length)), 2],
  ['strlen', ofBytes(([text]) => text.length)],
  ['trim', trimming('both')],
  ['ltrim', trimming('start')],
  ['rtrim', trimming('end')],
  ['str_repeat', ofTexts(([text, times], site) => repeat(text, Number(times), site)), 2],
  ['rawurlencode', encode],
  ['dirname', ofTexts(([path]) => folder(path)), 1, 1],
  ['basename', ofTexts(([path, suffix = '']) => base(path, suffix))],
  ['str_replace', ([from, to, text], site) => replace(from, to, text, site), 3, 3],
  ['strpos', ofBytes(([text, part]) => (text.includes(part) ? text.indexOf(part) : false)), 2, 2],
  ['pathinfo', pathinfo, 1, 2],
  ['array_flip', ofArray(flip)],
  ['array_combine', combine, 2],
  ['array_fill_keys', fillKeys, 2],
  ['array_column', columnOf, 2, 3],
  ['count', ofArray((array) => array.size), 1, 1],
  ['array_keys', ofArray((array, site) => list(array.keys(), site)), 1, 1],
  ['array_key_exists', ([key, array]) => hasKey(key, array), 2],
  ['array_merge', merge, 0],
  ['implode', implode],
  ['explode', explode, 2, 2],
  ['range', ([from, to], site) => range(from, to, site), 2, 2],
];

type Supported = readonly [name: string, work: Builtin, least?: number, most?: number];

const BY_NAME = new Map(FUNCTIONS.map((each) => [each[0], each]));

/** Whether a function is one of these, which change nothing. The name is in lower case. */
export const isBuiltin = (name: string): boolean => BY_NAME.has(name);

export function callBuiltin(name: string, args: readonly Value[], site: Site): Value | undefined {
  const found = BY_NAME.get(name);
  if (found === undefined) return undefined;
  const [, work, least = 1, most = args.length] = found;
  if (args.length < least) return new Unknown(`${name}() has too few arguments`);
  if (args.length > most) return undefined;
  const { budget } = site;
  for (const arg of args) {
    budget.spend('characters', WORK * weightOf(arg));
    if (arg instanceof PhpArray) budget.spend('steps', arg.size);
  }
  const result = args.find((arg) => arg instanceof Unknown) ?? work(args, site);
  budget.spend('characters', weightOf(result));
  return result;
}

/** The number of times a function may read a character of its arguments. */
const WORK = 4;

const unsupported = (name: string) =>
  new Unknown(`${name}() is not supported with these arguments`);

function repeat(text: string, times: number, { budget }: Site): Value {
  if (!(times >= 0)) return unsupported('str_repeat');
  budget.spend('characters', text.length * times);
  return text.repeat(times);
}

function substr(text: string, from: number, length: string | undefined): Value {
  if (!Number.isInteger(from + Number(length ?? 0))) return unsupported('substr');
  const start = from < 0 ? Math.max(text.length + from, 0) : from;
  if (length === undefined) return text.slice(start);
  // It may be null or false, which PHP distinguishes.
  if (length === '') return unsupported('substr');
  const count = Number(length);
  return text.slice(start, count < 0 ? Math.max(text.length + count, start) : start + count);
}

/** The text after the last slash. Here and below, trailing slashes are ignored. */
function base(path: string, suffix: string): string {
  const cut = withoutLastSlashes(path);
  const name = cut.slice(cut.lastIndexOf('/') + 1);
  return name !== suffix && name.endsWith(suffix)
    ? name.slice(0, name.length - suffix.length)
    : name;
}

function folder(path: string): string {
  if (path === '') return '';
  const cut = withoutLastSlashes(path);
  const parent = withoutLastSlashes(cut.slice(0, cut.lastIndexOf('/') + 1));
  return parent || (path.startsWith('/') ? '/' : '.');
}

export function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** Replaces texts. Those of a list are replaced in turn, each by that at its place in the other. */
function replace(from: Value, to: Value, text: Value, site: Site): Value {
  if (!(from instanceof PhpArray)) return replaceText(from, to, text, site);
  const by = to instanceof PhpArray ? to.values() : null;
  return from
    .values()
    .reduce(
      (done: Value, one, index) =>
        replaceText(one, by === null ? to : (by[index] ?? ''), done, site),
      text,
    );
}

function replaceText(from: Value, to: Value, text: Value, { budget }: Site): Value {
  const [a, b, c] = [from, to, text].map(toText);
  if (typeof a !== 'string' || typeof b !== 'string' || typeof c !== 'string') {
    return unsupported('str_replace');
  }
  if (a === '') return c;
  for (let at = c.indexOf(a); at !== -1; at = c.indexOf(a, at + a.length)) {
    budget.spend('characters', b.length + 1);
  }
  return c.replaceAll(a, () => b);
}

/** Makes an array; the last value of a key is kept. Keys must be texts or numbers. */
function keyed(entries: readonly (readonly [key: Value, value: Value])[], site: Site): Value {
  const made = new PhpArray(site.budget);
  for (const [given, value] of entries) {
    const key = typeof given === 'string' || Number.isInteger(given) ? toKey(given) : null;
    if (key === null || key instanceof Unknown)
      return new Unknown('a key of an array is not known');
    made.set(key, value, site.place);
  }
  return made;
}

function flip(array: PhpArray, site: Site): Value {
  const values = array.list().map(({ key, value }) => [value, key] as const);
  return keyed(values, site);
}

function combine([keys, values]: readonly Value[], site: Site): Value {
  if (!(keys instanceof PhpArray && values instanceof PhpArray && keys.size === values.size)) {
    return unsupported('array_combine');
  }
  const all = values.values();
  const entries = keys.values().map((key, index) => [key, all[index]] as const);
  return keyed(entries, site);
}

function fillKeys([keys, value]: readonly Value[], site: Site): Value {
  if (!(keys instanceof PhpArray)) return NO_ARRAY;
  const entries = keys.values().map((key) => [key, value] as const);
  return keyed(entries, site);
}

/** Rows without the column are left out, and rows without the index are appended. */
function columnOf([array, ...names]: readonly Value[], site: Site): Value {
  const refused = unsupported('array_column');
  const isPlain = names.every((name) => typeof name === 'string');
  if (!(array instanceof PhpArray) || !isPlain) return refused;
  const made = new PhpArray(site.budget);
  for (const row of array.values()) {
    if (!(row instanceof PhpArray)) return refused;
    const [value, index] = names.map((name) => find(row, name as string)); // the cast: see isPlain
    if (value === undefined) continue;
    const key = index === undefined ? null : index instanceof Unknown ? index : toKey(index.value);
    if (value instanceof Unknown || key instanceof Unknown) return refused;
    if (key === null) made.push(value.value, site.place);
    else made.set(key, value.value, site.place);
  }
  return made;
}

/** The parts of a path, or one of them: the second argument is a constant, such as `PATHINFO_FILENAME`. */
function pathinfo([path, part]: readonly Value[], site: Site): Value {
  const text = toText(path);
  if (typeof text !== 'string') return new Unknown('this path is not known');
  const basename = base(text, '');
  const dot = basename.lastIndexOf('.');
  const parts: [string, string][] = [
    ['basename', basename],
    ['filename', dot === -1 ? basename : basename.slice(0, dot)],
  ];
  if (dot !== -1) parts.splice(1, 0, ['extension', basename.slice(dot + 1)]);
  if (text !== '') parts.unshift(['dirname', folder(text)]);
  if (part === undefined) return keyed(parts, site);
  const wanted = part instanceof Text ? part.parts.map(partName).join('') : '';
  if (!/^(?:dirname|basename|extension|filename)$/.test(wanted)) {
    return unsupported('pathinfo');
  }
  return new Map(parts).get(wanted) ?? '';
}

const partName = (part: string | Code) =>
  typeof part === 'string' ? part : String(part.constant).replace('PATHINFO_', '').toLowerCase();

function hasKey(value: Value, array: Value): Value {
  if (!(array instanceof PhpArray)) return NO_ARRAY;
  const key = toKey(value);
  const found = key instanceof Unknown ? key : find(array, key);
  return found instanceof Unknown ? found : found !== undefined;
}

/** Merges arrays. Numeric keys are renumbered; others keep their place and get the last value. */
function merge(args: readonly Value[], { budget }: Site): Value {
  const made = new PhpArray(budget);
  for (const array of args) {
    if (!(array instanceof PhpArray)) return NO_ARRAY;
    for (const { key, value, changed } of array.list()) {
      if (typeof key === 'number') made.push(value, changed);
      else made.set(key, value, changed);
    }
  }
  return made;
}

function implode([first, second]: readonly Value[], { budget }: Site): Value {
  const [glue, array] = first instanceof PhpArray ? [second ?? '', first] : [first, second];
  const between = toText(glue);
  if (!(array instanceof PhpArray)) return NO_ARRAY;
  budget.spend('characters', array.size * weightOf(between));
  const texts = array.values().map((value) => {
    budget.spend('characters', weightOf(value));
    return toText(value);
  });
  const strange = [between, ...texts].find((text) => typeof text !== 'string');
  if (strange instanceof Unknown) return strange;
  return strange instanceof Text ? unknownPart(strange) : texts.join(between as string); // the cast: all are strings
}

function explode([separator, value]: readonly Value[], site: Site): Value {
  const [between, text] = [toText(separator), toText(value)];
  if (typeof between !== 'string' || typeof text !== 'string' || between === '') {
    return unsupported('explode');
  }
  const made = list([], site);
  let start = 0;
  for (let end = text.indexOf(between); end !== -1; end = text.indexOf(between, start)) {
    made.push(text.slice(start, end), site.place);
    start = end + between.length;
  }
  made.push(text.slice(start), site.place);
  return made;
}

function range(from: Value, to: Value, site: Site): Value {
  const letters = [from, to].every((end) => typeof end === 'string' && /^[A-Za-z]$/.test(end));
  const isWhole = (end: Value) =>
    Number.isSafeInteger(end) || (typeof end === 'string' && /^-?\d{1,15}$/.test(end));
  if (!letters && ![from, to].every(isWhole)) return unsupported('range');
  const code = (end: Value) => (letters ? String(end).charCodeAt(0) : Number(end));
  const [start, end] = [code(from), code(to)];
  if (Math.abs(end - start) > 10_000) return unsupported('range');
  const step = start <= end ? 1 : -1;
  const codes = Array.from(
    { length: Math.abs(end - start) + 1 },
    (_, index) => start + index * step,
  );
  return list(letters ? codes.map((unit) => String.fromCharCode(unit)) : codes, site);
}
