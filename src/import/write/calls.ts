/** From the calls of `Route` to JavaScript. */
import type { Any } from '../pcre.ts';
import type { Argument, RouteCall } from '../php/journal.ts';
import { Text } from '../php/values.ts';
import { keyCode, textCode } from './code.ts';
import { type Doubt, readPattern } from './pattern.ts';
import { tableKeyOf } from './rows.ts';

/** A call as JavaScript: what comes before what is nested in it, and what comes after. */
export interface CallCode {
  readonly head: readonly string[];
  readonly tail: readonly string[];
  /** Calls that come right after it. */
  readonly then: readonly string[];
  /** What its reader should know; each is a warning where `warns` says so. */
  readonly notes: readonly Doubt[];
}

/** A call that is left out, and why. */
export interface NoCall {
  readonly why: string;
  readonly warns: boolean;
}

/**
 * Writes a call.
 *
 * @param call the call
 * @param any what `(:any)` stands for
 *
 * @example
 * callCode(call, 'segment'); // { head: ["Route.any('a', 'b');"], tail: [], … }
 */
export function callCode(call: RouteCall, any: Any): CallCode | NoCall {
  const { method, args } = call;
  const notes: Doubt[] = [];
  const codes: string[] = [];
  const patterns: (string | Text)[] = [];
  // Every argument of block is a pattern, and of every other call the first one alone.
  const paths = args.slice(0, method === 'block' ? args.length : 1);
  for (const path of paths) {
    const read = readPattern(path as string | Text, any); // every call starts with a text
    if ('pattern' in read) {
      patterns.push(read.pattern);
      codes.push(textCode(tableKeyOf(null, read.pattern)));
      if (read.doubt !== null) notes.push(read.doubt);
      continue;
    }
    const why = 'dead' in read ? read.dead : read.refused;
    const warns = 'refused' in read || call.nested !== null;
    if (paths.length === 1) return { why, warns };
    notes.push({ text: `without ${textCode(path as string | Text)}: ${why}`, warns }); // as above
  }
  if (codes.length === 0 && method !== 'reset') return { why: 'it has no pattern', warns: false };
  const then: string[] = [];
  const options = new Map<string, string>();
  for (const argument of args.slice(paths.length)) {
    if (!(argument instanceof Map)) {
      codes.push(textCode(argument as string | Text)); // what is neither text nor options comes in none
      continue;
    }
    for (const [name, value] of argument as ReadonlyMap<string, Argument>) {
      if (name === 'home' && !isWhole(value)) {
        // Bonfire takes any home for a whole destination, waymark only one with a slash.
        then.push(`Route.any(${codes[0]}, ${optionCode(value)});`);
        continue;
      }
      const given = name === 'constraint' ? constraintOf(value, any) : value;
      if (given === null)
        return { why: 'JavaScript has no exact words for its constraint', warns: true };
      if (given !== 0) options.set(name, optionCode(given));
    }
  }
  return { ...assemble(call, codes, options), then, notes };
}

function assemble(
  { method, nested }: RouteCall,
  codes: readonly string[],
  given: ReadonlyMap<string, string>,
): Pick<CallCode, 'head' | 'tail'> {
  const pairs = Array.from(given, ([name, value]) => `${keyCode(name)}: ${value}`);
  const head = `Route.${method}(${codes.join(', ')}`;
  if (nested === null) {
    return {
      head: [`${head}${pairs.length === 0 ? '' : `, { ${pairs.join(', ')} }`});`],
      tail: [],
    };
  }
  if (nested.as === 'callback') return { head: [`${head}, () => {`], tail: ['});'] };
  const options = pairs.map((pair) => `  ${pair},`);
  return { head: [`${head}, {`, ...options, '  nest: () => {'], tail: ['  },', '});'] };
}

function isWhole(home: Argument): boolean {
  const parts = home instanceof Text ? home.parts : [home];
  return parts.some((part) => typeof part === 'string' && part.includes('/'));
}

function constraintOf(value: Argument, any: Any): string | Text | null {
  const read = readPattern(value as string | Text, any); // the option was read as a text
  return 'pattern' in read ? read.pattern : null;
}

function optionCode(value: Argument): string {
  return typeof value === 'number' ? String(value) : textCode(value as string | Text); // nothing else is an option
}
