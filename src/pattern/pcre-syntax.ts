/**
 * Lists the syntax of PCRE, CodeIgniter's dialect, that JavaScript lacks, with advice. The parser of
 * `expression.ts` refuses it: without flag `u`, JavaScript reads most of PCRE's own escapes as plain
 * letters and would silently match other text.
 */

/** Advice on escapes that only PCRE has, by the letter after the backslash. */
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

/**
 * Escapes that mean the same in both. From `\x80` on, PCRE matches bytes and JavaScript characters.
 */
const WHOLE = /x[0-7][\da-fA-F]|u[\da-fA-F]{4}|k<[A-Za-z_$][\w$]*>/y;

/** Advice on groups that only PCRE has, by the text after `(?`. */
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
 * Advice on an escape that is missing from JavaScript or differs there; `null` if it means the
 * same.
 * @param index the index of the letter after the backslash
 */
export function escapeAdvice(source: string, index: number): string | null {
  WHOLE.lastIndex = index;
  if (WHOLE.test(source)) return null;
  return ESCAPES.find(([letters]) => letters.includes(source[index]))?.[1] ?? null;
}

/**
 * Advice on a group that JavaScript lacks.
 * @param index the index after `(?`
 */
export function groupAdvice(source: string, index: number): string {
  const known = GROUPS.find(([start]) => {
    start.lastIndex = index;
    return start.test(source);
  });
  return known?.[1] ?? 'write (?:…) or (…)';
}
