import { describe, expect, it } from 'vitest';
import type { SuppliedTable } from '../../../src/index.ts';
import { check, type Finding } from '../../../src/tools/inspect.ts';

const GET = (path: string) => ({ method: 'GET', path });

async function found(table: SuppliedTable, options = {}): Promise<Finding[]> {
  return await check({ default_controller: 'home', ...table }, options);
}

describe('a redirect to more redirects than browsers follow', () => {
  it.each<[string, SuppliedTable, ...way: string[]]>([
    ['to itself', { old: '301\t/old' }, 'GET /old', 'GET /old', 'GET /old'],
    [
      'to a row that redirects back',
      { old: '301\t/new', new: '302\t/old/' },
      ...['GET /old', 'GET /new', 'GET /old/'],
    ],
    [
      'to such rows, which are named once',
      { first: '301\t/old', old: '301\t/new', new: '301\t/old' },
      ...['GET /first', 'GET /old', 'GET /new'],
    ],
    ['to paths that grow', { '(a.*)': '301\t/a/$1' }, 'GET /a12', 'GET /a/a12', 'GET /a/a/a12'],
    ['with an encoded param', { 'é/(:any)': '301\t//é/$1' }, ...Array(3).fill('GET /%C3%A9/12')],
    ['that keeps its method', { 'PUT old': '307\t/old' }, 'PUT /old', 'PUT /old', 'PUT /old'],
  ])('is an error: %s', async (_, table, first, second, third) => {
    const rows = Object.keys(table);
    const [{ message, witness, ...finding }, ...others] = await found(table);
    expect(finding).toEqual({ level: 'error', kind: 'redirect-loop', rows });
    expect(message).toBe(
      `'${rows[0]}' leads to more than 20 redirects, so browsers give up: ${first} leads to ${second}, and that to ${third}.`,
    );
    expect(`${witness?.method} ${witness?.path}`).toBe(first);
    expect(others).toEqual([]);
  });

  it.each<[string, SuppliedTable, string]>([
    ['for one value of its group', { 'a/(:any)': '302\t/$1/$1', '(.+)': 'x' }, 'GET /a/a'],
    [
      'through another row',
      { 'a/(:any)': '302\t/b/$1', 'b/(7|8)': '302\t/a/$1', '(.+)': 'x' },
      'GET /a/7',
    ],
    ['through the empty path', { 'a(7?)': '307\t/$1', '': '307\t/a', '(.+)': 'x' }, 'GET /a'],
    [
      'for DELETE alone',
      { 'GET a/a': 'x', 'POST a/a': 'x', 'a/(:any)': '307\t/$1/$1', '(.+)': 'x' },
      'PUT /a/a',
    ],
    [
      'for a method that a browser keeps',
      { 'GET a/(:any)': '301\t/b', 'a/(:any)': '301\t/a/$1', b: 'x' },
      'BREW /a/',
    ],
    ['with the query', { 'a/(:any)': '302\t/$1/$1\t?', '(.+)': 'x' }, 'GET /a/a'],
    ['with doubled slashes', { 'a/(z+)': '302\t/a//$1/', '(.+)': 'x' }, 'GET /a/z'],
  ])('is an error: %s', async (_, table, request) => {
    const [{ kind, message }] = await found(table);
    expect([kind, message]).toEqual(['redirect-loop', expect.stringContaining(request)]);
  });

  it('says that it is not proved for a pattern with a back reference', async () => {
    const findings = await found({ '(a|b)/(x\\1)': '302\t/$1/$2', '(.+)': 'x' });
    expect(findings.map(({ kind }) => kind)).toContain('redirect-loop');
    const doubts = await found({ 'b/((\\w)\\2)/(:num)': '302\t/b/$1', '(.+)': 'x' });
    expect(doubts.filter(({ kind }) => kind === 'unproved').map(({ message }) => message)).toEqual([
      expect.stringContaining('leads to a loop is not proved'),
    ]);
  });

  it('says that it is not proved if an earlier pattern with a back reference may end it', async () => {
    const table = { '(\\w)\\1/(:any)': 'x', '(q|aa)/(:any)': '301\t/aa/$2' };
    const messages = (await found(table)).map(({ message }) => message);
    expect(messages).toEqual([
      expect.stringMatching(/^Whether '\(q\|aa\)\/\(:any\)' leads to a loop is not proved/),
      expect.stringContaining('back references'),
    ]);
  });

  it.each<[string, SuppliedTable]>([
    ['a GET row answers what a form was sent to', { 'GET old': 'a/b', 'POST old': '303\t/old' }],
    ['a browser sends the form on with GET', { 'GET old': 'a/b', 'POST old': '302\t/old' }],
    ['the target is on another server', { old: '301\thttps://old.test/old' }],
    ['only paths that nobody asks for lead to many redirects', { 'old(.*)': '302\t/$1' }],
    ['an earlier row takes all requests', { '(o.+)': 'a/b', old: '301\t/old' }],
  ])('is none if %s', async (_, table) => {
    const kinds = (await found(table)).map(({ kind }) => kind);
    expect(kinds).not.toContain('redirect-loop');
    expect(kinds).not.toContain('dead-redirect');
  });

  it('is none after as many redirects as browsers follow', async () => {
    const chain = (length: number) =>
      Object.fromEntries([
        ...Array.from({ length }, (_, at) => [`r${at}`, `301\t/r${at + 1}`]),
        [`r${length}`, 'a/b'],
      ]);
    expect(await found(chain(20))).toEqual([]);
    expect(await found(chain(21))).toMatchObject([{ kind: 'redirect-loop' }]);
  });
});

describe('a redirect to a path without an answer', () => {
  const NOBODY = 'which no row answers';
  const LOST = `GET /new, ${NOBODY}`;

  it.each<[string, SuppliedTable, string]>([
    ['no row matches', { old: '301\t/nwe', new: 'a/b' }, `GET /nwe, ${NOBODY}`],
    ['it is blocked', { old: '301\t/new', new: '' }, "GET /new, which is blocked by 'new'"],
    ['a 303 is followed with GET', { old: '303\t/new', 'POST new': 'a/b' }, LOST],
    [
      'only POST matches, which a 301 changes to GET',
      { old: '301\t/new', 'POST new': 'a/b' },
      LOST,
    ],
  ])('is a warning: %s', async (_, table, target) => {
    const message = `'old' redirects to ${target}.`;
    const finding = { level: 'warning', kind: 'dead-redirect', rows: ['old'], message };
    expect(await found(table)).toEqual([{ ...finding, witness: GET('/old') }]);
  });

  it.each<[string, SuppliedTable, string]>([
    ['no row', { 'i/(:any)': '301\t/fotos/$1', 'p/(:any)': 'a/b' }, `fotos/12, ${NOBODY}`],
    [
      'a row for other values',
      { 'i/(:num)': '301\t/p/$1', 'p/([a-z]+)': 'a/b' },
      `p/12, ${NOBODY}`,
    ],
    [
      'a row for one segment',
      { 'i/(:any)': '301\t/p/$1/$1', 'p/(:any)': 'a/b' },
      `p/12/12, ${NOBODY}`,
    ],
    [
      'no row that an earlier one leaves',
      { 'i/7': 'a/b', 'i/(:num)': '301\t/p/$1', 'p/7': 'a/b' },
      `p/12, ${NOBODY}`,
    ],
    ['a block', { 'i/(:any)': '301\t/p/$1', 'p/(.+)': '' }, "p/12, which is blocked by 'p/(.+)'"],
  ])('is a warning if no value of its groups leads to an answer: %s', async (_, table, to) => {
    const [key] = Object.entries(table).find(([, target]) => `${target}`.startsWith('301')) ?? [];
    const message = `No request of '${key}' is redirected to a path that a row answers: GET /i/12 leads to GET /${to}.`;
    const finding = { level: 'warning', kind: 'dead-redirect', rows: [key], message };
    expect(await found(table)).toEqual([{ ...finding, witness: GET('/i/12') }]);
  });

  it('is a warning for the row that redirects there, and not for one that redirects to that row', async () => {
    const findings = await found({ old: '301\t/new', new: '301\t/lost' });
    expect(findings.map(({ kind, rows }) => [kind, ...rows])).toEqual([['dead-redirect', 'new']]);
  });

  it.each<[string, SuppliedTable, object?]>([
    [
      'a row answers other methods, and GET is blocked',
      { 'GET old/(:any)': '', 'old/(:any)': '301\t/new/$1', 'new/(:any)': 'x' },
    ],
    ['an empty group leaves a slash at the end', { 'zz(.*)': '301\t/a/$1', a: 'x' }],
    ['an empty group leaves a slash at the start', { 'zz(.*)': '301\t/$1/a', a: 'x' }],
    ['an empty group leaves two slashes', { 'zz(.*)': '301\t/a/$1/b', 'a/b': 'x' }],
    ['a row answers', { old: '301\t/new', new: 'a/b' }],
    ['the default controller answers', { old: '301\t/' }],
    ['autoRoute may answer', { old: '301\t/new' }, { autoRoute: true }],
    ['it keeps the query', { 'i/(:num)': '301\t/p-$1\t?', '(p|q)-7': 'a/b' }],
    ['it keeps a slash at its end', { i: '301\t/p\t/', p: 'a/b' }],
    ['a row answers for some value of a group', { 'old/(:any)': '301\t/$1', new: 'a/b' }],
    ['a row answers such a value only', { 'old/(:any)/(:num)': '301\t/p-$2/$1', 'p-7/qq': 'a/b' }],
    ['the empty path answers a group without text', { 'old(.*)': '302\t/$1' }],
    ['a row answers the method that it keeps', { ping: '307\t/pong', 'POST pong': 'a/b' }],
    [
      'a row answers the method that it keeps, for one of its paths',
      { 'old/(:any)': '307\t/new/$1', 'POST new/qqq9': 'a/b' },
    ],
    ['a row answers PUT, which a 302 keeps', { 'PUT ping': '302\t/pong', 'PUT pong': 'a/b' }],
    ['a row answers HEAD, which a 303 keeps', { ping: '303\t/pong', 'HEAD pong': 'a/b' }],
    ['a browser drops repeated slashes', { 'old/(:num)': '301\t//new//$1/', 'new/7': 'a/b' }],
    ['the target is on another server', { old: '301\thttps://old.test/lost' }],
    ['its params are dots, which the fetch handler refuses', { 'a(\\.\\.)': '301\t/$1/b' }],
  ])('is none if %s', async (_, table, options) => expect(await found(table, options)).toEqual([]));

  it('says that it is not proved if a pattern with a back reference may answer', async () => {
    const findings = await found({ 'old/(:num)': '301\t/$1x', '(\\d)\\1{3}x': 'a/b' });
    expect(findings.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^Whether 'old\/\(:num\)' redirects to a path .* is not proved/),
    );
  });
});
