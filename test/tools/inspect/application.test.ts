/** The checker's findings about an application's files. */
import { describe, expect, it } from 'vitest';
import { Controller, type Files } from '../../../src/hmvc.ts';
import { Route, type SuppliedTable } from '../../../src/index.ts';
import { check, type Finding } from '../../../src/tools/inspect.ts';

class Photos extends Controller {
  index() {}
  show() {}
  _helper() {}
}
class Users extends Controller {
  login() {}
}
class Remapped extends Controller {
  _remap() {}
}
class Dashed extends Controller {
  log_in() {}
}
class Home extends Controller {
  index() {}
}

const of = (value: unknown) => async () => ({ default: value });

const FILES: Files = {
  'application/modules/photos/controllers/photos.ts': of(Photos),
  'application/controllers/users.ts': of(Users),
};

/** A table that reaches all of the files. */
const TABLE: SuppliedTable = {
  photos: 'photos',
  'photos/(:num)': 'photos/show/$1',
  login: 'users/login',
};

const ANY: Files = { 'application/controllers/any.ts': of(Remapped) };
const HOME = { default_controller: 'home' };
const HOMES: Files = {
  'application/controllers/home.ts': of(Home),
  'application/controllers/admin/home.ts': of(Home),
};

/** What is left of the table without a route to `users/login`. */
const { login: _, ...REST } = TABLE;

const lost = async (table: SuppliedTable, files: Files, autoRoute = false): Promise<Finding[]> =>
  (await check(table, { files, autoRoute })).filter(({ kind }) => kind !== 'not-judged');

describe('destinations and actions', () => {
  it.each<[string, SuppliedTable, Files, boolean?]>([
    ['every action has a route', TABLE, FILES],
    ['rows capture the actions', { '(:any)(/.*)?': '$1$2' }, FILES],
    ['autoRoute leads to the actions', {}, FILES, true],
    ['the default controller is an action', { ...TABLE, default_controller: 'users/login' }, FILES],
    ['the 404_override is an action', { ...TABLE, '404_override': 'photos/show' }, FILES],
    ['default_controller is in no route', { ...REST, default_controller: 'users/login' }, FILES],
    ['the 404_override is in no route', { ...REST, '404_override': 'users/login' }, FILES],
    ['a class answers to any action', { a: 'any/x/y' }, ANY],
    [
      'a class answers to any action that is captured',
      { 'a/(:any)': 'any/$1' },
      { 'application/modules/any/controllers/any.ts': of(Remapped) },
    ],
    ['a folder has the default', { ...HOME, a: 'admin', '(:any)x': '$1' }, HOMES],
    ['a captured folder has the default', { ...HOME, 'x/([a-z]{5})': '$1' }, HOMES],
    [
      'a folder has the default controller, with an action of its own name',
      { 'x/([a-z]{5})': '$1', default_controller: 'users/login' },
      {
        'application/controllers/users.ts': of(Users),
        'application/controllers/admin/users.ts': of(Users),
      },
    ],
    [
      'a folder has the default controller, which answers to any action',
      { 'x/([a-z]{5})': '$1', default_controller: 'any' },
      { ...ANY, 'application/controllers/admin/any.ts': of(Remapped) },
    ],
    [
      'the table translates dashes',
      { translate_uri_dashes: true, 'x/(:any)': 'users/$1' },
      { 'application/controllers/users.ts': of(Dashed) },
    ],
    [
      'a module has several controllers',
      { 'a/(s.+)': 'photos/admin/$1', b: 'photos/admin' },
      { 'application/modules/photos/controllers/admin.ts': of(Photos) },
    ],
    [
      "a module's own controller is named with its module",
      { 'x/(photos/photos)': '$1', 'y/(photos)/photos': '$1/photos/show' },
      { 'application/modules/photos/controllers/photos.ts': of(Photos) },
    ],
    ['a file is not a controller', TABLE, { ...FILES, 'application/core/x.ts': of(1) }],
    ['the row is a block', { ...TABLE, x: '' }, FILES],
  ])('are without findings if %s', async (_, table, files, autoRoute) => {
    expect(await lost(table, files, autoRoute)).toEqual([]);
  });

  it('are without findings if a handler answers', async () => {
    Route.reset();
    Route.get('health', 'health/check', {}, () => new Response());
    Route.get('health/(:any)', 'health/$1', {}, () => new Response());
    expect(await lost(Route.map(), {})).toEqual([]);
  });
});

describe('a destination that leads nowhere', () => {
  it('is found, with a request that comes there', async () => {
    expect(await lost({ ...TABLE, 'x/(:num)/y': 'photos/delete' }, FILES)).toEqual([
      {
        level: 'error',
        kind: 'dead-destination',
        rows: ['x/(:num)/y'],
        message:
          "The destination of 'x/(:num)/y', 'photos/delete', leads to no file or action; add the action to 'application/modules/photos/controllers/photos.ts'.",
        witness: { method: 'GET', path: '/x/12/y' },
      },
    ]);
  });

  it.each([
    ['x/(:num)', 'photos/delete/$1'],
    ['x/(:num)', 'photo/show/$1'],
    ['x/(:num)', 'users/$1'],
    ['x/(:any)', 'photos/_$1'],
    ['x/([a-f]+)', '$1/index'],
  ])('is found if references are in it: %s → %s', async (key, to) => {
    const [finding, ...others] = await lost({ ...TABLE, [key]: to }, FILES);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ level: 'error', kind: 'dead-destination', rows: [key] });
    const { method, path } = finding.witness as { method: string; path: string }; // the cast: it has a witness
    expect(finding.message).toBe(
      `The destination of '${key}' leads to no file or action, whatever the path, such as ${method} ${path}.`,
    );
  });

  it.each([
    ['x/(:any)', 'photos/$1'],
    ['x/(:any)/(:any)', '$1/$2'],
    ['x/(.+)', '$1'],
    ['x/(:any)', '$1'],
  ])('is not reported if one path leads to an action: %s → %s', async (key, to) => {
    expect(await lost({ ...TABLE, [key]: to }, FILES)).toEqual([]);
  });

  it('is not reported if no request comes there', async () => {
    const table = { ...TABLE, '/login': 'users/logout', '/photos/([0-9]+)': 'x/$1' };
    expect((await lost(table, FILES)).map(({ kind }) => kind)).toEqual(['unreached', 'unreached']);
  });

  it('is left open if the row is not proved', async () => {
    const rows = { 'photos(?:/(:num))?': 'photos/show/$1', p: 'photos' };
    const table = { '(\\w)(\\w)/\\1': '$2/login', ...rows };
    const [finding, ...others] = await lost(table, FILES);
    expect(others).toEqual([]);
    expect(finding).toEqual({
      level: 'unproved',
      kind: 'unproved',
      rows: [],
      message:
        "Whether a route reaches the action 'login' of 'application/controllers/users.ts' is not proved: a reference back to a group is not regular.",
      source: { file: 'application/controllers/users.ts', line: 1, column: 1 },
    });
  });

  it('is not reached by autoRoute if no path can spell its file', async () => {
    const files = { 'application/controllers/a\ud800.ts': of(Users) };
    const [{ kind, message }] = await lost({}, files, true);
    expect(kind).toBe('unreached-action');
    expect(message).toContain('is reached by no route');
  });

  it('is left open if autoRoute is not proved', async () => {
    const files = { 'application/controllers/users.ts': of(Users) };
    const findings = await lost({ '(:any)/([a-z]+)\\2?': '' }, files, true);
    expect(findings.at(-1)?.message).toBe(
      "Whether a route reaches the action 'login' of 'application/controllers/users.ts' is not proved: a reference back to a group is not regular.",
    );
  });

  it('is not found in the default controller that nobody wrote', async () => {
    expect(await lost({ ...TABLE, default_controller: 'home' }, FILES)).toEqual([]);
  });

  it.each([
    ['a default controller that you wrote', 'default_controller', 'error', 'dead-destination'],
    ['the 404_override, as a warning', '404_override', 'warning', 'dead-override'],
  ])('is found in %s', async (_, key, level, kind) => {
    const advice =
      "put a controller at 'application/controllers/errors.ts' with a method none, or at 'application/controllers/errors/none.ts' with a method index";
    const message = `'${key}' is 'errors/none', which leads to no file or action; ${advice}.`;
    expect(await lost({ ...TABLE, [key]: 'errors/none' }, FILES)).toEqual([
      { level, kind, rows: [key], message },
    ]);
  });
});

describe('a captured destination', () => {
  const kindsIn = async (table: SuppliedTable, files: Files) =>
    (await lost(table, files)).map(({ kind }) => kind);

  it('is not a controller of the module that has another name', async () => {
    const files = { 'application/modules/photos/controllers/admin.ts': of(Photos) };
    const table = { 'a/(photos)': '$1', b: 'photos/admin/show' };
    expect(await kindsIn(table, files)).toEqual(['dead-destination', 'unreached-action']);
  });

  it('is the default controller of a folder only in its own action, without arguments', async () => {
    class Pages extends Controller {
      index() {}
      about() {}
    }
    const files = { 'application/controllers/admin/pages.ts': of(Pages) };
    const home = { default_controller: 'pages' };
    const about = { about: 'admin/pages/about' };
    const folder = { 'x/(admin)': '$1' };
    expect(await kindsIn({ ...about, ...folder, ...home }, files)).toEqual(['dead-destination']);
    expect(await kindsIn({ ...folder, ...home }, files)).toContain('unreached-action');
    const deeper = { 'x/(admin/z+)': '$1' };
    const kinds = await kindsIn({ ...about, ...deeper, ...home }, files);
    expect(kinds).toEqual(['dead-destination', 'dead-destination', 'unreached-action']);
  });
});

describe('an action that no route reaches', () => {
  const unreached = (action: string, file: string) => ({
    level: 'warning',
    kind: 'unreached-action',
    rows: [],
    message: `The action '${action}' of '${file}' is reached by no route; start the names of methods that only context.run calls with _.`,
    source: { file, line: 1, column: 1 },
  });

  it.each<[string, SuppliedTable]>([
    ['no route names it', REST],
    ['a route for it is blocked', { ...TABLE, login: '' }],
    ['a capture can not be it', { ...REST, 'u/(logout|in)': 'users/$1' }],
  ])('is found if %s', async (_, table) => {
    const findings = await lost(table, FILES);
    expect(findings).toContainEqual(unreached('login', 'application/controllers/users.ts'));
  });

  it('is found if autoRoute is closed by rows', async () => {
    const findings = await lost({ 'users(/.*)?': '' }, FILES, true);
    expect(findings).toContainEqual(unreached('login', 'application/controllers/users.ts'));
    expect(findings.filter(({ kind }) => kind === 'unreached-action')).toHaveLength(1);
  });

  it('is named with the others of its file', async () => {
    const [{ message }] = await lost({ login: 'users/login' }, FILES);
    expect(message).toBe(
      "The actions 'index' and 'show' of 'application/modules/photos/controllers/photos.ts' are reached by no route; start the names of methods that only context.run calls with _.",
    );
  });

  it('is reported for each file', async () => {
    const files = (await lost({}, FILES)).map(({ message }) => / of '(.*?)'/.exec(message)?.[1]);
    expect(files.sort()).toEqual(Object.keys(FILES).sort());
  });

  it('is not reported if the application leads to it without a route', async () => {
    const table = { photos: 'photos' };
    const alsoReached = ['photos/show', 'users/login/7'];
    expect(await check(table, { files: FILES, alsoReached })).toEqual([]);
    expect(await check(table, { files: FILES, alsoReached: ['photos/shown'] })).toContainEqual({
      level: 'error',
      kind: 'dead-destination',
      rows: [],
      message:
        "'photos/shown', listed as also reached, leads to no file or action; the nearest action is 'show', or add the action to 'application/modules/photos/controllers/photos.ts'.",
    });
  });

  it('is reported of the class if it answers any', async () => {
    const message = "The actions of 'application/controllers/any.ts' are reached by no route.";
    expect(await lost({}, ANY)).toEqual([
      { ...unreached('', 'application/controllers/any.ts'), message },
    ]);
  });

  it('is found if only rows with handlers name it', async () => {
    Route.reset();
    Route.get('in', 'users/login', {}, () => new Response());
    Route.get('u/(:any)', 'users/$1', {}, () => new Response());
    const file = 'application/controllers/users.ts';
    expect(await lost(Route.map(), { [file]: of(Users) })).toEqual([unreached('login', file)]);
  });
});

describe('a destination that two files answer to', () => {
  const files: Files = {
    'application/modules/photos/controllers/photos.ts': of(Photos),
    'application/controllers/photos.ts': of(Photos),
  };

  it.each<[string, string, string, string]>([
    ['p', 'photos/show', 'photos/show', 'GET /p'],
    ['p/(s[how]+)', 'photos/$1', 'photos/show', 'GET /p/show'],
  ])('is found: %s → %s', async (key, to, destination, request) => {
    const [method, path] = request.split(' ');
    const findings = await lost({ [key]: to, 'x/y': 'photos' }, files);
    expect(findings.filter(({ rows }) => rows[0] === key)).toEqual([
      {
        level: 'error',
        kind: 'ambiguous-destination',
        rows: [key],
        message: `'${destination}', the destination of '${key}' for ${request}, runs 'application/modules/photos/controllers/photos.ts', but 'application/controllers/photos.ts' could answer it too.`,
        witness: { method, path },
      },
    ]);
  });

  it('is found once for each destination of autoRoute', async () => {
    const findings = await lost({}, files, true);
    const ambiguous = findings.filter(({ kind }) => kind === 'ambiguous-destination');
    expect(ambiguous.flatMap(({ rows }) => rows)).toEqual([]);
    expect(ambiguous.map(({ witness }) => witness?.path)).toEqual(['/photos', '/photos/show']);
  });

  it('is not reported if one of them lacks the action', async () => {
    const table = { 'a/(:any)': 'photos/$1', b: 'photos/login' };
    const mixed = { ...files, 'application/controllers/photos.ts': of(Users) };
    expect((await lost(table, mixed)).map(({ kind }) => kind)).toEqual([]);
  });

  it('is not reported if one overrides the other', async () => {
    const table = { 'a/(:any)': 'photos/$1' };
    const roots = {
      'application/controllers/photos.ts': of(Photos),
      'framework/controllers/photos.ts': of(Photos),
    };
    expect(await lost(table, roots)).toEqual([]);
  });
});

describe('files', () => {
  it('that are no controllers are found', async () => {
    const files = {
      ...FILES,
      'application/controllers/a.ts': of(1),
      'application/controllers/b.ts': () => Promise.reject(new Error('it has a mistake')),
      'application/controllers/c.ts': () => Promise.reject('a string'),
    };
    const findings = await lost(TABLE, files);
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringContaining("'application/controllers/a.ts' can't be used as a controller: "),
      "'application/controllers/b.ts' can't be used as a controller: it has a mistake",
      "'application/controllers/c.ts' can't be used as a controller: a string",
    ]);
    const kinds = findings.map(({ kind, level }) => `${level} ${kind}`);
    expect(new Set(kinds)).toEqual(new Set(['error broken-controller']));
  });

  it('are looked for in the given roots', async () => {
    const files = { 'src/controllers/users.ts': of(Users) };
    expect(await check({ a: 'users/login' }, { files, roots: ['src'] })).toEqual([]);
    expect(await check({ a: 'users/login' }, { files })).toHaveLength(1);
  });
});
