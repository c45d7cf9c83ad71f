/**
 * Where PCRE, in which CodeIgniter's patterns are written, and JavaScript differ. Without flag `u`
 * JavaScript takes most of PCRE's own escapes for plain letters and would silently match something
 * else, so each has its advice here.
 */

/** What to write instead of escapes that only PCRE has, by the letter after the backslash. */
const ESCAPES: readonly (readonly [letters: string, advice: string])[] = [
  ['AG', 'leave it out: a pattern is anchored at its start'],
  ['Zz', 'leave it out: a pattern is anchored at its end'],
  ['K', 'capture what you need in a group instead'],
  ['QE', 'put a backslash before each character that is meant literally'],
  ['R', 'leave it out: no path has a line break'],
  ['hs', 'write a space: no path has a tab'],
  ['HS', 'write [^ ]'],
  ['NC', 'write a dot'],
  ['V', 'write a dot: no path has a line break'],
  ['X', 'write a dot for each character'],
  ['p', 'list the characters, as in [a-zà-ž]'],
  ['P', 'list the characters, as in [^a-zà-ž]'],
  ['g', 'write the number alone, as in \\1'],
  ['ace', 'leave it out: no path has a control character'],
  ['o', 'write \\xHH with two hexadecimal digits'],
  ['lLU', 'write the letters in their own case'],
  ['x', 'write \\xHH below 80 or \\uHHHH'],
  ['u', 'write \\uHHHH'],
  ['k', 'write \\k<name>'],
];

/** What JavaScript reads as an escape; from `\x80` on, PCRE's are bytes and JavaScript's characters. */
const WHOLE = /x[0-7][\da-fA-F]|u[\da-fA-F]{4}|k<[A-Za-z_$][\w$]*>/y;

/** What to write instead of a group that only PCRE has, by what follows `(?`. */
const GROUPS: readonly (readonly [start: RegExp, advice: string])[] = [
  [/P<|'/y, 'write (?<name>…)'],
  [/P=/y, 'write \\k<name>'],
  [/P>|[R0-9+&-]/y, 'write the group out again'],
  [/>/y, 'write (?:…)'],
  [/\|/y, 'write (?:…) and count the groups one by one'],
  [/#/y, 'put the comment next to the route'],
  [/\(/y, 'write the two cases as alternatives: (?:…|…)'],
  [/[a-zA-Z^]/y, 'leave the flags out: case always matters; write [Aa] for either case'],
];

/**
 * What to write instead of an escape that means nothing, or something else, in JavaScript; `null`
 * where JavaScript has it too.
 * @param index where the letter after the backslash is
 */
export function escapeAdvice(source: string, index: number): string | null {
  WHOLE.lastIndex = index;
  if (WHOLE.test(source)) return null;
  return ESCAPES.find(([letters]) => letters.includes(source[index]))?.[1] ?? null;
}

/**
 * What to write instead of a group that JavaScript does not have.
 * @param index where what follows its `(?` is
 */
export function groupAdvice(source: string, index: number): string {
  const known = GROUPS.find(([start]) => {
    start.lastIndex = index;
    return start.test(source);
  });
  return known?.[1] ?? 'write (?:…) or (…)';
}
