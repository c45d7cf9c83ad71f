const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The next letter of base64url (RFC 4648, section 5), which differs in the lowest bit if it is even. */
export const nextLetter = (letter: string): string => LETTERS[LETTERS.indexOf(letter) + 1] ?? '';
