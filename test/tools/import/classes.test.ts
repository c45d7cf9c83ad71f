/** Classes of PHP files, read and rewritten as TypeScript. */
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import {
  actionNames,
  readClasses,
  runsWhenLoaded,
  writeClasses,
} from '../../../src/tools/import.ts';
import { caught } from '../../support/caught.ts';

const read = (php: string) => readClasses(`<?php\n${php}`);

/** The TypeScript of the only class in a PHP file, without the lines around it. */
function written(php: string, options: Partial<Parameters<typeof writeClasses>[1]> = {}): string[] {
  const classes = read(php);
  const code = writeClasses(classes, { file: 'A.php', main: classes[0].name, ...options });
  const { transpileModule } = ts;
  const told = transpileModule(code, { reportDiagnostics: true }).diagnostics ?? [];
  expect(told.map(({ messageText }) => messageText)).toEqual([]);
  const lines = code.split('\n');
  const start = lines.findIndex((line) => line.startsWith('export'));
  return lines.slice(start, -1);
}

/** The lines of the only method of a class. */
const method = (php: string, options = {}) =>
  written(`class A { ${php} }`, options)
    .slice(1, -1)
    .map((line) => line.slice(2));

/** The response of an action's skeleton. */
const answerOf = (name: string) =>
  `  return new Response('${name} is not written yet', { status: 501 });`;

describe('readClasses', () => {
  it.each([
    ['alone', 'class A {}', ['A']],
    ['of a namespace', 'namespace X; class A {}', ['A']],
    ['in a block', '{ class A {} }', ['A']],
    ['if missing', "if (!class_exists('A')) { class A {} } else { class B {} }", ['A', 'B']],
    ['after its parent', 'class A extends b {} class B {} class C {}', ['B', 'A', 'C']],
    ['in a circle', 'class A extends B {} class B extends A {}', ['B', 'A']],
    ['of one name', 'class A {} class a {}', ['A']],
    ['abstract and final ones', 'abstract class A {} final class B {}', ['A', 'B']],
    ['besides other code', 'interface I {} trait T {} function f() {} $a = 1;', []],
  ])('finds the classes of a file: %s', (_, php, names) => {
    expect(read(php).map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ['none', 'class A {}', null],
    ['one for the file', 'namespace X; class A {}', 'X'],
    ['a block', 'namespace X\\Y { class A {} }', 'X\\Y'],
    ['the global block', 'namespace { class A {} }', null],
  ])('gives the namespace of a class: %s', (_, php, namespace) => {
    expect(read(php)).toMatchObject([{ name: 'A', namespace }]);
  });

  it('reads the members of a class', () => {
    const php = [
      'class Photos extends \\Base\\MY_Controller {',
      '  use Login;',
      '  const MAX = 1;',
      '  public $a = [1], $b;',
      '  public function show(int $id, $page = 1, ...$rest): void {',
      '    echo 1;',
      '',
      '      echo 2;',
      '  }',
      '  function plain() { // one line }',
      '    echo 1; }',
      '  protected function own() {}',
      '  private static function made() { }',
      '  abstract function later();',
      '}',
    ].join('\n');
    const [photos] = read(php);
    expect(photos).toMatchObject({ name: 'Photos', parent: 'MY_Controller', line: 2 });
    expect(photos.members).toEqual(
      ['use Login;', 'MAX = 1', 'public $a = [1], $b'].map((text) =>
        expect.stringContaining(text.slice(0, -1)),
      ),
    );
    expect(photos.methods.map(({ name, isPublic, body }) => [name, isPublic, body])).toEqual([
      ['show', true, ['echo 1;', '', '  echo 2;']],
      ['plain', true, ['// one line }', 'echo 1;']],
      ['own', false, []],
      ['made', false, []],
      ['later', true, null],
    ]);
    const [{ parameters, head }] = photos.methods;
    expect(head).toBe('public function show(int $id, $page = 1, ...$rest): void');
    expect(parameters).toEqual([
      { name: 'id', value: null, isVariadic: false },
      { name: 'page', value: '1', isVariadic: false },
      { name: 'rest', value: null, isVariadic: true },
    ]);
  });

  it('reads bytes that are not UTF-8', () => {
    const php = Buffer.from("<?php class A { function f() { echo 'caf\xe9'; } }", 'latin1');
    expect(readClasses(php)[0].methods[0].body).toEqual(["echo 'café';"]);
  });

  it.each([
    ['no PHP', '<?php class {', 'bad-php', /^a\.php:1: the PHP can't be read/],
    ['no text', 7, 'bad-argument', /^readClasses: php/],
  ])('refuses a file that is %s', (_, php, code, message) => {
    // The cast passes an invalid argument.
    const error = caught(() => readClasses(php as string, 'a.php'));
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
  });
});

/** The skeleton of a method that is no action. */
const throws = (name: string) => `  throw new Error('${name} is not written yet');`;

describe('writeClasses', () => {
  it.each<[string, string, unknown[]]>([
    [
      'an action',
      'public function show($id) { echo 1; }',
      ['show(id: string): unknown {', '  // echo 1;', answerOf('show'), '}'],
    ],
    [
      'an action with types',
      'function show(int $id): void {}',
      ['show(id: string): unknown {', '  // function show(int $id): void', answerOf('show'), '}'],
    ],
    [
      'a private method',
      'private function load() {}',
      ['_load(): unknown {', '  // private function load()', throws('_load'), '}'],
    ],
    ['a hidden method', 'function _load() {}', ['_load(): unknown {', throws('_load'), '}']],
    [
      '_remap',
      'function _remap($method, $params = array()) {}',
      [
        '_remap(method: string, params: readonly string[] = []): unknown {',
        '  // function _remap($method, $params = array())',
        answerOf('_remap'),
        '}',
      ],
    ],
    ['index of any case', 'function Index() {}', ['index(): unknown {', answerOf('index'), '}']],
    ...['context', 'toString'].map((name): [string, string, string[]] => [
      `an action whose name a controller has: ${name}`,
      `function ${name}() {}`,
      [`_${name}(): unknown {`, throws(`_${name}`), '}'],
    ]),
    [
      'the constructor',
      'function __construct() { parent::__construct(); }',
      ['// function __construct()', '//   parent::__construct();'],
    ],
    ['an abstract method', 'abstract function f();', ['// abstract function f()']],
    ['a field', 'public $a = [\n1];', ['// public $a = [', '// 1]']],
    [
      'a comment that looks like an order',
      'function f() { // @ts-nocheck\n }',
      ['f(): unknown {', expect.stringMatching(/^ {2}\/\/ \/\/ ?@ts-nocheck$/), answerOf('f'), '}'],
    ],
    [
      'a line that ends in JavaScript alone',
      "function f() { echo 'a\u2028b'; }",
      ['f(): unknown {', "  // echo 'a", "  // b';", answerOf('f'), '}'],
    ],
    [
      'a name that needs quotes',
      'function größe() {}',
      [expect.stringMatching(/^'?gr/), '  // function größe()', answerOf('größe'), '}'],
    ],
  ])('writes %s', (_, php, lines) => expect(method(php)).toEqual(lines));

  it.each([
    ['$a', 'a: string'],
    ['$a = null', 'a: string | null = null'],
    ['$a = TRUE', 'a: string | boolean = true'],
    ['$a = -1.5', 'a: string | number = -1.5'],
    ["$a = 'x'", "a: string = 'x'"],
    ['$a = "it\'s"', "a: string = 'it\\'s'"],
    ["$a = 'a\\'b'", 'a: string | undefined = undefined'],
    ['$a = "$b"', 'a: string | undefined = undefined'],
    ['$a = []', 'a: string | readonly unknown[] = []'],
    ['$a = array( )', 'a: string | readonly unknown[] = []'],
    ['$a = [1]', 'a: string | undefined = undefined'],
    ['$a = self::MAX', 'a: string | undefined = undefined'],
    ['$a = 007', 'a: string | undefined = undefined'],
    ['...$a', '...a: string[]'],
    ['$class, $await', 'class_: string, await_: string'],
    ['&$a', 'a: string'],
  ])('writes the parameter %s', (php, code) => {
    expect(method(`function f(${php}) {}`)[0]).toBe(`f(${code}): unknown {`);
  });

  it('distinguishes methods that would have one name', () => {
    const php = 'class A { function _f() {} private function f() {} private function __f() {} }';
    const lines = written(php);
    const names = lines.flatMap((line) => /^ {2}(\w+)\(/.exec(line)?.[1] ?? []);
    expect(names).toEqual(['_f', '___f', '__f']);
  });

  it.each([
    ['Response', "globalThis.Response('f is not written yet', { status: 501 })"],
    ['Error', "Response('f is not written yet', { status: 501 })"],
  ])('does not confuse a class with a global: %s', (name, code) => {
    expect(written(`class ${name} { function f() {} }`).join('\n')).toContain(`new ${code}`);
  });

  it.each([
    ['class A extends CI_Controller {}', 'A extends Controller', 'Controller'],
    ['class A {}', 'A extends Controller', 'Controller'],
    ['class A extends A {}', 'A extends Controller', 'Controller'],
    ['class Controller extends CI_Controller {}', 'Controller extends Base', 'Controller as Base'],
  ])('imports what a class extends: %s', (php, head, name) => {
    const code = writeClasses(read(php), { file: 'A.php', main: read(php)[0].name });
    expect(code).toContain(`export default class ${head} {\n`);
    expect(code).toMatch(
      new RegExp(`\\nimport \\{ (?:type Context, )?${name} \\} from 'waymark/hmvc';\\n`),
    );
  });

  it.each([
    ['../core/Base.ts', false, "import { Base } from '../core/Base.ts';"],
    ['./Base.ts', true, "import Base from './Base.ts';"],
    [null, false, null],
  ])(
    'writes a class that extends another of the application: of %s, by default %s',
    (from, isDefault, line) => {
      const source = { name: 'Base', from, isDefault };
      const classes = read('class A extends base {}');
      const code = writeClasses(classes, { file: 'A.php', main: 'a', sourceOf: () => source });
      expect(code).toContain('export default class A extends Base {\n');
      expect(code.includes('import ')).toBe(line !== null);
      expect(code).toContain(line ?? '');
    },
  );

  it('lets a method take fewer arguments than PHP if it overrides one, and any type', () => {
    const [a, base] = read(
      'class Base { function f($x) {} private function g() {} } class A extends Base { function f($x, $y) {} function g() {} function h(...$x) {} }',
    ).reverse();
    const source = { name: 'Base', from: './Base.ts', isDefault: true };
    const ancestors = () => [base];
    const options = { file: 'A.php', main: 'A', ancestors, sourceOf: () => source };
    const code = writeClasses([a], options);
    expect(code.split('\n').filter((line) => /^ {2}\w.*\{$/.test(line))).toEqual([
      '  override f(x: unknown, y: unknown = undefined): unknown {',
      '  g(): unknown {',
      '  h(...x: string[]): unknown {',
    ]);
  });

  /** The lines of the constructor that answers 501. */
  const closed = (...comments: string[]) => [
    '// Write the constructor, or delete it. Until then, PHP answers every action.',
    'constructor(context: Context) {',
    '  super(context);',
    ...comments.map((line) => `  // ${line}`),
    "  throw new Response('the constructor of A is not written yet', { status: 501 });",
    '}',
  ];

  it.each([
    ['code', 'public function __construct() { parent::__construct(); guard(); }'],
    ['arguments for the parent', "function __construct() { parent::__construct('admin'); }"],
    ['a call of another class', 'function __construct() { Guard::__construct(); }'],
    ['a call of another method of the parent', 'function __construct() { parent::guard(); }'],
    ['a value that is returned', 'function __construct() { return guard(); }'],
    ['a call of an action', 'function __construct() { $this->guard(); }'],
  ])('writes a constructor that answers 501 for %s', (_, php) => {
    const body = /\{ (.*) \}/.exec(php)?.[1] ?? '';
    const own = written(`class A extends CI_Controller { ${php} }`).slice(1, -1);
    expect(own.map((line) => line.slice(2))).toEqual(closed(body));
  });

  it.each<[string, string, string[]]>([
    ['one without a parent', 'class A { function __construct() { guard(); } }', closed('guard();')],
    [
      'one with parameters',
      'class A extends CI_Controller { private function __construct($x) { guard(); } }',
      closed('private function __construct($x)', 'guard();'),
    ],
    [
      'a method with the name of the class, as before PHP 5',
      'class A extends CI_Controller { function a() { parent::CI_Controller(); guard(); } }',
      [
        ...closed('parent::CI_Controller(); guard();'),
        ...['', 'a(): unknown {', '  // parent::CI_Controller(); guard();', answerOf('a'), '}'],
      ],
    ],
    [
      'an unknown base class',
      'class A extends Lost { function __construct() { parent::__construct(); } }',
      closed('parent::__construct();'),
    ],
    [
      'a trait',
      'class A extends CI_Controller { use Logins; }',
      ['// use Logins;', '', ...closed()],
    ],
  ])('writes a constructor that answers 501 for %s', (_, php, lines) => {
    expect(
      written(php)
        .slice(1, -1)
        .map((line) => line.slice(2)),
    ).toEqual(lines);
  });

  it.each([
    ['none', ''],
    ['an empty one', 'function __construct() { // nothing\n }'],
    ['an abstract one', 'abstract function __construct();'],
    ['one that calls the parent', 'function __construct() { parent::__construct(); return; }'],
    ['one that names the parent', 'function __construct() { CI_Controller::__construct(); }'],
    ['one as before PHP 5', 'function A() { parent::CI_Controller();; }'],
    ['a method of that name beside it', 'function __construct() {} function A() { guard(); }'],
  ])('writes no constructor for %s', (_, php) => {
    expect(written(`class A extends CI_Controller { ${php} }`).join('\n')).not.toContain(
      'constructor(',
    );
  });

  it('does not take a method for a constructor in a namespace', () => {
    expect(
      written('namespace B; class A extends CI_Controller { function A() { f(); } }').join('\n'),
    ).not.toContain('constructor(');
  });

  it('passes the context only to classes that are controllers', () => {
    const classes = read(
      'class Base { function __construct() { f(); } } class A extends Base { function __construct() { f(); } } class Context { function __construct() { f(); } } class Other extends CI_Controller { function __construct() { f(); } }',
    );
    const code = writeClasses(classes, {
      file: 'A.php',
      main: 'A',
      ancestors: (name) => (name === 'A' ? [classes[0]] : []),
      sourceOf: (name) => (name === 'Base' ? { name, from: null, isDefault: false } : null),
    });
    const lines = code.split('\n').filter((line) => /class|constructor\(|super|import/.test(line));
    expect(lines).toEqual([
      "import { type Context as Of, Controller } from 'waymark/hmvc';",
      'export class Base {',
      '  constructor() {',
      'export default class A extends Base {',
      '  constructor() {',
      '    super();',
      'export class Context {',
      '  constructor() {',
      'export class Other extends Controller {',
      '  constructor(context: Of) {',
      '    super(context);',
    ]);
  });

  it('passes the context on to a base class that is the default of its file', () => {
    const [base, a] = read(
      'class Base {} class A extends Base { function __construct() { f(); } }',
    );
    const source = { name: 'Base', from: './Base.ts', isDefault: true };
    const ancestors = () => [base];
    const code = writeClasses([a], { file: 'A.php', main: 'A', ancestors, sourceOf: () => source });
    expect(code).toContain("import type { Context } from 'waymark/hmvc';\n");
    expect(code).toContain('    super(context);\n');
  });

  it('exports other classes by name, and leaves those without a parent alone', () => {
    const lines = written('class A {} class delete_ {} ', { main: null });
    expect(lines).toEqual(['export class A {', '}', '', 'export class delete_ {', '}']);
  });
});

it('actionNames lists the actions that URLs reach, inherited ones too', () => {
  const php = `class A { function a() {} function INDEX() {} function _x() {} private function p() {} function _remap() {} function toString() {} abstract function q(); }
    class B { function a() {} function b() {} }`;
  expect(actionNames(read(php))).toEqual(['a', 'index', '_remap', 'b']);
});

it.each([
  ['declarations', 'function f() { die; } class A {} interface B {} trait C {} enum D {}', false],
  ['a namespace', 'namespace A; use B; const C = 1; function f() {}', false],
  ['a check of the framework', "defined('BASEPATH') OR exit('No'); define('A', 1);", false],
  [
    'another check of it',
    "if (!defined('BASEPATH')) exit('No'); if (!defined('A')) { exit; }",
    false,
  ],
  ['a guarded function', "if (!function_exists('f')) { function f() {} } else {}", false],
  ['text outside', '?> x', false],
  ['a call', 'guard();', true],
  ['a block', '{ guard(); }', true],
  ['a condition', "if (!isset($_SESSION['user'])) exit;", true],
  ['a condition in a word', "$_SESSION['user'] OR exit;", true],
  ['code for a missing function', "if (!function_exists('f')) { guard(); }", true],
  ['code otherwise', "if (class_exists('A')) {} else { guard(); }", true],
  ['a file', "require 'a.php';", true],
  ['a loop', 'while (guard()) {}', true],
])('runsWhenLoaded says whether a file has code outside its functions: %s', (_, php, runs) => {
  expect(runsWhenLoaded(`<?php ${php}`)).toBe(runs);
});
