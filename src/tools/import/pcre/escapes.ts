/** PCRE's escapes, each with its character or set of characters. */
import { type One, type Range, Untranslatable } from './nodes.ts';
import { classSource, complement } from './ranges.ts';

const SPACE: readonly Range[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
];
const DIGIT: readonly Range[] = [[0x30, 0x39]];
const UPPER: readonly Range[] = [[0x41, 0x5a]];
const LOWER: readonly Range[] = [[0x61, 0x7a]];
const WORD: readonly Range[] = [...DIGIT, ...UPPER, [0x5f, 0x5f], ...LOWER];
const BLANK: readonly Range[] = [[0x20, 0x20]];

/** The sets for a backslash and a letter, and whether JavaScript has the same escape. */
const SETS: ReadonlyMap<string, readonly [ranges: readonly Range[], same: boolean]> = new Map([
  ['d', [DIGIT, true]],
  ['D', [complement(DIGIT), true]],
  ['w', [WORD, true]],
  ['W', [complement(WORD), true]],
  // No path has a tab or a line break. So the space is the only ASCII white space in a path, and
  // PCRE knows no other.
  ['s', [BLANK, false]],
  ['S', [complement(BLANK), false]],
  ['h', [BLANK, false]],
  ['H', [complement(BLANK), false]],
] as const);

/** The classes between `[:` and `:]`, by name. */
const POSIX: ReadonlyMap<string, readonly Range[]> = new Map([
  ['alpha', [...UPPER, ...LOWER]],
  ['alnum', [...DIGIT, ...UPPER, ...LOWER]],
  ['ascii', [[0x00, 0x7f]]],
  ['blank', BLANK],
  [
    'cntrl',
    [
      [0x00, 0x1f],
      [0x7f, 0x7f],
    ],
  ],
  ['digit', DIGIT],
  ['graph', [[0x21, 0x7e]]],
  ['lower', LOWER],
  ['print', [[0x20, 0x7e]]],
  [
    'punct',
    [
      [0x21, 0x2f],
      [0x3a, 0x40],
      [0x5b, 0x60],
      [0x7b, 0x7e],
    ],
  ],
  ['space', SPACE],
  ['upper', UPPER],
  ['word', WORD],
  ['xdigit', [...DIGIT, [0x41, 0x46], [0x61, 0x66]]],
]);

/** Letters whose escape is a control character. */
const CONTROLS = new Map(Object.entries({ a: 7, e: 27, f: 12, n: 10, r: 13, t: 9 }));

const CODE = /\\x\{([0-9A-Fa-f]+)\}|\\x([0-9A-Fa-f]{0,2})|\\o\{([0-7]+)\}|\\(0[0-7]{0,2})/y;

/** The character or set of an escape, and the escape's length. */
export interface Escape {
  readonly one: One;
  readonly length: number;
}

/**
 * Reads an escape for one character or set.
 *
 * @param source the pattern
 * @param index the index of its backslash
 * @returns `null` if it is another kind of escape
 * @throws {Untranslatable} if nothing follows, or PCRE has no such escape
 */
export function readEscape(source: string, index: number): Escape | null {
  const char = source[index + 1];
  if (char === undefined) throw new Untranslatable('nothing follows the backslash');
  const set = SETS.get(char);
  if (set !== undefined) {
    const [ranges, same] = set;
    const space = /[hs]/.test(char) ? ' ' : '[^ ]';
    const written = same ? `\\${char}` : space;
    return { one: { kind: 'one', source: written, ranges, literal: null }, length: 2 };
  }
  const control = CONTROLS.get(char);
  if (control !== undefined) return { one: character(control), length: 2 };
  CODE.lastIndex = index;
  const code = CODE.exec(source);
  if (code !== null) {
    const [whole, braced, bare, octal, zero] = code;
    const digits = braced ?? bare;
    const value = digits === undefined ? Number.parseInt(octal ?? zero, 8) : Number(`0x0${digits}`);
    if (value > 0x7f && value < 0x100) {
      throw new Untranslatable(`${whole} is a single byte of a multibyte character`);
    }
    return { one: character(value), length: whole.length };
  }
  if (/[^A-Za-z0-9]/.test(char)) {
    const code = char.charCodeAt(0);
    const one: One = { kind: 'one', source: `\\${char}`, ranges: [[code, code]], literal: char };
    return { one, length: 2 };
  }
  return null;
}

/** A character, escaped if it is special in JavaScript. */
export function character(code: number): One {
  if (code > 0xffff) throw new Untranslatable('a character beyond U+FFFF has no single code unit');
  const literal = String.fromCharCode(code);
  const plain = code > 0x1f && code !== 0x7f;
  const escaped = /[\\^$.*+?()[\]{}|]/.test(literal) ? `\\${literal}` : literal;
  const source = plain ? escaped : `\\x${code.toString(16).padStart(2, '0')}`;
  return { kind: 'one', source, ranges: [[code, code]], literal };
}

/**
 * A POSIX class as part of a JavaScript class.
 *
 * @param name the text between `[:` and `:]`; a leading `^` negates the class
 * @throws {Untranslatable} if there is no such class
 */
export function posixClass(name: string): { source: string; ranges: readonly Range[] } {
  const negated = name.startsWith('^');
  const found = POSIX.get(negated ? name.slice(1) : name);
  if (found === undefined) throw new Untranslatable(`there is no class [:${name}:]`);
  const ranges = negated ? complement(found) : found;
  return { source: classSource(ranges), ranges };
}
