/** Translates the keys of `$route`. */
import { type Any, Dead, translate, type Untranslatable } from '../pcre.ts';
import { type Code, Text } from '../php/values.ts';

export type Read = Pattern | { readonly dead: string } | { readonly refused: string };

export interface Pattern {
  readonly pattern: string | Text;
  readonly doubt: Doubt | null;
}

export interface Doubt {
  readonly text: string;
  /** Whether PHP answers some requests differently. */
  readonly warns: boolean;
}

export function readIn(
  module: string | null,
  read: Read,
): Exclude<Read, Pattern> | { readonly pattern: string | Text; readonly doubts: readonly Doubt[] } {
  if (!('pattern' in read)) return read;
  const limited = module === null ? read : inModule(module, read.pattern);
  if (!('pattern' in limited)) return limited;
  const doubts = new Set([read.doubt, limited.doubt].filter((doubt) => doubt !== null));
  return { pattern: limited.pattern, doubts: [...doubts] };
}

/** Limits a module's key to paths that start with the module, for which its file is consulted. */
function inModule(module: string, pattern: string | Text): Read {
  const [first] = pattern instanceof Text ? pattern.parts : [pattern];
  const text = typeof first === 'string' ? first : '';
  const isWhole = !(pattern instanceof Text);
  const start = hasAlternatives(text) ? '' : startOf(text);
  const end = start.indexOf('/');
  const isFixed = end !== -1 || (isWhole && start === text);
  const segment = end === -1 ? start : start.slice(0, end);
  if (isFixed ? segment !== module : !module.startsWith(segment)) {
    return {
      dead: `the modular extensions ask this file only for paths that start with ${module}`,
    };
  }
  if (isFixed) return { pattern, doubt: null };
  const look = `(?=${module.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?:/|$))`;
  const [open, close] = isWhole && !hasAlternatives(text) ? ['', ''] : ['(?:', ')'];
  const parts = pattern instanceof Text ? pattern.parts : [pattern];
  const limited = [`${look}${open}`, ...parts, close].filter((part) => part !== '');
  return { pattern: isWhole ? limited.join('') : new Text(limited), doubt: LOOK };
}

/** The text that every path of a pattern starts with, unless the pattern has alternatives. */
export function startOf(pattern: string): string {
  const end = pattern.search(/[\\^$.*+?()[\]{}|]|$/);
  // The last character may be repeated zero times.
  const isLoose = end > 0 && /[*?{]/.test(pattern.charAt(end));
  return pattern.slice(0, isLoose ? end - 1 : end);
}

export const LOOK: Doubt = {
  text: 'the (?=…) keeps this to paths that start with the name of the module, as the modular extensions do',
  warns: false,
};

function hasAlternatives(pattern: string): boolean {
  let depth = 0;
  let isInClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === '\\') at++;
    else if (isInClass) isInClass = char !== ']';
    else if (char === '[') isInClass = true;
    else if (char === '(') depth++;
    else if (char === ')') depth--;
    else if (char === '|' && depth === 0) return true;
  }
  return false;
}

/** The range of private characters. Each replaces a constant during translation. */
const PRIVATE = [0xe000, 0xf8ff] as const;

const ANCHORS: Doubt = {
  text:
    'CodeIgniter anchors only the start of the first alternative and the end of the last, ' +
    'waymark both ends of each',
  warns: true,
};
const WORD: Doubt = {
  text: "CodeIgniter has only (:any) and (:num), so this matches literally; write waymark's placeholder if you meant one",
  warns: false,
};

export function readPattern(key: string | Text, any: Any): Read {
  const codes = new Map<string, Code>();
  const hidden = key instanceof Text ? hide(key, codes) : key;
  if (hidden === null) return { refused: 'it has too many constants' };
  try {
    const { pattern, alternatives } = translate(hidden, any);
    const other = /\(\\:[A-Za-z_]\w*\)|\\\{\w+\\\}/.test(pattern) ? WORD : null;
    const doubt = alternatives ? ANCHORS : other;
    return { pattern: codes.size === 0 ? pattern : show(pattern, codes), doubt };
  } catch (error) {
    if (error instanceof Dead) return { dead: error.message };
    const { message } = error as Untranslatable; // the cast: translate throws nothing else
    return { refused: `this pattern can't be written for waymark: ${message}` };
  }
}

/** Replaces each constant of a key with an unused character; `null` if there are too few. */
function hide({ parts }: Text, codes: Map<string, Code>): string | null {
  const typed = new Set(parts.filter((part) => typeof part === 'string').join(''));
  const [first, last] = PRIVATE;
  let next: number = first;
  let hidden = '';
  for (const part of parts) {
    if (typeof part === 'string') {
      hidden += part;
      continue;
    }
    while (typed.has(String.fromCharCode(next))) next++;
    if (next > last) return null;
    const char = String.fromCharCode(next++);
    codes.set(char, part);
    hidden += char;
  }
  return hidden;
}

function show(pattern: string, codes: ReadonlyMap<string, Code>): Text {
  const pieces = pattern.split(new RegExp(`([${[...codes.keys()].join('')}])`));
  return new Text(pieces.map((piece) => codes.get(piece) ?? piece).filter((part) => part !== ''));
}
