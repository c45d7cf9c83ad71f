/** Calls of Bonfire's class `Route`. */
import { describe, expect, it } from 'vitest';
import { imported } from '../../support/imported.ts';

const rowsOf = ({ default_controller: _, ...table }: Record<string, string>) =>
  Object.entries(table);

describe('a call of Route', () => {
  it.each<[string, Record<string, string>]>([
    ["Route::any('a', 'b');", { a: 'b' }],
    ["\\Route::all('a', 'b');", { a: 'b' }],
    [
      "Route::get('a', 'g'); Route::post('a', 'p'); Route::PUT('a', 'u'); Route::delete('a', 'd'); Route::head('a', 'h'); Route::patch('a', 't'); Route::options('a', 'o');",
      {
        'GET a': 'g',
        'POST a': 'p',
        'PUT a': 'u',
        'DELETE a': 'd',
        'HEAD a': 'h',
        'PATCH a': 't',
        'OPTIONS a': 'o',
      },
    ],
    ["Route::any('a', 'b', null, false);", { a: 'b' }],
    ["Route::any('a', 'b', ['x' => 'y', 'as' => '', 5]);", { a: 'b' }],
    [
      "Route::any('posts/(:num)', 'posts/$1', array(), function () { Route::get('edit', 'posts/edit/$1'); });",
      { 'posts/(:num)': 'posts/$1', 'GET posts/(:num)/edit': 'posts/edit/$1' },
    ],
    [
      "foreach (['v1', 'v2'] as $v) { Route::prefix($v, function () use ($v) { Route::any('a', $v . '/a'); }); }",
      { 'v1/a': 'v1/a', 'v2/a': 'v2/a' },
    ],
    [
      "Route::resources('photos', ['constraint' => '([A-Z]+)', 'module' => 'gallery', 'controller' => 'pictures', 'offset' => 0]);",
      {
        'GET photos': 'gallery/pictures/index',
        'GET photos/new': 'gallery/pictures/create_new',
        'GET photos/([A-Z]+)/edit': 'gallery/pictures/edit/$1',
        'GET photos/([A-Z]+)': 'gallery/pictures/show/$1',
        'POST photos': 'gallery/pictures/create',
        'PUT photos/([A-Z]+)': 'gallery/pictures/update/$1',
        'DELETE photos/([A-Z]+)': 'gallery/pictures/delete/$1',
      },
    ],
    ["Route::block('a', 'b/', 'c');", { a: '', c: '' }],
    ["Route::any('a', 'b'); Route::reset(); Route::any('c', 'd');", { c: 'd' }],
    [
      "Route::any('a/b', 'c', ['as' => 'x']); $route['d'] = Route::named('x');",
      { d: 'a/b', 'a/b': 'c' },
    ],
    ["Route::any('404', 'a');", { '/404': 'a' }],
    ["Route::any('GET a', 'b');", { '/GET a': 'b' }],
  ])('becomes what Bonfire makes of it: %s', async (php, rows) => {
    const { table, warnings } = await imported(`${php} $route = Route::map($route);`);
    expect(rowsOf(table)).toEqual(Object.entries(rows));
    expect(warnings).toEqual([]);
  });

  it.each([
    ['a home with a slash', "'home' => 'tools/start'", 'tools/start'],
    ['a home without one', "'home' => 'start'", 'start'],
    ['the default controller', "'home' => '{default_controller}'", 'welcome'],
  ])('gives a context its home as a whole destination: %s', async (_, home, to) => {
    const php = `$route['default_controller'] = 'welcome'; Route::context('tools', 'developer', [${home}, 'offset' => 1]); $route = Route::map($route);`;
    const { table } = await imported(php);
    const rows = { 'tools/(:any)': '$2/developer', tools: to };
    expect(Object.entries(table).slice(-2)).toEqual(Object.entries(rows));
  });

  it('takes the options of a context as the second argument', async () => {
    const php = "Route::context('tools', ['offset' => 1]); Route::context('a', '');";
    const { table } = await imported(php);
    expect(table['tools/(:any)']).toBe('$2/tools');
    expect(table['a/(:any)']).toBe('$1/a');
  });
});

describe('the order of $route and Route', () => {
  it('is that of Route::map: $route, then the calls, then what is assigned after it', async () => {
    const { table } = await imported(`
      Route::any('call', 'c');
      $route['a'] = 'b';
      $route['gone'] = 'x';
      $route = Route::map($route);
      $route['late'] = 'l';
      $route['a'] = 'changed';
      $route['verbs']['post'] = 'p';
      unset($route['gone']);
      $route['404_override'] = 'missing';
      $route['default_controller'] = 'start';
    `);
    expect(Object.entries(table)).toEqual([
      ['a', 'changed'],
      ['404_override', 'missing'],
      ['default_controller', 'start'],
      ['call', 'c'],
      ['late', 'l'],
      ['POST verbs', 'p'],
    ]);
  });

  it('leaves a setting in its place if it is changed after Route::map', async () => {
    const { table } = await imported(
      "$route['default_controller'] = 'a'; $route = Route::map($route); $route['default_controller'] = 'b'; $route['x/'] = 'y';",
    );
    expect(Object.entries(table)).toEqual([['default_controller', 'b']]);
  });

  it('is that of the calls alone if Route::map receives nothing', async () => {
    const { table } = await imported("Route::any('a', 'b'); $route = Route::map();");
    expect(rowsOf(table)).toEqual([['a', 'b']]);
  });
});

describe('Route::named, if no route has the name', () => {
  it.each([
    ['a destination', "Route::any('old', Route::named('nope'));", 'old', ''],
    ['a row', "$route['old'] = Route::named('nope');", 'old', ''],
    ['a part of a text', "$route['old'] = 'a' . Route::named('nope') . '/b';", 'old', 'a/b'],
    ['a variable in a text', "$x = Route::named('nope'); $route['old'] = \"a/$x\";", 'old', 'a/'],
    ['a part of a pattern', "$route['old' . Route::named('nope')] = 'a';", 'old', 'a'],
    ['a home', "Route::context('tools', array('home' => Route::named('nope')));", 'tools', ''],
  ])('is the empty text, as null is in PHP: %s', async (_, php, key, to) => {
    const { table, warnings } = await imported(php);
    expect(table[key]).toBe(to);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['??', "$route['a'] = Route::named('nope') ?? 'b';"],
    ['isset', "$x = Route::named('nope'); if (isset($x)) { $route['a'] = 'b'; }"],
  ])('decides nothing before the routes are defined: %s', async (_, php) => {
    const { warnings } = await imported(php);
    const messages = warnings.map(({ message }) => message);
    expect(messages).toContain('not imported: it is unknown whether a route has this name');
  });
});

describe('a call of Route that can not be imported', () => {
  it.each([
    ["Route::group('a', 'b');", 'the Route library has no method group'],
    ["Route::redirect('a', 'b');", 'the Route library has no method redirect'],
    ["Route::any($x, 'b');", 'the pattern is unknown: $x is not set in this file'],
    ["Route::any('a', 'b', $x);", 'the options are unknown: $x is not set in this file'],
    ["Route::any('a', 'b', ['as' => $x]);", 'the option as is unknown: $x is not set in this file'],
    ["Route::prefix('a', 'callback');", 'its callback is not a closure of this file'],
    ["$route['a'] = Route::named($x);", 'the name of this route is not known'],
    [
      "$route[Route::named()] = 'b'; Route::any('x(', 'y');",
      "this pattern can't be written for waymark: this ( is never closed: close it with ), or write \\( for a ( in the path",
    ],
    ["Route::prefix('a/', function () { Route::any('b', 'c'); });", 'no path has an empty segment'],
    [
      "Route::resources('a', ['constraint' => '((?R))']);",
      'its constraint has no exact equivalent in JavaScript',
    ],
    [
      "$f = function (...$x) {}; $route[$f()] = 'a';",
      'a function that takes any number of arguments',
    ],
  ])('is left out with a warning: %s', async (php, why) => {
    const { warnings, code } = await imported(`\n${php}`);
    const message = `not imported: ${why}`;
    expect(warnings).toContainEqual({ file: 'routes.php', line: 3, message });
    expect(code).toContain(`// Not imported (routes.php:3): ${why}.\n`);
  });

  it.each([
    ['any', "Route::any('a/', 'b');"],
    ['block', "Route::block('a/', '/b');"],
  ])('is left out without a warning if it is dead: %s', async (_, php) => {
    const { warnings, code } = await imported(`${php} $route['x'] = 'y';`);
    expect(warnings).toEqual([]);
    expect(code).toContain('// Left out (routes.php:2): ');
  });
});

describe('a class Route that is not that of Bonfire', () => {
  it.each<[string, string, Record<string, string>]>([
    ['an import', "use App\\Routing\\Route; Route::get('a', 'b');", { 'GET a': 'b' }],
    [
      'a name with its namespace',
      "App\\Route::get('a', 'b'); Route::get('c', 'd');",
      { 'GET c': 'd' },
    ],
    ['an absolute name', "\\App\\Route::get('a', 'b');", {}],
    ['an option', "Route::get('a', 'b', ['middleware' => ['auth']]);", { 'GET a': 'left to PHP' }],
    [
      'a fourth argument',
      "Route::get('a', 'b', [], ['middleware' => 'auth']);",
      { 'GET a': 'left to PHP' },
    ],
    ['a method', "Route::get('a', 'b')->name('x');", {}],
    ['methods', "Route::get('a', 'b')->middleware('auth')->name('x');", {}],
  ])('is warned of: %s', async (_, php, rows) => {
    const { table, warnings } = await imported(`${php} $route['x'] = 'y';`);
    expect(rowsOf(table)).toEqual(Object.entries({ x: 'y', ...rows }));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.message).toMatch(/Bonfire's class Route|callback is not a closure/);
  });

  it.each(['use Myth\\Route;', 'use Bonfire\\Libraries\\Route;', 'use Route;', 'use A\\B;'])(
    'is not meant by %s',
    async (php) => {
      const { table, warnings } = await imported(`${php} Route::get('a', 'b'); $x->name('c');`);
      expect(rowsOf(table)).toEqual([['GET a', 'b']]);
      expect(warnings).toEqual([]);
    },
  );
});
