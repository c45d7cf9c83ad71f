/**
 * Parts of a route file that come from its application: constants, helpers, folders, the
 * environment.
 */
import { describe, expect, it } from 'vitest';
import { type FolderEntry, type ImportOptions, importRoutes } from '../../../src/tools/import.ts';
import { imported } from '../../support/imported.ts';

/** Functions that read an application's files. Paths starting with `secret` must not be read. */
function application(files: Readonly<Record<string, string>>) {
  const paths = Object.keys(files);
  const isSecret = (path: string) => /(?:^|\/)secret/.test(path);
  const refused = { refused: 'it is secret' };
  return {
    file: 'app/config/routes.php',
    read: (path: string) => (isSecret(path) ? refused : (files[path] ?? null)),
    list: (path: string) => {
      if (isSecret(path)) return refused;
      const prefix = path === '' ? '' : `${path}/`;
      const below = paths.filter((each) => each.startsWith(prefix));
      if (below.length === 0) return null;
      const found = new Map<string, FolderEntry>();
      for (const each of below) {
        const [name, ...rest] = each.slice(prefix.length).split('/');
        found.set(name, { name, isFolder: isSecret(name) ? null : rest.length > 0 });
      }
      return [...found.values()];
    },
  };
}

const rowsOf = async (php: string, options: ImportOptions) => {
  const { table, warnings } = await imported(php, options);
  const { default_controller: _, ...rows } = table;
  return { rows, warnings: warnings.map(({ message }) => message) };
};

describe('a short tag', () => {
  it.each([
    ["<?\n$route['a'] = 'b';", 'a'],
    ["<? $route['a'] = 'b'; ?>", 'a'],
    ["<?php $x = 'a'; ?>\n<? $route[$x] = 'b';", 'a'],
    ["<?xml ?><?php $route['a'] = 'b';", 'a'],
  ])('starts PHP: %s', (php, key) => {
    const { code, warnings } = importRoutes(php);
    expect(code).toContain(`  ${key}: 'b',`);
    expect(warnings).toEqual([]);
  });

  it.each(['<?php', '<?PHP', '<?', '<?php\n'])('does not end within a long one: %j', (php) => {
    const { warnings } = importRoutes(php);
    expect(warnings.map(({ message }) => message)).toEqual(['the file defines no routes']);
  });
});

describe('config/constants.php', () => {
  const constants = `<?php defined('BASEPATH') OR exit('No direct script access allowed');
    defined('ADMIN') OR define('ADMIN', 'admin');
    if (!defined('SHOP')) { define('SHOP', ADMIN . '-shop'); }
    const PAGE = 'page';
    if (ENVIRONMENT == 'x') define('ODD', 'odd');
    define('HOST', $_SERVER['HTTP_HOST']);
    $route['never'] = 'imported';
    $x = 'never';
    // never`;

  it('is run before the file', async () => {
    const app = application({ 'app/config/constants.php': constants });
    const php = "$route[ADMIN] = SHOP; $route[PAGE] = 'a';";
    const rows = { admin: 'admin-shop', page: 'a' };
    expect(await rowsOf(php, app)).toEqual({ rows, warnings: [] });
    const { included, code } = importRoutes(`<?php ${php}`, app);
    expect(included).toEqual(['app/config/constants.php']);
    expect(code).not.toContain('never');
  });

  it('may include files, and call its functions', async () => {
    const app = application({
      'app/config/constants.php':
        "<?php include 'a.php'; function f($x) { return $x . 'b'; } define('B', f(A));",
      'app/config/a.php': "<?php define('A', 'a');",
    });
    expect((await rowsOf('$route[A] = B;', app)).rows).toEqual({ a: 'ab' });
  });

  it('has no effect on variables', () => {
    const app = application({ 'app/config/constants.php': constants });
    const { warnings } = importRoutes('<?php $route[$x] = 1;', app);
    expect(warnings[0]?.message).toBe('not imported: $x is not set in this file');
  });

  it('leaves unknown what it does not define', () => {
    const app = application({ 'app/config/constants.php': constants });
    const { warnings } = importRoutes("<?php $route[HOST] = 'a'; $route['b'] = ODD;", app);
    expect(warnings.map(({ message }) => message)).toEqual([
      'HOST is defined elsewhere: import again with --constant HOST=value, or give const HOST a value',
      'ODD is defined elsewhere: import again with --constant ODD=value, or give const ODD a value',
    ]);
  });

  it('keeps the values that the caller gives', async () => {
    const app = application({ 'app/config/constants.php': constants });
    const options = { ...app, constants: { ADMIN: 'root' } };
    expect((await rowsOf('$route[ADMIN] = SHOP;', options)).rows).toEqual({ root: 'root-shop' });
  });

  it.each([
    ['after that of the environment', {}, { test: 'b', z: 'base' }],
    ['not at all in version 2', { ci2: true }, { test: 'b', z: 'Y' }],
  ])('is run %s', (_, options, rows) => {
    const app = application({
      'app/config/constants.php': "<?php define('X', 'base'); define('Y', 'base');",
      'app/config/testing/constants.php': "<?php defined('X') OR define('X', 'test');",
    });
    const file = 'app/config/testing/routes.php';
    const php = "<?php $route[X] = 'b'; $route['z'] = Y;";
    const { code, included } = importRoutes(php, { ...app, ...options, file });
    expect(code).toContain(`  test: '${rows.test}',`);
    expect(code).toContain(rows.z === 'Y' ? '  z: Y,' : `  z: '${rows.z}',`);
    expect(included[0]).toBe('app/config/testing/constants.php');
  });

  it.each([
    ['that is broken', '<?php define('],
    ['that must not be read', null],
    ['that throws', "<?php define('A', 'a'); throw new E; define('B', 'b');"],
  ])('is ignored if it is one %s', (_, constants) => {
    const app = application({ 'app/config/constants.php': constants ?? '' });
    const refuse = { ...app, read: () => ({ refused: 'no' }) };
    const { code } = importRoutes("<?php $route['a'] = B;", constants === null ? refuse : app);
    expect(code).toContain('  a: B,');
  });

  it('is run once, even if the file includes it', async () => {
    const app = application({ 'app/config/constants.php': "<?php define('A', 'a'); return 'x';" });
    const php = "$x = require_once APPPATH . 'config/constants.php'; $route[A] = $x;";
    expect((await rowsOf(php, app)).rows).toEqual({ a: '1' });
  });

  it('counts for the work that a file may do', () => {
    const app = application({ 'app/config/constants.php': '<?php while (true) { $i = 1; }' });
    const [{ file, line, message }] = importRoutes("<?php $route['a'] = 'b';", app).warnings;
    expect(`${file}:${line}`).toBe('app/config/constants.php:1');
    expect(message).toBe('not imported from here on: the file takes more than 1,000,000 steps');
  });

  it('may throw what read throws', () => {
    const read = () => {
      throw new Error('no access');
    };
    expect(() => importRoutes('<?php', { read })).toThrow(new Error('no access'));
  });
});

describe('a guard around a definition', () => {
  it.each([
    ["if (!function_exists('f')) { function f($x) { return \"x/$x\"; } } $route['a'] = f('b');"],
    ["if (function_exists('F') === FALSE) { function f() { return 'x/b'; } } $route['a'] = F();"],
    ["require APPPATH . 'helpers/x_helper.php'; $route['a'] = g();"],
    [`${"require APPPATH . 'helpers/x_helper.php'; ".repeat(2)} $route['a'] = g();`],
    ["if (!defined('X')) { define('X', 'x/b'); } const Y = X; $route['a'] = Y;"],
    ["require APPPATH . 'helpers/x_helper.php'; $route['a'] = X;"],
  ])('lets the definition pass: %s', async (php) => {
    const helper = `<?php if ( ! function_exists('g')) { function g() { return 'x/b'; } }
      defined('X') || define('X', 'x/b');`;
    const app = application({ 'app/helpers/x_helper.php': helper });
    expect(await rowsOf(php, app)).toEqual({ rows: { a: 'x/b' }, warnings: [] });
  });

  it.each([
    [
      "if (function_exists('f')) { $route['a'] = 'b'; } // function f() {}",
      'it is unknown whether f() exists',
    ],
    [
      "if (defined('X')) { $route['a'] = 'b'; } $route['c'] = \"define('X', 1)\";",
      'it is unknown whether X is defined: import again with --constant X=value',
    ],
  ])('is not read from a comment or a text: %s', (php, why) => {
    const { warnings } = importRoutes(`<?php ${php}`);
    expect(warnings.map(({ message }) => message)).toContain(`not imported: ${why}`);
  });
});

describe('a class of the file', () => {
  it('is not known if its name is computed', () => {
    const { warnings } = importRoutes("<?php $route[$c::B] = 'y';");
    const why = 'the class of this constant or property is not known';
    expect(warnings.map(({ message }) => message)).toContain(`not imported: ${why}`);
  });

  it('has constants that stay names', () => {
    const { code } = importRoutes("<?php class A { const B = 'x'; } $route['a'] = A::B;");
    expect(code).toContain('const A_B;');
  });
});

describe('a folder of the application', () => {
  const app = application({
    'app/modules/blog/config/routes.php': "<?php $route['blog'] = 'blog/index';",
    'app/modules/shop/config/routes.php': "<?php $route['shop'] = 'shop/index';",
    'app/modules/empty/x.txt': '',
    'app/modules/.hidden/config/routes.php': '',
    'app/modules/index.html': '',
    'app/odd/a[1].php': '',
    'app/odd/é.php': '',
    'link/secret/config/routes.php': '',
    'link/a/config/routes.php': '',
    'index.php': '',
  });

  it.each<[string, string, Record<string, string>]>([
    [
      'scandir',
      "foreach (scandir(APPPATH . 'modules') as $m) $route[\"m$m\"] = 'x';",
      Object.fromEntries(
        ['.', '..', '.hidden', 'blog', 'empty', 'index.html', 'shop'].map((name) => [
          `m${name}`,
          'x',
        ]),
      ),
    ],
    [
      'scandir downwards',
      "$all = scandir(APPPATH . 'modules', SCANDIR_SORT_DESCENDING); $route['a'] = $all[0];",
      { a: 'shop' },
    ],
    ['scandir of nothing', "$route['a'] = scandir('none') === FALSE ? 'b' : 'c';", { a: 'b' }],
    [
      'the modules of a usual loop',
      `$modules_path = APPPATH . 'modules/';
      foreach (scandir($modules_path) as $module) {
        if ($module === '.' || $module === '..') continue;
        if (is_dir($modules_path) . '/' . $module) {
          $routes_path = $modules_path . $module . '/config/routes.php';
          if (file_exists($routes_path)) { require($routes_path); } else { continue; }
        }
      }`,
      { blog: 'blog/index', shop: 'shop/index' },
    ],
    [
      'glob for route files',
      "foreach (glob(APPPATH . 'modules/*/config/routes.php') as $file) include $file;",
      { blog: 'blog/index', shop: 'shop/index' },
    ],
    [
      'glob for folders',
      "foreach (glob(APPPATH . 'modules/*', GLOB_ONLYDIR) as $m) $route[basename($m)] = 'x';",
      { blog: 'x', empty: 'x', shop: 'x' },
    ],
    [
      'glob with marks',
      "foreach (glob('app/modules/[a-h]*', GLOB_MARK) as $m) $route['a'] = $m;",
      { a: 'app/modules/empty/' },
    ],
    ['glob for the inside of folders', "$route['a'] = count(glob('app/modules/*/'));", { a: '3' }],
    ['glob in the root', "$route['a'] = implode(',', glob('ind*.php'));", { a: 'index.php' }],
    ['glob for nothing', "$route['a'] = count(glob('none/*/x'));", { a: '0' }],
    [
      'glob with a set',
      "$route['a'] = implode(',', glob('app/modules/[!bs]*'));",
      { a: 'app/modules/empty,app/modules/index.html' },
    ],
    ['glob for a bracket', "$route['a'] = count(glob('app/odd/a[[]1[]].php'));", { a: '1' }],
    ['glob with a question mark', "$route['a'] = count(glob('app/odd/?.php'));", { a: '1' }],
    ['glob with dots', "$route['a'] = count(glob('app/modules/.h*'));", { a: '1' }],
    ['file_exists', "if (file_exists(APPPATH . 'modules')) $route['a'] = 'b';", { a: 'b' }],
    ['is_readable', "if (is_readable('app/modules/index.html')) $route['a'] = 'b';", { a: 'b' }],
    ['is_file', "if (!is_file('app/odd') && is_file('index.php')) $route['a'] = 'b';", { a: 'b' }],
    ['is_dir', "if (is_dir('app/odd/') && !is_dir('index.php')) $route['a'] = 'b';", { a: 'b' }],
    ['no file', "if (!file_exists(APPPATH . 'none/x.php')) $route['a'] = 'b';", { a: 'b' }],
    ['an absolute path', "if (!file_exists('/none')) $route['a'] = 'b';", { a: 'b' }],
  ])('answers %s, with a remark', async (_, php, rows) => {
    expect(await rowsOf(php, app)).toEqual({ rows, warnings: [] });
    const { remarks } = importRoutes(`<?php ${php}`, app);
    expect(remarks[0]?.message).toMatch(/^\w+\(\) was answered from the folder as it is now$/);
  });

  it('is reported with the place of the question', () => {
    const php =
      "<?php\n// Modules\nforeach (glob(APPPATH . 'modules/*') as $m) $route[basename($m)] = 'x';";
    expect(importRoutes(php, app).code).toContain(`{
  // Modules
  // app/config/routes.php:3: glob() was answered from the folder as it is now.
  blog: 'x',
`);
  });

  it.each([
    ['a folder that must not be read', "scandir('secret');", 'secret was not read: it is secret'],
    ['a folder in a pattern', "glob('secret/*');", 'secret was not read: it is secret'],
    ['a link in a pattern', "glob('link/*/config/*');", 'link/secret must not be read'],
    ['a link at the end of a pattern', "glob('link/*');", 'link/secret must not be read'],
    [
      'a file that must not be read',
      "file_exists('secret.php') ? 1 : 2;",
      'secret.php was not read: it is secret',
    ],
    ['a file in one', "glob('app/*/secret/*');", 'app/modules/secret was not read: it is secret'],
    ['a variable', 'scandir($x);', '$x is not set in this file'],
    ['another order', "scandir('app', 2);", 'the order of scandir()'],
    ['flags', "glob('app/*', 1024);", 'these flags of glob() are not supported'],
    ['a backslash', "glob('app/\\\\*');", 'a backslash in glob() is not supported'],
  ])('stays unknown: %s', (_, call, why) => {
    const { warnings } = importRoutes(`<?php $route['a'] = ${call}`, app);
    expect(warnings.map(({ message }) => message)).toContain(`not imported: ${why}`);
  });

  it.each<[string, string, ImportOptions, string]>([
    [
      'no list of folders',
      "is_dir('a')",
      { read: () => null },
      'it is unknown whether the file exists',
    ],
    ['no list', "file_exists('a')", { read: () => null }, 'it is unknown whether the file exists'],
    ['nothing to read it with', "is_file('a.php')", {}, 'it is unknown whether the file exists'],
    [
      'a link that may lead anywhere',
      "is_file('link')",
      { list: (path) => (path === '' ? [{ name: 'link', isFolder: null }] : null) },
      'link must not be read',
    ],
    [
      'a folder around it that must not be read',
      "is_file('../none')",
      { list: (path) => (path === '..' ? { refused: 'it is outside' } : null) },
      '.. was not read: it is outside',
    ],
  ])('is unknown with %s: %s', (_, call, options, why) => {
    const { warnings } = importRoutes(`<?php if (${call}) $route['a'] = 'b';`, options);
    expect(warnings[0]?.message).toBe(`not imported: ${why}`);
  });

  it('counts for the work that a file may do', () => {
    const list = () =>
      Array.from({ length: 10_000 }, (_, at) => ({ name: `n${at}`, isFolder: true }));
    const { warnings } = importRoutes("<?php $route['a'] = count(glob('*/*/*'));", { list });
    expect(warnings[0]?.message).toContain('not imported from here on: the file takes more than');
  });

  it('is searched by include, too', async () => {
    const php = "include 'app/modules/blog/config/routes.php';";
    const file = 'app/config/routes.php';
    expect((await rowsOf(php, { ...app, file })).rows).toEqual({ blog: 'blog/index' });
    const files: Record<string, string> = { 'site/app/x.php': "<?php $route['x'] = 'y';" };
    const read = (path: string) => files[path] ?? null;
    const near = { file: 'site/app/config/routes.php', read };
    expect((await rowsOf("include 'app/x.php';", near)).rows).toEqual({ x: 'y' });
  });
});

describe('getenv', () => {
  const env = (name: string) =>
    name === 'SECRET' ? { refused: 'it may be secret' } : name === 'CI_ENV' ? 'testing' : null;

  it('is answered from the environment, with a remark', async () => {
    const php =
      "if (getenv('CI_ENV') === 'testing') $route['a'] = getenv('NONE') === FALSE ? 'b' : 'c';";
    expect(await rowsOf(php, { env })).toEqual({ rows: { a: 'b' }, warnings: [] });
    const { remarks } = importRoutes(`<?php ${php}`, { env });
    const message = 'getenv() was answered from the environment as it is now';
    expect(remarks).toEqual([{ file: 'routes.php', line: 1, message }]);
  });

  it.each([
    ["getenv('SECRET')", { env }, "getenv('SECRET') was not read: it may be secret"],
    ["getenv('X')", {}, "getenv('X') is known only when the file runs"],
  ])('is unknown: %s', (call, options, why) => {
    const { warnings } = importRoutes(`<?php $route['a'] = ${call};`, options);
    expect(warnings[0]?.message).toBe(`not imported: ${why}`);
  });
});
