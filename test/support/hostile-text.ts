/** Text in PHP files that would be code if it got out of its literal or its comment. */
import fc from 'fast-check';

const CODE = ['evil()', '[evil()]: 1, ', '${evil()}', '{evil()}', ";evil();'", 'X', 'Route', '1'];
const ENDS = [
  "'",
  '"',
  '`',
  '\\',
  '\\\\',
  '$',
  '${',
  '}',
  '//',
  '/*',
  '*/',
  '-->',
  '<!--',
  '</script>',
];
const LINES = ['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f', '\0'];
const UNSEEN = ['\ud800', '\udc00', '\u202e', '\u2066', '\ufeff', '\u200b', '\u{e0041}', '\ue000'];
const ORDERS = [
  '# sourceMappingURL=x',
  '@ts-nocheck',
  '/ <reference path="x" />',
  '!/bin/sh',
  '?>',
  '<?php',
];
const WORDS = [
  '__proto__',
  'a',
  ' ',
  '(',
  ')',
  '[',
  ']',
  ',',
  ':',
  '\t',
  'é',
  '😀',
  '%',
  '#',
  '\\u0041',
];

/** Pieces of code, what ends a literal or a comment, and what a tool obeys, in any order. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...CODE, ...ENDS, ...LINES, ...UNSEEN, ...ORDERS, ...WORDS), {
    maxLength: 6,
  })
  .map((pieces) => pieces.join(''));

const single = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
const spelled = (text: string) =>
  `"${text.replace(/[^a-z]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`)}"`;

/** A text in two, of which no character has one half in each. */
const halves = (text: string, at: number) => {
  const isPair = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
  const middle = isPair ? at - 1 : at;
  return [text.slice(0, middle), text.slice(middle)];
};

/**
 * A text as PHP, in one of the ways to write it. The importer reads a line break of Windows as `\n`, so a
 * text with one is spelled.
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
