/**
 * Reads files that may not be UTF-8, such as old ones in Latin-1. PHP's texts are bytes. A byte
 * that is not valid UTF-8 becomes a lone surrogate, U+DC80 to U+DCFF, which UTF-8 never decodes to.
 * So it is never mistaken for a character, and never lost.
 */

/** Lone surrogates, and the replacement character of decoders. */
const ALIEN = /[\p{Cs}\ufffd]/u;

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Decodes a file.
 * @param file its bytes, or its text if it is already decoded
 */
export function decode(file: Uint8Array | string): string {
  if (typeof file === 'string') return file;
  const text = UTF8.decode(file);
  if (!text.includes('\ufffd')) return text;
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < file.length; ) {
    const length = lengthAt(file, at);
    if (length > 0) {
      at += length;
      continue;
    }
    parts.push(UTF8.decode(file.subarray(start, at)), String.fromCharCode(0xdc00 + file[at]));
    start = ++at;
  }
  return [...parts, UTF8.decode(file.subarray(start))].join('');
}

/** The text as its author probably saw it, with invalid UTF-8 bytes read as Latin-1. */
export function readable(text: string): string {
  return text.replace(/[\udc80-\udcff]/gu, (unit) =>
    String.fromCharCode(unit.charCodeAt(0) - 0xdc00),
  );
}

/**
 * Describes the problem with a text that is not UTF-8.
 * @returns `null` if there is none
 */
export function alienIn(text: string): string | null {
  const found = ALIEN.exec(text);
  if (found === null) return null;
  const code = found[0].charCodeAt(0);
  if (code === 0xfffd) return 'a character could not be decoded: save the file as UTF-8';
  if (code < 0xdc80 || code > 0xdcff) return 'half of a surrogate pair is no character';
  const byte = (code - 0xdc00).toString(16).toUpperCase();
  return `the byte ${byte} is not UTF-8: save the file as UTF-8`;
}

/** The number of bytes of the character at an index; 0 if there is no valid character. */
function lengthAt(file: Uint8Array, at: number): number {
  const first = file[at];
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  for (let next = 1; next < length; next++) {
    if ((file[at + next] & 0xc0) !== 0x80) return 0;
  }
  const second = file[at + 1];
  // Overlong forms, surrogates, and values beyond the last character.
  if (first === 0xe0 && second < 0xa0) return 0;
  if (first === 0xed && second > 0x9f) return 0;
  if (first === 0xf0 && second < 0x90) return 0;
  return first === 0xf4 && second > 0x8f ? 0 : length;
}
