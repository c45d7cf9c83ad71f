/** The protection of a block beyond its own paths, and the certainty of findings about it. */
import { describe, expect, it } from 'vitest';
import { Controller, type Files } from '../../../src/hmvc.ts';
import type { SuppliedTable } from '../../../src/index.ts';
import { type CheckOptions, check } from '../../../src/tools/inspect.ts';
import { withHandler } from '../../support/handled.ts';

const of = (value: unknown) => async () => ({ default: value });

class Users extends Controller {
  index() {}
  secret() {}
}

class Open extends Users {
  edit() {}
}

class Secret extends Controller {
  secret() {}
}

class Remapped extends Controller {
  _remap() {}
}

const in_ = (files: Record<string, unknown>): Files => {
  const made = Object.entries(files).map(([name, value]) => [`application/${name}.ts`, of(value)]);
  return Object.fromEntries(made);
};

const USERS = in_({ 'controllers/users': Open });

/** The level of each finding, the rows that bypass the block, and the request. */
async function leak(table: SuppliedTable, options: CheckOptions = {}): Promise<string[]> {
  const findings = await check(table, options);
  return findings
    .filter(({ kind }) => kind === 'block-action')
    .map(({ level, rows, witness }) => `${level} ${rows.slice(1).join(', ')} ${witness?.path}`);
}

const handled = (table: SuppliedTable, key: string) => withHandler(table, [key]);

/** A block, and a row that leads to its action and names the controller. */
const NAMED = { 'users/secret': '', 'zz/(:any)': 'users/$1' };
const BY_NAME = ['error zz/(:any) /zz/secret'];
const HANDLED = handled({ ...NAMED, '(.+)': 'all' }, '(.+)');

/** A block, and a row that leads to its action. */
const SECRET = { 'users/secret': '', 'x/(:any)': 'users/$1' };

describe('without files, an action behind a block', () => {
  it.each<[string, SuppliedTable, string[], boolean?]>([
    [
      'is what the next row leads to',
      { 'users/secret': '', 'users/(:any)': 'accounts/$1', 'x/(:any)': 'accounts/$1' },
      ['error x/(:any) /x/secret'],
    ],
    [
      'is what the next row leads to, for the value that a part of the block allows',
      { 'u/([ab])': '', 'u/(:any)': 'v/$1', 'x/(b)/(:any)': 'v/$1$2', 'y/(b|c)': 'v/$1' },
      ['error y/(b|c) /y/b'],
    ],
    [
      'is what a path names, though an earlier row answers another path of the block',
      { '[ab]/(a|login)': '$1', a: 'pages/first', '(?:a|login)': '' },
      ['error [ab]/(a|login) /a/login'],
      true,
    ],
    [
      'is what autoRoute leads to, beside one of a row that is less certain',
      { '(a|login)/a': '', 'a/(.+)': '$1/' },
      ['error a/(.+) /a/login/a'],
      true,
    ],
    [
      'is what each of the next rows leads to',
      {
        'u/(:any)': '',
        'u/([a-z]+)': 'users/$1',
        'u/(:num)': 'users/show/$1',
        'x/([a-z]+)/(:any)': '$1/$2',
        'y/([a-z]+)/(:any)/(:num)': '$1/$2/$3',
      },
      ['error x/([a-z]+)/(:any), y/([a-z]+)/(:any)/(:num) /x/users/a'],
    ],
    ['is what autoRoute leads to', SECRET, ['error x/(:any) /x/secret'], true],
    ['is known by its name if the row that leads there names the controller', NAMED, BY_NAME],
    ['is known by its name in front of a catch-all', { ...NAMED, '(.+)': 'x/y/$1' }, BY_NAME],
    ['is known by its name in front of pairs', { ...NAMED, '(:any)/(:any)': 'x/$1/$2' }, BY_NAME],
    ['is known by its name in front of a block of all else', { ...NAMED, '(.+)': '' }, BY_NAME],
    ['is known by its name in front of a handler of all else', HANDLED, BY_NAME],
    [
      'is known by its name, for one of many that the block has',
      { 'users/(?:secret|hidden)': '', 'zz/(:any)': 'users/$1', '(.+)': 'pages/view/$1' },
      ['error zz/(:any) /zz/hidden'],
    ],
    [
      'is known by its name if the table translates dashes',
      { translate_uri_dashes: true, '([a-z]+)/log-out': '', 'zz/([a-z_]+)': 'users/$1' },
      ['error zz/([a-z_]+) /zz/log_out'],
    ],
    [
      'is probable by its name if another row names the controller',
      { 'users/secret': '', users: 'users/all', 'x/(:any)/(:any)': '$1/$2' },
      ['warning x/(:any)/(:any) /x/users/secret'],
    ],
    [
      'is probable by its name if a row for the path leads elsewhere',
      { 'users/secret': '', 'users/(:any)': 'accounts/$1', 'x/(:any)': 'users/$1' },
      ['warning x/(:any) /x/secret'],
    ],
    [
      'is not known by its name if nothing names the controller',
      { 'site-area/content': '', 'site-area/content/(:any)': '$1/content' },
      [],
    ],
    [
      'is not known by its name if a handler is behind the block',
      handled({ 'users/secret': '', 'users/(:any)': 'u', 'x/(:any)': 'users/$1' }, 'users/(:any)'),
      [],
    ],
    ['is probable behind all', { admin: '', '(.+)': 'pages/$1' }, ['warning (.+) /admin/a']],
    [
      'is certain behind a catch-all that hands the path on',
      { 'users/secret': '', '(.+)': '$1' },
      ['error (.+) /users/secret/a'],
    ],
    [
      'is the index of a controller that a block names, and no other action',
      { users: '', 'x/(:any)': 'users/$1' },
      ['error x/(:any) /x/index'],
    ],
    [
      'is what a row leads to that has one part twice',
      { 'users/([a-z]+)': '', 'x/([a-z]+)': '$1/$1', '(.+)': '$1' },
      ['error x/([a-z]+), (.+) /x/users'],
    ],
    [
      'is what a row leads to that refers to missing groups',
      { 'u/(:any)': '', 'u/([a-z]+)': 'users$2/$1', 'x/([a-z]+)/(:any)': '$1$3/$2$4' },
      ['error x/([a-z]+)/(:any) /x/users/a'],
    ],
    [
      'is what the next row leads to for the whole path',
      { 'u/([a-z]+)': '', 'u/(:any)': 'users/$0', 'x/(:any)/(:any)/(:any)': '$1/$2/$3' },
      ['error x/(:any)/(:any)/(:any) /x/users/u/a'],
    ],
    [
      'is what the next row leads to for a part of a segment, as samples show',
      { 'u/n-([a-z]+)': '', 'u/n-(:any)': 'users/$1', 'x/([a-z]+)/(:any)': '$1/$2' },
      ['error x/([a-z]+)/(:any) /x/users/a'],
    ],
    [
      'is what the next row leads to, as samples show of a block that is not regular',
      { 'u/([ab])\\1': '', 'u/(:any)': 'users/$1', 'x/([a-z]+)/(:any)': '$1/$2' },
      ['error x/([a-z]+)/(:any) /x/users/aa'],
    ],
    [
      'is one of a controller with a dash, for a part that the block leaves open',
      {
        translate_uri_dashes: true,
        'x/log-([a-z]+)/in': '',
        'x/(:any)/(:any)': 'my-users/$1/$2',
        'y/([a-z_]+)/([a-z_]+)/(:any)': '$1/$2/$3',
        'in/([a-z]+)': 'my_users/log_$1/in',
      },
      ['error x/(:any)/(:any), y/([a-z_]+)/([a-z_]+)/(:any) /x/log_a/in'],
    ],
    [
      'is what a row names, for a part that the block leaves open',
      { 'admin/(:any)': '', x: 'admin/edit', 'y/(:any)': 'admin/$1', 'z/(:any)': 'adm$1/b' },
      ['warning z/(:any) /z/in'],
    ],
    [
      'is one whose controller starts as another does',
      {
        '(?:a|a[a-z]+)/([a-z]+)': '',
        'x/(:any)': '$1',
        'ab/(:any)': 'ab/$1',
        'y/(:any)/(:any)': 'ab/$1',
      },
      ['error x/(:any) /x/ab'],
    ],
    [
      'is what a row leads to, certain after it was probable',
      {
        'users/([a-z]+)': '',
        'users/login(?:/x)?': 'u/x',
        'users/[a-z]': 'v/x',
        'x/([a-z]+)/([a-z]+)': '$1/$2',
        '(.+)': '$1',
      },
      ['error x/([a-z]+)/([a-z]+), (.+) /x/u/x'],
    ],
    [
      'is certain for another path than the first',
      { 'users/([a-z]+)': '', 'users/a': 'x-y/z', 'z/([a-z]+)/([a-z]+)': '$1/$2' },
      ['error z/([a-z]+)/([a-z]+) /z/users/b'],
      true,
    ],
    [
      'is not what parts of two blocked paths would make together',
      {
        'u/(?:a/[b-z]+|c/a+)': '',
        'u/(:any)/(:any)': 'm/$1/$2',
        'x/(:any)/([a-z])/([a-z]+)': '$1/$2/$3',
      },
      ['error x/(:any)/([a-z])/([a-z]+) /x/m/a/b'],
    ],
    ['is not what a fixed row leads to', { 'admin/(:any)/x': '', y: 'admin/z' }, []],
    ['is no other action than the index', { users: '', 'x/(secret|edit)': 'users/$1' }, []],
    [
      'is also the index that is not named',
      { 'users/index': '', 'x/(:any)': '$1', 'y/(users|groups)': '$1', 'z/(:any)': 'users/$1' },
      ['error z/(:any) /z/index'],
    ],
    [
      'is not what an exception inside the block leads to',
      { 'POST users/secret': 'users/secret', 'users/secret': '', '(.+)': 'pages/view/$1' },
      [],
    ],
    [
      'is what a row leads to that leads nowhere else',
      { 'users/secret': '', 'x/(secret)': 'users/$1', '(.+)': 'pages/view/$1' },
      [],
    ],
    [
      'is said once if a row answers blocked paths as well',
      { '(:any)/secret': 'x/$1', 'users/(secret|other)': '', 'users/(:any)': 'x/$1' },
      [],
    ],
  ])('%s', async (_, table, expected, autoRoute = false) => {
    expect(await leak(table, { autoRoute })).toEqual(expected);
  });

  it('is left open if autoRoute is not proved', async () => {
    const table = { 'users/login': '', '(\\w+)/([a-z]+)/\\1': 'a/b' };
    const findings = await check(table, { autoRoute: true });
    expect(findings.filter(({ kind }) => kind !== 'not-judged')).toEqual([
      {
        level: 'unproved',
        kind: 'unproved',
        rows: ['users/login'],
        message:
          "Whether the block 'users/login' closes the action 'users/login' is not proved: a reference back to a group is not regular.",
      },
    ]);
  });

  it('is left open if there are too many ways to fill a destination', async () => {
    const parts = '([a-z]*)'.repeat(9);
    const table = { 'users/([a-z]+)/show': '', [`x/${parts}`]: 'users/$1$2$3$4$5$6$7$8$9' };
    const findings = await check(table);
    expect(findings.map(({ message }) => message)).toEqual([
      `Whether the block 'users/([a-z]+)/show' closes its actions is not proved: there are too many ways to fill its destination.`,
    ]);
  });

  it('is named with the actions that other rows lead to', async () => {
    const table = {
      'u/(:any)': '',
      'u/([a-z]+)': 'users/$1',
      'u/(:num)': 'accounts/show/$1',
      'x/([a-z]+)/(:any)': '$1/$2',
      'y/([a-z]+)/(:num)': '$1/show/$2',
    };
    const findings = await check(table);
    const message = findings.find(({ kind }) => kind === 'block-action')?.message;
    expect(message).toBe(
      "The block 'u/(:any)' does not protect the action 'users/a': GET /x/users/a reaches it through 'x/([a-z]+)/(:any)'; 'users/show' is reached through 'y/([a-z]+)/(:num)'.",
    );
  });
});

describe('with files, an action behind a block', () => {
  it.each<[string, SuppliedTable, Files, string[], boolean?]>([
    ['is known by its name, before all', { ...NAMED, '(.+)': 'x/y/$1' }, USERS, BY_NAME],
    [
      'is known by its name, though the row reaches nothing else that exists',
      { ...NAMED, '(.+)': 'pages/view/$1' },
      in_({ 'controllers/users': Secret }),
      BY_NAME,
    ],
    [
      'is known whoever names its controller',
      { 'users/secret': '', 'x/(:any)/(:any)': '$1/$2' },
      USERS,
      ['error x/(:any)/(:any) /x/users/secret'],
    ],
    [
      'is probable if a row for the path leads elsewhere',
      { 'users/secret': '', 'users/(:any)': 'users/edit/$1', 'x/(:any)': 'users/$1' },
      USERS,
      ['warning x/(:any) /x/secret'],
    ],
    ['does not exist', { 'users/nothing': '', 'zz/(:any)': 'users/$1', '(.+)': '$1' }, USERS, []],
    ['does not exist for any path', { 'users/n[a-z]+': '', 'zz/(:any)': 'users/$1' }, USERS, []],
    ['does not exist behind a catch-all', { admin: '', '(.+)': 'users/$1' }, USERS, []],
    ['exists behind all', { secret: '', '(.+)': 'users/$1' }, USERS, ['error (.+) /secret/a']],
    [
      'is probable in a class that answers to any',
      { admin: '', '(.+)': 'any/$1' },
      in_({ 'controllers/any': Remapped }),
      ['warning (.+) /admin/a'],
    ],
    [
      'is certain in a class that answers to any, behind a row for the path',
      { 'a/b': '', 'a/(:any)': 'any/$1', 'x/(:any)': 'any/$1' },
      in_({ 'controllers/any': Remapped }),
      ['error x/(:any) /x/b'],
    ],
    [
      'is known without arguments, though a shorter path gives it some',
      { '([a-z]+)/(:any)': 'users/$1', '([a-z]+)/(.+)': '' },
      in_({ 'modules/users/controllers/users': Users }),
      ['error  /users'],
      true,
    ],
    ['is an unnamed index', { a: '', 'a(/.*)?': 'users$1' }, USERS, ['error a(/.*)? /a/index']],
    [
      'is not the one of a module that shadows it',
      SECRET,
      in_({ 'controllers/users': Open, 'modules/users/controllers/users': Remapped }),
      ['error x/(:any) /x/secret'],
    ],
  ])('%s', async (_, table, files, expected, autoRoute = false) => {
    expect(await leak(table, { files, autoRoute })).toEqual(expected);
  });

  it.each<[string, SuppliedTable, string[]]>([
    [
      'whatever its arguments if all of the row behind is blocked',
      { 'a/(:any)': '', 'a/(b|c)': 'users/edit/$1', 'x/([a-z]+)/(:any)': 'users/$1/$2' },
      ['error x/([a-z]+)/(:any) /x/edit/a'],
    ],
    [
      'alone, though the row behind writes as much as an action has elsewhere',
      { 'a/(?:login|edit)': '', 'a/(login|edit)': 'area/users/$1', 'x/([a-z]+)': 'area/users/$1' },
      ['error x/([a-z]+) /x/login'],
    ],
  ])('is protected %s', async (_, table, expected) => {
    class Area extends Controller {
      index() {}
      login() {}
      edit() {}
    }
    const files = in_({ 'controllers/users': Open, 'modules/area/controllers/users': Area });
    expect(await leak(table, { files })).toEqual(expected);
  });

  it('has a name that a destination can have', async () => {
    class Home extends Controller {
      index() {}
    }
    const files = in_({ 'controllers/home': Home, 'controllers/admin/home': Home });
    const table = { default_controller: 'home', admin: '', 'x/(.+)': '$1' };
    const findings = await check(table, { files });
    const message = findings.find(({ kind }) => kind === 'block-action')?.message;
    expect(message).toContain("the action 'admin/home/index'");
  });
});
