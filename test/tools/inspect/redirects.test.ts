import { describe, expect, it } from 'vitest';
import type { SuppliedTable } from '../../../src/index.ts';
import { check, type Finding } from '../../../src/tools/inspect.ts';

const GET = (path: string) => ({ method: 'GET', path });

async function found(table: SuppliedTable, options = {}): Promise<Finding[]> {
  return await check({ default_controller: 'home', ...table }, options);
}

describe('a redirect to more redirects than browsers follow', () => {
  it.each<[string, SuppliedTable, readonly string[], string]>([
    [
      'to itself',
      { old: '301\t/old' },
      ['old'],
      'GET /old leads to GET /old, and that to GET /old',
    ],
    [
      'to a row that redirects back',
      { old: '301\t/new', new: '302\t/old/' },
      ['old', 'new'],
      'GET /old leads to GET /new, and that to GET /old/',
    ],
    [
      'to such rows, which are named once',
      { first: '301\t/old', old: '301\t/new', new: '301\t/old' },
      ['first', 'old', 'new'],
      'GET /first leads to GET /old, and that to GET /new',
    ],
    [
      'to paths that grow',
      { '(a.*)': '301\t/a/$1' },
      ['(a.*)'],
      'GET /a12 leads to GET /a/a12, and that to GET /a/a/a12',
    ],
    [
      'with an encoded param',
      { 'é/(:any)': '301\t//é/$1' },
      ['é/(:any)'],
      'GET /%C3%A9/12 leads to GET /%C3%A9/12, and that to GET /%C3%A9/12',
    ],
    [
      'that keeps its method',
      { 'PUT old': '307\t/old' },
      ['PUT old'],
      'PUT /old leads to PUT /old, and that to PUT /old',
    ],
  ])('is an error: %s', async (_, table, rows, way) => {
    const [{ message, witness, ...finding }, ...others] = await found(table);
    expect(finding).toEqual({ level: 'error', kind: 'redirect-loop', rows });
    expect(message).toBe(
      `'${rows[0]}' leads to more than 20 redirects, so browsers give up: ${way}.`,
    );
    expect(message).toContain(`: ${witness?.method} ${witness?.path} leads`);
    expect(others).toEqual([]);
  });

  it.each<[string, SuppliedTable]>([
    ['a GET row answers what a form was sent to', { 'GET old': 'a/b', 'POST old': '303\t/old' }],
    ['a browser sends the form on with GET', { 'GET old': 'a/b', 'POST old': '302\t/old' }],
    ['the target is on another server', { old: '301\thttps://old.test/old' }],
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
  it.each<[string, SuppliedTable, readonly string[], string]>([
    [
      'no row matches',
      { old: '301\t/nwe', new: 'a/b' },
      ['old'],
      "'old' redirects to GET /nwe, which no row answers.",
    ],
    [
      'only rows for other methods match',
      { old: '301\t/new', 'POST new': 'a/b' },
      ['old'],
      "'old' redirects to GET /new, which no row answers.",
    ],
    [
      'it is blocked',
      { old: '301\t/new', new: '' },
      ['old'],
      "'old' redirects to GET /new, which is blocked by 'new'.",
    ],
  ])('is a warning: %s', async (_, table, rows, message) => {
    const finding = { level: 'warning', kind: 'dead-redirect', rows, message };
    expect(await found(table)).toEqual([{ ...finding, witness: GET('/old') }]);
  });

  it('is a warning for the row that redirects there, and not for one that redirects to that row', async () => {
    const findings = await found({ old: '301\t/new', new: '301\t/lost' });
    expect(findings.map(({ kind, rows }) => [kind, ...rows])).toEqual([['dead-redirect', 'new']]);
  });

  it.each<[string, SuppliedTable, object?]>([
    ['a row answers', { old: '301\t/new', new: 'a/b' }],
    ['the default controller answers', { old: '301\t/' }],
    ['autoRoute may answer', { old: '301\t/new' }, { autoRoute: true }],
    ['a group decides the path', { 'old/(:any)': '301\t/$1' }],
    ['the target is on another server', { old: '301\thttps://old.test/lost' }],
  ])('is none if %s', async (_, table, options) => {
    expect(await found(table, options)).toEqual([]);
  });
});
