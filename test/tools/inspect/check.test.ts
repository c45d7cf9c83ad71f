/** Findings of the checker, and tables about which it is silent. */
import { describe, expect, it } from 'vitest';
import { Route, type SuppliedTable } from '../../../src/index.ts';
import { check, type Finding } from '../../../src/tools/inspect.ts';
import { withHandler } from '../../support/handled.ts';

/** A row with a destination that is no slip. */
const withX = (key: string) => [key, 'x'];

const NO_PATH = 'no path that a request can have is left for it';
const REFERENCE = 'a reference back to a group is not regular';

async function found(table: SuppliedTable, kind: string, autoRoute = false): Promise<Finding[]> {
  return (await check(table, { autoRoute })).filter((finding) => finding.kind === kind);
}

async function kinds(table: SuppliedTable): Promise<string[]> {
  return (await check(table)).map(({ kind }) => kind);
}

describe('a row that no request reaches', () => {
  it.each<[string, SuppliedTable, string[], string]>([
    [
      'one row takes all of',
      { 'a/(:any)': 'x', 'a/b': 'y' },
      ['a/b', 'a/(:any)'],
      "'a/(:any)' comes first and matches all its requests",
    ],
    [
      'several rows take all of',
      { '(:num)': 'x', '([a-z]+)': 'y', 'POST B': 'v', '([a-z]+|[0-9])': 'z' },
      ['([a-z]+|[0-9])', '(:num)', '([a-z]+)'],
      "'(:num)' and '([a-z]+)' come first, and together match all its requests",
    ],
    [
      'three rows take all of',
      { a: 'x', b: 'y', c: 'z', '(?:a|b|c)': 'w' },
      ['(?:a|b|c)', 'a', 'b', 'c'],
      "'a', 'b' and 'c' come first, and together match all its requests",
    ],
    ['no path is short enough for', { 'a{2049}': 'x' }, ['a{2049}'], NO_PATH],
    ['default_controller precedes', { '(?:)': 'x', default_controller: 'y' }, ['(?:)'], NO_PATH],
  ])('is one that %s', async (_, table, rows, reason) => {
    const message = `No request reaches '${rows[0]}': ${reason}.`;
    const finding = { level: 'error', kind: 'unreached', rows, message };
    expect(await found(table, 'unreached')).toEqual([finding]);
  });

  it.each<[string, SuppliedTable]>([
    ['an earlier row leaves some of its paths', { 'a/(:num)': 'x', 'a/(:any)': 'y' }],
    ['an earlier row is for another method', { 'GET a': 'x', 'POST a': 'y' }],
    ['an earlier row is for one method only', { 'GET a': 'x', a: 'y' }],
    ['it answers the empty path', { '/': 'x', '(.*)': 'y' }],
  ])('is not reported if %s', async (_, table) => expect(await kinds(table)).toEqual([]));

  it('is left open if it can not be decided', async () => {
    expect(await found({ '(?=ba)([ab]+)\\1': 'x' }, 'unproved')).toEqual([
      {
        level: 'unproved',
        kind: 'unproved',
        rows: ['(?=ba)([ab]+)\\1'],
        message: `Whether a request reaches '(?=ba)([ab]+)\\1' is not proved: ${REFERENCE}.`,
      },
    ]);
  });
});

it('a block of a value that is not a pattern is an error that names the line', async () => {
  const ignored = [null, 'a'] as string[]; // the cast passes an invalid argument
  const table = Route.collect(() => Route.block(...ignored));
  const [finding, ...others] = await check(table);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ level: 'error', kind: 'ignored-block', rows: [] });
  expect(finding?.message).toMatch(
    /^Route\.block at .*check\.test\.ts:\d+:\d+\)?: argument 1 is null\. /,
  );
});

describe('a block that an earlier row bypasses', () => {
  it.each<[string, SuppliedTable, string, string]>([
    ['one of its paths', { 'a/(:any)': 'x', 'a/b': '' }, 'a/(:any)', 'GET /a/b'],
    ['one of many', { '(:any)/in': 'x', 'users/(.+)': '' }, '(:any)/in', 'GET /users/in'],
    ['its method', { '(:any)': 'x', 'POST a': '' }, '(:any)', 'POST /a'],
    ['the method of the row', { 'PUT (:any)': 'x', a: '' }, 'PUT (:any)', 'PUT /a'],
    ['what another row leaves', { a: 'x', '(:any)': 'x', '(?:a|b)': '' }, '(:any)', 'GET /b'],
    ['its method, by a proof', { '(?=zq)\\w+': 'x', 'POST \\w{2}': '' }, '(?=zq)\\w+', 'POST /zq'],
    ['a path that no sample is', { '\\w\\W\\w': 'x', '[^/]~[^/]': '' }, '\\w\\W\\w', 'GET /1~1'],
  ])('is bypassed by %s', async (_, table, row, request) => {
    const [method, path] = request.split(' ');
    const block = Object.keys(table).at(-1);
    expect(await found(table, 'block-passed')).toEqual([
      {
        level: 'error',
        kind: 'block-passed',
        rows: [block, row],
        message: `'${row}' comes before the block '${block}', and answers ${request}.`,
        witness: { method, path },
      },
    ]);
  });

  it.each<[string, SuppliedTable]>([
    ['is wholly inside of it', { 'users/admin/(:num)': 'x', 'users/(.+)': '' }],
    ['is wholly inside of it, though that takes a proof', { 'a/(?:b|c)': 'x', 'a(/[b-d])': '' }],
    ['comes later', { 'users/login': '', 'users/(:any)': 'x' }],
    ['is for another method', { 'GET (:any)': 'x', 'POST a': '' }],
    ['is for another method, on many paths', { 'GET (:any)': 'x', 'POST [ab]+': '' }],
    ['blocks too', { '(:any)': '', a: '' }],
    ['has no path in common', { 'users/(:num)': 'x', 'users/login': '' }],
    [
      'shares only what an earlier row takes',
      { 'users/login': 'x', 'users/(:any)': 'y', 'users/(?:login)': '' },
    ],
  ])('is not reported if the row %s', async (_, table) => {
    expect(await found(table, 'block-passed')).toEqual([]);
    expect(await found(table, 'unproved')).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['the block is not proved', '[ab]', '([ab])\\1?'],
    ['the row is not proved', '([ab])\\1?', '[^/]{1,2}.?'],
  ])('is left open if %s', async (_, row, block) => {
    const findings = await found({ [row]: 'x', [block]: '' }, 'unproved');
    expect(findings).toContainEqual({
      level: 'unproved',
      kind: 'unproved',
      rows: [block, row],
      message: `Whether '${row}' bypasses the block '${block}' is not proved: ${REFERENCE}.`,
    });
  });
});

it('a row that comes after a block is not said to bypass it, proved or not', async () => {
  const findings = await found({ '[ab]{2}': '', '([ab])\\1': 'x' }, 'unproved');
  expect(findings.map(({ rows }) => rows)).not.toContainEqual(['[ab]{2}', '([ab])\\1']);
});

describe('a block whose action is still reached', () => {
  it.each<[string, SuppliedTable, string, boolean?]>([
    [
      'a row that captures it',
      { 'users/login': '', 'users/(:any)': 'users/$1', 'accounts/(:any)': 'users/$1' },
      'users/login: GET /accounts/login by accounts/(:any)',
    ],
    [
      'an earlier row that captures it',
      { 'accounts/(:any)': 'users/$1', 'users/login': '', 'users/(:any)': 'users/$1' },
      'users/login: GET /accounts/login by accounts/(:any)',
    ],
    [
      'the row behind it, with arguments',
      { 'users/login': '', 'users/(.+)': 'users/$1' },
      'users/login: GET /users/login/a by users/(.+)',
    ],
    [
      'a row, if nothing is behind the block',
      { 'users/login': '', 'accounts/(:any)': 'users/$1' },
      'users/login: GET /accounts/login by accounts/(:any)',
    ],
    [
      'a row, whatever the arguments, if the row behind is closed',
      { 'u/(:num)/secret': '', 'u/([0-9]+)/secret': 'users/secret/$1', 'x/(:any)': 'users/$1' },
      'users/secret: GET /x/secret by x/(:any)',
    ],
    [
      'another row, with the same arguments',
      { 'photos/7': '', 'photos/(:num)': 'photos/show/$1', '(:any)/(:any)/(:any)': '$1/$2/$3' },
      'photos/show/7: GET /photos/show/7 by (:any)/(:any)/(:any)',
    ],
    ['autoRoute', { 'users/login': '' }, 'users/login: GET /users/login/a by autoRoute', true],
    [
      'autoRoute, under the method that is blocked',
      { 'POST users/login': '' },
      'users/login: POST /users/login/a by autoRoute',
      true,
    ],
    [
      'a row for all methods, under the one that is blocked',
      { 'PUT users/login': '', 'accounts/(:any)': 'users/$1' },
      'users/login: PUT /accounts/login by accounts/(:any)',
    ],
    [
      'a row that has as text only some of what the block fixes',
      { 'a/(:any)/reset': '', 'a/(:any)/(:any)': '$1/admin/$2', 'x/(:any)/(:any)': '$1/admin/$2' },
      'a/admin/reset: GET /x/a/reset by x/(:any)/(:any)',
    ],
    [
      'a row whose references only happen to make its text',
      { 'users/login': '', 'users/(:any)': 'users/$1', 'u(.*)': 'users/$1login' },
      'users/login: GET /u by u(.*)',
    ],
    [
      'a row that leads to one of the texts that the block has',
      { 'admin/(?:a|b/c)': '', 'x/(:any)': 'admin/$1' },
      'admin/a: GET /x/a by x/(:any)',
    ],
    [
      'a row, if the block closes more than the row behind it takes',
      { '(:any)/reset': '', '([0-9]+)/(:any)': '$1/$2', 'x/([0-9]+)/(:any)': '$1/$2' },
      '0/reset: GET /x/0/reset by x/([0-9]+)/(:any)',
    ],
    [
      'a row that is inside in part',
      {
        'users/(login|in)': 'users/$1',
        'users/log(in|out)': '',
        'users/(:any)': 'users/$1',
        'u/(:any)': 'users/$1',
      },
      'users/logout: GET /u/logout by u/(:any)',
    ],
  ])('is found: %s', async (_, table, expected, autoRoute = false) => {
    const block = Object.keys(table).find((key) => table[key] === '') as string; // each table has one
    const [, action, request, row] = /^(.*): (.*) by (.*)$/.exec(expected) ?? [];
    const [method, path] = request.split(' ');
    const through = row === 'autoRoute' ? row : `'${row}'`;
    expect(await found(table, 'block-action', autoRoute)).toEqual([
      {
        level: 'error',
        kind: 'block-action',
        rows: row === 'autoRoute' ? [block] : [block, row],
        message: `The block '${block}' does not protect the action '${action}': ${request} reaches it through ${through}.`,
        witness: { method, path },
      },
    ]);
  });

  it('is found once, with every row that leads there', async () => {
    const rows = { 'a/(:any)': 'users/$1', 'b/(:any)': 'users/$1', 'users/(.+)': 'users/$1' };
    const message = async (table: SuppliedTable, autoRoute = false) => {
      const [first, ...others] = await found(table, 'block-action', autoRoute);
      expect(others).toEqual([]);
      return [first?.rows, first?.message.replace(/^.* reaches it /, '')];
    };
    expect(await message({ 'users/login': '', ...rows })).toEqual([
      ['users/login', 'a/(:any)', 'b/(:any)', 'users/(.+)'],
      "through 'a/(:any)'; so do 'b/(:any)' and 'users/(.+)'.",
    ]);
    const one = { 'users/login': '', 'a/(:any)': 'users/$1' };
    expect(await message(one, true)).toEqual([
      ['users/login', 'a/(:any)'],
      "through 'a/(:any)'; so does autoRoute.",
    ]);
  });

  it.each<[string, SuppliedTable]>([
    [
      'the row is an exception inside the block',
      {
        'POST tools/(:any)/reset': '$1/admin/reset',
        'tools/(:any)/reset': '',
        'tools/(:any)/(:any)': '$1/admin/$2',
      },
    ],
    [
      'an exception inside the block captures the action',
      { 'POST users/(login)': 'users/$1', 'users/login': '', 'users/(:any)': 'users/$1' },
    ],
    [
      'the block is for one method, and the row for another',
      { 'GET users/login': '', 'GET users/(:any)': 'users/$1', 'POST u/(:any)': 'users/$1' },
    ],
    [
      'a row has as text all that the block fixes',
      {
        'tools/(:any)/reset': '',
        'tools/(:any)/(:any)': '$1/admin/$2',
        'POST reset/(:any)': '$1/admin/reset',
      },
    ],
    ['a row leads into the area that is blocked', { 'admin/(.+)': '', 'backend/(.+)': 'admin/$1' }],
    ['the block says nothing of the action', { '(:any)': '', 'b/(:any)': '$1' }],
    ['a row leads to less than that', { x: '', '(?:x)': 'm/users/login', 'u/(:any)': 'm/$1' }],
    ['the row behind has no other way to it', { 'users/login': '', 'users/(:any)': 'users/$1' }],
    ['a row names it', { 'users/login': '', 'users/(:any)': 'users/$1', login: 'users/login' }],
    [
      'a row names the action, and captures arguments',
      { 'users/login': '', 'users/(:any)': 'users/$1', 'login/(:any)': 'users/login/$1' },
    ],
    ['the block closes an argument behind it', { 'photos/7': '', '(.+)': 'photos/show/$1' }],
    ['a block is behind the block', { a: '', '(?:a)': '', '(:any)': 'a/$1', 'x/(:any)': '$1' }],
    ['default_controller is the action', { 'users/login': '', default_controller: 'users/login' }],
    ['the block is never reached', { '(:any)': 'x/$1', a: '', 'b/(:any)': '$1' }],
    [
      'the row behind is for another method',
      { 'GET users/login': '', 'POST users/(:any)': 'admin/$1', 'x/(:any)': 'admin/$1' },
    ],
    ['an exception inside is not proved', { 'POST ([ab])\\1': '$1$1', '([ab])\\1': '' }],
  ])('is not reported if %s', async (_, table) => {
    expect(await found(table, 'block-action')).toEqual([]);
    expect(await found(table, 'unproved')).toEqual([]);
  });

  it('is not reported if handlers replace controllers', async () => {
    const table = { 'users/login': '', 'users/(:any)': 'users/$1', 'x/(:any)': 'users/$1' };
    expect(await found(withHandler(table, ['x/(:any)']), 'block-action')).toEqual([]);
    expect(await found(withHandler(table, ['users/(:any)']), 'block-action')).toEqual([]);
    expect(await found(table, 'block-action')).toHaveLength(1);
  });

  it('is left open if the other row is not proved', async () => {
    const table = { 'users/login': '', '(\\w)(\\w+)/\\1': 'users/$2' };
    expect(await found(table, 'unproved')).toContainEqual({
      level: 'unproved',
      kind: 'unproved',
      rows: ['users/login', '(\\w)(\\w+)/\\1'],
      message: `Whether the block 'users/login' closes the action 'users/login' is not proved: ${REFERENCE}.`,
    });
  });
});

describe('a reference to a missing group', () => {
  it.each<[string, string, string]>([
    ['a/(:num)', 'x/$2', '$2, and its pattern has 1 group.'],
    [
      'a/:num',
      'x/$1',
      "$1, and its pattern has no group. ':num' without parentheses is not captured; write (:num).",
    ],
    [
      ':any/(:num)',
      'x/$1/$2',
      "$2, and its pattern has 1 group. ':any' without parentheses is not captured; write (:any).",
    ],
    ['(:any)/(:num)', 'x/$3', '$3, and its pattern has 2 groups.'],
    ['(a)/(b)', 'x/$1/$3/${4}/$3', '$3 and $4, and its pattern has 2 groups.'],
  ])('is found: %s → %s', async (key, to, rest) => {
    const message = `The destination of '${key}' has ${rest}`;
    expect(await found({ [key]: to }, 'missing-group')).toEqual([
      { level: 'error', kind: 'missing-group', rows: [key], message },
    ]);
  });

  it('is found with the names of the other groups, as people write them', async () => {
    const [finding] = await found({ 'a/(?<id>:num)': 'x/$2' }, 'missing-group');
    expect(finding).toMatchObject({
      rows: ['a/(?<id>:num)'],
      message: "The destination of 'a/{id:num}' has $2, and its pattern has 1 group.",
    });
  });

  it.each([
    ['a/(:num)', 'x/$1'],
    ['a/(:num)', 'x/$0'],
    ['(a)(b)', 'x/$2'],
    ['a', 'x/$y'],
    ['a', ''],
  ])('is not reported: %s → %s', async (key, to) => {
    expect(await found({ [key]: to }, 'missing-group')).toEqual([]);
  });
});

describe('a name', () => {
  it('that two patterns have is found', async () => {
    Route.reset();
    Route.get('a', 'x', { as: 'n' });
    Route.get('b', 'x', { as: 'n' });
    Route.get('c', 'x', { as: 'm' });
    expect(await check(Route.map())).toEqual([
      {
        level: 'error',
        kind: 'duplicate-name',
        rows: ['GET a', 'GET b'],
        message:
          "'GET a' and 'GET b' have one name, 'n', so Route.url knows only the one that was defined last.",
      },
    ]);
  });

  it('that two methods of one pattern have is not reported', async () => {
    Route.reset();
    Route.resources('photos', { as: 'photos', patch: true });
    expect(await check(Route.map())).toEqual([]);
  });
});

describe('a destination that probably means something else', () => {
  const GROUP = 'write (:any), (:num) or a group for what varies';
  const NAMED =
    'is matched as it is written; write (?<name>:any) for a named param, since only calls of Route take {name}';

  it.each([
    ...['[id]', 'posts/[id]', '[id]/edit', 'a/[postId]/b', '[...path]', '[user_id]'].map((key) => [
      key,
      `In '${key}', '${/\[.*\]/.exec(key)}' in the pattern matches one of those characters; ${GROUP}.`,
    ]),
    ...[
      ['posts/:id', ':id'],
      [':id', ':id'],
      ['a-:b', ':b'],
      ['a/(?<id>:alpha)', ':alpha'],
      ['a/<id>', '<id>'],
      ['a/<int:id>', '<int:id>'],
    ].map(([key, text]) => [
      key,
      `In '${key}', '${text}' in the pattern is matched as it is written; ${GROUP}.`,
    ]),
    ...['{id}', '{id:num}', '{id?}', '{*rest}'].map((text) => [
      `a/${text}`,
      `In 'a/${text}', '${text}' in the pattern ${NAMED}.`,
    ]),
    ['a/\\[b/{id}', `In 'a/\\[b/{id}', '{id}' in the pattern ${NAMED}.`],
  ])('is found in a pattern: %s', async (key, message) => {
    const finding = { level: 'warning', kind: 'parameter-syntax', rows: [key], message };
    expect(await check({ [key]: 'x' })).toEqual([finding]);
  });

  const STAR = 'repeats the slash; write /(.*) for whatever follows.';
  const DOT = 'is any character; write \\. for a dot.';

  it.each([
    ['posts/*', 'star', `In '%', '/*' in the pattern ${STAR}`],
    ['posts/*7', 'star', `In the pattern of '%', '/*' ${STAR}`],
    ['robots.txt', 'dot', `In the pattern of '%', the dot before 't' ${DOT}`],
    ['(:any).json', 'dot', `In the pattern of '%', the dot before 'j' ${DOT}`],
    [
      's?page=(:num)',
      'query',
      "In '%', '?page=' in the pattern never meets a query, which is cut off before a path is matched; read it in the action.",
    ],
    ...[
      ['defaultController', 'default_controller'],
      ['default-controller', 'default_controller'],
      ['404override', '404_override'],
      ['translateUriDashes', 'translate_uri_dashes'],
    ].map(([key, setting]) => [
      key,
      'setting-name',
      `'%' is a pattern like any other; the setting is called '${setting}'.`,
    ]),
  ])('is found in a pattern: %s, %s', async (key, kind, text) => {
    const message = text.replace('%', key);
    expect(await check({ [key]: 'x' })).toEqual([{ level: 'warning', kind, rows: [key], message }]);
  });

  const ACTION = "write 'controller/action'";
  const URL = 'is a URL, and a destination is module/controller/action; redirect in the action';

  it.each([
    ['Posts::index', 'controller-syntax', `is CodeIgniter 4's way; ${ACTION}`],
    ['Posts@show', 'controller-syntax', `is Laravel's way; ${ACTION}`],
    ['App\\Posts', 'controller-syntax', `is the name of a PHP class; ${ACTION}`],
    ['\\App\\Posts::index', 'controller-syntax', `is the name of a PHP class; ${ACTION}`],
    ['https://x.y', 'url', URL],
    ['//x.y/z', 'url', URL],
  ])('is found: %s, %s', async (to, kind, problem) => {
    const message = `In 'a', the destination '${to}' ${problem}.`;
    expect(await check({ a: to })).toEqual([{ level: 'warning', kind, rows: ['a'], message }]);
  });

  it.each([
    ['posts/(:any)', 'posts/show/$1'],
    ['a', 'posts/show'],
    ['a', 'a-b/c_d'],
    ['a', 'http/x'],
    ...['[abc]', 'a/[XYZ]', '[a-z]', '[x]', '[^id]', '[id]+', 'a[id]', '[id]b/c', '([id])'].map(
      withX,
    ),
    ...['(?:a|b)/([id]|x)', ':num', 'a/b:c', '(?:a):(:num)', 'a{2}', '(?<id>a)'].map(withX),
    ...['a/.*', 'a/(.*)', 'a/+b', 'robots\\.txt', 'a.', '.a', 'a.-b', 'a.+b', '[a.b]'].map(withX),
    ...['a?b', 'controller', 'a[{b}]', 'a[^{b}]'].map(withX),
  ])('is not reported: %s → %s', async (key, to) => expect(await check({ [key]: to })).toEqual([]));

  it.each(['https://x.y/$1', 'old@x', 'Old::x'])(
    'is not reported in the destination of a row with a handler: %s',
    async (to) => expect(await check(withHandler({ 'a/(:any)': to }, ['a/(:any)']))).toEqual([]),
  );
});

describe('a catch-all that is not last', () => {
  it.each<[string, SuppliedTable, string[], string]>([
    ['every row behind it', { '(.+)': 'x', a: 'y', b: 'z' }, ['(.+)', 'a'], 'nothing'],
    [
      'the rows of one method',
      { 'GET (.*)': 'x', 'POST a': 'y', 'GET b': 'z' },
      ['GET (.*)', 'GET b'],
      'no GET request',
    ],
    ['bare rows', { 'GET .+': 'x', b: 'z' }, ['GET .+', 'b'], 'no GET request'],
    ['the rows of a method', { '.+': 'x', 'GET b': 'z' }, ['.+', 'GET b'], 'nothing'],
    ['rows, as a proof shows', { '(:any)(/.*)?': 'x', b: 'z' }, ['(:any)(/.*)?', 'b'], 'nothing'],
  ])('takes %s', async (_, table, rows, leaves) => {
    const [all, first] = rows;
    expect(await found(table, 'catch-all')).toEqual([
      {
        level: 'warning',
        kind: 'catch-all',
        rows,
        message: `'${all}' matches every path, and leaves ${leaves} for later rows, such as '${first}'.`,
      },
    ]);
  });

  it.each<[string, SuppliedTable]>([
    ['it is last', { a: 'y', '(.+)': 'x' }],
    ['what follows is for other methods', { 'GET (.+)': 'x', 'POST a': 'y' }],
    ['what follows is the root', { '(.+)': 'x', '/': 'y' }],
    ['it needs two segments', { '(.+)/(.+)': 'x', a: 'y' }],
    ['it leaves digits', { '([^0-9]+)': 'x', '7': 'y' }],
    ['it leaves what starts with a letter', { '(?!b)(.+)': 'x', b: 'y' }],
    ['it is not proved', { '(.+)\\1?': 'x', b: 'y' }],
  ])('is not reported if %s', async (_, table) => {
    expect(await found(table, 'catch-all')).toEqual([]);
  });
});

it('the findings have errors first, then warnings, then what is open', async () => {
  const table = { '(?=ba)([ab]+)\\1': 'x', 'p/:id': 'x', 'a/(:num)': '$2' };
  const levels = (await check(table)).map(({ level }) => level);
  expect(levels).toEqual(['error', 'warning', 'unproved', 'unproved']);
});
