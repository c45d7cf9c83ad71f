import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { registry } from '../../src/define/registry.ts';
import {
  createRouter,
  Route,
  type UrlParam,
  type UrlParams,
  WaymarkError,
} from '../../src/index.ts';
import { caught } from '../support/caught.ts';
import { compiledUrl } from '../support/compiled.ts';
import { RUNS } from '../support/runs.ts';
import { MALFORMED, spell, spelling } from '../support/targets.ts';
import { fixed, literal, placeholder, word } from '../support/vocabulary.ts';

beforeEach(() => {
  Route.reset();
  // Another copy of the package, in a test file of this thread, may have left its builders here.
  registry().builders.clear();
});

describe('Route.url', () => {
  it.each<[string, UrlParam[], string]>([
    ['users', [], '/users'],
    ['/', [], '/'],
    ['users/(:num)', [7], '/users/7'],
    ['users/(:num)', ['007'], '/users/007'],
    ['users/(:any)', ['a b'], '/users/a%20b'],
    ['users/(:any)', ['é'], '/users/%C3%A9'],
    ['users/(:any)', ['a/b'], '/users/a%2Fb'],
    ['users/(:any)', ['50%'], '/users/50%25'],
    ['users/(:any)', ['%2F'], '/users/%252F'],
    ['users/(:any)', ['a?b#c'], '/users/a%3Fb%23c'],
    ['files/(.+)', ['a/b.txt'], '/files/a/b.txt'],
    ['files/(.+)', ['50%/b'], '/files/50%25/b'],
    ['files/(.+)', ['a//b'], '/files/a%2F%2Fb'],
    ['files/(.+)', ['a/../b'], '/files/a%2F..%2Fb'],
    ['files/(.+)', ['a/./b'], '/files/a%2F.%2Fb'],
    ['files/(.+)', ['a/\u2028'], '/files/a/%E2%80%A8'],
    ['files/([a-z]+/[a-z]+)', ['a/b'], '/files/a/b'],
    ['files/(.*)x', [''], '/files/x'],
    ['(:any)/(:any)', ['a', 'b'], '/a/b'],
    ['page-(:any)-(:num)', ['a-b', 2], '/page-a-b-2'],
    ['index\\.html', [], '/index.html'],
    ['café/a b/(:num)', [1], '/caf%C3%A9/a%20b/1'],
    ['a%2Fb%25/(:num)', [1], '/a%2Fb%25/1'],
    ['what\\?/#1', [], '/what%3F/%231'],
    ['(?:(:num))/x', [7], '/7/x'],
    ['(?:a/(?:b/(:num)))', [7], '/a/b/7'],
    ['(?!new)(:any)', ['old'], '/old'],
    ['((:num)-(:any))', ['1-a'], '/1-a'],
    ['((:num)-(:any))/(x)', ['1-a', '1', 'a', 'x'], '/1-a/x'],
    ['((:num)-(:any))/(x)', ['1-a', 'x'], '/1-a/x'],
    ['(a(b)?)', ['a', ''], '/a'],
    ['(?<a>x)/((?<b>y/?y)\\k<a>)', ['x', 'yyx'], '/x/yyx'],
    ['(?<a>x)/((?<b>y/?y)\\k<a>)', ['x', 'y/yx'], '/x/y/yx'],
    ['(:any)/(.+)', ['a/b', 'c/d'], '/a%2Fb/c/d'],
    ['(.+)/(:any)', ['a/b', 'c/d'], '/a/b/c%2Fd'],
    ['(:any)/(:any)', ['a/b', 'c/d'], '/a%2Fb/c%2Fd'],
    ['((?:a|aa|/)+)-((?:a|aa)+)', ['a/a', 'aa'], '/a/a-aa'],
    ['blog((?:/page)?)', ['/page'], '/blog/page'],
    ['blog((?:/page)?)', [''], '/blog'],
    ['a(/|-)b', ['/'], '/a/b'],
    ['shop(.*)', ['/a/b'], '/shop/a/b'],
    ['shop(.*)', ['/'], '/shop%2F'],
    ['shop(.*)', ['/a/'], '/shop%2Fa%2F'],
    ['(.*)shop', ['a/'], '/a/shop'],
    ['(.*)shop', ['/a/'], '/%2Fa%2Fshop'],
    ['(.*)/shop', ['a/'], '/a%2F/shop'],
    ['posts/(:num)(.*)', [7, '/edit'], '/posts/7/edit'],
    ['posts/(a?)(.*)', ['', '/edit'], '/posts/%2Fedit'],
    ['(.*)(:num)', ['posts/', 7], '/posts/7'],
    ['\\.(.*)', ['./a'], '/..%2Fa'],
    ['x(.*)', ['./a'], '/x./a'],
    ['files/(.+)', ['/a'], '/files/%2Fa'],
    ['blog(?:/(:num))?', [], '/blog'],
    ['blog(?:/(:num))?', [2], '/blog/2'],
    ['blog(?:/(:num))?', [''], '/blog'],
    ['blog(?:/(:num)){0,1}?', [2], '/blog/2'],
    ['{a}(?:/{b}(?:-{c})?)?', ['x'], '/x'],
    ['{a}(?:/{b}(?:-{c})?)?', ['x', 'y'], '/x/y'],
    ['{a}(?:/{b:num}(?:-{c:num})?)?', ['x', 1, 2], '/x/1-2'],
    ['{a}(?:/{b}(?:-{c})?)?', ['x', 'y', ''], '/x/y'],
    ['a(?:(?:/(:num))?)', [7], '/a/7'],
    ['a(?:/b)?', [], '/a'],
    ['(?:(:num))?', [], '/'],
    ['(:num)(?:\\.(json|xml))?', [7, 'xml'], '/7.xml'],
    ['a/((:num)x)(?:/(:num))?', ['7x'], '/a/7x'],
    ['a/((:num)x)(?:/(:num))?', ['7x', 8], '/a/7x/8'],
    ['a/((:num)x)(?:/(:num))?', ['7x', 7, 8], '/a/7x/8'],
    ['a/((:num)x)(?:/(:num))?', ['7x', 7, ''], '/a/7x'],
    ['(?:{lang}/)?about', [], '/about'],
    ['(?:{lang}/)?about', [''], '/about'],
    ['(?:{lang}/)?about', ['en'], '/en/about'],
    ['(?:{lang:alpha}/)?posts/{id:num}', ['', 7], '/posts/7'],
    ['(?:{lang:alpha}/)?posts/{id:num}', ['en', 7], '/en/posts/7'],
    ['(?:{lang:alpha}/)?posts(?:/{id:num})?', ['', 7], '/posts/7'],
    ['(?:{lang:alpha}/)?posts(?:/{id:num})?', ['en'], '/en/posts'],
    ['(?:{lang:alpha}/)?posts(?:/{id:num})?', ['en', 7], '/en/posts/7'],
    ['a(?:/{sub:alpha})?(?:/{x:num})?', ['', 7], '/a/7'],
    ['a(?:/{sub:alpha})?(?:/{x:num})?', ['b', ''], '/a/b'],
    ['a(?:/{sub:alpha}(?:-{x:num})?)?/b', ['c'], '/a/c/b'],
    ['a(?:/{sub:alpha}(?:-{x:num})?)?/b', ['c', 7], '/a/c-7/b'],
    ['a(?:/v1)?/b', [], '/a/b'],
    ['a(?:/x(?:/{b})?)?/(c)', ['', 'c'], '/a/c'],
    ['(?:(:num)/)?x', [7], '/7/x'],
    ['x(?:/(?:(:num)-)?y)?', [7], '/x/7-y'],
  ])('of %j with %j is %j', (from, params, url) => {
    Route.any(from, 'x', { as: 'name' });
    expect(Route.url('name', params)).toBe(url);
    expect(compiledUrl('name', params)).toBe(url);
  });

  it.each<[string, UrlParams, string]>([
    ['articles/{slug}', { slug: 'a b/c' }, '/articles/a%20b%2Fc'],
    ['articles/(?<slug>:any)', { slug: 'x' }, '/articles/x'],
    ['{year:num}/{slug}', { slug: 'x', year: 2026 }, '/2026/x'],
    ['{b}/{a}', ['x', 'y'], '/x/y'],
    ['files/(?<path>.+)', { path: 'a/b' }, '/files/a/b'],
    ['a/(?<all>(?<id>:num)x)', { all: '7x' }, '/a/7x'],
    ['a/(?<all>(?<id>:num)x)', ['7x', 7], '/a/7x'],
    ['(?:{id:num})-{slug}', { id: 7, slug: 'x' }, '/7-x'],
    ['a/{slug}/(:num)', { slug: 'x', 1: 7 }, '/a/x/7'],
    ['a/(:num)', { 0: 7 }, '/a/7'],
    ['a/(?<all>(?<id>:num)x)', { all: '7x', id: 7 }, '/a/7x'],
    ['a/((?<id>:num)x)(?:/{b})?', { 0: '7x', id: 7, b: '' }, '/a/7x'],
    ['users', {}, '/users'],
    ['blog(?:/{page:num})?', {}, '/blog'],
    ['blog(?:/{page:num})?', { page: 2 }, '/blog/2'],
    ['{a}(?:/{b}(?:-{c})?)?', { b: 'y', a: 'x' }, '/x/y'],
    ['blog(?:/{page:num})?', { page: '' }, '/blog'],
    ['{a}(?:/{b}(?:-{c})?)?', { a: 'x', b: 'y', c: '' }, '/x/y'],
    ['{a}(?:/{b}(?:-{c})?)?', { c: '', b: '', a: 'x' }, '/x'],
    ['(?:{a}(?:/{b}(?:/{c})?)?)?', { a: '', b: '', c: '' }, '/'],
    ['e(?:-{f:num}-end)?', { f: '' }, '/e'],
    ['e(?:-{f:num}(?<g>z*))?', { f: 7, g: '' }, '/e-7'],
    ['(?:{lang}/)?about', {}, '/about'],
    ['(?:{lang}/)?about', { lang: '' }, '/about'],
    ['(?:{lang}/)?about', { lang: 'en' }, '/en/about'],
    ['(?:{lang:alpha}/)?posts/{id:num}', { id: 7 }, '/posts/7'],
    ['(?:{lang:alpha}/)?posts/{id:num}', { id: 7, lang: 'en' }, '/en/posts/7'],
    ['a(?:/{sub:alpha})?(?:/{x:num})?', { x: 7 }, '/a/7'],
    ['a(?:/(?<all>(?<id>:num)x))?(?:/{b})?', { b: 'y', all: '7x', id: 7 }, '/a/7x/y'],
  ])('of %j with params by name is built: %j, %j', (from, params, url) => {
    Route.any(from, 'x', { as: 'name' });
    expect(Route.url('name', params)).toBe(url);
    expect(compiledUrl('name', params)).toBe(url);
  });

  it('takes params by name in a prefix with a name too, with a query and a base', () => {
    Route.prefix('{lang:alpha}', () => {
      Route.resources('photos', { constraint: '{id:num}', only: 'show', as: 'photos' });
    });
    const params = { id: 7, lang: 'fr' };
    const options = { query: { page: 2 }, base: '/shop' };
    expect(Route.url('photos.show', params, options)).toBe('/shop/fr/photos/7?page=2');
    expect(compiledUrl('photos.show', params)).toBe('/fr/photos/7');
  });

  it('keeps the slashes at which a destination is cut, wherever the group starts', () => {
    Route.any('shop(.*)', 'shop$1', { as: 'shop' });
    expect(createRouter(Route.map()).resolve('GET', Route.url('shop', ['/cart/7']))).toMatchObject({
      destination: 'shop/cart/7',
      params: ['/cart/7'],
    });
  });

  it.each([
    ['a/'.repeat(50), '/'],
    ['a'.repeat(100), '/'],
    ['a'.repeat(100), 'b'],
  ])('takes no exponential time to refuse %j, then %j, for an ambiguous group', (start, end) => {
    Route.get('x/((?:a|aa)+)', 'x/$1', { as: 'x' });
    const code = 'bad-url';
    expect(() => Route.url('x', [start + end])).toThrow(expect.objectContaining({ code }));
    expect(() => compiledUrl('x', [start + end])).toThrow(expect.objectContaining({ code }));
  });

  it('of the default controller is that of the empty path', () => {
    Route.any('default_controller', 'start', { as: 'root' });
    expect(Route.url('root')).toBe('/');
    expect(compiledUrl('root', [])).toBe('/');
    expect(Route.url('root', [], { routes: Route.map() })).toBe('/');
  });

  it.each<[Parameters<typeof Route.url>[2], string]>([
    [{ query: { page: '2', q: 'a b' } }, '/users/7?page=2&q=a+b'],
    [{ query: 'page=2' }, '/users/7?page=2'],
    [
      {
        query: [
          ['a', '1'],
          ['a', '2'],
        ],
      },
      '/users/7?a=1&a=2',
    ],
    [{ query: new URLSearchParams({ a: '1' }) }, '/users/7?a=1'],
    [{ query: {} }, '/users/7'],
    [{ base: 'https://example.com' }, 'https://example.com/users/7'],
    [{ base: '/app/' }, '/app/users/7'],
    [{ base: '/shop//' }, '/shop/users/7'],
    [{ base: 'https://example.com/app/', query: 'a=1' }, 'https://example.com/app/users/7?a=1'],
  ])('with %j ends in %j', (options, url) => {
    Route.any('users/(:num)', 'users/show/$1', { as: 'user' });
    expect(Route.url('user', [7], options)).toBe(url);
  });

  it.each([undefined, null])('leaves out an optional part whose param is %j', (lang) => {
    Route.any('(?:{lang}/)?about', 'x', { as: 'about' });
    // The casts pass what an application without types may pass.
    expect(Route.url('about', { lang: lang as unknown as string })).toBe('/about');
    expect(Route.url('about', [lang as unknown as string])).toBe('/about');
  });

  it('returns the full pattern with its prefix and placeholders', () => {
    Route.prefix('api', () => Route.get('tags/(:alpha)', 'tags/$1', { as: 'tag' }));
    expect(Route.url('tag', ['red'])).toBe('/api/tags/red');
  });
});

const NO_URL =
  /^Route\.url\('name'\): a part of the pattern '.+' varies outside a capturing group\. Put the part/;

describe('Route.url refuses', () => {
  /** Lets tests pass invalid arguments. */
  const url = Route.url as (...args: unknown[]) => string;

  it.each<[string, unknown[], RegExp]>([
    [
      'users/(:num)',
      [],
      /'users\/\(:num\)' needs 1 param, got 0\. Give param 1, for the group \(\[0-9\]\+\)/,
    ],
    ['users/(:num)', [1, 2], /needs 1 param, got 2\. Leave out param 2, which is 2/],
    ['a/(:num)/(:any)', [1], /needs 2 params, got 1\. Give param 2/],
    ['users/(:num)', ['x'], /param 1, 'x', doesn't match its group \(\[0-9\]\+\)/],
    ['(:any)/(:num)', ['x', -1], /param 2, -1, doesn't match its group/],
    ['users/(:num)', [Number.NaN], /param 1, NaN,/],
    ['users/(:num)', [Number.POSITIVE_INFINITY], /param 1, Infinity,/],
    ['users/(:any)', [Number.NaN], /param 1, NaN,/],
    ['users/(:any)', [Number.POSITIVE_INFINITY], /param 1, Infinity,/],
    ['users/(:any)', [''], /param 1, an empty string,/],
    ['users/(:any)', ['.'], /param 1, '\.',/],
    ['users/(:any)', ['..'], /param 1, '\.\.',/],
    ['users/(:any)', ['a\nb'], /param 1, 'a\\x0ab',/],
    ['users/(:any)', ['\ud800'], /param 1, /],
    ['users/(:any)', [null], /param 1, null,/],
    ['users/(:any)', [['a']], /param 1, an array,/],
    ['(:any)/(:num)', [undefined, 7], /param 1, undefined,/],
    // biome-ignore lint/suspicious/noSparseArray: a call may have one
    ['(:any)/(:num)', [, 7], /param 1, undefined,/],
    ['users/([a-z]+)', ['a/b'], /param 1, 'a\/b',/],
    ['files/([a-z]+/[a-z]+)', ['a/b%'], /param 1, 'a\/b%',/],
    [
      'files/(.*)',
      [''],
      /would not match this route with the same params \(param 1 is an empty string\)/,
    ],
    [
      '(:any)-(:any)',
      ['a', 'b-c'],
      /'\/a-b-c' would not match .+\(param 1 is 'a', param 2 is 'b-c'\)\. Give values that '\(:any\)-\(:any\)' matches unambiguously/,
    ],
    ['(:any)-(:any)', ['é', 'b-c'], /would not match/],
    [
      '(:any)-(:any)-(:any)-(:any)',
      ['a', 'b-c', 'd', 'e'],
      /\(param 1 is 'a', param 2 is 'b-c', param 3 is 'd', …\)\./,
    ],
    ['((:any))-(:any)/(:any)', ['a', 'b-c', 'd'], /would not match/],
    ['(?!new)(:any)', ['new'], /would not match/],
    ['((:num)-(:any))', ['1-a', '1', 'b'], /would not match/],
    ['(?<a>x)/((?<b>y)\\k<a>)', ['x', 'yy'], /param 2, 'yy',/],
    ['a?b', [], /a part that varies is outside a capturing group/],
    [':num', [], /a part that varies is outside a capturing group/],
    [
      'blog(/:num)?',
      [],
      /\n {2}blog\(\/:num\)\?\n {6}\^\nPut it into another group: \(\?:\(\/:num\)\)\?\. See/,
    ],
    ['blog/{id:num}?', [], /another group, with the slash before it: \(\?:\/\{id:num\}\)\?\. See/],
    ['blog/(:any)?', [], /another group, with the slash before it: \(\?:\/\(:any\)\)\?\. See/],
    ['blog/(:any)?/x', [], /another group, with the slash before it: \(\?:\/\(:any\)\)\?\. See/],
    ['{lang}?/x', [], /another group, with the slash after it: \(\?:\{lang\}\/\)\?\. See/],
    ['{lang}?', [], /another group: \(\?:\{lang\}\)\?\. See/],
    ['blog(?:/x)+', [], /this group is repeated\..*Put the quantifier into the group/s],
    ['blog(?:/x)?(?:/y){0,2}', [], /this group is repeated/],
    ['x/[a-z]', [], /a part that varies/],
    ['x/.', [], /a part that varies/],
    ['x/\\d', [], /a part that varies/],
    ['(a)?x', [], /this group is optional/],
    ['x(a)?', [], /this group is optional/],
    ['x(?:/(:num)|-(:any))?', [7], /there are alternatives outside a capturing group/],
    ['a/(:num)(?:/(:num))?', [], /needs 1 param, got 0/],
    ['a/(:num)(?:/(:num))?', [1, 2, 3], /needs 2 params, got 3/],
    ['a/(:num)(?:/(:num))?', ['', 2], /param 1, an empty string, doesn't match/],
    ['a/(:num)(?:/(:num))?', [1, 'x'], /param 2, 'x', doesn't match/],
    ['{a}(?:-{b})?', ['x', 'y'], /would not match/],
    [
      '(?:{lang:alpha}/)?{id:num}',
      [],
      /needs 2 params, got 0\. Give param 1, for the group \(\[a-zA-Z\]\+\), or '' to leave it out/,
    ],
    [
      '(?:{lang:alpha}/)?{id:num}',
      ['en'],
      /got 1\. Give param 2, for the group \(\[0-9\]\+\)\. See/,
    ],
    ['(?:{lang:alpha}/)?{id:num}', ['en', 7, 8], /needs 2 params, got 3\. Leave out param 3/],
    ['(?:{lang:alpha}/)?{id:num}', [7, 7], /param lang, 7, doesn't match/],
    ['(?:{a}/)?{b}(?:/{c})?', ['', 'x', 'y'], /'\/x\/y' would not match/],
    ['(?:a|b)', [], /there are alternatives outside a capturing group/],
    ['a|b', [], /the whole pattern is a choice of alternatives/],
    ['(?=(a))a', [], /a look-around captures/],
  ])('%j with %j: %s', (from, params, words) => {
    Route.any(from, 'x', { as: 'name' });
    const { code, where, message } = caught(() => url('name', params));
    expect(code).toBe('bad-url');
    expect(where).toBe("Route.url('name')");
    expect(message).toMatch(words);
    // The cast passes an invalid argument.
    const compiled = caught(() => compiledUrl('name', params as UrlParam[]));
    expect(compiled).toMatchObject({ code: 'bad-url', where });
    // A pattern without a URL has only one reason, since the pattern isn't read.
    if (compiled.message !== message) expect(compiled.message).toMatch(NO_URL);
  });

  it('a name that nothing was saved under, with the nearest one', () => {
    Route.any('unnamed', 'x');
    Route.any('users', 'users', { as: 'users' });
    Route.any('photos', 'photos', { as: 'photos' });
    expect(() => Route.url('user')).toThrow(
      "Route.url('user'): no route has this name. The nearest is 'users'",
    );
    expect(() => url(7)).toThrow('Route.url(7): no route has this name. A route');
    expect(() => Route.url('__proto__')).toThrow('no route has this name');
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['a/{slug}', {}, "'a/(?<slug>:any)' needs {slug}, got {}."],
    ['a/{slug}', { slgu: 'x' }, "'a/(?<slug>:any)' needs {slug}, got {slgu}."],
    ['{b}/{a}', { a: 1, b: 2, c: 3 }, "'(?<b>:any)/(?<a>:any)' needs {b,a}, got {a,b,c}."],
    ['{b}/{a}', { a: 1 }, 'needs {b,a}, got {a}.'],
    ['a/(:num)', { id: 7 }, "'a/(:num)' needs {0}, got {id}."],
    ['a/(:num)/{id}', { id: 7 }, 'needs {0,id}, got {id}.'],
    ['a/((?<id>:num)x)', { id: 7 }, 'needs {0}, got {id}.'],
    ['a/(?<all>(?<id>:num)x)', { all: '7x', id: 7, x: 1 }, 'needs {all}, got {all,id,x}.'],
    ['users', { id: 7 }, "'users' needs {}, got {id}."],
    ['users', { '': 7 }, "'users' needs {}, got {}."],
    ['a/{slug}/(:num)', { slug: 'x', '(unnamed)': 7 }, 'got {(unnamed),slug}.'],
    ['{a}/{b}', { 'a,b': 7 }, 'needs {a,b}, got {a,b}.'],
    ['blog(?:/{page:num})?', { pge: 7 }, 'needs {page}, got {pge}.'],
    ['{a}(?:/{b})?', { b: 7 }, 'needs {a,b}, got {b}.'],
    ['{a}(?:/{b})?', { a: 'x', pge: '' }, 'needs {a,b}, got {a,pge}.'],
    ['(?:{lang}/)?{id:num}', { lang: '' }, 'needs {id}, got {lang}.'],
    ['(?:{lang}/)?{id:num}', { lang: 'en' }, 'needs {lang,id}, got {lang}.'],
    ['a/{id:num}', { id: 'x' }, "param id, 'x', doesn't match its group ([0-9]+)"],
    ['a/{slug}', { slug: undefined }, "param slug, undefined, doesn't match its group ([^/]+)"],
    ['a/{slug}', { slug: null }, "param slug, null, doesn't match"],
    ['{a}/{b}', { b: '', a: 'x' }, 'param b, an empty string,'],
    ['{a}(?:/{b}(?:-{c})?)?', { a: 'x', b: '', c: 'z' }, 'param b, an empty string,'],
  ])('%s with params by name: %j', (from, params, words) => {
    Route.any(from, 'x', { as: 'name' });
    const { code, message } = caught(() => url('name', params));
    expect(code).toBe('bad-url');
    expect(message).toContain(words);
    if (words.includes('got {')) expect(message).toContain('Give an array, or each param by name');
    // The cast passes invalid params.
    expect(caught(() => compiledUrl('name', params as UrlParams)).message).toBe(message);
  });

  it.each([
    ['text and a group', '\\ud83d(\\ude00)'],
    ['a group and text', '(\\ud83d)\\ude00'],
  ])('a character that is split between %s', (_, pattern) => {
    Route.any(pattern, 'x', { as: 'split' });
    expect(() => Route.url('split', ['😀'])).toThrow('a surrogate pair is split between this text');
  });

  it.each([[[['a']]], [Symbol('a')]])('a query that URLSearchParams does not accept', (query) => {
    Route.any('users', 'users', { as: 'users' });
    expect(() => url('users', [], { query })).toThrow(
      /: query is .*\. Expected a value that URLSearchParams accepts/,
    );
  });

  it('points at the start of a placeholder if the place is inside its expression', () => {
    Route.any('a\\:num', 'x', { as: 'name' });
    expect(() => Route.url('name')).toThrow(['  a\\:num', '    ^'].join('\n'));
  });
});

describe('a URL that Route.url builds', () => {
  /** Values of a param: decoded text of paths, and text that no path can contain. */
  const value = fc.oneof(
    { weight: 4, arbitrary: word.map((text) => text.replace(/%2F/g, '/').replace(/%25/g, '%')) },
    { weight: 1, arbitrary: word },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', minLength: 1 }) },
    { weight: 2, arbitrary: fc.constantFrom('.', '..', 'a/../b', '/', 'a//b', '', ...MALFORMED) },
  );
  const any = '(:any) (:segment) (:hash) (.+) (.*) (.+?) ([^/]+) ([^a]+) ([a-zA-Z0-9\\-_]+) (\\W+)';
  const group = fc.oneof(
    fc.tuple(fc.constant('(:num)'), fc.nat()),
    fc.tuple(fc.constantFrom(...any.split(' ')), value),
    fc.tuple(
      fc.constantFrom('(en|fr)', '(a(?:b|/c)?)', '((?:a|b)+)'),
      fc.constantFrom('en', 'fr', 'a', 'ab', 'a/c'),
    ),
  );
  const segment = fc.oneof(
    literal.map(({ from }) => ({ from, params: [] as UrlParam[] })),
    group.map(([from, param]) => ({ from, params: [param] })),
    fc.tuple(group, group).map(([[a, x], [b, y]]) => ({ from: `v${a}-${b}`, params: [x, y] })),
  );

  it('resolves to the same route with the same params', () => {
    let built = 0;
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
        // The slash protects text that would be read as a method.
        const from = `/${segments.map((one) => one.from).join('/')}`;
        const params = segments.flatMap((one) => one.params);
        Route.reset();
        Route.any(from, 'x', { as: 'name' });
        let url: string;
        try {
          url = Route.url('name', params);
        } catch (error) {
          expect(error).toBeInstanceOf(WaymarkError);
          const compiled = caught(() => compiledUrl('name', params));
          if (!NO_URL.test(compiled.message))
            expect(compiled.message).toBe(String(error).slice(14));
          return;
        }
        built++;
        expect(compiledUrl('name', params)).toBe(url);
        const answer = createRouter({ [`/${Route.named('name')}`]: 'x' }).resolve('GET', url);
        expect(answer).toMatchObject({ status: 'found', params: params.map(String) });
      }),
      RUNS,
    );
    expect(built).toBeGreaterThan(RUNS.numRuns / 5);
  });

  it('is built for the captures of its own pattern, from any spelling of a path', () => {
    const varying = placeholder.filter(({ from }) => /^\(:\w+\)$/.test(from));
    const mixed = fc.array(fc.oneof(fixed, varying), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        mixed,
        fc.option(varying),
        fc.nat(),
        fc.boolean(),
        spelling,
        (segments, part, at, isIn, style) => {
          Route.reset();
          const place = at % (segments.length + 1);
          const pieces = segments.map(({ from }, index) => (index === 0 ? from : `/${from}`));
          if (part !== null)
            pieces.splice(place, 0, place === 0 ? `(?:${part.from}/)?` : `(?:/${part.from})?`);
          Route.any(`/${pieces.join('')}`, 'x', { as: 'name' });
          const router = createRouter(Route.map());
          const texts = segments.map(({ text }) => text);
          if (part !== null && isIn) texts.splice(place, 0, part.text);
          const answer = router.resolve('GET', spell(texts, style));
          expect(answer).toMatchObject({ status: 'found' });
          if (answer.status !== 'found') return;
          const url = Route.url('name', answer.params);
          // Another library's reading of the URL: the segments, decoded once.
          const read = new URL(url, 'http://a').pathname
            .slice(1)
            .split('/')
            .map(decodeURIComponent);
          expect(read).toEqual(texts.map((text) => text.replace(/%2F/g, '/').replace(/%25/g, '%')));
          expect(router.resolve('GET', url)).toEqual(answer);
        },
      ),
      RUNS,
    );
  });
});

describe('a pattern that URLs were built for', () => {
  const forms = Array.from({ length: 16 }, (_, bits) =>
    [8, 4, 2, 1].map((bit) => (bits & bit ? 'a' : '')),
  );

  it('fills params of every form, however many there were before', () => {
    Route.any('x([a-z]?)-([a-z]?)-([a-z]?)-([a-z]?)', 'x', { as: 'forms' });
    for (const params of [...forms, ...forms]) {
      expect(Route.url('forms', params)).toBe(`/x${params.join('-')}`);
    }
  });

  it('is read again when its name is given to another pattern', () => {
    Route.any('a/(:num)', 'x', { as: 'name' });
    expect(Route.url('name', [7])).toBe('/a/7');
    Route.any('b/(:any)', 'x', { as: 'name' });
    expect(Route.url('name', ['x'])).toBe('/b/x');
  });
});
