/** Parses a PCRE pattern as CodeIgniter compiles it: without flags, delimited by `#`. */
import { readClass } from './class.ts';
import { character, readEscape } from './escapes.ts';
import {
  type Body,
  type Group,
  type Item,
  type Mode,
  type One,
  type Repeat,
  Untranslatable,
} from './nodes.ts';
import { ALL, classSource, otherCase } from './ranges.ts';

/**
 * Parses a pattern.
 *
 * @param source the pattern, with placeholders expanded, not anchored
 * @throws {Untranslatable} if PCRE rejects it, or JavaScript has no equivalent
 */
export function parse(source: string): Body {
  const parser = new Parser(source);
  const body = parser.body(false);
  if (parser.index < source.length) throw new Untranslatable('a ) that closes nothing');
  return body;
}

const QUANTIFIER = /[*+?]|\{(\d+)(?:,(\d*))?\}/y;
const NAMED_GROUP = /\(\?(?:P?<([A-Za-z_]\w*)>|'([A-Za-z_]\w*)')/y;
const NAMED_REFERENCE = /\(\?P=(\w+)\)|\\k(?:<(\w+)>|'(\w+)'|\{(\w+)\})|\\g\{([A-Za-z_]\w*)\}/y;
const NUMBERED_REFERENCE = /\\g(?:\{(-?\d+)\}|(-?\d+))|\\([1-9]\d*)/y;
const FLAGS = /\(\?([ims]*)(?:-([ims]+))?([:)])/y;
const OPENINGS = ['(?>', '(?=', '(?!', '(?<=', '(?<!'] as const;

/** The maximum nesting of groups. */
const DEEPEST = 200;

class Parser {
  index = 0;
  private captures = 0;
  private depth = 0;

  constructor(private readonly source: string) {}

  /** Reads alternatives, up to a `)` or the end. */
  body(ignoreCase: boolean): Body {
    if (++this.depth > DEEPEST) throw new Untranslatable('groups are nested too deeply');
    let flag = ignoreCase;
    const body: Item[][] = [[]];
    while (this.index < this.source.length && this.source[this.index] !== ')') {
      if (this.source[this.index] === '|') {
        this.index++;
        body.push([]);
        continue;
      }
      const flags = this.match(FLAGS, (found) => found[3] === ')');
      if (flags !== null) {
        flag = flagAfter(flags, flag);
        continue;
      }
      const items = this.items(flag);
      const last = items.at(-1);
      if (last !== undefined) items[items.length - 1] = this.quantified(last);
      // The cast: the list of alternatives is never empty.
      (body.at(-1) as Item[]).push(...items);
    }
    this.depth--;
    return body;
  }

  private items(ignoreCase: boolean): Item[] {
    const { source, index } = this;
    const char = source[index];
    if (char === '(') return [this.group(ignoreCase)];
    if (char === '\\') return this.escape(ignoreCase);
    if (char === '[') {
      const { one, length } = readClass(source, index, ignoreCase);
      this.index += length;
      return [one];
    }
    if (this.match(QUANTIFIER) !== null) {
      throw new Untranslatable(`nothing for ${char} to repeat`);
    }
    this.index++;
    if (char === '^' || char === '$') return [{ kind: 'assertion', source: char }];
    if (char === '.') return [{ kind: 'one', source: '.', ranges: ALL, literal: null }];
    const code = char.charCodeAt(0);
    const one: One = { kind: 'one', source: char, ranges: [[code, code]], literal: char };
    return [ignoreCase ? eitherCase(one) : one];
  }

  private escape(ignoreCase: boolean): Item[] {
    const reference = this.reference(ignoreCase);
    if (reference !== null) return [reference];
    const { source, index } = this;
    const char = source[index + 1];
    if (char === 'Q') return this.quoted(ignoreCase);
    const found = readEscape(source, index);
    this.index += found?.length ?? 2;
    if (found !== null) return [ignoreCase ? eitherCase(found.one) : found.one];
    switch (char) {
      case 'E':
        return [];
      case 'A':
      case 'G':
        return [{ kind: 'assertion', source: '^' }];
      case 'z':
      case 'Z':
        return [{ kind: 'assertion', source: '$' }];
      case 'b':
      case 'B':
        return [{ kind: 'assertion', source: `\\${char}` }];
      case 'N':
      case 'V':
      case 'C':
      case 'X':
        return [{ kind: 'one', source: '.', ranges: ALL, literal: null }];
      case 'R':
      case 'v':
        return [{ kind: 'never' }];
      default:
        throw new Untranslatable(`\\${char}`);
    }
  }

  /** Reads the text between `\Q` and `\E`, or the end. */
  private quoted(ignoreCase: boolean): Item[] {
    const start = this.index + 2;
    const found = this.source.indexOf('\\E', start);
    const end = found === -1 ? this.source.length : found;
    this.index = Math.min(end + 2, this.source.length);
    return Array.from({ length: end - start }, (_, offset) => {
      const one = character(this.source.charCodeAt(start + offset));
      return ignoreCase ? eitherCase(one) : one;
    });
  }

  private reference(ignoresCase: boolean): Item | null {
    const named = this.match(NAMED_REFERENCE);
    if (named !== null) {
      const to = named.slice(1).find((name) => name !== undefined) as string; // one of them matched
      return { kind: 'reference', to, source: null, ignoresCase };
    }
    const numbered = this.match(NUMBERED_REFERENCE);
    if (numbered === null) return null;
    const [whole, braced, bare, plain] = numbered;
    const number = Number(braced ?? bare ?? plain);
    if (plain !== undefined && number > 9) throw new Untranslatable(`${whole}, group or octal`);
    const to = String(number < 0 ? this.captures + 1 + number : number);
    return { kind: 'reference', to, source: plain === undefined ? null : whole, ignoresCase };
  }

  private group(ignoreCase: boolean): Item {
    const named = this.match(NAMED_GROUP);
    if (named !== null) {
      const name = named[1] ?? named[2];
      return this.closed({ open: `(?<${name}>`, number: ++this.captures, name }, ignoreCase);
    }
    const reference = this.reference(ignoreCase);
    if (reference !== null) return reference;
    const flags = this.match(FLAGS);
    if (flags !== null) {
      return this.closed({ open: '(?:', number: null, name: null }, flagAfter(flags, ignoreCase));
    }
    const { source, index } = this;
    const open = OPENINGS.find((opening) => source.startsWith(opening, index));
    if (open !== undefined) {
      this.index += open.length;
      return this.closed({ open, number: null, name: null }, ignoreCase);
    }
    if (/^\((?:\?|\*[A-Z:])/.test(source.slice(index, index + 3))) {
      throw new Untranslatable(`${source.slice(index, index + 3)}…)`);
    }
    this.index++;
    return this.closed({ open: '(', number: ++this.captures, name: null }, ignoreCase);
  }

  private closed(head: Pick<Group, 'open' | 'number' | 'name'>, ignoreCase: boolean): Group {
    const body = this.body(ignoreCase);
    if (this.source[this.index] !== ')') throw new Untranslatable('a ( that is never closed');
    this.index++;
    return { kind: 'group', ...head, body };
  }

  private quantified(item: Item): Item {
    const found = this.match(QUANTIFIER);
    if (found === null) return item;
    const [source, from, to] = found;
    if (item.kind === 'assertion') throw new Untranslatable(`${item.source}${source}`);
    const [min, max] = bounds(source, from, to);
    if (min > max) throw new Untranslatable(`the numbers in ${source} are out of order`);
    const next = this.source[this.index];
    const mode: Mode = next === '?' || next === '+' ? next : '';
    this.index += mode.length;
    const repeat: Repeat = { kind: 'repeat', item, min, max, mode, source };
    return repeat;
  }

  /** Consumes a match at the current position, if there is one and it is wanted. */
  private match(expression: RegExp, wanted: (found: RegExpExecArray) => boolean = () => true) {
    expression.lastIndex = this.index;
    const found = expression.exec(this.source);
    if (found === null || !wanted(found)) return null;
    this.index += found[0].length;
    return found;
  }
}

/** Whether case is ignored after flags such as `(?i)` or `(?-i)`. */
function flagAfter([, on, off]: RegExpExecArray, before: boolean): boolean {
  if (off?.includes('i')) return false;
  return before || on.includes('i');
}

function bounds(source: string, from: string | undefined, to: string | undefined) {
  if (source === '*') return [0, Infinity] as const;
  if (source === '+') return [1, Infinity] as const;
  if (source === '?') return [0, 1] as const;
  const min = Number(from);
  if (to === undefined) return [min, min] as const;
  return [min, to === '' ? Infinity : Number(to)] as const;
}

/** Matches a letter in either case. Anything but a single letter is unchanged. */
function eitherCase(one: One): One {
  if (one.literal === null) return one;
  const others = one.ranges.flatMap(otherCase);
  if (others.length === 0) return one;
  const ranges = [...one.ranges, ...others];
  return { kind: 'one', source: `[${classSource(ranges)}]`, ranges, literal: null };
}
