/** Reads a PHP file. */
import parser from 'php-parser';
import { WaymarkError } from '../../errors/error.ts';
import { visible } from '../../errors/show.ts';
import type { Comment, Node } from './ast.ts';
import { readable } from './bytes.ts';

/** A parsed PHP file. */
export interface Source {
  /** Its name, as warnings show it. */
  readonly file: string;
  readonly text: string;
  readonly children: readonly Node[];
  readonly comments: readonly Comment[];
  /** How many comments have been written. */
  taken: number;
}

/** How long a file may be: a hundred times what any route file needs. */
const LONGEST = 1_000_000;

/** Characters that can't be part of a name. */
const NAME = /[^\w\\]+/;
/** How many parts a name may have: the parser reads it from its start for each of them. */
const PARTS = 1000;
/** How many words and signs a file may have: the parser keeps each of them. */
const TOKENS = 300_000;

/** The reason why a PHP file can't be parsed. */
export interface Unreadable {
  /** The name of the file, with the line if it is known. */
  readonly where: string;
  /** The problem of the file, one clause. */
  readonly problem: string;
  /** The advice, one clause. */
  readonly advice: string;
}

/**
 * Parses a PHP file.
 *
 * @param php its text
 * @param file its name, for errors
 * @throws {WaymarkError} if PHP's syntax is broken, or the file is too long
 */
export function parsePhp(php: string, file: string): Source {
  const source = tryParsePhp(php, file);
  if ('text' in source) return source;
  // The name of a file may be any text.
  throw new WaymarkError('bad-php', visible(source.where), source.problem, source.advice);
}

/**
 * Parses a PHP file, or returns why it can't.
 *
 * @param php its text
 * @param file its name
 */
export function tryParsePhp(php: string, file: string): Source | Unreadable {
  const tooMuch = (problem: string): Unreadable => {
    return { where: file, problem, advice: 'import a file that defines routes alone' };
  };
  if (php.length > LONGEST) return tooMuch(`this is longer than ${shown(LONGEST)} characters`);
  // Without a space behind it, a tag at the end would be a short one.
  const text = php
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replace(/<\?php$/i, '$&\n');
  if (text.split(NAME).some((name) => name.split('\\').length > PARTS)) {
    return tooMuch(`a name in this has more than ${shown(PARTS)} parts`);
  }
  const engine = new parser.Engine({
    parser: { extractDoc: true },
    // The parser takes <?xml for a short tag, too.
    lexer: { short_tags: !/<\?xml/i.test(text) },
    ast: { withPositions: true },
  });
  limit(engine.lexer);
  try {
    // The parser's own types don't tell one kind of node from another.
    const { children, comments } = engine.parseCode(text, file) as unknown as {
      readonly children: readonly Node[];
      readonly comments: readonly Comment[];
    };
    return { file, text, children, comments: comments.toSorted(byPlace), taken: 0 };
  } catch (error) {
    if (error instanceof TooMany) return tooMuch(`this has more than ${shown(TOKENS)} tokens`);
    // A syntax error has its line; the only other error is a stack overflow.
    const { message, lineNumber = 1 } = error as Error & { lineNumber?: number };
    const told =
      error instanceof RangeError
        ? 'it is nested too deeply'
        : readable(message.replace('Parse Error :', '').split(' on line ')[0].trim());
    return {
      where: `${file}:${lineNumber}`,
      problem: `the PHP can't be read: ${told}`,
      advice: 'run php -l on the file, and correct it',
    };
  }
}

/** A file has too many tokens. */
class TooMany extends Error {}

/** Makes a lexer stop at the limit. */
function limit(lexer: { lex(): unknown }): void {
  const lex = lexer.lex.bind(lexer);
  let left = TOKENS;
  lexer.lex = () => {
    if (--left < 0) throw new TooMany();
    return lex();
  };
}

function shown(limit: number): string {
  return limit.toLocaleString('en');
}

function byPlace(a: Comment, b: Comment): number {
  return a.loc.start.offset - b.loc.start.offset;
}
