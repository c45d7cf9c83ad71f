/**
 * Where PCRE, in which CodeIgniter's patterns are written, and JavaScript part ways. Without flag
 * `u` JavaScript takes most of PCRE's own escapes for plain letters and would silently match
 * something else, so each has its advice here.
 */

/** What to write in place of an escape that only PCRE has, by the letter after the backslash. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['A', 'leave it out: a pattern is anchored at its start'],
  ['Z', 'leave it out: a pattern is anchored at its end'],
  ['z', 'leave it out: a pattern is anchored at its end'],
  ['G', 'leave it out: a pattern is anchored at its start'],
  ['K', 'capture what you need in a group instead'],
  ['Q', 'put a backslash before each character that is meant literally'],
  ['E', 'put a backslash before each character that is meant literally'],
  ['R', 'leave it out: no path has a line break'],
  ['h', 'write a space: no path has a tab'],
  ['H', 'write [^ ]'],
  ['N', 'write a dot'],
  ['V', 'write a dot: no path has a line break'],
  ['X', 'write a dot for each character'],
  ['C', 'write a dot'],
  ['p', 'list the characters, as in [a-zà-ž]'],
  ['P', 'list the characters, as in [^a-zà-ž]'],
  ['g', 'write the number alone, as in \\1'],
  ['a', 'leave it out: no path has a control character'],
  ['c', 'leave it out: no path has a control character'],
  ['e', 'leave it out: no path has a control character'],
  ['o', 'write \\xHH with two hexadecimal digits'],
  ['l', 'write the letter in its own case'],
  ['L', 'write the letters in their own case'],
  ['U', 'write the letters in their own case'],
]);

/** Letters that JavaScript takes for themselves where what follows them is not whole. */
const COMPLETE: ReadonlyMap<string, readonly [whole: RegExp, advice: string]> = new Map<
  string,
  [RegExp, string]
>([
  ['x', [/x[0-9a-f]{2}/iy, 'write \\xHH or \\uHHHH']],
  ['u', [/u[0-9a-f]{4}/iy, 'write \\uHHHH']],
  ['k', [/k</y, 'write \\k<name>']],
]);

/** What to write in place of a group that only PCRE has, by what follows `(?`. */
const GROUPS: readonly (readonly [start: string, advice: string])[] = [
  ['P<', 'write (?<name>…)'],
  ["'", 'write (?<name>…)'],
  ['P=', 'write \\k<name>'],
  ['P>', 'write the group out again'],
  ['>', 'write (?:…)'],
  ['|', 'write (?:…) and count the groups one by one'],
  ['#', 'put the comment next to the route'],
  ['(', 'write the two cases as alternatives: (?:…|…)'],
];

/**
 * What to write in place of an escape that means nothing, or something else, in JavaScript.
 *
 * @param source the expression
 * @param index where the backslash is followed by something
 * @returns the advice, or `null` where the escape is JavaScript's too
 *
 * @example
 * escapeAdvice('a\\Z', 2); // 'leave it out: a pattern is anchored at its end'
 * escapeAdvice('\\d+', 1); // null
 */
export function escapeAdvice(source: string, index: number): string | null {
  const rule = COMPLETE.get(source[index]);
  if (rule === undefined) return ESCAPES.get(source[index]) ?? null;
  const [whole, advice] = rule;
  whole.lastIndex = index;
  return whole.test(source) ? null : advice;
}

/**
 * What to write in place of a group that JavaScript does not have.
 *
 * @param source the expression
 * @param index where its `(?` is followed by something
 *
 * @example
 * groupAdvice('(?>a+)', 2); // 'write (?:…)'
 */
export function groupAdvice(source: string, index: number): string {
  const known = GROUPS.find(([start]) => source.startsWith(start, index));
  if (known !== undefined) return known[1];
  const char = source.charAt(index);
  if (/[R0-9+&-]/.test(char)) return 'write the group out again';
  if (/[a-zA-Z^]/.test(char)) {
    return 'leave the flags out: case always matters; write [Aa] for either case';
  }
  return 'write (?:…) or (…)';
}
