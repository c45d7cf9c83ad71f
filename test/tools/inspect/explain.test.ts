/** The reasons for an answer, and assertions about it. */
import { describe, expect, it } from 'vitest';
import type { SuppliedTable } from '../../../src/index.ts';
import {
  assertAllowed,
  assertBlocked,
  assertReaches,
  explain,
  inWords,
} from '../../../src/tools/inspect.ts';

const TABLE = {
  'photos/(:num)': 'photos/show/$1',
  'POST photos/new': 'photos/create',
  'GET photos/new': 'photos/create_new',
  'photos/(:any)': 'photos/show/$1',
  'users/login': '',
};

describe('an explanation', () => {
  it('has the path, the answer, the rows that nearly matched and those that come later', () => {
    const route = 'GET photos/new';
    const answer = { status: 'found', route, destination: 'photos/create_new', params: [] };
    expect(explain(TABLE, 'GET', '/photos/new')).toEqual({
      request: { method: 'GET', path: '/photos/new' },
      path: '/photos/new',
      steps: [],
      answer,
      before: [
        { route: 'photos/(:num)', reason: "segment 2, 'new', is not (:num)" },
        { route: 'POST photos/new', reason: 'it is only for POST' },
      ],
      after: ['photos/(:any)'],
      later: [],
    });
  });

  it('has the later rows that nearly match, and why they do not', () => {
    const table = {
      'photos/(:num)': 'photos/show/$1',
      'photos/new': 'photos/create_new',
      'photos/([0-9]+)/edit': 'photos/edit/$1',
      'POST photos/new': 'photos/create',
      'GET photos/(:any)': 'photos/find/$1',
      'photos/v(:num)': 'photos/version/$1',
      'users/(:num)': 'users/show/$1',
    };
    const { after, later } = explain(table, 'GET', '/photos/new');
    expect(after).toEqual(['GET photos/(:any)']);
    expect(later).toEqual([
      { route: 'POST photos/new', reason: 'it is only for POST' },
      { route: 'photos/v(:num)', reason: "segment 2, 'new', is not v(:num)" },
    ]);
  });

  it('has later rows behind a block, too', () => {
    const { later } = explain({ 'a/b': '', 'a/(:num)': 'x' }, 'GET', '/a/b');
    expect(later).toEqual([{ route: 'a/(:num)', reason: "segment 2, 'b', is not (:num)" }]);
  });

  it.each<[string, SuppliedTable, string]>([
    ['no row answers', { 'POST a': 'x', 'a/(:num)': 'y' }, '/a'],
    ['the default controller answers', { '(.*)': 'x', default_controller: 'home' }, '/'],
  ])('has no later rows if %s', (_, table, path) => {
    expect(explain(table, 'GET', path).later).toEqual([]);
  });

  it('of a bad request has no path', () => {
    expect(explain(TABLE, 'GET', '/photos/%ff?x')).toEqual({
      request: { method: 'GET', path: '/photos/%ff?x' },
      path: null,
      answer: { status: 'bad-request', reason: 'invalid UTF-8' },
      ...{ steps: [], before: [], after: [], later: [] },
    });
  });

  it.each([
    ['/photos/7', []],
    ['photos/7', []],
    ['/a%2Fb%25', []],
    ['/', []],
    ['/photos?page=2#top', ["'?page=2#top' is cut off"]],
    ['/%70hotos', ['percent-encoded characters are decoded']],
    ['/a%2fb', ['percent-encoded characters are decoded']],
    ['/./photos', ['dot segments are resolved']],
    ['/x/../photos', ['dot segments are resolved']],
    ['/x/%2E%2e/photos', ['percent-encoded characters are decoded', 'dot segments are resolved']],
    ['/.photos', []],
    ['/photos//7', ['empty segments are dropped']],
    ['//photos', ['empty segments are dropped']],
    ['/photos/', ['empty segments are dropped']],
    [
      '//x/./%61/?q',
      [
        "'?q' is cut off",
        'percent-encoded characters are decoded',
        'dot segments are resolved',
        'empty segments are dropped',
      ],
    ],
  ])('says what was done to the path: %s', (path, steps) => {
    expect(explain({}, 'GET', path).steps).toEqual(steps);
  });

  it.each<[string, string, string, string | null]>([
    ['photos/(:num)', 'GET', '/photos/abc', "segment 2, 'abc', is not (:num)"],
    ['(:any)/(:num)', 'GET', '/photos/abc', "segment 2, 'abc', is not (:num)"],
    ['photos/v(:num)', 'GET', '/photos/abc', "segment 2, 'abc', is not v(:num)"],
    ['photos/([^/]+)x', 'GET', '/photos/abc', "segment 2, 'abc', is not (:any)x"],
    ['photos/new', 'GET', '/photos/abc', "segment 2, 'abc', is not 'new'"],
    ['(:num)/x', 'GET', '/photos/x', "segment 1, 'photos', is not (:num)"],
    ['Photos/x', 'GET', '/photos/x', "segment 1, 'photos', is not 'Photos'"],
    ['photo/x', 'GET', '/photos/x', "segment 1, 'photos', is not 'photo'"],
    ['photos/x', 'GET', '/photo/x', "segment 1, 'photo', is not 'photos'"],
    ['users/x', 'GET', '/photos/x', null],
    ['photos/(:num)/(:num)', 'GET', '/photos/a/b', null],
    ['photos/(:num)/b', 'GET', '/photos/a', null],
    ['photos/(:num)', 'GET', '/photos/a/b', null],
    ['photos', 'GET', '/photos/a', 'it has 1 segment and the path has 2'],
    ['photos/(:any)', 'GET', '/photos', 'it has 2 segments and the path has 1'],
    ['photos/a/b', 'GET', '/photos', null],
    ['photos/(.+)x', 'GET', '/photos/a/b', "the rest, 'a/b', does not match"],
    ['photos/(.+)/(:num)', 'GET', '/users/a', null],
    ['files/(.+)', 'GET', '/files', "it would match '/files/a'"],
    ['files/(.+)', 'GET', '/file/x', "it would match '/files/x'"],
    ['files/(.+)', 'GET', '/a', null],
    ['files/(:num)/(.+)', 'GET', '/files/x/y', "it would match '/files/0/y'"],
    ['files/(:num)/(.+)', 'GET', '/file/x/y', null],
    ['(en|fr)/(.+)', 'GET', '/de/x', "it would match '/en/x'"],
    ['(\\S+)/a', 'GET', '/a%5Cb', "it would match '/a%5Cb/a'"],
    ['(en|fr)/(.+)', 'GET', '/de', null],
    ['(.+)/edit', 'GET', '/photos/7', "it would match '/photos/edit'"],
    ['blog(?:/(:num))?', 'GET', '/blog/x', "it would match '/blog'"],
    ['blog(?:/(:num))?', 'GET', '/blogs', null],
    ['noticias|en/news/(:any)', 'GET', '/en/news', "it would match '/en/news/a'"],
    ['(?!admin)(:any)/x', 'GET', '/admin/x', "it would match '/b/x'"],
    ['a/(?!new)(:any)', 'GET', '/a', "it would match '/a/a'"],
    ['(.+)-(.+)', 'GET', '/a', "it would match '/a/-a'"],
    ['(a+)x(.+)', 'GET', '/b', null],
    ['(.+)/(:any)/\\2', 'GET', '/a/b/c', null],
    ['(.+)y', 'GET', `/${'x'.repeat(201)}`, null],
    ['POST photos', 'GET', '/photos', 'it is only for POST'],
    ['POST photos/(:num)', 'GET', '/photos/a', null],
    ['/', 'GET', '/photos', null],
    ['photos', 'GET', '/', null],
  ])('says why a row does not match, if it nearly does: %s, %s %s', (key, method, path, reason) => {
    const { before } = explain({ [key]: 'x' }, method, path);
    expect(before).toEqual(reason === null ? [] : [{ route: key, reason }]);
  });

  it('says that the default controller comes first for the empty path', () => {
    const { before, after } = explain({ '(.*)': 'x', default_controller: 'home' }, 'GET', '/');
    const reason = 'the default controller comes first for the empty path';
    expect(before).toEqual([{ route: '(.*)', reason }]);
    expect(after).toEqual([]);
  });

  it('names later rows of the method only', () => {
    const table = { a: 'x', 'POST (:any)': 'y', '(:any)': 'z', b: 'w' };
    expect(explain(table, 'GET', '/a').after).toEqual(['(:any)']);
  });

  it('takes autoRoute', () => {
    expect(explain({}, 'GET', '/a/b', { autoRoute: true }).answer).toMatchObject({ route: null });
  });

  it.each<[string, SuppliedTable, string, ...lines: string[]]>([
    [
      'a route',
      TABLE,
      'GET /photos//new?x',
      "goes to 'photos/create_new' by 'GET photos/new'",
      "  matched as /photos/new: '?x' is cut off, empty segments are dropped",
      '  these did not match:',
      "    photos/(:num): segment 2, 'new', is not (:num)",
      '    POST photos/new: it is only for POST',
      '  these come later, and would have matched:',
      '    photos/(:any)',
    ],
    [
      'later rows',
      { a: 'x', 'POST a': 'y', 'a/(:num)': 'z' },
      'GET /a',
      "goes to 'x' by 'a'",
      '  these come later, and would not have matched:',
      '    POST a: it is only for POST',
      '    a/(:num): it has 2 segments and the path has 1',
    ],
    [
      'params',
      { '(:any)/(:any)': 'x' },
      'GET /a/b',
      "goes to 'x' by '(:any)/(:any)', with params 'a', 'b'",
    ],
    [
      'params with names',
      { '(?<a>:any)/(:any)': 'x' },
      'GET /b/c',
      "goes to 'x' by '{a}/(:any)', with params 1: 'c', a: 'b'",
    ],
    ['a block', TABLE, 'GET /users/login', "blocked by 'users/login'"],
    ['a redirect', { a: '301\t/b' }, 'GET /a', "redirected to '/b' with 301 by 'a'"],
    [
      'a redirect that keeps the query',
      { a: '301\t/b\t/?' },
      'GET /a',
      "redirected to '/b/' and the query of the request with 301 by 'a'",
    ],
    [
      'a redirect to another site',
      { a: '302\thttps://docs.test/b' },
      'GET /a',
      "redirected to 'https://docs.test/b' with 302 by 'a'",
    ],
    [
      'another method',
      { 'POST a': 'x', 'PUT a': 'x' },
      'GET /a',
      'only POST, PUT allowed',
      '  these did not match:',
      '    POST a: it is only for POST',
      '    PUT a: it is only for PUT',
    ],
    [
      'HEAD, if a row for GET answers',
      { 'GET a/(:num)': 'x/$1' },
      'HEAD /a/7',
      "goes to 'x/7' by 'GET a/(:num)', with params '7'",
      '  answered as GET',
    ],
    [
      'HEAD, if a row for every method comes after one for GET',
      { 'GET a': 'x', a: 'y' },
      'HEAD /a',
      "goes to 'x' by 'GET a'",
      '  answered as GET',
      '  these come later, and would have matched:',
      '    a',
    ],
    [
      'HEAD, if a row for HEAD answers',
      { 'HEAD a': 'x', 'GET a': 'y' },
      'HEAD /a',
      "goes to 'x' by 'HEAD a'",
      '  these come later, and would have matched:',
      '    GET a',
    ],
    [
      'HEAD, if a row for HEAD comes after one for GET',
      { 'GET a': 'y', 'HEAD a': 'x' },
      'HEAD /a',
      "goes to 'x' by 'HEAD a'",
      '  these did not match:',
      '    GET a: it is only for GET',
    ],
    ['HEAD, if nothing answers', {}, 'HEAD /a', 'nothing matches'],
    ['nothing', {}, 'GET /a', 'nothing matches'],
    [
      'the 404_override',
      { '404_override': 'x' },
      'GET /a',
      "nothing matches, and 404_override is 'x'",
    ],
    ['a bad request', {}, 'GET /%', 'bad request: malformed percent sequence'],
  ])('can be put into words: %s', (_, table, request, answer, ...lines) => {
    const [method, path] = request.split(' ');
    const words = inWords(explain(table, method, path));
    expect(words).toBe([`${request}: ${answer}`, ...lines].join('\n'));
  });

  it('can be put into words: autoRoute', () => {
    expect(inWords(explain({}, 'GET', '/a', { autoRoute: true }))).toBe(
      "GET /a: goes to 'a' by its own segments (autoRoute)",
    );
  });
});

/** The message of a failing assertion. */
function failure(assertion: () => void): string | null {
  try {
    assertion();
    return null;
  } catch (error) {
    return (error as Error).message; // nothing else is thrown
  }
}

describe('an assertion', () => {
  it('that a request reaches a destination passes if it does', () => {
    expect(() => assertReaches(TABLE, 'GET', '/photos/7', 'photos/show/7')).not.toThrow();
    expect(() => assertReaches(TABLE, 'GET', '/photos/7', 'photos/show/7', ['7'])).not.toThrow();
    expect(() => assertReaches(TABLE, 'GET', '/photos/new', 'photos/create_new', [])).not.toThrow();
    expect(() => assertReaches({}, 'GET', '/a/b', 'a/b', [], { autoRoute: true })).not.toThrow();
    const named = { '(?<a>:num)/(?<b>:num)': 'x' };
    expect(() => assertReaches(named, 'GET', '/7/8', 'x', { b: '8', a: '7' })).not.toThrow();
    expect(failure(() => assertReaches(named, 'GET', '/7/8', 'x', ['7', '8']))).toContain("'7'");
    expect(failure(() => assertReaches(named, 'GET', '/7/8', 'x', { a: '7' }))).toContain(
      "with the params a: '7'\n",
    );
  });

  it.each<[string, string, string, string[] | undefined, string]>([
    ['another destination', '/photos/8', 'photos/show/7', undefined, ''],
    ['other params', '/photos/7', 'photos/show/7', ['8'], " with the params '8'"],
    [
      'params that there are not',
      '/photos/new',
      'photos/create_new',
      ['8', ''],
      " with the params '8', an empty string",
    ],
    ['no params', '/photos/7', 'photos/show/7', [], ' with the params none'],
    ['a block', '/users/login', '', undefined, ''],
  ])('that a request reaches a destination fails for %s', (_, path, to, params, given) => {
    const words = inWords(explain(TABLE, 'GET', path));
    const message = `expected GET ${path} to reach '${to}'${given}\n${words}`;
    expect(failure(() => assertReaches(TABLE, 'GET', path, to, params))).toBe(message);
  });

  it('that a request is blocked passes if it is, and fails if it is not', () => {
    expect(() => assertBlocked(TABLE, 'GET', '/users/login')).not.toThrow();
    const words = inWords(explain(TABLE, 'GET', '/photos/7'));
    expect(failure(() => assertBlocked(TABLE, 'GET', '/photos/7'))).toBe(
      `expected GET /photos/7 to be blocked\n${words}`,
    );
    const options = { autoRoute: true };
    expect(failure(() => assertBlocked({}, 'GET', '/a', options))).toContain('(autoRoute)');
  });

  it.each<[string, SuppliedTable, string]>([
    ['a row for GET', { 'GET a': 'x' }, 'x'],
    ['a row for GET before one for every method', { 'GET a': 'x', a: 'y' }, 'x'],
    ['a row for GET before a block', { 'GET a': 'x', a: '' }, 'x'],
    ['a row for HEAD', { 'GET a': 'x', 'HEAD a': 'y' }, 'y'],
    ['a row for every method before one for HEAD', { a: 'x', 'HEAD a': 'y' }, 'x'],
    ['a block for GET', { 'GET a': '', a: 'y' }, ''],
    ['a block for HEAD', { 'HEAD a': '', 'GET a': 'y' }, ''],
  ])('says of HEAD what a server answers: %s', (_, table, to) => {
    const reaches = failure(() => assertReaches(table, 'HEAD', '/a', to)) === null;
    const isBlocked = failure(() => assertBlocked(table, 'HEAD', '/a')) === null;
    expect([reaches, isBlocked]).toEqual([to !== '', to === '']);
  });

  it('that a path is allowed under methods passes if it is under these', () => {
    const table = { 'GET a': 'x', 'PUT a': 'x' };
    expect(() => assertAllowed(table, '/a', ['PUT', 'GET'])).not.toThrow();
    expect(() => assertAllowed(table, '/a', ['PUT', 'GET', 'HEAD'])).not.toThrow();
    expect(() => assertAllowed({ 'POST a': 'x' }, '/a', ['POST'])).not.toThrow();
    expect(() => assertAllowed(table, '/b', [])).not.toThrow();
  });

  it.each<[string, string[], string, string]>([
    ['one that is missing', ['GET', 'POST', 'PUT'], 'POST', 'to be allowed'],
    ['one too many', ['GET'], 'PUT', 'not to be allowed'],
    ['HEAD, without GET', ['PUT', 'HEAD'], 'GET', 'not to be allowed'],
  ])('that a path is allowed under methods fails for %s', (_, methods, method, wanted) => {
    const table = { 'GET a': 'x', 'PUT a': 'x' };
    const words = inWords(explain(table, method, '/a'));
    expect(failure(() => assertAllowed(table, '/a', methods))).toBe(
      `expected ${method} /a ${wanted}\n${words}`,
    );
  });

  it('takes autoRoute', () => {
    const options = { autoRoute: true };
    expect(failure(() => assertAllowed({}, '/a', ['GET'], options))).toContain('(autoRoute)');
  });
});
