/** Sets of code units, as sorted ranges. */
import type { Range } from './nodes.ts';

const LAST = 0xffff;

/** Every code unit. */
export const ALL: readonly Range[] = [[0, LAST]];

/** The complement of a set. */
export function complement(ranges: readonly Range[]): Range[] {
  const gaps: Range[] = [];
  let next = 0;
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    if (first > next) gaps.push([next, first - 1]);
    next = Math.max(next, last + 1);
  }
  if (next <= LAST) gaps.push([next, LAST]);
  return gaps;
}

/** Whether two sets share a character. */
export function overlap(one: readonly Range[], other: readonly Range[]): boolean {
  const [ours, theirs] = [one, other].map((ranges) => ranges.toSorted(([a], [b]) => a - b));
  let [at, end] = [0, -1];
  for (const [first, last] of ours) {
    // `end` is the end of the ranges so far.
    while (at < theirs.length && theirs[at][0] <= last) end = Math.max(end, theirs[at++][1]);
    if (end >= first) return true;
  }
  return false;
}

/**
 * The other cases of the ASCII letters in a range. PCRE without its flag `u` knows only these
 * letters.
 */
export function otherCase([first, last]: Range): Range[] {
  const shifted = (from: number, to: number, by: number): Range[] => {
    const start = Math.max(first, from);
    const end = Math.min(last, to);
    return start <= end ? [[start + by, end + by]] : [];
  };
  return [...shifted(0x41, 0x5a, 32), ...shifted(0x61, 0x7a, -32)];
}

/** Writes ranges as the content of a class. */
export function classSource(ranges: readonly Range[]): string {
  return ranges
    .map(([first, last]) => {
      const ends = first === last ? [first] : [first, last];
      return ends.map(unit).join(last === first + 1 ? '' : '-');
    })
    .join('');
}

/** Writes a code unit for a class. */
function unit(code: number): string {
  const char = String.fromCharCode(code);
  if (/[\]\\^[-]/.test(char)) return `\\${char}`;
  if (code > 0x1f && code < 0x7f) return char;
  return code > 0x7f ? `\\u${code.toString(16).padStart(4, '0')}` : hex(code);
}

const hex = (code: number) => `\\x${code.toString(16).padStart(2, '0')}`;
