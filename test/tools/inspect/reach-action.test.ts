/** Proofs about actions if the application's files are known. */
import { describe, expect, it } from 'vitest';
import { Controller, type Files } from '../../../src/hmvc.ts';
import type { SuppliedTable } from '../../../src/index.ts';
import { check, reach, reachAction } from '../../../src/tools/inspect.ts';

class Users extends Controller {
  index() {}
  login() {}
  log_out() {}
}
class Remapped extends Controller {
  _remap() {}
}
class Home extends Controller {
  index() {}
  start() {}
}

const of = (value: unknown) => async () => ({ default: value });

const MODULE: Files = { 'modules/users/controllers/users.ts': of(Users) };
const ADMIN: Files = { ...MODULE, 'modules/users/controllers/admin/tools.ts': of(Users) };
const PLAIN: Files = { 'controllers/users.ts': of(Users) };
const BOTH: Files = { ...MODULE, ...PLAIN };
const HOME: Files = { 'controllers/home.ts': of(Home), 'controllers/area/home.ts': of(Home) };
const REMAPPED: Files = { 'modules/any/controllers/any.ts': of(Remapped) };

/** The same files below a root. */
const below = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, load]) => [`application/${path}`, load]));

async function waysTo(
  table: SuppliedTable,
  action: string,
  files: Files,
  autoRoute = false,
): Promise<string[]> {
  const { ways, unproved } = await reachAction(table, action, below(files), { autoRoute });
  return [
    ...ways.map(
      ({ route, method, path, destination: to }) => `${route}: ${method} ${path} → ${to}`,
    ),
    ...unproved.map(({ route, reason }) => `${route}? ${reason}`),
  ];
}

describe('an action of an application', () => {
  it.each<[string, string, SuppliedTable, string, Files?]>([
    [
      'its module twice',
      'users/login',
      { 'users/login': '', 'x/(.+)': 'users/users/$1' },
      'x/(.+): GET /x/login → users/users/login',
    ],
    [
      'its module once',
      'users/users/login',
      { 'x/(.+)': 'users/$1' },
      'x/(.+): GET /x/login → users/login',
    ],
    [
      'a folder of its module',
      'users/admin/tools/login',
      { 'x/(.+)': 'users/admin/$1' },
      'x/(.+): GET /x/tools/login → users/admin/tools/login',
      ADMIN,
    ],
    ['no name, as the index', 'users/index', { a: 'users' }, 'a: GET /a → users'],
    ['the index, by a name', 'users', { a: 'users/index' }, 'a: GET /a → users/index'],
    [
      'an empty segment, as the index',
      'users',
      { 'a(b?)': 'users/users/$1' },
      'a(b?): GET /a → users/users/',
    ],
    [
      'an empty segment and arguments, as the index',
      'users',
      { 'a/(:num)': 'users//$1' },
      'a/(:num): GET /a/12 → users//12',
    ],
    [
      'an empty segment and just these arguments, as the index',
      'users/index/7',
      { 'a/(:num)': 'users//$1', b: 'users' },
      'a/(:num): GET /a/7 → users//7',
    ],
    [
      'its folder, as the action of the default controller',
      'area/home/start',
      { default_controller: 'home/start', a: 'area' },
      'a: GET /a → area',
      HOME,
    ],
    [
      'the default controller',
      'home/start',
      { default_controller: 'home/start' },
      'default_controller: GET / → home/start',
      HOME,
    ],
    [
      'a dash',
      'users/log_out',
      { translate_uri_dashes: true, 'x/(log-out)': 'users/users/$1' },
      'x/(log-out): GET /x/log-out → users/users/log-out',
    ],
    [
      'a class that answers to any',
      'any/anything',
      { 'x/(:any)': 'any/any/$1' },
      'x/(:any): GET /x/anything → any/any/anything',
      REMAPPED,
    ],
    [
      'an argument that is encoded',
      'users/login/a%2Fb',
      { 'x/(.+)': 'users/users/$1' },
      'x/(.+): GET /x/login/a%2Fb → users/users/login/a%2Fb',
    ],
    [
      'the place that comes first',
      'users/login',
      { 'x/(.+)': 'users/$1' },
      'x/(.+): GET /x/login → users/login',
      BOTH,
    ],
  ])('is reached through %s: %s', async (_, action, table, way, files = MODULE) => {
    expect(await waysTo(table, action, files)).toEqual([way]);
  });

  it.each<[string, string, SuppliedTable, Files]>([
    ['another file has the destination', 'users/login', { a: 'other/login' }, MODULE],
    ['another action has it', 'users/login', { a: 'users/index' }, MODULE],
    ['the arguments are others', 'users/login/7', { a: 'users/login/8' }, MODULE],
    ['the arguments are missing', 'users/login/7', { a: 'users/users/login' }, MODULE],
    ['another action is there', 'area/home', { default_controller: 'home/start', a: 'area' }, HOME],
    ['dashes stay', 'users/log_out', { a: 'users/log-out' }, MODULE],
    ['the case is another', 'users/login', { a: 'users/Login', b: 'Users/login' }, MODULE],
  ])('is reached by nothing if %s', async (_, action, table, files) => {
    expect(await waysTo(table, action, files)).toEqual([]);
  });

  it.each<[string, SuppliedTable, Files, string[]]>([
    [
      'another spelling of it',
      { 'users/login(?:/.*)?': '' },
      MODULE,
      ['null: GET /users/users/login → users/users/login'],
    ],
    ['no path, where both are blocked', { 'users/(?:users/)?login(?:/.*)?': '' }, MODULE, []],
    [
      'no path, if another file answers them all',
      { 'users/users(?:/.*)?': '' },
      { ...MODULE, 'modules/users/controllers/login.ts': of(Remapped) },
      [],
    ],
    [
      'paths that may lead to another file',
      { 'users/users(?:/.*)?': '', 'users/login(?:/(?:[^a]|a[^/]).*)?': '' },
      { ...MODULE, 'modules/users/controllers/login/a.ts': of(Remapped) },
      ['null? 20 paths lead to another action'],
    ],
  ])('is reached by autoRoute through %s', async (_, table, files, ways) => {
    expect(await waysTo(table, 'users/users/login', files, true)).toEqual(ways);
  });

  it('is looked for in the given roots', async () => {
    const files = { 'src/controllers/users.ts': of(Users) };
    const options = { roots: ['src'] };
    const { ways } = await reachAction({ a: 'users/login' }, 'users/login', files, options);
    expect(ways).toHaveLength(1);
  });

  it.each<[string, Files, string]>([
    ['users/lgoin', MODULE, "no action answers to it. The nearest is 'users/login'."],
    ['users/Login', MODULE, "no action answers to it. The nearest is 'users/login'."],
    ['user/login', PLAIN, "no action answers to it. The nearest is 'users/login'."],
    ['', PLAIN, "no action answers to it. The nearest is 'users/index'."],
    ['users/constructor', PLAIN, "no action answers to it. The nearest is 'users/log_out'."],
    ['users/login', {}, 'no action answers to it. Give the files that have controllers.'],
    [
      'users/logout',
      { ...MODULE, 'controllers/bad.ts': of(1) },
      "no action answers to it; 'application/controllers/bad.ts' can't be used as a controller. The nearest is 'users/log_out'.",
    ],
  ])('is refused if it does not exist, with the nearest: %s', async (action, files, rest) => {
    await expect(reachAction({ '(.+)': '$1' }, action, below(files))).rejects.toMatchObject({
      name: 'WaymarkError',
      code: 'no-action',
      where: action === '' ? "reachAction('')" : `reachAction('${action}')`,
      message: `reachAction('${action}'): ${rest} See npx waymark help no-action.`,
    });
  });

  it('is compared as a text without files, if an empty segment is the index too', () => {
    expect(reach({ 'x/(.+)': 'users/users/$1' }, 'users/login').ways).toEqual([]);
    const { ways } = reach({ 'u(b?)': 'users/$1' }, 'users/index');
    expect(ways).toMatchObject([{ path: '/u', destination: 'users/' }]);
  });
});

describe('a block, if the files are known,', () => {
  const opened = async (table: SuppliedTable, files: Files, autoRoute = false) => {
    const findings = await check(table, { files: below(files), autoRoute });
    return findings
      .filter(({ kind }) => kind === 'block-action' || kind === 'unproved')
      .map(({ kind, message, witness }) =>
        kind === 'unproved'
          ? message
          : `${/the action '([^']*)'/.exec(message)?.[1]} ${witness?.path}`,
      );
  };

  it.each<[string, SuppliedTable, Files, string, boolean?]>([
    [
      'another spelling of its action',
      { default_controller: 'home', 'users/login': '', 'x/(.+)': 'users/users/$1' },
      MODULE,
      'users/login /x/login',
    ],
    [
      'the spelling that is not blocked',
      { 'users/users/login': '', 'x/(.+)': 'users/$1' },
      MODULE,
      'users/users/login /x/login',
    ],
    [
      'its action by a name, of which it blocks the folder',
      { users: '', 'x/(:any)': 'users/$1' },
      MODULE,
      'users/index /x/index',
    ],
    [
      'an action behind it that no sample is',
      { '(:any)/login': '', '(:any)/(:any)': '$1/$2', 'x/(:any)/(:any)': '$1/$2' },
      PLAIN,
      'users/login /x/users/login',
    ],
    [
      'an action behind it that is not its first',
      {
        'users/(:any)': '',
        'users/([a-z_]+)': 'users/$1',
        'x/(login)': '$1',
        'y/([a-z]+)/(log_out)': '$1/$2',
      },
      PLAIN,
      'users/log_out /y/users/log_out',
    ],
    [
      'its action with arguments',
      { 'users/login': '', 'users/(.+)': 'users/$1' },
      PLAIN,
      'users/login /users/login/a',
    ],
    [
      'the same arguments',
      { 'u/7': '', 'u/(:num)': 'users/login/$1', '(:any)/(:any)/(:any)': '$1/$2/$3' },
      PLAIN,
      'users/login/7 /users/login/7',
    ],
    [
      'other arguments, if it closes all of a row',
      { 'u/(:num)': '', 'u/([0-9]+)': 'users/login/$1', 'x/(:any)': 'users/$1' },
      PLAIN,
      'users/login /x/login',
    ],
    ['autoRoute', { 'users/login': '' }, PLAIN, 'users/login /users/login/a', true],
    [
      'autoRoute, under another spelling',
      { 'users/login(/.*)?': '' },
      MODULE,
      'users/login /users/users/login',
      true,
    ],
    ['autoRoute for one action', { '(:any)/login': '' }, PLAIN, 'users/login /users/login/a', true],
    ['autoRoute for a POST', { 'POST users/login': '' }, PLAIN, 'users/login /users/login/a', true],
  ])('is bypassed by %s', async (_, table, files, found, autoRoute) => {
    expect(await opened(table, files, autoRoute)).toEqual([found]);
  });

  it.each<[string, SuppliedTable, Files, boolean?]>([
    ['nothing is behind it that exists', { 'photos/(:num)/secret': '' }, MODULE, true],
    ['what is behind it does not exist', { 'users/nothing': '', '(:any)/(:any)': '$1/$2' }, PLAIN],
    [
      'a row names the action in another spelling',
      { 'users/login': '', 'users/(:any)': 'users/$1', login: 'users/users/login' },
      MODULE,
    ],
    [
      'a row names the action in another spelling, and captures arguments',
      { 'users/login': '', 'users/(:any)': 'users/$1', 'login/(:any)': 'users/users/login/$1' },
      MODULE,
    ],
    [
      'a row names the action with a dash, and captures arguments',
      { translate_uri_dashes: true, 'users/log_out': '', 'out/(:any)': 'users/log-out/$1' },
      PLAIN,
    ],
    ['a row leads into what is blocked', { 'users/(.+)': '', 'x/(.+)': 'users/users/$1' }, MODULE],
    ['a row leads to another action', { 'users/login': '', 'x/(log_out)': 'users/$1' }, PLAIN],
    [
      'an exception inside the block names another action',
      { 'POST users/login': 'users/users/login', 'users/login': '' },
      MODULE,
    ],
    [
      'a row names the action, and leaves the argument open as the block does',
      { 'u/(:any)': '', 'u/([a-z0-9]+)(?:/x)?': 'users/login/$1', 'x/(:any)': 'users/login/$1' },
      PLAIN,
    ],
    ['it closes the root', { '/': '', default_controller: 'users' }, PLAIN],
    ['its pattern is not regular', { '(\\w)\\1': '', '(:any)': '$1/login' }, PLAIN],
  ])('is silent if %s', async (_, table, files, autoRoute) => {
    expect(await opened(table, files, autoRoute)).toEqual([]);
  });

  it('is left open if no row is proved', async () => {
    const table = { 'users/login': '', '(\\w)(\\w+)/\\1': 'users/users/$2' };
    expect(await opened(table, MODULE)).toContain(
      "Whether the block 'users/login' closes the action 'users/login' is not proved: a reference back to a group is not regular.",
    );
  });
});
