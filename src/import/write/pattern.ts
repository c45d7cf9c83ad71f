/** From a key of PHP's to a pattern of waymark's. */
import { parsePattern } from '../../pattern/parse.ts';
import { type Any, Dead, translate, Untranslatable } from '../pcre.ts';
import { type Code, Text } from '../php/values.ts';

/** A pattern for waymark, or why there is none. */
export type Read =
  | { readonly pattern: string | Text; readonly doubt: Doubt | null }
  | { readonly dead: string }
  | { readonly refused: string };

/** What a reader should know of a pattern that was imported. */
export interface Doubt {
  readonly text: string;
  /** Whether requests are answered otherwise than in PHP. */
  readonly warns: boolean;
}

/** Stands for a constant while a pattern is translated; nobody types these. */
const PRIVATE = 0xe000;

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
 * @param key what PHP has as the key
 * @param any what `(:any)` stands for
 *
 * @example
 * readPattern('posts/', 'segment'); // { dead: 'no path ends with a slash in CodeIgniter' }
 */
export function readPattern(key: string | Text, any: Any): Read {
  const codes: Code[] = [];
  const hidden = key instanceof Text ? hide(key, codes) : key;
  try {
    const { pattern, alternatives } = translate(hidden, any);
    parsePattern(pattern, '');
    const word = /\(\\:[A-Za-z_]\w*\)/.test(pattern);
    const doubt = alternatives ? ANCHORS : word ? WORD : null;
    return { pattern: codes.length === 0 ? pattern : show(pattern, codes), doubt };
  } catch (error) {
    if (error instanceof Dead) return { dead: error.message };
    if (error instanceof Untranslatable) {
      return { refused: `JavaScript has no exact words for this pattern: ${error.message}` };
    }
    return { refused: problemOf(error as Error) }; // parsePattern throws nothing but errors
  }
}

/** The clause of an error that says what is wrong. */
function problemOf({ message }: Error): string {
  return message.replace(/^: /, '').replace(/\.\n.*$/s, '');
}

function hide({ parts }: Text, codes: Code[]): string {
  return parts
    .map((part) =>
      typeof part === 'string' ? part : String.fromCharCode(PRIVATE + codes.push(part) - 1),
    )
    .join('');
}

function show(pattern: string, codes: readonly Code[]): Text {
  const parts = pattern.split(/([\ue000-\uf8ff])/).map((part, index) => {
    return index % 2 === 1 ? codes[part.charCodeAt(0) - PRIVATE] : part;
  });
  return new Text(parts.filter((part) => part !== ''));
}
