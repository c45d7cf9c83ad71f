/** Reads a character class. */
import { posixClass, readEscape } from './escapes.ts';
import { type One, type Range, Untranslatable } from './nodes.ts';
import { classSource, complement, otherCase } from './ranges.ts';

/** A part of a class. */
interface Part {
  readonly source: string;
  readonly ranges: readonly Range[];
  /** Whether a range may start or end here. */
  readonly single: boolean;
  readonly length: number;
}

const POSIX_NAME = /\[:(\^?[a-z]+):\]/y;

/**
 * Reads a class.
 *
 * @param source the pattern
 * @param index the index of its `[`
 * @param ignoreCase whether `(?i)` applies here
 * @throws {Untranslatable} if it is never closed, or has a part that PCRE doesn't support
 */
export function readClass(source: string, index: number, ignoreCase: boolean) {
  const negated = source[index + 1] === '^';
  const start = index + (negated ? 2 : 1);
  const parts: string[] = [];
  const ranges: Range[] = [];
  let at = start;
  let afterSet = false;
  let quoted = false;
  for (;;) {
    if (!quoted && source[at] === ']' && at > start) break;
    if (!quoted && source.startsWith('\\Q', at)) {
      quoted = true;
      at += 2;
      continue;
    }
    if (source.startsWith('\\E', at)) {
      at += 2;
      if (quoted && source[at] === '-') throw new Untranslatable('a - after \\Q…\\E');
      quoted = false;
      continue;
    }
    const part = quoted ? plain(source, at) : readPart(source, at);
    const whole = quoted ? part : readRange(source, at, part);
    const hyphen = whole.source === '-' && (afterSet || quoted);
    parts.push(hyphen ? '\\-' : whole.source);
    ranges.push(...whole.ranges);
    if (ignoreCase) {
      const others = whole.ranges.flatMap(otherCase);
      parts.push(classSource(others));
      ranges.push(...others);
    }
    // JavaScript reads a - after \d literally, but after the replacement of \h as a range.
    afterSet = !whole.single && whole.source !== source.slice(at, at + whole.length);
    at += whole.length;
  }
  const one: One = {
    kind: 'one',
    source: `[${negated ? '^' : ''}${parts.join('')}]`,
    ranges: negated ? complement(ranges) : ranges,
    literal: null,
  };
  return { one, length: at + 1 - index };
}

function readPart(source: string, at: number): Part {
  POSIX_NAME.lastIndex = at;
  const posix = POSIX_NAME.exec(source);
  if (posix !== null) return { ...posixClass(posix[1]), single: false, length: posix[0].length };
  if (source[at] !== '\\') return plain(source, at);
  if (source[at + 1] === 'b') return { source: '\\b', ranges: [[8, 8]], single: true, length: 2 };
  const found = readEscape(source, at);
  if (found === null) throw new Untranslatable(`a class with \\${source[at + 1]} in it`);
  const { one, length } = found;
  const single = one.literal !== null;
  // A dot or a bracket that needed a backslash outside a class may keep it inside.
  const bare = one.source === '[^ ]' ? classSource(one.ranges) : one.source;
  return { source: bare, ranges: one.ranges, single, length };
}

/** A literal character of a class. */
function plain(source: string, at: number): Part {
  const char = source[at];
  if (char === undefined) throw new Untranslatable('a [ that is never closed');
  const code = char.charCodeAt(0);
  const written = char === ']' || char === '\\' ? `\\${char}` : char;
  return { source: written, ranges: [[code, code]], single: true, length: 1 };
}

/** The range that starts with a part, or the part itself. */
function readRange(source: string, at: number, first: Part): Part {
  const hyphen = at + first.length;
  if (!first.single || source[hyphen] !== '-') return first;
  if (source[hyphen + 1] === ']' || source[hyphen + 1] === undefined) return first;
  const last = readPart(source, hyphen + 1);
  if (!last.single) return first;
  const range: Range = [first.ranges[0][0], last.ranges[0][0]];
  if (range[0] > range[1]) throw new Untranslatable('a range that is out of order');
  const length = hyphen + 1 + last.length - at;
  return { source: `${first.source}-${last.source}`, ranges: [range], single: true, length };
}
