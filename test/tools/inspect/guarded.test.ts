/** Rows that reach an action or a function without the meta that guards it elsewhere. */
import { describe, expect, it } from 'vitest';
import { Controller, type Files } from '../../../src/hmvc.ts';
import { type Method, Route, type SuppliedTable } from '../../../src/index.ts';
import { assertGuarded, type CheckOptions, check } from '../../../src/tools/inspect.ts';

const ADMIN = { meta: { role: 'admin' } };
const answer = () => 'x';
const other = () => 'y';
const FUNCTIONS = new Map([answer, other].map((handler) => [`${handler.name}()`, handler]));

class Admin extends Controller {
  index() {}
  users() {}
  login() {}
}
const FILES: Files = {
  'application/modules/admin/controllers/admin.ts': async () => ({ default: Admin }),
};

/** Calls of Route, or rows such as `admin: GET a → x/y` and `b → answer()`. */
type Rows = (() => void) | readonly string[];

function defineRows(rows: readonly string[]): void {
  for (const row of rows) {
    const [, admin, method, from, to] = /^(admin: )?(?:([A-Z]+) )?(\S+) → (\S+)$/.exec(row) ?? [];
    const handler = FUNCTIONS.get(to);
    const given = [from, handler === undefined ? to : 'x', admin ? ADMIN : {}, handler] as const;
    if (method === undefined) Route.any(...given);
    else Route.match([method as Method], ...given); // the cast: the rows have methods
  }
}

/** The findings of a table, each with its rows and its request. */
async function unguarded(rows: Rows, options: CheckOptions = {}) {
  const table = Route.collect(typeof rows === 'function' ? rows : () => defineRows(rows));
  const findings = await check(table, options);
  return findings
    .filter(({ kind }) => kind === 'unguarded' || kind === 'unproved')
    .map(({ kind, rows, witness }) => {
      const request = witness === undefined ? kind : `${witness.method} ${witness.path}`;
      return [request, ...rows].join(' | ');
    });
}

describe('check reports a row that reaches', () => {
  it.each<[string, Rows, string[]]>([
    [
      'the actions of a guarded row by another path',
      ['admin: GET admin/(:any) → admin/$1', 'GET a/(:any) → admin/$1'],
      ['GET /a/12 | GET a/(:any) | GET admin/(:any)'],
    ],
    [
      'one action',
      [
        'admin: GET admin/users → admin/users',
        'GET (:any)/(:any) → $1/$2',
        'GET people → admin/users',
      ],
      ['GET /people | GET people | GET admin/users'],
    ],
    [
      'an action with other arguments',
      ['admin: GET admin/(:num) → photos/show/$1', 'GET first → photos/show/1'],
      ['GET /first | GET first | GET admin/(:num)'],
    ],
    [
      'the action of a row for the empty path',
      ['admin: GET / → users/list', 'GET people → users/list'],
      ['GET /people | GET people | GET /'],
    ],
    [
      'the action that the empty path alone reaches',
      ['admin: GET (?:user(.+))? → users$1/list', 'GET people → users/list'],
      ['GET /people | GET people | GET (?:user(.+))?'],
    ],
    [
      'an action with the other value of a member, once',
      () => {
        Route.get('admin', 'users/list', ADMIN);
        Route.get('people', 'users/list', { meta: { role: 'anyone' } });
      },
      ['GET /people | GET people | GET admin'],
    ],
    [
      'a guarded function',
      ['admin: GET admin/(:any) → answer()', 'GET a → answer()'],
      ['GET /a | GET a | GET admin/(:any)'],
    ],
    [
      'an action by HEAD alone',
      ['admin: GET admin → users/list', 'HEAD a → users/list'],
      ['HEAD /a | HEAD a | GET admin'],
    ],
    [
      'a function by HEAD alone',
      ['admin: GET admin → answer()', 'HEAD a → answer()'],
      ['HEAD /a | HEAD a | GET admin'],
    ],
    [
      'a function, which is not proved',
      ['admin: GET admin → answer()', 'GET (.+)\\1 → other()', 'GET (.+)(?:)\\1 → answer()'],
      ['unproved | GET (.+)(?:)\\1', 'unproved | GET (.+)(?:)\\1 | GET admin'],
    ],
    [
      'an action, which is not proved',
      ['admin: GET a → x/secret', 'GET (\\w+)/\\1 → x/$1'],
      ['unproved | GET a | GET (\\w+)/\\1'],
    ],
    [
      'one of the actions of a row, which are not proved',
      ['admin: GET (\\w)\\1 → x/$1', 'GET b/(.+) → x/$1'],
      ['unproved | GET (\\w)\\1 | GET b/(.+)'],
    ],
    [
      'an action by the empty path alone, although its other paths are guarded',
      ['(/.*)? → x/list', 'admin: (:any) → x/list'],
      ['GET / | (/.*)? | (:any)'],
    ],
    [
      'the action of a row that may have no request',
      ['admin: GET .*\\bzz → a/b', 'GET b → a/b', 'GET c → a/c'],
      ['unproved | GET .*\\bzz', 'unproved | GET .*\\bzz | GET b'],
    ],
    [
      'one of the actions of a row that may have no request',
      ['admin: GET .*\\b((?<!a)z) → a/$1', 'GET b → a/b'],
      ['unproved | GET .*\\b((?<!a)z)', 'unproved | GET .*\\b((?<!a)z) | GET b'],
    ],
    [
      'an action that the guarded row may not reach',
      ['GET (\\w+)\\1?/b → p', 'admin: GET (\\w+)/(:any) → x/$2', 'GET c → x/b', 'GET d → x/e'],
      ['GET /d | GET d | GET (\\w+)/(:any)', 'unproved | GET (\\w+)/(:any) | GET c'],
    ],
  ])('%s', async (_, rows, expected) => expect(await unguarded(rows)).toEqual(expected));

  it.each<[string, Rows]>([
    [
      'the row has the same meta, and more',
      () => {
        Route.get('admin/(:any)', 'admin/$1', ADMIN);
        Route.get('a/(:any)', 'admin/$1', { meta: { role: 'admin', area: 'a' } });
      },
    ],
    [
      'it is an exception among the guarded paths',
      ['GET admin/login → admin/login', 'admin: admin/(:any) → admin/$1'],
    ],
    [
      'it is an exception with the same function',
      ['GET admin/login → answer()', 'admin: GET admin/(:any) → answer()'],
    ],
    [
      'it answers another method',
      [
        'admin: POST photos/(:num) → photos/item/$1',
        'GET photos/(:num) → photos/item/$1',
        'admin: PUT tags → answer()',
        'GET tags → answer()',
      ],
    ],
    [
      'it has another function or action',
      [
        'admin: GET admin → answer()',
        'GET a → other()',
        'GET b → admin/users',
        'admin: GET admin/b → admin/list',
      ],
    ],
    [
      'the guarded row is a redirect or a block',
      () => {
        Route.prefix('a', ADMIN, () => Route.redirect('(:num)', 'c/$1'));
        Route.redirect('b/(:num)', 'c/$1');
        Route.get('c/(:num)', answer);
        Route.block('d');
      },
    ],
    [
      'no guard reads its meta',
      () => {
        Route.get('a', 'x/y', { meta: { title: 'A' } });
        Route.get('b', 'x/y');
      },
    ],
  ])('but not if %s', async (_, rows) => {
    expect(await unguarded(rows, { guards: ['role'] })).toEqual([]);
  });

  it('an action through autoRoute', async () => {
    const define = () => Route.get('x/(:any)', 'admin/$1', ADMIN);
    expect(await unguarded(define, { autoRoute: true })).toEqual(['GET /admin | GET x/(:any)']);
    expect(await unguarded(define)).toEqual([]);
  });

  it('an action through autoRoute, which a row for OPTIONS alone leaves it to', async () => {
    const define = () => {
      Route.get('x/(:any)', 'admin/$1', ADMIN);
      Route.options('(.*)', () => null);
    };
    expect(await unguarded(define, { autoRoute: true })).toEqual(['GET /admin | GET x/(:any)']);
  });

  it('an action of a row whose pattern varies too much for samples', async () => {
    const define = () => {
      Route.get('(\\w)\\w?', '$1/b', ADMIN);
      Route.get('x/(.+)', '$1');
    };
    expect(await unguarded(define)).toEqual([expect.stringMatching(/^GET \/x\/\w\/b \| GET x/)]);
  });

  it('an action by another of its destinations, if the files are known', async () => {
    const define = () => {
      Route.get('x', 'admin/users', ADMIN);
      Route.get('y', 'admin/admin/users');
    };
    const options = { files: FILES, alsoReached: ['admin/index', 'admin/login'] };
    expect(await unguarded(define, options)).toEqual(['GET /y | GET y | GET x']);
    expect(await unguarded(define)).toEqual([]);
  });

  it('an action of a row that may have no request, if the files are known', async () => {
    const define = () => {
      Route.get('.*\\bzz', 'admin/users', ADMIN);
      Route.get('y', 'admin/admin/users');
      Route.get('z', 'admin/login');
    };
    const options = { files: FILES, alsoReached: ['admin/index'] };
    expect(await unguarded(define, options)).toEqual([
      'unproved | GET .*\\bzz',
      'unproved | GET .*\\bzz | GET y',
    ]);
  });

  it('but not if its meta only describes it', async () => {
    const define = () => {
      Route.get('a', 'x/y', { meta: { openapi: { summary: 'A' } } });
      Route.get('b', 'x/y');
    };
    expect(await unguarded(define)).toEqual([]);
  });

  it('only without the members that guards read, as an error', async () => {
    const define = () => {
      Route.get('a', 'x/y', { meta: { role: 'admin', title: 'A' } });
      Route.get('b', 'x/y', { meta: { role: 'admin', title: 'B' } });
      Route.get('c', 'x/y', { meta: { title: 'A' } });
    };
    const findings = await check(Route.collect(define), { guards: ['role'] });
    expect(findings).toMatchObject([
      {
        level: 'error',
        kind: 'unguarded',
        message:
          "GET /c reaches the action 'x/y' of 'GET a' through 'GET c', without the meta role 'admin'.",
      },
    ]);
    const [first, ...others] = await check(Route.collect(define));
    expect([first.level, first.rows, others.length]).toEqual(['warning', ['GET b', 'GET a'], 1]);
  });
});

describe('assertGuarded', () => {
  const table = Route.collect(() => {
    Route.get('admin/(:any)', 'admin/$1', ADMIN);
    Route.get('a', 'admin/users', { meta: { role: 'admin', area: 'a' } });
    Route.get('open', 'pages/open');
    Route.get('f', 'x', { ...ADMIN, as: 'f' }, answer);
    Route.get('(.)\\1/c', 'twice/$1');
  });
  const failure = (...[rows, to, meta, options]: Parameters<typeof assertGuarded>) => {
    try {
      assertGuarded(rows, to, meta, options);
      return null;
    } catch (error) {
      return (error as Error).message.split('\n')[0]; // nothing else is thrown
    }
  };

  it.each(['admin/*', 'admin/users', 'f', 'GET f'])('passes if all rows have the meta: %s', (to) =>
    expect(failure(table, to, { role: 'admin' })).toBeNull(),
  );

  it.each<[string, SuppliedTable, string, string]>([
    [
      'a row without it',
      Route.collect(() => {
        Route.get('admin/(:any)', 'admin/$1', ADMIN);
        Route.get('a/(:any)', 'admin/$1');
      }),
      'admin/*',
      `expected GET /a/12 to reach 'admin/*' only with the meta {"role":"admin"}`,
    ],
    [
      'the default controller',
      { default_controller: 'admin' },
      'admin/*',
      `expected GET / to reach 'admin/*' only with the meta {"role":"admin"}`,
    ],
    [
      'another row with the function',
      Route.collect(() => {
        Route.get('f', 'x', ADMIN, answer);
        Route.get('g', answer);
      }),
      'GET f',
      `expected GET /g to reach 'GET f' only with the meta {"role":"admin"}`,
    ],
    [
      'nothing',
      {},
      'admin/*',
      `expected requests to reach 'admin/*' only with the meta {"role":"admin"}; none reaches it`,
    ],
  ])('fails for %s', (_, rows, to, message) => {
    expect(failure(rows, to, { role: 'admin' })).toBe(message);
  });

  it.each<[string, SuppliedTable, boolean, string]>([
    ['a row', { '(\\w+)/\\1': 'users/$1' }, false, "'(\\w+)/\\1'"],
    ['autoRoute', { '(:any)/([a-z]+)\\2?': 'x' }, true, "'autoRoute'"],
  ])('fails for %s that is not proved', (_, rows, autoRoute, row) => {
    expect(failure(rows, 'users/login', { role: 'admin' }, { autoRoute })).toBe(
      `expected requests to reach 'users/login' only with the meta {"role":"admin"}; that of ${row} is not proved: a reference back to a group is not regular`,
    );
  });

  it('fails for autoRoute', () => {
    expect(failure(table, 'admin/*', { role: 'admin' }, { autoRoute: true })).toContain(
      'GET /admin',
    );
  });

  it('fails for a member with another value', () => {
    expect(failure(table, 'admin/*', { role: 'editor' })).toContain('GET /admin/12');
    expect(failure(table, 'admin/*', { role: 'admin', area: 'a' })).toContain('GET /admin/12');
  });

  it.each([{}, null, 'admin'])('refuses %j as the meta', (meta) => {
    // @ts-expect-error meta is an object
    expect(failure(table, 'admin/*', meta)).toContain('assertGuarded: meta');
  });
});
