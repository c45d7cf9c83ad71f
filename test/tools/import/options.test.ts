/** The options of importRoutes: constants, other files, `(:any)`. */
import { describe, expect, it } from 'vitest';
import { createRouter } from '../../../src/resolve/create-router.ts';
import { importRoutes, readConfig } from '../../../src/tools/import.ts';
import { caught } from '../../support/caught.ts';
import { imported, tableOf } from '../../support/imported.ts';

describe('a constant that the file does not define', () => {
  const php = `$route[ADMIN . '/(:any)'] = ADMIN . '/$1';
$route[ADMIN] = \\My\\HOME;
$route["x/{$y}" . Config::AREA] = 'z';
$route['api/' . ADMIN]['get'] = 'a$' . ADMIN;
Route::prefix(ADMIN, function () { Route::context('content', array('home' => ADMIN . '/x')); });`;

  const written = importRoutes(`<?php\n$y = 'y'; ${php}`);

  it('stays a constant, for which the file has no value', () => {
    expect(written.code).toContain(`
// Give it a value, or import again with --constant ADMIN=value: it is defined elsewhere,
// and routes.php:2 needs it.
const ADMIN;
// Give it a value, or import again with --constant 'My\\HOME=value': it is defined elsewhere,
// and routes.php:3 needs it.
const PHP_My_HOME;
// Give it a value, or import again with --constant Config::AREA=value: it is defined elsewhere,
// and routes.php:4 needs it.
const PHP_Config_AREA;
`);
    expect(written.warnings.map(({ message }) => message)).toEqual([
      'ADMIN is defined elsewhere: import again with --constant ADMIN=value, or give const ADMIN a value',
      "My\\HOME is defined elsewhere: import again with --constant 'My\\HOME=value', or give const PHP_My_HOME a value",
      'Config::AREA is defined elsewhere: import again with --constant Config::AREA=value, or give const PHP_Config_AREA a value',
    ]);
  });

  it('stops the file until it has a value', async () => {
    await expect(tableOf(written.code)).rejects.toThrow();
    const code = written.code.replaceAll(/^(const \w+);$/gm, "$1 = 'x';");
    expect(await tableOf(code)).toMatchObject({ 'x/(:any)': 'x/$1' });
    // Node's own message, which names the line of the declaration.
    const script = written.code.replaceAll(/^import .*$|^export default /gm, '');
    expect(() => new Function('Route', script)).toThrow(
      new SyntaxError('Missing initializer in const declaration'),
    );
  });

  it('is written in its place', async () => {
    const { code } = written;
    expect(code).toContain('  [`${ADMIN}/(:any)`]: `${ADMIN}/$1`,\n  [ADMIN]: PHP_My_HOME,\n');
    expect(code).toContain(
      "  [`x/y${PHP_Config_AREA}`]: 'z',\n  [`GET api/${ADMIN}`]: `a\\$${ADMIN}`,\n",
    );
    expect(code).toContain(
      "Route.prefix(ADMIN, () => {\n  Route.context('content', { home: `${ADMIN}/x` });\n",
    );
    const constants = { ADMIN: 'admin', 'My\\HOME': 'home', 'Config::AREA': 'area' };
    const { table, warnings } = await imported(`$y = 'y'; ${php}`, { constants });
    expect(warnings).toEqual([]);
    const rows = {
      'admin/(:any)': 'admin/$1',
      admin: 'home',
      'x/yarea': 'z',
      'GET api/admin': 'a$admin',
    };
    expect(Object.entries(table).slice(0, 4)).toEqual(Object.entries(rows));
  });

  it.each(['URL', 'JSON', 'CSS'])('is not what JavaScript has under its name: %s', (name) => {
    const { code } = importRoutes(`<?php $route['a/' . ${name}] = 'b';`);
    expect(code).toContain(`\nconst ${name};\n`);
  });

  it('has the value that the caller gives it', async () => {
    const constants = { ADMIN: 'admin', HOME: 'start', ON: true };
    const php = "if (ON) { $route[ADMIN . '/(:any)'] = constant('HOME'); }";
    const { warnings, table } = await imported(php, { constants });
    expect(table).toMatchObject({ 'admin/(:any)': 'start' });
    expect(warnings).toEqual([]);
  });

  it.each(['class', 'await', 'Route', 'default', 'e'])(
    'may have a name that JavaScript reserves: %s',
    async (name) => {
      const constant = name === 'class' || name === 'default' ? `constant('${name}')` : name;
      const php = `$route['a/' . ${constant}] = 'b';`;
      const code = importRoutes(`<?php ${php}`).code.replace(/^(const \w+);$/m, "$1 = 'x';");
      expect(await tableOf(code)).toMatchObject({ 'a/x': 'b' });
    },
  );
});

describe('a file that is included', () => {
  const files: Record<string, string> = {
    'app/config/more.php': "<?php\n// more\n$route['more'] = 'm'; // there\nreturn 'x';",
    'app/config/sub/a.php': "<?php include 'b.php'; include '../more.php';",
    'app/config/sub/b.php': "<?php $route['b'] = __FILE__;",
    'app/config/loop.php': "<?php include 'loop.php';",
    'app/config/broken.php': '<?php $route[',
    'app/config/long.php': `<?php ${' '.repeat(1_000_000)}`,
    'app/modules/x/config/routes.php': "<?php $route['x'] = 'x';",
    'routes/y.php': "<?php $route['y'] = 'y';",
  };
  const options = { file: 'app/config/routes.php', read: (path: string) => files[path] ?? null };

  it.each<[string, string, Record<string, string>]>([
    ['next to it', "include 'more.php';", { more: 'm' }],
    ['by __DIR__', "require __DIR__ . '/more.php';", { more: 'm' }],
    ['by __FILE__', "require dirname(__FILE__) . '/./more.php';", { more: 'm' }],
    ['by APPPATH', "require_once(APPPATH . 'modules/x/config/routes' . EXT);", { x: 'x' }],
    ['by FCPATH', "include FCPATH . 'routes/y.php';", { y: 'y' }],
    ['from one that is included', "include 'sub/a.php';", { b: 'app/config/sub/b.php', more: 'm' }],
    [
      'once',
      "include_once 'more.php'; $route['more'] = 'n'; include_once 'more.php';",
      { more: 'n' },
    ],
    ['for what it returns', "$x = include 'more.php'; $route[$x] = 'y';", { more: 'm', x: 'y' }],
    [
      'where it is',
      "if (file_exists(APPPATH . 'none.php')) { include APPPATH . 'none.php'; } if (is_file('routes/y.php')) { include 'routes/y.php'; }",
      { y: 'y' },
    ],
  ])('is read in place: %s', async (_, php, rows) => {
    const { table, warnings } = await imported(php, options);
    expect(Object.entries(table)).toEqual([
      ...Object.entries(rows),
      ['default_controller', 'home'],
    ]);
    expect(warnings).toEqual([]);
  });

  it('brings its comments', async () => {
    const { code } = await imported("$route['a'] = 'b';\ninclude 'more.php';\n// after", options);
    expect(code).toContain("  a: 'b',\n\n  // more\n  more: 'm', // there\n\n  // after\n");
  });

  it.each([
    ["include 'none.php';", 'none.php could not be read'],
    ["include 'broken.php';", "app/config/broken.php:1: the PHP can't be read: syntax error"],
    ["include 'long.php';", 'app/config/long.php: this is longer than 1,000,000 characters'],
    ["include 'loop.php';", 'the files include each other'],
    ['include $x;', '$x is not set in this file'],
    ["include X . '/a.php';", 'X is defined elsewhere: import again with --constant X=value'],
  ])('is left out if it can not be read: %s', async (php, why) => {
    const { warnings } = await imported(`${php} $route['a'] = 'b';`, options);
    expect(warnings.map(({ message }) => message)).toEqual([`not imported: ${why}`]);
  });

  it.each([
    ["include 'a.php'; $route['b'] = 'c';", 'a.php was not read: no'],
    ["if (is_file('a.php')) { $route['a'] = 'b'; }", 'it is unknown whether the file exists: no'],
  ])('is left out if it must not be read: %s', (php, why) => {
    const read = () => ({ refused: 'no' });
    const { warnings, included } = importRoutes(`<?php ${php}`, { read });
    expect(warnings[0]?.message).toBe(`not imported: ${why}`);
    expect(included).toEqual([]);
  });

  it('is named once, with the files that it includes', () => {
    const php = "<?php include 'sub/a.php'; include 'more.php'; include 'none.php';";
    const { included } = importRoutes(php, options);
    const names = included.map((path) => path.replace('app/config/', ''));
    expect(names).toEqual(['sub/a.php', 'sub/b.php', 'more.php']);
  });

  it('counts for the work that a file may do, by its length', () => {
    const read = () => `<?php // ${'x'.repeat(900_000)}`;
    const { warnings } = importRoutes("<?php while (true) { include 'a.php'; }", { read });
    expect(warnings[0]?.message).toContain('takes more than 12,000,000 characters');
  });

  it('is left out if nothing is given to read it with', () => {
    const { warnings } = importRoutes("<?php include 'a.php'; include '/b/../../c.php';");
    expect(warnings.map(({ message }) => message)).toEqual([
      'not imported: a.php could not be read',
      'not imported: /../c.php could not be read',
      'the file defines no routes',
    ]);
  });
});

describe('readConfig', () => {
  it.each([
    ['an array with an array in it', "['a', ['b']]"],
    ['an array with a number in it', "['a', 7]"],
  ])('gives no value for %s', (_, value) => {
    const settings = readConfig(`<?php $config['x'] = ${value};`, ['x']);
    expect(settings).toEqual(new Map([['x', { why: 'it has other values than texts' }]]));
  });

  it.each<[string, string, unknown]>([
    ['a file without settings', '', undefined],
    ['settings that are no array', "$config = 'x';", undefined],
    ['another setting', "$config['y'] = 'z';", undefined],
    ['settings that are not known', '$config = f();', { why: expect.any(String) }],
    ['a text', "$config['x'] = 'z';", { value: 'z' }],
    ['nothing', "$config['x'] = NULL;", { value: null }],
    ['a value that is not known', "$config['x'] = f();", { why: expect.any(String) }],
    ['a part that is not known', "$config['x'] = 'a' . F . 'b';", { why: expect.any(String) }],
    ['a closure', "$config['x'] = function () {};", { why: 'it is a closure' }],
    ['texts', "$config['x'] = ['a', 'k' => 'b'];", { values: ['a', 'b'], keys: [null, 'k'] }],
    ['texts of which one is not known', "$config['x'] = ['a', f()];", { why: expect.any(String) }],
  ])('gives what a file says: %s', (_, php, setting) => {
    expect(readConfig(`<?php ${php}`, ['x']).get('x')).toEqual(setting);
  });

  it('refuses a file that is no text', () => {
    const call = () => readConfig(7 as never, []); // only JavaScript can pass this
    expect(caught(call).message).toBe(
      'readConfig: php is 7. Expected the bytes or the text of a PHP file. See npx waymark help bad-argument.',
    );
  });
});

it('throws what read throws', () => {
  const read = () => {
    throw new Error('no access');
  };
  expect(() => importRoutes("<?php include 'a.php';", { read })).toThrow(new Error('no access'));
});

it.each([
  ['segment', 'not-found'],
  ['all', 'found'],
] as const)('the option any says whether (:any) crosses a slash: %s', async (any, status) => {
  const php = "$route['a/(:any)'] = 'b/$1'; $route['c/(:num)'] = 'd';";
  const { table } = await imported(php, { any });
  const router = createRouter(table);
  expect(router.resolve('GET', '/a/b/c').status).toBe(status);
  expect(router.resolve('GET', '/a/b')).toMatchObject({ destination: 'b/b' });
  expect(router.resolve('GET', '/c/7')).toMatchObject({ destination: 'd' });
  expect(Object.keys(table)).toContain('c/(:num)');
});

it.each<[string, () => unknown, string]>([
  [
    'no text',
    () => importRoutes(7 as never),
    'importRoutes: php is 7. Expected the bytes or the text of a PHP file. See npx waymark help bad-argument.',
  ], // only JavaScript can pass this
  [
    'another any',
    () => importRoutes('', { any: 'x' as never }),
    "importRoutes: any is 'x'. Expected 'segment' or 'all'. See npx waymark help bad-argument.",
  ], // as above
  [
    'a route file of CodeIgniter 4',
    () => importRoutes("<?php\n$routes->get('a', 'A::b');", { file: 'app/Config/Routes.php' }),
    'app/Config/Routes.php:2: this route file is for CodeIgniter 4, whose router is a different one. Import a routes.php of CodeIgniter 2 or 3, or rewrite the calls by hand. See npx waymark help bad-php.',
  ],
  [
    'broken PHP',
    () => importRoutes("<?php\n$route['a' = 'b';", { file: 'r.php' }),
    "r.php:2: the PHP can't be read: syntax error, unexpected '=', expecting ']'. Correct it; if php -l finds nothing wrong, this parser can't read the line, so write it differently. See npx waymark help bad-php.",
  ],
  [
    'a heredoc before a colon, which the parser reads past',
    () =>
      importRoutes("<?php\nswitch (1) {\n  case <<<'A'\n  1\n  A:\n    $x = <<<B\n  B;\n}", {
        file: 'r.php',
      }),
    "r.php:5: the PHP can't be read: a colon follows the end of the heredoc A, which PHP reads and this parser does not. Write a space between A and the colon. See npx waymark help bad-php.",
  ],
])('importRoutes refuses %s', (_, call, message) => expect(caught(call).message).toBe(message));

it.each([
  ['that is not PHP', '<?php ('],
  ['with two constants of one name', "<?php $route['a'] = A__B . \\A\\B . A_B . A::B . P\\A_B;"],
])('the name of a file is escaped in the error of one %s', (_, php) => {
  const file = 'a\n# forged \x1b[31m\u202e.php';
  const visible = 'a\\x0a# forged \\x1b[31m\\u{202e}.php:1';
  try {
    importRoutes(php, { file });
    expect.unreachable();
  } catch (error) {
    expect((error as Error).message).toContain(visible); // an error of the importer
    expect((error as Error).message).not.toContain(file); // as above
  }
});
