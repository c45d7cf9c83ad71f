/** Sets of characters, such as `[a-z0-9]`. */

export interface CharacterSet {
  /** 1 for each code below 128 that is a member. */
  readonly ascii: Readonly<Uint8Array>;
  /** Whether the characters from 128 on are members; an expression if only some are. */
  readonly beyond: boolean | RegExp;
}

/** Classes that treat all non-ASCII characters alike: those without such a character or a code. */
const ALIKE = /^(?:[^\\\u0080-\uffff]|\\[^uxc0-7])*$/;

/** Reads the source of a class, or of one character: `[^/]`, `.`, `\d`. */
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
