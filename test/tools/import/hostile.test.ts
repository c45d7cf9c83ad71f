/** Checks that text of a PHP file stays text in the written file. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Text } from '../../../src/tools/import/php/values.ts';
import { contentOf } from '../../../src/tools/import/write/code.ts';
import { readPattern } from '../../../src/tools/import/write/pattern.ts';
import { verify } from '../../../src/tools/import/write/verify.ts';
import { importRoutes } from '../../../src/tools/import.ts';
import { caught } from '../../support/caught.ts';
import { hostileText, phpText } from '../../support/hostile-text.ts';
import { RUNS } from '../../support/runs.ts';
import { readWritten } from '../../support/written-file.ts';

/** A statement with hostile text, and the row or call that it must become. */
interface Statement {
  readonly php: string;
  readonly row?: readonly [key: string, ...to: readonly unknown[]];
  readonly call?: readonly unknown[];
}

const literal = hostileText.chain((text) => phpText(text).map((php) => ({ php, text })));
type Literal = typeof literal extends fc.Arbitrary<infer L> ? L : never;

/** An empty destination is left to PHP, since these files set no default controller. */
const leading = (to: string) => (to === '' ? ['left to PHP', [], 'leftToPhp'] : [to]);

/** Every possible place of a text; `index` makes unique names. */
const PLACES: readonly ((text: Literal, index: number, raw: string) => Statement)[] = [
  ({ php, text }, index) => ({
    php: `$route['v${index}'] = ${php};`,
    row: [`v${index}`, ...leading(text)],
  }),
  ({ php, text }, index) => ({
    php: `Route::any('c${index}', ${php});`,
    call: ['any', `c${index}`, ...leading(text)],
  }),
  ({ php, text }, index) => ({
    php: `Route::get('o${index}', 'x', array('as' => ${php}));`,
    call: ['get', `o${index}`, 'x', ...(text === '' ? [] : [[['as', text]]])],
  }),
  ({ php, text }, index) => ({
    php: `$route['k${index}'] = constant('Z9') . '$' . ${php};`,
    row: [`k${index}`, `\0$${text}`],
  }),
  ({ php, text }, index) => ({
    php: `Route::any('n${index}', Route::named(${php}) . ${php});`,
    call: ['any', `n${index}`, text === '' ? null : `\0${text}`],
  }),
  ({ php }) => ({ php: `$route[${php}] = 'a'; $route[${php}] = 'b'; unset($route[${php}]);` }),
  ({ php, text }, index) => {
    const read = readPattern(`q${index}/${text}`, 'segment');
    const made = `$route['q${index}/' . ${php}] = 'a';`;
    return 'pattern' in read ? { php: made, row: [String(read.pattern), 'a'] } : { php: made };
  },
  ({ php }) => ({ php: `$route[${php} . Z9 . '{evil()}'] = ${php} . Z9;` }),
  ({ php }, index) => ({ php: `$route['m${index}'][${php}] = 'a';` }),
  ({ php }) => ({ php: `Route::any(${php}, ${php});` }),
  ({ php }) => ({
    php: `Route::resources(${php}, array('controller' => ${php}, 'module' => ${php}, 'constraint' => ${php}, 'offset' => ${php}));`,
  }),
  ({ php }) => ({ php: `Route::context(${php}, array('home' => ${php}));` }),
  ({ php }) => ({
    php: `Route::prefix(${php}, function () { if ($_GET[${php}]) { Route::any('x', ${php}); } });`,
  }),
  ({ php }) => ({ php: `Route::get('x', 'y', array(), function () { Route::block(${php}); });` }),
  ({ php }) => ({ php: `Route::block(${php}, 'b', ${php});` }),
  ({ php }) => ({ php: `if ($_SERVER[${php}]) { $route['x'] = ${php}; }` }),
  ({ php }) => ({ php: `$route['u'] = strange(${php});` }),
  ({ php }) => ({ php: `include ${php};` }),
  ({ php }, index) => ({
    php: `define(${php}, 'x'); $route['d'] = constant('D${index}' . ${php});`,
  }),
  (_, __, raw) => ({ php: `// ${raw.replace(/[\r\n]|\?>/g, '')}\n` }),
  (_, __, raw) => ({ php: `#${raw.replace(/[\r\n]|\?>/g, '').replace(/^\[+/, '')}\n` }),
  (_, index, raw) => ({
    php: `$route['t${index}'] = 'x'; //${raw.replace(/[\r\n]|\?>/g, '')}\n`,
    row: [`t${index}`, 'x'],
  }),
  (_, __, raw) => ({ php: `/*${raw.replace(/\*\/+/g, '*')}*/` }),
  (_, __, raw) => ({ php: `/**\n * ${raw.replace(/\*\/+/g, '*')}\n */` }),
  ({ php }) => ({ php: `$route = Route::map($route); $route['late'] = ${php};` }),
];

const statements = fc
  .array(fc.tuple(fc.constantFrom(...PLACES), literal, hostileText), { maxLength: 6 })
  .map((made) => made.map(([place, text, raw], index) => place(text, index, raw)));

it('has every text of a hostile PHP file in a literal or a comment', () => {
  fc.assert(
    fc.property(statements, literal, hostileText, (made, constant, name) => {
      const one = `$route['one'] = constant('O' . ${constant.php});`;
      const php = [one, ...made.map((each) => each.php)];
      const { code } = importRoutes(`<?php\n${php.join('\n')}`, {
        file: name,
        constants: Object.fromEntries(made.length > 2 ? [[`O${constant.text}`, 'x']] : []),
      });
      const { rows, calls, comments } = readWritten(code);
      for (const { php, row, call } of made) {
        // A text with half a character is skipped with a warning, even if the next text has the
        // other half.
        const texts = [php, row, call].flat(3).filter((text) => typeof text === 'string');
        if (texts.some((text) => !text.isWellFormed())) continue;
        // After Route::map, and after a row that is left to PHP, rows become calls.
        const isRow = rows.some(([key]) => key === row?.[0]);
        if (row !== undefined)
          expect([...rows, ...calls]).toContainEqual(isRow ? row : ['any', ...row]);
        if (call !== undefined) expect(calls).toContainEqual(call);
      }
      expect(code).not.toMatch(/[^\P{Cc}\n\t]|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}/u);
      for (const comment of comments) expect(comment).toMatch(/^\/\/(?!\/|#|@|\s*@ts-)/);
    }),
    RUNS,
  );
});

it('has the names of modules, files and variables in a literal or a comment', () => {
  const php = `<?php
    foreach (glob('*') as $key => $file) { $route["f$key"] = $file; }
    $route['g'] = getenv('G');
    $route['(:any)'] = getenv('G');
    $route['news'] = 'x';
    include 'x.php';`;
  fc.assert(
    fc.property(statements, hostileText, hostileText, (made, name, text) => {
      const more = `<?php ${made.map((each) => each.php).join('\n')}`;
      for (const program of [php, more]) {
        for (const options of [{ module: name }, { ci2: true }]) {
          const { code } = importRoutes(program, {
            ...options,
            list: () => [{ name: text, isFolder: false }],
            read: () => ({ refused: text }),
            env: () => text,
          });
          const { comments } = readWritten(code);
          expect(code).not.toMatch(/[^\P{Cc}\n\t]|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}/u);
          for (const comment of comments) expect(comment).toMatch(/^\/\/(?!\/|#|@|\s*@ts-)/);
        }
      }
    }),
    RUNS,
  );
});

describe('text of a PHP file', () => {
  it.each([
    ['a key removed', "$k = \"old\\n  [evil()]: 'x', //\"; $route[$k] = 'a'; unset($route[$k]);"],
    ['a key assigned again', '$k = "old\\n[evil()]: 1, //"; $route[$k] = 1; $route[$k] = 2;'],
    ['a method', '$route["a"]["\\nevil(); //"] = "b";'],
    ['a constant', '$route["a"] = constant("A\\nevil(); //");'],
    ['a dollar before a brace', "$route['a'] = X . '$' . '{evil()}';"],
    ['a name', '$route["a"] = Route::named("x\u2028evil()");'],
    ['code that is left out', "if ($_GET['\u2028evil();//']) { $route['a'] = 'b'; }"],
    ['a line that is left out in part', '$route["a"] = $_GET["\u2029evil()"];'],
    ['a pattern that is refused', '$route["(\\nevil();//"] = "b";'],
    ['a file that is missing', 'include "a\\nevil();//";'],
    ['an instruction of TypeScript', "// @ts-nocheck\n$route['a'] = 'b';"],
    ['a source map', "#\n//# sourceMappingURL=evil\n$route['a'] = 'b';"],
  ])('is no code, and no instruction to a tool: %s', (_, php) => {
    const { code } = importRoutes(`<?php\n${php}`, { file: 'a/x\u2028evil();.php' });
    const { comments } = readWritten(code);
    for (const comment of comments) expect(comment).toMatch(/^\/\/(?!\/|#|@|\s*@ts-)/);
  });

  it.each([
    ['a sign that turns the direction', '\\u{202E}', '\u202e'],
    ['a line separator', '\\u{2028}', '\u2028'],
    ['a mark beyond the first plane', '\\u{E0041}', '\u{e0041}'],
    ['a private character', '\\u{E000}', '\ue000'],
  ])('is an escape if it can not be seen: %s', (_, written, text) => {
    const php = `$route['a'] = "${written}"; $route['b'] = "${written}" . X;`;
    const { code } = importRoutes(`<?php ${php}`);
    expect(Object.fromEntries(readWritten(code).rows)).toEqual({ a: text, b: `${text}\0` });
    expect(/[\p{Cf}\p{Cs}\p{Zl}]/u.test(code)).toBe(false);
  });

  it('may be a private character, next to a constant', () => {
    const { code } = importRoutes('<?php $route["\\u{E000}-" . X . "\\u{E001}"] = "a";');
    expect(readWritten(code).rows).toEqual([['\ue000-\0\ue001', 'a']]);
  });

  it('leaves no private character for the constants of a pattern', () => {
    const all = Array.from({ length: 0x1900 }, (_, at) => String.fromCharCode(0xe000 + at));
    const key = new Text([all.join(''), { constant: 'X' }]);
    expect(readPattern(key, 'segment')).toEqual({ refused: 'it has too many constants' });
  });

  it('distinguishes two constants whose names are alike', () => {
    const thrown = caught(() => importRoutes('<?php $route[A_b] = A::b;', { file: 'r.php' }));
    expect(thrown.message).toBe(
      'r.php:1: the constants A_b and A::b would both be PHP_A_b in TypeScript. Give one of them a value, --constant A::b=value. See npx waymark help bad-php.',
    );
  });

  it('is quoted in a suggested option', () => {
    const { warnings } = importRoutes("<?php $route['a'] = constant(\"A'; evil\");");
    expect(warnings[0]?.message).toContain("--constant 'A'\\''; evil=value', or give");
  });

  it('omits a number that JavaScript can not represent exactly', () => {
    const { warnings } = importRoutes("<?php Route::resources('a', array('offset' => '1e30'));");
    expect(warnings[0]?.message).toBe('not imported: its offset is too large');
  });

  it('omits a call whose offset is not known', () => {
    const php = "<?php Route::resources('a', array('offset' => strange()));";
    const { code, warnings } = importRoutes(php);
    expect(warnings[0]?.message).toMatch(/^not imported: the option offset is unknown: /);
    expect(readWritten(code).calls).toEqual([]);
  });
});

describe('a file that is written', () => {
  const meant = {
    hasLeft: true,
    constants: ['A'],
    calls: [
      { method: 'any', args: ['a', { options: [['children', { nested: [] }]] as const }] },
      { method: 'prefix', args: ['p', { nested: [{ method: 'reset', args: [] }] }] },
    ],
    rows: [
      [contentOf(new Text([{ constant: 'A' }])), 'x'],
      ['k', contentOf(new Text(['$', { constant: 'A' }, '`', { named: 'n' }]))],
      ['translate_uri_dashes', true],
    ] as const,
  };
  const code = `// Imported
import { Route } from 'waymark'; const leftToPhp = () => new Response('This is left to PHP', { status: 501 });
const A;
Route.any('a', { children: () => {}, }); // b
Route.prefix('p', () => { Route.reset(); });
export default Route.map({ [A]: 'x', k: \`$\${A}\\\`\${Route.named('n') ?? ''}\`, translate_uri_dashes: true, });
`;

  it('may contain what the importer writes', () => {
    expect(() => verify(code, meant, 'r.php')).not.toThrow();
    expect(() => verify(code.replace("'p'", '`p`'), meant, 'r.php')).not.toThrow();
  });

  it.each([
    ['a line break that ends a comment', '// b', '// b\revil();', 'expected Route on its line 4'],
    ['a separator that does', '// b', '// b\u2028evil();', 'expected Route on its line 4'],
    ['a statement in a comment', '// b', '// b\nevil();', 'expected Route on its line 5'],
    ['a call that is not meant', '// b', '// b\nRoute.reset();', 'its content differs'],
    ['a block comment', '// b', '/* b */', 'expected Route on its line 4'],
    ['a string that ends early', "'p'", "'p' + evil() + ''", 'expected , on its line 5'],
    ['a string over a line', "'p'", "'p\n'", 'expected the end of a text on its line 5'],
    ['another text', "'p'", "'q'", 'its content differs'],
    ['an unknown escape', "'p'", "'\\x70'", 'expected the end of a text on its line 5'],
    ['a key with code', '[A]', '[evil()]', 'expected ] on its line 6'],
    ['a template with code', '$${A}', '$${evil()}', 'expected } on its line 6'],
    ['a template with a string', '$${A}', "$${'A'}", 'expected a constant on its line 6'],
    ['another handler', '501', '200', 'expected ; on its line 2'],
    ['another constant', '[A]', '[B]', 'its content differs'],
    ['a constant with a value', 'const A', 'const A = evil()', 'expected ; on its line 3'],
    ['a word that is a prefix', 'const A', 'constA', 'expected Route on its line 3'],
    ['another import', "'waymark'", "'evil'", "expected 'waymark' on its line 2"],
    ['a row that a comment hides', 'k: ', '// k: ', 'expected a name on its line 7'],
    ['code at the end', '});\n$', '}); evil();\n', 'expected the end of the file on its line 6'],
    ['no name', '.prefix', '.', 'expected a name on its line 5'],
    [
      'an option with code',
      '{ children: () => {}, }',
      '{ children: () => {} ; }',
      'expected } on its line 4',
    ],
  ])('is refused if it contains anything else: %s', (_, from, to, problem) => {
    const changed = code.replace(from.endsWith('$') ? /\}\);\n$/ : from, () => to);
    expect(changed).not.toBe(code);
    expect(caught(() => verify(changed, meant, 'r.php')).message).toBe(
      `r.php: the TypeScript for this file differs from the intended routes: ${problem}. Nothing was written; please report the PHP file. See npx waymark help bad-php.`,
    );
  });
});
