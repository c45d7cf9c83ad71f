/** Sets of characters: what a class such as `[a-z0-9]` matches. */

export interface CharacterSet {
  /** By code below 128: 1 for a member. */
  readonly ascii: Readonly<Uint8Array>;
  /** Whether the characters from 128 on are members: all, none, or those that it matches. */
  readonly beyond: boolean | RegExp;
}

/** Classes that treat all characters beyond ASCII alike: no such character, no `\s`, no code. */
const ALIKE = /^(?:[^\\\u0080-\uffff]|\\[^sSuxc0-7])*$/;

/** Reads a class, or one character, as in an expression: `[^/]`, `.`, `\d`. */
export function readSet(source: string): CharacterSet {
  const member = new RegExp(`^${source}$`, 's');
  const ascii = Uint8Array.from({ length: 128 }, (_, code) =>
    member.test(String.fromCharCode(code)) ? 1 : 0,
  );
  return { ascii, beyond: ALIKE.test(source) ? member.test('\u0100') : member };
}

export function isMember({ ascii, beyond }: CharacterSet, code: number): boolean {
  if (code < 128) return ascii[code] === 1;
  return typeof beyond === 'boolean' ? beyond : beyond.test(String.fromCharCode(code));
}
