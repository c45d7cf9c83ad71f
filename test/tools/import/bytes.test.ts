/** Files that are not UTF-8: comments stay readable, and no key or destination changes silently. */
import { describe, expect, it } from 'vitest';
import { decode, readable } from '../../../src/tools/import/php/source.ts';
import { importRoutes } from '../../../src/tools/import.ts';

/** A file in Latin-1. */
const latin1 = (php: string) => Uint8Array.from(`<?php\n${php}`, (char) => char.charCodeAt(0));

describe('a file that is not UTF-8', () => {
  it('is imported if the bytes are in comments', () => {
    const php = latin1("// Café\n$route['a'] = 'b'; /* déjà */");
    const { code, warnings } = importRoutes(php);
    expect(code).toContain("  // Café\n  a: 'b', // déjà\n");
    expect(warnings).toEqual([]);
  });

  it.each([
    ['a key', "$route['café'] = 'b';"],
    ['a destination', "$route['a'] = 'café';"],
    ['a key of a method', "$route['café']['get'] = 'b';"],
    ['a destination of a method', "$route['a']['get'] = 'café';"],
    ['a table', "$route = ['a' => 'café'];"],
    ['a pattern of Route', "Route::get('café', 'b');"],
    ['an option of Route', "Route::get('a', 'b', ['as' => 'café']);"],
    ['a text with a constant', "$route[X . 'café'] = 'b';"],
  ])('leaves out what has such bytes in %s, with its line and the byte', (_, php) => {
    const { code, warnings } = importRoutes(latin1(`\n${php} $route['z'] = 'y';`));
    expect(warnings).toContainEqual({
      file: 'routes.php',
      line: 3,
      message: 'not imported: the byte E9 is not UTF-8: save the file as UTF-8',
    });
    expect(code).toContain("z: 'y'");
    expect(code).not.toMatch(/^[^/]*caf/m);
  });

  it.each([
    ["$route['caf\ufffd'] = 'b';", 'a character could not be decoded: save the file as UTF-8'],
    ["$route['caf\ud800'] = 'b';", 'half of a surrogate pair is no character'],
    ['$route["caf\\xE9"] = \'b\';', 'an escape that stands for a byte beyond ASCII'],
    ['$route["caf\\351$x"] = \'b\';', 'an escape that stands for a byte beyond ASCII'],
    ["$t = 'é'; $route['a' . $t[0]] = 'b';", 'a byte of a text that is not ASCII'],
    ["$route['a' . rawurlencode('caf\udce9')] = 'b';", 'a byte that is not UTF-8'],
    ["$route['a' . trim('é', 'à')] = 'b';", 'these characters to trim are not supported'],
  ])('is not guessed from a text: %s', (php, why) => {
    const { warnings } = importRoutes(`<?php ${php} $route['z'] = 'y';`);
    expect(warnings.map(({ message }) => message)).toContain(`not imported: ${why}`);
  });

  it('may be one that is included', () => {
    const read = () => latin1("$route['café'] = 'b'; $route['c'] = 'd'; // café");
    const { code, warnings } = importRoutes("<?php include 'a.php';", { read });
    expect(code).toContain("  c: 'd', // café\n");
    expect(warnings.map(({ line }) => line)).toEqual([2]);
  });
});

describe('decode', () => {
  it.each<[string, number[], string]>([
    ['ASCII', [0x61], 'a'],
    ['two bytes', [0xc3, 0xa9], 'é'],
    ['three bytes', [0xe2, 0x82, 0xac], '€'],
    ['four bytes', [0xf0, 0x9f, 0x98, 0x80], '😀'],
    ['U+FFFD itself', [0xef, 0xbf, 0xbd], '\ufffd'],
    ['Latin-1', [0x63, 0xe9, 0x61], 'c\udce9a'],
    ['an end that is missing', [0xe2, 0x82], '\udce2\udc82'],
    ['a byte that begins nothing', [0x80], '\udc80'],
    ['an overlong form of two bytes', [0xc0, 0x80], '\udcc0\udc80'],
    ['an overlong form of three bytes', [0xe0, 0x80, 0x80], '\udce0\udc80\udc80'],
    ['an overlong form of four bytes', [0xf0, 0x80, 0x80, 0x80], '\udcf0\udc80\udc80\udc80'],
    ['a surrogate', [0xed, 0xa0, 0x80], '\udced\udca0\udc80'],
    ['what is beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80], '\udcf4\udc90\udc80\udc80'],
    ['what no character begins with', [0xf5, 0x80], '\udcf5\udc80'],
    [
      'Latin-1 next to UTF-8',
      [
        0xe9, 0xc3, 0xa9, 0xf4, 0x8f, 0xbf, 0xbf, 0xed, 0x9f, 0xbf, 0xe0, 0xa0, 0x80, 0xf0, 0x90,
        0x80, 0x80,
      ],
      '\udce9é\u{10ffff}\ud7ffࠀ\u{10000}',
    ],
  ])('keeps every byte: %s', (_, bytes, text) => expect(decode(Uint8Array.from(bytes))).toBe(text));

  it('leaves a text unchanged', () => expect(decode('c\ufffd')).toBe('c\ufffd'));
});

it('shows bytes as Latin-1 if they are only read', () => {
  expect(readable('c\udce9 😀')).toBe('cé 😀');
});
