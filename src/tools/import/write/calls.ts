/** Writes the calls of `Route`. */
import { isVerb } from '../php/effects.ts';
import type { Argument, RouteCall } from '../php/journal.ts';
import { Text, Unknown } from '../php/values.ts';
import { contentOf, keyCode, LEFT, LEFT_CONTENT, LEFT_TO, valueCode } from './code.ts';
import { type Doubt, LOOK, readIn, readPattern } from './pattern.ts';
import { type Framework, type Home, homeDoubts, type Row, tableKeyOf } from './rows.ts';
import type { Call, Argument as Said } from './verify.ts';

interface CallCode {
  readonly head: readonly string[];
  readonly tail: readonly string[];
  /** Calls that follow it directly. */
  readonly after: readonly string[];
  readonly content: (nested: readonly Call[]) => Call[];
  readonly notes: readonly Doubt[];
}

interface NoCall {
  readonly why: string;
  readonly warns: boolean;
}

/** Writes a call, or says why it is left out. */
export function callCode(call: RouteCall, framework: Framework, home: Home): CallCode | NoCall {
  const { method, args } = call;
  // Every argument of block is a pattern; for other calls, only the first is.
  const count = method === 'block' ? args.length : 1;
  const paths = args.slice(0, count) as readonly (string | Text)[]; // the cast: every call starts with a text
  const read = readPaths(call, paths, framework);
  if ('why' in read) return read;
  const others = readOthers(args.slice(count), framework);
  if ('why' in others) return others;
  const isHome = isVerb(method) && others.texts[0] === '' && home !== '';
  const isLeft = call.isLeft === true || (isHome && home instanceof Unknown);
  const to = isHome && !(home instanceof Unknown) ? [home] : others.texts;
  const texts = [...read.patterns, ...(isLeft ? [LEFT_TO] : to)];
  const after = others.home === null ? [] : [rowCall('any', texts[0], others.home)];
  return {
    ...assemble(call, texts, others.options, isLeft),
    after: after.map(({ line }) => line),
    content: (nested) => [
      { method, args: contentOfArguments(call, texts, others.options, nested, isLeft) },
      ...after.map(({ call }) => call),
    ],
    notes: [...read.notes, ...(isHome ? homeDoubts(home) : [])],
  };
}

/** Writes a row as a call. Without a destination, its requests are left to PHP. */
export function rowCall(method: string, pattern: string | Text, to: Row['to'] | null) {
  const [code, content] =
    to === null
      ? [`${valueCode(LEFT_TO)}, {}, ${LEFT}`, [LEFT_TO, { options: [] }, LEFT_CONTENT]]
      : [valueCode(to), [contentOf(to)]];
  const call: Call = { method, args: [contentOf(pattern), ...content] };
  return { line: `Route.${method}(${valueCode(pattern)}, ${code});`, call };
}

function readPaths(
  { method, nested }: RouteCall,
  paths: readonly (string | Text)[],
  { any, module }: Framework,
): NoCall | { readonly patterns: (string | Text)[]; readonly notes: Doubt[] } {
  const notes: Doubt[] = [];
  const patterns: (string | Text)[] = [];
  for (const path of paths) {
    const read = readIn(module, readPattern(path, any));
    if ('pattern' in read) {
      if (read.doubts.includes(LOOK) && /^(?:prefix|context|resources)$/.test(method)) {
        return { why: 'the modular extensions answer only some of its paths', warns: true };
      }
      patterns.push(tableKeyOf(null, read.pattern));
      notes.push(...read.doubts);
      continue;
    }
    const why = 'dead' in read ? read.dead : read.refused;
    const warns = 'refused' in read || nested !== null;
    if (paths.length === 1) return { why, warns };
    notes.push({ text: `without ${valueCode(path)}: ${why}`, warns });
  }
  if (patterns.length > 0 || method === 'reset') return { patterns, notes };
  return { why: 'it has no pattern', warns: false };
}

interface Others {
  readonly texts: readonly (string | Text)[];
  readonly options: ReadonlyMap<string, Option>;
  /** A `home` that needs a row of its own; `null` if there is none. */
  readonly home: string | Text | null;
}

function readOthers(args: readonly Argument[], { any }: Framework): NoCall | Others {
  const texts: (string | Text)[] = [];
  const options = new Map<string, Option>();
  let home: string | Text | null = null;
  for (const argument of args) {
    if (!(argument instanceof Map)) {
      texts.push(argument as string | Text); // the cast: no call has other arguments
      continue;
    }
    for (const [name, value] of argument as ReadonlyMap<string, Argument>) {
      if (name === 'home' && !isWhole(value)) {
        // Bonfire treats every home as a whole destination; waymark only if it has a slash.
        home = value as string | Text; // the cast: the option was read as a text
        continue;
      }
      const given = name === 'constraint' ? constraintOf(value, any) : value;
      if (given === null) {
        return { why: 'its constraint has no exact equivalent in JavaScript', warns: true };
      }
      if (typeof given === 'number' && !Number.isSafeInteger(given)) {
        return { why: `its ${name} is too large`, warns: true };
      }
      if (given !== 0) options.set(name, given as Option); // the cast: no other options exist
    }
  }
  return { texts, options, home };
}

type Option = string | number | Text;

function assemble(
  { method, nested }: RouteCall,
  texts: readonly (string | Text)[],
  given: ReadonlyMap<string, Option>,
  isLeft: boolean,
): Pick<CallCode, 'head' | 'tail'> {
  const handler = isLeft ? `, ${LEFT}` : '';
  const none = isLeft ? ', {}' : '';
  const pairs = Array.from(given, ([name, value]) => `${keyCode(name)}: ${valueCode(value)}`);
  const head = `Route.${method}(${texts.map(valueCode).join(', ')}`;
  if (nested === null) {
    return {
      head: [`${head}${pairs.length === 0 ? none : `, { ${pairs.join(', ')} }`}${handler});`],
      tail: [],
    };
  }
  if (nested.as === 'callback') return { head: [`${head}, () => {`], tail: ['});'] };
  const options = pairs.map((pair) => `  ${pair},`);
  return {
    head: [`${head}, {`, ...options, '  children: () => {'],
    tail: ['  },', `}${handler});`],
  };
}

function contentOfArguments(
  { nested }: RouteCall,
  texts: readonly (string | Text)[],
  given: ReadonlyMap<string, Option>,
  calls: readonly Call[],
  isLeft: boolean,
): Said[] {
  const options: [string, Said][] = Array.from(given, ([name, value]) => [name, contentOf(value)]);
  const args: Said[] = texts.map(contentOf);
  if (nested?.as === 'children') options.push(['children', { nested: calls }]);
  if (options.length > 0 || isLeft) args.push({ options });
  if (isLeft) args.push(LEFT_CONTENT);
  if (nested?.as === 'callback') args.push({ nested: calls });
  return args;
}

function isWhole(home: Argument): boolean {
  const parts = home instanceof Text ? home.parts : [home];
  return parts.some((part) => typeof part === 'string' && part.includes('/'));
}

function constraintOf(value: Argument, any: Framework['any']): string | Text | null {
  const read = readPattern(value as string | Text, any); // the option was read as a text
  return 'pattern' in read ? read.pattern : null;
}
