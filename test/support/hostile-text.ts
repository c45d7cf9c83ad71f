/** Text that would be code if it escaped from its literal or comment in a PHP file. */
import fc from 'fast-check';

const CODE = ['evil()', '[evil()]: 1, ', '${evil()}', '{evil()}', ";evil();'", 'X', 'Route', '1'];
const ENDS = [
  ...["'", '"', '`', '\\', '\\\\', '$', '${', '}', '//', '/*', '*/', '-->', '<!--', '</script>'],
];
const LINES = ['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f', '\0'];
const UNSEEN = ['\ud800', '\udc00', '\u202e', '\u2066', '\ufeff', '\u200b', '\u{e0041}', '\ue000'];
const ORDERS = [
  ...['# sourceMappingURL=x', '@ts-nocheck', '/ <reference path="x" />', '!/bin/sh'],
  ...['?>', '<?php'],
];
const WORDS = [
  ...['__proto__', 'a', ' ', '(', ')', '[', ']', ',', ':', '\t', 'é', '😀', '%', '#', '\\u0041'],
];

/** Pieces of code, literal and comment ends, and tool directives, in any order. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...CODE, ...ENDS, ...LINES, ...UNSEEN, ...ORDERS, ...WORDS), {
    maxLength: 6,
  })
  .map((pieces) => pieces.join(''));

const single = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
const spelled = (text: string) =>
  `"${text.replace(/[^a-z]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`)}"`;

/** Splits a text in two, without splitting a surrogate pair. */
const halves = (text: string, at: number) => {
  const isPair = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
  const middle = isPair ? at - 1 : at;
  return [text.slice(0, middle), text.slice(middle)];
};

/**
 * Writes a text in one of PHP's spellings. The importer reads a Windows line break as `\n`, so such
 * a text is spelled with escapes.
 */
export const phpText = (text: string): fc.Arbitrary<string> =>
  text.includes('\r')
    ? fc.constant(spelled(text))
    : fc.oneof(
        fc.constant(single(text)),
        fc.constant(spelled(text)),
        fc.constant(`<<<'EVIL_'\n${text}\nEVIL_\n`),
        fc.nat(text.length).map((at) => halves(text, at).map(single).join(' . ')),
      );
