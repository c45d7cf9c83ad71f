/** Reads a PHP file. */
import parser from 'php-parser';
import { WaymarkError } from 'waymark';
import { badArgument, visible } from 'waymark/internal';
import type { Comment, Node } from './ast.ts';

export interface Source {
  readonly file: string;
  readonly text: string;
  readonly children: readonly Node[];
  readonly comments: readonly Comment[];
  /** The constants and functions that it may define, the functions in lower case and with `()`. */
  readonly defines: ReadonlySet<string>;
  taken: number;
}

/** The maximum length of a file: a hundred times the size of any real route file. */
const LONGEST = 1_000_000;

/** Characters that can't be part of a name. */
const NAME = /[^\w\\]+/;
/** The maximum number of parts in a name. The parser rereads it from its start for each of them. */
const PARTS = 1000;
/** The maximum number of tokens in a file. The parser keeps all of them. */
const TOKENS = 300_000;

interface Unreadable {
  readonly where: string;
  readonly problem: string;
  readonly advice: string;
}

/** Parses a PHP file. Throws a {@link WaymarkError} if it is too long or its syntax is broken. */
export function parsePhp(php: string, file: string): Source {
  const source = tryParsePhp(php, file);
  if ('text' in source) return source;
  // The name of a file may be any text.
  throw new WaymarkError('bad-php', visible(source.where), source.problem, source.advice);
}

export function tryParsePhp(php: string, file: string): Source | Unreadable {
  const tooMuch = (problem: string): Unreadable => {
    return { where: file, problem, advice: 'import a file that only defines routes' };
  };
  if (php.length > LONGEST) return tooMuch(`this is longer than ${shown(LONGEST)} characters`);
  // A tag at the end needs a space after it, or the parser would read a short tag.
  const text = php
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replace(/<\?php$/i, '$&\n');
  if (text.split(NAME).some((name) => name.split('\\').length > PARTS)) {
    return tooMuch(`a name in this has more than ${shown(PARTS)} parts`);
  }
  const engine = new parser.Engine({
    // The newest version that the parser knows: it reads everything that older ones allow.
    parser: { extractDoc: true, version: '8.5' },
    // The parser also reads <?xml as a short tag.
    lexer: { short_tags: !/<\?xml/i.test(text) },
    ast: { withPositions: true },
  });
  limit(engine.lexer);
  try {
    // The parser's own types don't distinguish the kinds of nodes.
    const { children, comments } = engine.parseCode(text, file) as unknown as {
      readonly children: readonly Node[];
      readonly comments: readonly Comment[];
    };
    return {
      file,
      text,
      children,
      comments: comments.toSorted((a, b) => a.loc.start.offset - b.loc.start.offset),
      defines: definedIn(children),
      taken: 0,
    };
  } catch (error) {
    if (error instanceof TooMany) return tooMuch(`this has more than ${shown(TOKENS)} tokens`);
    const heredoc = findHeredocBeforeColon(text);
    if (heredoc !== null) {
      const { label, line } = heredoc;
      return {
        where: `${file}:${line}`,
        problem: `the PHP can't be read: a colon follows the end of the heredoc ${label}, which PHP reads and this parser does not`,
        advice: `write a space between ${label} and the colon`,
      };
    }
    // The only other error is a stack overflow.
    if (error instanceof RangeError) return tooMuch('this is nested too deeply');
    const { message, lineNumber = 1 } = error as Error & { lineNumber?: number };
    const told = readable(message.replace('Parse Error :', '').split(' on line ')[0].trim());
    return {
      where: `${file}:${lineNumber}`,
      problem: `the PHP can't be read: ${told}`,
      advice:
        "correct it; if php -l finds nothing wrong, this parser can't read the line, so write it differently",
    };
  }
}

function definedIn(code: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const rest: unknown[] = [code];
  while (rest.length > 0) {
    const part = rest.pop();
    if (typeof part !== 'object' || part === null) continue;
    const node = part as Node; // the cast: other parts have none of these kinds
    if (node.kind === 'call' && 'name' in node.what && /^\\?define$/i.test(`${node.what.name}`)) {
      const [first] = node.arguments;
      if (first?.kind === 'string') found.add(first.value);
    }
    if (node.kind === 'function' && node.name?.name) found.add(`${node.name.name.toLowerCase()}()`);
    if (node.kind === 'constantstatement')
      for (const { name } of node.constants) found.add(name.name);
    rest.push(...Object.values(part));
  }
  return found;
}

/** Finds the end of a heredoc that a colon follows, as in `case`; the parser reads past it. */
function findHeredocBeforeColon(text: string): { label: string; line: number } | null {
  const labels = new Set(Array.from(text.matchAll(/<<<[ \t]?['"]?(\w+)/g), ([, label]) => label));
  for (const [index, line] of text.split('\n').entries()) {
    const [label, after] = line.trimStart().split(':', 2);
    if (after !== undefined && labels.has(label)) return { label, line: index + 1 };
  }
  return null;
}

class TooMany extends Error {}

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

/** Lone surrogates, and the replacement character of decoders. */
const ALIEN = /[\p{Cs}\ufffd]/u;

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

export function readCode(where: string, php: unknown): string {
  if (typeof php === 'string' || php instanceof Uint8Array) return decode(php);
  throw badArgument(where, 'php', 'the bytes or the text of a PHP file', php);
}

/**
 * Decodes a file, which may not be UTF-8, such as an old one in Latin-1. PHP's texts are bytes. A
 * byte that is not valid UTF-8 becomes a lone surrogate, U+DC80 to U+DCFF, which UTF-8 never decodes
 * to. So it is never mistaken for a character, and never lost.
 */
export function decode(file: Uint8Array | string): string {
  if (typeof file === 'string') return file;
  const text = UTF8.decode(file);
  if (!text.includes('\ufffd')) return text;
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < file.length; ) {
    const length = lengthAt(file, at);
    if (length > 0) {
      at += length;
      continue;
    }
    parts.push(UTF8.decode(file.subarray(start, at)), String.fromCharCode(0xdc00 + file[at]));
    start = ++at;
  }
  return [...parts, UTF8.decode(file.subarray(start))].join('');
}

/** The text as its author probably saw it, with invalid UTF-8 bytes read as Latin-1. */
export function readable(text: string): string {
  return text.replace(/[\udc80-\udcff]/gu, (unit) =>
    String.fromCharCode(unit.charCodeAt(0) - 0xdc00),
  );
}

export function alienIn(text: string): string | null {
  const found = ALIEN.exec(text);
  if (found === null) return null;
  const code = found[0].charCodeAt(0);
  if (code === 0xfffd) return 'a character could not be decoded: save the file as UTF-8';
  if (code < 0xdc80 || code > 0xdcff) return 'half of a surrogate pair is no character';
  const byte = (code - 0xdc00).toString(16).toUpperCase();
  return `the byte ${byte} is not UTF-8: save the file as UTF-8`;
}

/** The number of bytes of the character at an index; 0 if there is no valid character. */
function lengthAt(file: Uint8Array, at: number): number {
  const first = file[at];
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  for (let next = 1; next < length; next++) {
    if ((file[at + next] & 0xc0) !== 0x80) return 0;
  }
  const second = file[at + 1];
  // Overlong forms, surrogates, and values beyond the last character.
  if (first === 0xe0 && second < 0xa0) return 0;
  if (first === 0xed && second > 0x9f) return 0;
  if (first === 0xf0 && second < 0x90) return 0;
  return first === 0xf4 && second > 0x8f ? 0 : length;
}
