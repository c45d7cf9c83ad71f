/** Requests that reach rows and actions. */
import { describe, expect, it } from 'vitest';
import { METHODS, Route, type SuppliedTable } from '../../../src/index.ts';
import { Inspection } from '../../../src/tools/inspect/inspection.ts';
import { proveReached } from '../../../src/tools/inspect/prove/prove.ts';
import { examples, list, reach } from '../../../src/tools/inspect.ts';

const REFERENCE = 'a reference back to a group is not regular';

const EVERY_METHOD = Object.fromEntries(METHODS.map((method) => [`${method} a`, 'x']));

/** The proof about a table's last row. */
function proofOfLast(table: SuppliedTable) {
  const inspection = new Inspection(table);
  const proof = proveReached(inspection, inspection.rows[inspection.rows.length - 1]);
  if (proof.kind === 'reached') return `${proof.request.method} ${proof.request.path}`;
  return proof.kind === 'unproved' ? proof.reason : proof.takers.map(({ key }) => key);
}

describe('a row', () => {
  it.each<[string, SuppliedTable, string]>([
    ['a text', { photos: 'x' }, 'GET /photos'],
    ['digits', { 'photos/(:num)': 'x' }, 'GET /photos/12'],
    ['anything', { 'photos/(:any)': 'x' }, 'GET /photos/12'],
    ['what digits leave', { 'a/(:num)': 'x', 'a/(:any)': 'y' }, 'GET /a/abc'],
    ['what letters and digits leave', { '(:alphanum)': 'x', '(:any)': 'y' }, 'GET /a-1'],
    ['what several leave', { '(\\w+)': 'x', '([a-z-]+)': 'y' }, 'GET /a-'],
    ['what samples miss', { '(\\w+)': 'x', '([a-z]\\w*)': 'y', '([a-z0-9]+|-+~)': 'z' }, 'GET /-~'],
    [
      'what all samples miss, under GET, though fewer rows precede others',
      { '([\\w.-]+)': 'x', 'GET ([\\w.~-]+)': 'y', '(:any)': 'z' },
      'GET /!',
    ],
    ['a method', { 'POST a': 'x' }, 'POST /a'],
    [
      'the empty path of a left method',
      { 'GET (:num)?': 'x', 'POST (:any)': 'y', '(/.*)?': 'z' },
      'POST /',
    ],
    ['the empty path, taken under GET', { 'GET (?:a|b*)': 'x', '': 'z' }, 'GET /'],
    ['another method', { 'GET a': 'x', a: 'y' }, 'POST /a'],
    ['a third method, but not HEAD', { 'GET a': 'x', 'POST a': 'x', a: 'y' }, 'PUT /a'],
    ['a row for HEAD', { 'GET a': 'y', 'HEAD a': 'x' }, 'HEAD /a'],
    ['a method that no route can have', { ...EVERY_METHOD, a: 'y' }, 'BREW /a'],
    ['another method, unsampled', { 'GET (:any)': 'x', '([^ -~]{2})': 'y' }, 'POST /%C3%A9%C3%A9'],
    ['the best method, unsampled', { 'POST (:any)': 'x', '([^ -~]{2})': 'y' }, 'GET /%C3%A9%C3%A9'],
    ['another method, by a proof', { 'GET (.+)': 'x', '(?=zq)[a-z]{2}': 'y' }, 'POST /zq'],
    ['the best method, by a proof', { 'POST (.+)': 'x', '(?=zq)[a-z]{2}': 'y' }, 'GET /zq'],
    ['the empty path', { '/': 'x' }, 'GET /'],
    ['the empty path alone', { a: 'x', 'a?': 'y' }, 'GET /'],
    ['the empty path of a method', { 'GET /': 'x', '/': 'y' }, 'POST /'],
    ['what has to be encoded', { 'a b/\\?': 'x' }, 'GET /a%20b/%3F'],
    ['an escape that stays', { 'a%2F(:num)%25': 'x' }, 'GET /a%2F12%25'],
    ['a block', { 'users/login': '' }, 'GET /users/login'],
    ['what a block leaves', { 'a/b': '', 'a/([ab])': 'x' }, 'GET /a/a'],
    ['what looks ahead', { '(?!12|abc)(:any)': 'x' }, 'GET /a-1'],
    ['a reference back', { '(:num)-\\1': 'x' }, 'GET /12-12'],
  ])('is reached by %s', (_, table, request) => expect(proofOfLast(table)).toBe(request));

  it.each<[string, SuppliedTable, string[]]>([
    ['the same pattern', { '/a/(:num)': 'x', 'a/([0-9]+)': 'y' }, ['/a/(:num)']],
    ['a wider one', { 'a/(:any)': 'x', 'a/b': 'y' }, ['a/(:any)']],
    ['a wider one of segments', { '(:any)/(:any)': 'x', 'a/([a-z]+)': 'y' }, ['(:any)/(:any)']],
    ['a catch-all', { '(.+)': 'x', 'a/b': 'y' }, ['(.+)']],
    ['all that starts so', { 'a/(.+)': 'x', 'a/b/(:num)': 'y' }, ['a/(.+)']],
    ['what is open', { 'a/(b|c/d)': 'x', 'a/c/d': 'y' }, ['a/(b|c/d)']],
    ['two together', { '([a-m])': 'x', '([n-z])': 'y', '([a-z])': 'z' }, ['([a-m])', '([n-z])']],
    ['two of three', { '(a|b)': 'x', b: 'w', '(c|d)': 'y', '[a-d]': 'z' }, ['(a|b)', '(c|d)']],
    ['one for its method', { 'GET (:any)': 'x', 'GET a': 'y' }, ['GET (:any)']],
    ['a bare one, for its method', { '(:any)': 'x', 'GET a': 'y' }, ['(:any)']],
    ['a block', { '(:any)': '', a: 'y' }, ['(:any)']],
    ['one that is not proved', { '(\\w)\\1': 'x', zz: 'y' }, ['(\\w)\\1']],
    ['the root', { '/': 'x', '(?:)': 'y' }, []],
    ['nothing, for it matches only what is too long', { 'a{2049}': 'x' }, []],
  ])('is reached by nothing behind %s', (_, table, takers) => {
    expect(proofOfLast(table)).toEqual(takers);
  });

  it.each<[string, SuppliedTable, string]>([
    ['a back reference', { '(?=ba)([ab]+)\\1': 'x' }, REFERENCE],
    ['only longer paths', { 'a{2049,}': 'x' }, 'the router confirms none of 20 paths'],
  ])('is left unproved: %s', (_, table, reason) => expect(proofOfLast(table)).toBe(reason));
});

it('examples are a request for each row, with what it leads to', () => {
  const table = {
    default_controller: 'welcome',
    'photos/(:num)': 'photos/show/$1',
    'users/login': '',
    'photos/7': 'photos/seven',
    'a{2049,}': 'x',
  };
  const get = (path: string) => ({ method: 'GET', path });
  const none = { request: null, destination: '' };
  expect(examples(table)).toEqual([
    { route: 'photos/(:num)', request: get('/photos/12'), destination: 'photos/show/12' },
    { route: 'users/login', request: get('/users/login'), destination: '' },
    { route: 'photos/7', ...none, reason: 'no request reaches it' },
    { route: 'a{2049,}', ...none, reason: 'the router confirms none of 20 paths' },
  ]);
});

it('a list has the order, the parts, the name and an example of each row', () => {
  Route.reset();
  Route.get('users/(:num)', 'users/show/$1', { as: 'user' });
  Route.block('users/7');
  expect(list(Route.map())).toEqual([
    {
      order: 1,
      route: 'GET users/(:num)',
      method: 'GET',
      pattern: 'users/(:num)',
      destination: 'users/show/$1',
      name: 'user',
      meta: null,
      example: { method: 'GET', path: '/users/12' },
      source: null,
    },
    {
      order: 2,
      route: 'users/7',
      method: null,
      pattern: 'users/7',
      destination: '',
      name: null,
      meta: null,
      example: { method: 'POST', path: '/users/7' },
      source: null,
    },
  ]);
});

/** The ways to an action, one per line. */
function waysTo(table: SuppliedTable, action: string, autoRoute = false): string[] {
  const { ways, unproved } = reach(table, action, { autoRoute });
  return [
    ...ways.map(
      ({ route, method, path, destination: to }) => `${route}: ${method} ${path} → ${to}`,
    ),
    ...unproved.map(({ route, reason }) => `${route}? ${reason}`),
  ];
}

describe('an action', () => {
  it.each<[string, SuppliedTable, ...ways: string[]]>([
    ['a text', { in: 'users/login' }, 'GET /in → users/login'],
    ['arguments', { in: 'users/login/a' }, 'GET /in → users/login/a'],
    ['a capture', { 'users/(:any)': 'users/$1' }, 'GET /users/login → users/login'],
    ['part of a capture', { '(log[a-z]+)': 'users/$1' }, 'GET /login → users/login'],
    ['captures', { '(:any)-(:any)': '$1/$2' }, 'GET /users-login → users/login'],
    ['captures in another order', { '(:any)/(:any)': '$2/$1' }, 'GET /login/users → users/login'],
    [
      'two captures at once',
      { '(u[a-z/]*l)_(o[a-z]+)': '$1$2' },
      'GET /users/l_ogin → users/login',
    ],
    [
      'one capture twice',
      { '(:any)': 'users/$1', 'x/(:any)/(:any)': '$1/$2' },
      'GET /login → users/login',
      'GET /x/users/login → users/login',
    ],
    ['the rest of the path', { 'x/(.+)': '$1' }, 'GET /x/users/login → users/login'],
    ['part of the whole path', { '(.+)': 'users/$0' }, 'GET /login → users/login'],
    ['the whole path', { '(.+)': '$0' }, 'GET /users/login → users/login'],
    ['an optional end', { 'in(/.+)?': 'users/login$1' }, 'GET /in/12 → users/login/12'],
    ['a needed optional group', { 'in(?:/(:any))?': 'users/$1' }, 'GET /in/login → users/login'],
    ['a missing group', { 'in/(:num)': 'users/login$2' }, 'GET /in/12 → users/login'],
    ['a method', { 'POST (:any)': 'users/$1' }, 'POST /login → users/login'],
    ['the default controller', { default_controller: 'users/login' }, 'GET / → users/login'],
    ['the root', { '/': 'users/login' }, 'GET / → users/login'],
    ['the 404_override', { '404_override': 'users/login' }, 'GET /no-such-page → users/login'],
    [
      'the 404_override, if rows take short paths',
      { '404_override': 'users/login/a', '(:any)': 'x', '(:any)/(:any)/(:any)': 'x' },
      'GET /no/such/page/in/any/of/these/tables → users/login/a',
    ],
  ])('is reached through %s', (_, table, ...ways) => {
    const keys = Object.keys(table);
    const expected = ways.map((way, at) => `${keys[at]}: ${way}`);
    expect(waysTo(table, 'users/login')).toEqual(expected);
  });

  it.each<[string, SuppliedTable]>([
    ['a block closes the one path', { 'users/login': '', 'users/(:any)': 'users/$1' }],
    ['its name only starts so', { in: 'users/login2', 'x/(:any)': 'users/login$1' }],
    ['its name only ends so', { in: 'admin/users/login' }],
    ['the captures can be no part of it', { 'users/(:num)': 'users/$1' }],
    ['one capture would have to be two texts', { '(:any)': '$1/$1' }],
    ['the text between is another', { '(:any)/(:any)': '$1/x/$2' }],
    ['the way is blocked', { '(:any)': '' }],
    ['a table has nothing', {}],
    ['the group that would name it is not there', { 'in/(:num)': 'users/$2' }],
    ['the default controller is shadowed', { '/': 'x', default_controller: 'users/login' }],
    ['the group that may be left out is needed', { 'x(?:(a)|(b))': 'users/$1' }],
  ])('is reached by nothing if %s', (_, table) => {
    expect(reach(table, 'users/login')).toEqual({ ways: [], unproved: [] });
  });

  it('is reached under its folder alone if it is the index', () => {
    expect(waysTo({ 'u/(:any)': '$1', v: 'users/index', w: 'users/x' }, 'users/index')).toEqual([
      'u/(:any): GET /u/users → users',
      'v: GET /v → users/index',
    ]);
  });

  it.each([
    [true, ['in/(:any): GET /in/log-in → users/log-in', 'x: GET /x → users/log-in/a_b']],
    [false, []],
  ])('is the same with dashes if the table translates them: %s', (translated, ways) => {
    const table = {
      translate_uri_dashes: translated,
      'in/log_in': '',
      'in/(:any)': 'users/$1',
      x: 'users/log-in/a_b',
    };
    expect(waysTo(table, 'users/log_in')).toEqual(ways);
  });

  it.each<[string, SuppliedTable, string[]]>([
    ['its own path', {}, ['null: GET /users/login → users/login']],
    ['a path below its own', { 'users/login': 'x' }, ['null: GET /users/login/a → users/login/a']],
    ['no path, where rows match all of them', { 'users/(.+)': 'x' }, []],
    ['no path, where a row of another method does', { 'POST users/(.+)': 'x' }, []],
    [
      'a path that only a row for OPTIONS alone matches',
      { 'OPTIONS (.*)': 'x', 'users/login': 'x', 'users/login/a': '' },
      ['null: GET /users/login/b → users/login/b'],
    ],
    ['no path, where a row for OPTIONS alone blocks them', { 'OPTIONS users/(.+)': '' }, []],
    [
      'a path of a block for OPTIONS that comes too late',
      { 'OPTIONS (.*)': 'x', 'OPTIONS users/(.+)': '', 'users/login': 'x' },
      ['null: GET /users/login/a → users/login/a'],
    ],
    ['a path that a row leaves', { '(:any)': 'x' }, ['null: GET /users/login → users/login']],
    ['what is unproved', { '(:any)/([a-z]+)\\2?': 'x' }, [`null? ${REFERENCE}`]],
  ])('is reached by autoRoute through %s', (_, table, ways) => {
    expect(waysTo(table, 'users/login', true)).toEqual(ways);
  });

  it('is reached by autoRoute under its folder alone if it is the index', () => {
    const ways = waysTo({ 'users/index(/.*)?': '' }, 'users/index', true);
    expect(ways).toEqual(['null: GET /users → users']);
  });

  it('is found behind a dash in its first segment too', () => {
    const table = { a: 'my-users/login', b: 'my_users/login', c: 'my/users/login' };
    expect(waysTo(table, 'my_users/login')).toEqual(['b: GET /b → my_users/login']);
    expect(waysTo({ ...table, translate_uri_dashes: true }, 'my_users/login')).toEqual([
      'a: GET /a → my-users/login',
      'b: GET /b → my_users/login',
    ]);
  });

  it('is reached in the order of the table, whatever a destination starts with', () => {
    const table = { 'a/(:any)': '$1/login', b: 'users/login', 'c/(user)': '$1s/login', d: 'users' };
    expect(waysTo(table, 'users/login').map((way) => way.slice(0, 1))).toEqual(['a', 'b', 'c']);
    expect(waysTo({ ...table, d: 'users/login' }, 'users/login')).toHaveLength(4);
  });

  it('is reached in the order of the table by the rows that lead to its index, too', () => {
    const table = {
      a: 'users/index',
      b: 'users',
      'c/(.*)': '$1',
      d: 'users/index/7',
      e: 'users/7',
    };
    const ways = waysTo(table, 'users/index').map((way) => way.slice(0, 1));
    expect(ways).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is reached by autoRoute with a dash if the table translates them', () => {
    const table = { translate_uri_dashes: true, 'users/log_in(?:/.*)?': '' };
    expect(waysTo(table, 'users/log_in', true)).toEqual(['null: GET /users/log-in → users/log-in']);
  });

  it('is not reached by arguments of its folder if it is the index', () => {
    const table = { 'x/users': '', 'x/users/index(?:/.*)?': '', 'x/(.+)': '$1' };
    expect(reach(table, 'users/index')).toEqual({ ways: [], unproved: [] });
  });

  it('is left unproved if it is the 404_override, and every path has a row', () => {
    const table = { '404_override': 'users/login', '(.+)': 'x' };
    const reason = 'every path tried is answered by a row, but an action may answer 404';
    expect(reach(table, 'users/login')).toEqual({
      ways: [],
      unproved: [{ route: '404_override', reason }],
    });
    expect(reach(table, 'users/logout')).toEqual({ ways: [], unproved: [] });
  });

  it('is left unproved if its row is', () => {
    const unproved = [{ route: '(\\w+)/\\1', reason: REFERENCE }];
    expect(reach({ '(\\w+)/\\1': 'users/$1' }, 'users/login').unproved).toEqual(unproved);
  });

  it('is left unproved if there are too many ways to fill a destination', () => {
    const five = '([a-z/]*)'.repeat(5);
    const to = '$1$2$3$4$5';
    expect(reach({ [`x${five}`]: to }, 'users/login/and/more').unproved).toEqual([
      { route: `x${five}`, reason: 'there are too many ways to fill its destination' },
    ]);
  });
});
