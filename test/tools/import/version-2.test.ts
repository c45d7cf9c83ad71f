/** Files of CodeIgniter 2, which looks up the path among the keys before trying any pattern. */
import { describe, expect, it } from 'vitest';
import { createRouter } from '../../../src/resolve/create-router.ts';
import { importRoutes } from '../../../src/tools/import.ts';
import { imported } from '../../support/imported.ts';

const written = (php: string) => importRoutes(`<?php\n${php}`, { ci2: true });

const keysOf = async (php: string) => {
  const { table } = await imported(php, { ci2: true });
  return Object.keys(table).filter((key) => key !== 'default_controller');
};

describe('a literal key of CodeIgniter 2', () => {
  it('comes before the patterns that match it, with the comments at it', () => {
    const { code, warnings, remarks } = written(`// Pages
$route['about'] = 'pages/about';

// Everything else
$route['(:any)'] = 'pages/view/$1'; // last

// Signing in,
// with a password
$route['login'] = 'auth/login'; // in
$route['posts/(:num)'] = 'posts/show/$1';`);
    expect(code).toContain(`export default Route.map({
  // Pages
  about: 'pages/about',

  // Signing in,
  // with a password
  // routes.php:10: CodeIgniter 2 tries this key before the pattern '(:any)' of line 6.
  login: 'auth/login', // in

  // Everything else
  '(.+)': 'pages/view/$1', // last
  'posts/(:num)': 'posts/show/$1',
});
`);
    expect(warnings).toEqual([]);
    const message = "CodeIgniter 2 tries this key before the pattern '(:any)' of line 6";
    expect(remarks).toEqual([{ file: 'routes.php', line: 10, message }]);
  });

  it.each<[string, string[]]>([
    ["$route['(:num)'] = 'a'; $route[2019] = 'b';", ['/2019', '(:num)']],
    ["$route['posts/(:num)'] = 'a'; $route['posts/new'] = 'b';", ['posts/(:num)', 'posts/new']],
    ["$route['a(.*)'] = 'a'; $route['a.b'] = 'b';", ['a\\.b', 'a(.*)', 'a.b']],
    ["$route['a.b'] = 'a'; $route['axb'] = 'b';", ['axb', 'a.b']],
    ["$route['a.b'] = 'a'; $route['a-b'] = 'b';", ['a-b', 'a.b']],
    ["$route['a/b'] = 'a'; $route['a.b'] = 'b';", ['a/b', 'a.b']],
    ["$route['(:any)x'] = 'a'; $route['(:any)'] = 'b'; $route['x'] = 'c';", ['(.+)x', 'x', '(.+)']],
    [
      "$route['[a-z]+'] = 'a'; $route['.+'] = 'b'; $route['x'] = 'c'; $route['y'] = 'd';",
      ['x', 'y', '[a-z]+', '.+'],
    ],
    ["$route['^login'] = 'a'; $route['login'] = 'b';", ['login']],
    ["$route['a b|c'] = 'a'; $route['a%20b'] = 'b';", ['a b', 'a b|c']],
    ["$route['colou?r'] = 'a'; $route['color'] = 'b';", ['color', 'colou?r']],
    ["$route['x'] = 'c'; $route['(:any)'] = 'b';", ['x', '(.+)']],
    ["$route[':any'] = 'a'; $route['posts/:num'] = 'b';", ['.+', 'posts/:num']],
    ["$route['(:any)'] = 'a'; $route['a%FF'] = 'b';", ['(.+)']],
    [
      "$route['(:any)'] = 'a'; $route['a'] = ['get' => 'b', 'put' => 'c'];",
      ['GET a', 'PUT a', '(.+)'],
    ],
    ["$route['[z-a]'] = 'a'; $route['a'] = 'b';", ['a']],
  ])('is tried first: %s', async (php, keys) => expect(await keysOf(php)).toEqual(keys));

  it.each([
    ['a back reference, which may take exponential time', '(a|aa)+\\\\1b'],
    ['repetitions that are too long', `(?:${'a{1,99}'.repeat(20)}){1,99}`],
  ])('precedes a pattern with %s', async (_, pattern) => {
    const { code } = written(`$route['${pattern}'] = 'x'; $route['${'a'.repeat(60)}'] = 'y';`);
    expect(code.indexOf("'y'")).toBeLessThan(code.indexOf("'x'"));
  });

  it.each([
    ['many keys', 3000, 'x(:any)/', 'k'],
    ['many long keys', 400, `(:any)/${'x'.repeat(300)}`, 'k'.repeat(400)],
    ['costly patterns', 300, '(.{1,90}x){3}', 'k'.repeat(300)],
  ])(
    'is compared with the patterns within a budget: %s',
    (_, count, pattern, key) => {
      const patterns = Array.from({ length: count }, (_, at) => `$route['${pattern}${at}'] = 'x';`);
      const keys = Array.from({ length: count }, (_, at) => `$route['${key}${at}'] = 'y';`);
      expect(written([...patterns, ...keys].join('\n')).code.match(/: 'y'/g)?.length).toBe(count);
    },
    30_000,
  );

  it('keeps the comments of other code', () => {
    const { code } = written(`if (!defined('BASEPATH')) exit; // guard
// one
$x = 1; // two
/* several
   lines */
$route['(:any)'] = 'a'; // any
// three

// four
$route['b'] = array('get' => 'b', 'post' => 'c');
// end`);
    expect(code.slice(code.indexOf('// guard'))).toBe(`// guard
// one
// two
// several
// lines

export default Route.map({
  // four
  // routes.php:11: CodeIgniter 2 and the modular extensions have no routes for single methods, and never answer this one.
  // routes.php:11: CodeIgniter 2 tries this key before the pattern '(:any)' of line 7.
  'GET b': 'b',
  // routes.php:11: CodeIgniter 2 and the modular extensions have no routes for single methods, and never answer this one.
  // routes.php:11: CodeIgniter 2 tries this key before the pattern '(:any)' of line 7.
  'POST b': 'c',
  '(.+)': 'a', // any

  // three
  // end
});
`);
  });

  it('is unsure if it has a constant', () => {
    const { warnings } = written("$route['(:any)'] = 'a'; $route[LOGIN] = 'b';");
    expect(warnings.map(({ message }) => message)).toEqual([
      'CodeIgniter 2 tries keys without a pattern first, and this may be one: import again with --constant LOGIN=value',
      'LOGIN is defined elsewhere: import again with --constant LOGIN=value, or give const LOGIN a value',
    ]);
  });
});

it('a key of CodeIgniter 2 with the pattern of a route in it stays where it is', () => {
  const { code, warnings } = written("$route['(:any)'] = 'a'; $route[Route::named('x')] = 'b';");
  expect(code.indexOf("'a'")).toBeLessThan(code.indexOf("'b'"));
  expect(warnings).toEqual([]);
});

describe('a file of CodeIgniter 2', () => {
  it('answers as it does', async () => {
    const php = `$route['(:any)'] = 'pages/view/$1'; $route['login'] = 'auth/login';`;
    const two = createRouter((await imported(php, { ci2: true })).table);
    const three = createRouter((await imported(php)).table);
    expect(two.resolve('GET', '/login')).toMatchObject({ destination: 'auth/login' });
    expect(three.resolve('GET', '/login')).toMatchObject({ destination: 'pages/view/login' });
    expect(two.resolve('GET', '/a/b')).toMatchObject({ destination: 'pages/view/a/b' });
    expect(three.resolve('GET', '/a/b')).toMatchObject({ status: 'not-found' });
  });

  it('may limit (:any) to a segment', () => {
    const { code } = importRoutes("<?php $route['(:any)'] = 'a';", { ci2: true, any: 'segment' });
    expect(code).toContain("'(:any)': 'a'");
  });

  it('has no setting for dashes', () => {
    const { code, remarks } = written("$route['translate_uri_dashes'] = TRUE; $route['a'] = 'b';");
    expect(code).toContain('Left out (routes.php:2): CodeIgniter 2 has no such setting.');
    expect(remarks).toHaveLength(1);
  });

  it('is a warning if it calls Route, whose order stays', () => {
    const php = "Route::any('(:any)', 'a'); Route::any('login', 'b');";
    const told = expect.stringContaining('calls of Route stay in order');
    const { warnings } = written(php);
    expect(warnings).toEqual([{ file: 'routes.php', line: 2, message: told }]);
    expect(importRoutes(`<?php ${php}`).warnings).toEqual([]);
  });

  it('of a module is tried in order', async () => {
    const php = "<?php $route['shop/(:any)'] = 'a'; $route['shop/x'] = 'b';";
    const { code } = importRoutes(php, { ci2: true, module: 'shop' });
    expect(code.indexOf("'a'")).toBeLessThan(code.indexOf("'b'"));
  });
});

describe('a key with a parenthesis, for which CodeIgniter fills in references', () => {
  it.each([
    ["$route['(?i)a'] = 'x/$1';", "'(?:[aA])': 'x/$1'"],
    ["$route['(?i)a'] = 'x/$a';", "[aA]': 'x/$a'"],
    ["$route['(?i)a'] = 'x/\\\\1';", "[aA]': 'x/\\\\1'"],
    ["$route['(?i)' . AREA] = 'x/$1';", "[`(?:${AREA})`]: 'x/$1'"],
    ["$route['(?i)(a)'] = 'x/$1';", "'([aA])': 'x/$1'"],
  ])('keeps one: %s', (php, row) => expect(importRoutes(`<?php ${php}`).code).toContain(row));

  it('has none filled in', () => {
    const { warnings } = importRoutes("<?php $route['a%28'] = 'x/$1'; $route['b%28'] = 'x';");
    expect(warnings.map(({ message }) => message)).toEqual([
      "not imported: it has no group for the references of 'x/$1'",
    ]);
  });
});
