/** The line of a definition that a finding shows, with a mark below it. */
import { describe, expect, it } from 'vitest';
import { patternsIn } from '../../../src/tools/cli/load/patterns.ts';
import { drawExcerpt, excerptOf } from '../../../src/tools/cli/show/excerpt.ts';

/** The excerpt of a text for a row, in which `|` is the place of its call. */
function drawn(text: string, width = 80, key?: string): string[] {
  const before = text.slice(0, text.indexOf('|')).split('\n');
  const place = { file: '', line: before.length, column: before[before.length - 1].length + 1 };
  const plain = text.replace('|', '');
  const excerpt = excerptOf(plain, patternsIn(plain)(place, key));
  return excerpt === null ? [] : drawExcerpt(excerpt, width);
}

describe('an excerpt marks', () => {
  it.each<[string, string, string[]]>([
    [
      'the first argument of a call',
      "Route.|get('a', b);",
      ["Route.get('a', b);", '          ^^^'],
    ],
    ['the first argument on a later line', "Route.|get(\n  'a',\n  'b');", ["'a',", '^^^']],
    [
      'the first argument behind comments',
      "Route.|get( // 'x'\n /* 'y' */ 'a', b);",
      ["/* 'y' */ 'a', b);", '          ^^^'],
    ],
    [
      'a call whose first argument is not written out',
      "Route.|get(\n  A, 'b');",
      ['Route.get(', '      ^^^'],
    ],
    ['one with an escaped quote', 'x.|get( "a\\"b")', ['x.get( "a\\"b")', '       ^^^^^^']],
    ['the name of another call', 'Route.|match(all);', ['Route.match(all);', '      ^^^^^']],
    ['a quoted key', "{\n  |'a': 'b' }", ["'a': 'b' }", '^^^']],
    ['a key without quotes', '{\n  |about: 1 }', ['about: 1 }', '^^^^^']],
    ['one character of anything else', '\n|[a]: 1', ['[a]: 1', '^']],
    ['what comes after wide characters', "\n中, |'a'", ["中, 'a'", '    ^^^']],
    ['what comes after a tab', "\n\tx,\t|'a'", ["x, 'a'", '   ^^^']],
    ['nothing at the end of a line', 'a|', []],
    ['nothing at the start of a file, which stands for the file', "|'a'", []],
  ])('%s', (_, text, expected) => expect(drawn(text)).toEqual(expected.map((line) => `  ${line}`)));

  it.each<[string, string, string, string[]]>([
    [
      'a later one',
      "Route.|block('a', 'b', 'c');",
      'b',
      ["Route.block('a', 'b', 'c');", '                 ^^^'],
    ],
    ['one on a later line', "Route.|block(\n  'a', // 'b', then\n  'b');", 'b', ["'b');", '^^^']],
    ['one inside a prefix', "|block('b', `/a`)", 'api/a', ["block('b', `/a`)", '           ^^^^']],
    [
      'one with a slash of its own',
      "|block('b', 'a')",
      '/a',
      ["block('b', 'a')", '           ^^^'],
    ],
    [
      'one that ends like another',
      "|block('b', 'a/b')",
      'a/b',
      ["block('b', 'a/b')", '           ^^^^^'],
    ],
    ['none, so the first', "|block('b', name)", 'a', ["block('b', name)", '      ^^^']],
  ])('the pattern of a block: %s', (_, text, key, expected) => {
    expect(drawn(`\n${text}`, 80, key)).toEqual(expected.map((line) => `  ${line}`));
  });

  it('the first argument of another call, whatever its row', () => {
    expect(drawn("\n|get('a', 'b')", 80, 'b')).toEqual(["  get('a', 'b')", '      ^^^']);
  });

  it('nothing if the file lacks the line', () => {
    const place = { file: '', line: 7, column: 1 };
    expect(patternsIn("f('a')")(place)).toBe(place);
    expect(excerptOf('a', place)).toBeNull();
  });
});

describe('the line of an excerpt', () => {
  const LINE = "\nconst first = 1, second = 2; |get('posts/:id'); const more = 3;";

  it.each([
    [80, "const first = 1, second = 2; get('posts/:id'); const more = 3;", 33],
    [50, "…1, second = 2; get('posts/:id'); const more = …", 20],
    [40, "…1, second = 2; get('posts/:id'); con…", 20],
  ])('is no wider than %d columns', (width, line, column) => {
    const [text, mark] = drawn(LINE, width);
    expect([text, mark.indexOf('^')]).toEqual([`  ${line}`, column + 2]);
  });

  it.each([
    ['the terminal is narrow', "\n|get('posts/:id')", 9, ["get('p…", '    ^^^']],
    ['the text is long', `\n|'${'a'.repeat(200)}'`, 300, [`'${'a'.repeat(96)}…`, '^'.repeat(98)]],
  ])('is cut in what is marked if %s', (_, text, width, expected) => {
    expect(drawn(text, width)).toEqual(expected.map((line) => `  ${line}`));
  });
});
