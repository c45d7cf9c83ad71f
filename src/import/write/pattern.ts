/** Translates the keys of `$route`. */
import { parsePattern } from '../../pattern/parse.ts';
import { type Any, Dead, translate, Untranslatable } from '../pcre.ts';
import { type Code, Text } from '../php/values.ts';

/** A pattern for waymark, or why there is none. */
export type Read =
  | { readonly pattern: string | Text; readonly doubt: Doubt | null }
  | { readonly dead: string }
  | { readonly refused: string };

/** A remark on an imported pattern. */
export interface Doubt {
  readonly text: string;
  /** Whether PHP answers some requests differently. */
  readonly warns: boolean;
}

/** The range of private characters, each of which replaces a constant during translation. */
const PRIVATE = [0xe000, 0xf8ff] as const;

const ANCHORS: Doubt = {
  text:
    'CodeIgniter anchors only the start of the first alternative and the end of the last, ' +
    'waymark both ends of each',
  warns: true,
};
const WORD: Doubt = {
  text: "CodeIgniter has (:any) and (:num) alone, so this is matched as the text that it is; write waymark's placeholder if that is what was meant",
  warns: false,
};

/**
 * Translates a key.
 *
 * @param key the key in PHP
 * @param any the meaning of `(:any)`
 *
 * @example
 * readPattern('posts/', 'segment'); // { dead: 'no path ends with a slash in CodeIgniter' }
 */
export function readPattern(key: string | Text, any: Any): Read {
  const codes = new Map<string, Code>();
  const hidden = key instanceof Text ? hide(key, codes) : key;
  if (hidden === null) return { refused: 'it has too many constants' };
  try {
    const { pattern, alternatives } = translate(hidden, any);
    parsePattern(pattern, '');
    const word = /\(\\:[A-Za-z_]\w*\)/.test(pattern);
    const doubt = alternatives ? ANCHORS : word ? WORD : null;
    return { pattern: codes.size === 0 ? pattern : show(pattern, codes), doubt };
  } catch (error) {
    if (error instanceof Dead) return { dead: error.message };
    if (error instanceof Untranslatable) {
      return { refused: `JavaScript has no exact words for this pattern: ${error.message}` };
    }
    return { refused: problemOf(error as Error) }; // parsePattern throws nothing but errors
  }
}

/** The problem that an error names. */
function problemOf({ message }: Error): string {
  return message.replace(/^: /, '').replace(/\.\n.*$/s, '');
}

/** Replaces each constant of a key by an unused character; `null` if there are too few. */
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
  const parts: (string | Code)[] = [];
  let fixed = '';
  for (const char of pattern) {
    const code = codes.get(char);
    if (code === undefined) {
      fixed += char;
      continue;
    }
    parts.push(fixed, code);
    fixed = '';
  }
  return new Text([...parts, fixed].filter((part) => part !== ''));
}
