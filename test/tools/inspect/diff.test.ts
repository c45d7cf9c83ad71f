/** Differences between the answers of two tables. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Meta, Route, type RouteSchemas, type SuppliedTable } from '../../../src/index.ts';
import { diff } from '../../../src/tools/inspect.ts';
import { withHandler } from '../../support/handled.ts';

const REFERENCE = 'a reference back to a group is not regular';
const OVERRIDE =
  '404_override differs; every path tried is answered by a row, but blocks and actions may answer 404';

/** A row for HEAD before one for GET. */
const HEAD = { 'HEAD a/(:any)': 'x/$1', 'GET a/(:any)': 'y/$1' };

const [ONE, OTHER] = [z.object({ a: z.string() }), z.object({ a: z.string() })];

describe('two tables', () => {
  it.each<[string, SuppliedTable, SuppliedTable]>([
    ['nothing in them', {}, {}],
    ['one pattern in two spellings', { 'a/(:num)': 'x/$1' }, { 'a/([0-9]+)': 'x/${1}' }],
    ['a row more that is never reached', { '(:any)': 'x' }, { '(:any)': 'x', a: 'y' }],
    ['a row more that answers alike', { '(?:[a-z]+)': 'x' }, { a: 'x', '(?:[a-z]+)': 'x' }],
    ['two rows in another order', { a: 'x', b: 'y' }, { b: 'y', a: 'x' }],
    ['two rows for one', { 'a/(?:b|c)': 'x' }, { 'a/b': 'x', 'a/c': 'x' }],
    ['two rows that share the paths of one', { '[0-9]+': 'x', '[^/]+': 'x' }, { '[^/]+': 'x' }],
    ['a text that is captured', { 'a/(b)': '$1/x' }, { 'a/(b)': 'b/x' }],
    ['a segment that is a text in one', { '(a)/(:num)': 'x/$2' }, { '(a)/([0-9]+)': 'x/$2' }],
    ['the rest of the path', { 'a/(.+)': 'x/$1' }, { '(?:a)/(.+)': 'x/$1' }],
    [
      'a segment that two rows capture',
      { 'a/([0-9]+)': 'x/$1', 'a/([a-z]+)': 'x/$1' },
      { 'a/([0-9]+|[a-z]+)': 'x/$1' },
    ],
    [
      'a text that another segment captures',
      { 'b/.+': 'y', '(a|b)/a/(:num)': 'x/$2' },
      { 'b/.+': 'y', 'a/(a)/(:num)': 'x/$2' },
    ],
    ['a few paths, all compared', { '([a-f])(?:[a-f])': 'x/$1' }, { '([a-f])[a-f]': 'x/$1' }],
    ['a group that takes no part', { 'b/(?:b)': 'x' }, { 'b/b': 'x' }],
    ['a text that one of two captures', { '((a)|b)/c': '$1$2' }, { '((a)|b)/(?:c)': '$1$2' }],
    ['a part of a segment', { 'v([0-9]+)/a': 'x/$1' }, { 'v([0-9]+)/(?:a)': 'x/$1' }],
    ['methods instead of one row', { 'GET a': 'x', a: 'x' }, { a: 'x' }],
    ['what is not proved, in one spelling', { '(\\w)\\1': 'x/$1' }, { '(\\w)\\1': 'x/${1}' }],
    ['a block for a block', { 'a/(:num)': '' }, { 'a/([0-9]+)': '' }],
    ['a block for two', { '[ab]': '' }, { a: '', b: '' }],
    ['rows for HEAD that stay', { ...HEAD, '(.+)': 'z' }, { ...HEAD, '(.+)': 'z' }],
    [
      'a row for HEAD that stays behind another row',
      { '(:num)': 'z', 'HEAD (:any)': 'x/$1', 'GET (:any)': 'y/$1' },
      { '([0-9]+)': 'z', 'HEAD (:any)': 'x/$1', 'GET ([^/]+)': 'y/$1' },
    ],
    [
      'a row for HEAD that stays behind another row, before one for GET that is spelled differently',
      { '(:num)': 'z', 'HEAD (:any)': 'x/$1', 'GET [^/]+': 'y' },
      { '(:num)': 'z', 'HEAD (:any)': 'x/$1', 'GET (?:a|[^/]+)': 'y' },
    ],
    [
      'a row for HEAD that stays and is not proved',
      { 'HEAD (\\w)\\1': 'x', 'GET (\\w)\\1': 'y' },
      { 'HEAD (\\w)\\1': 'x', 'GET (\\w)\\1': 'y' },
    ],
    [
      'a row for HEAD that overlaps with an earlier row for HEAD',
      { 'HEAD (:any)': 'x', 'HEAD (?:a|b)': 'z', 'GET (?:a|b)': 'y', '(:any)': 'x' },
      { 'HEAD ([^/]+)': 'x', 'GET (?:a|b)': 'y', '(:any)': 'x' },
    ],
    ['a row for HEAD like that for GET', { 'HEAD (:any)': 'x', '(:any)': 'x' }, { '(:any)': 'x' }],
    ['a reference to a missing group', { '(:any)': 'x/$1$2' }, { '([^/]+)': 'x/$1' }],
    ['the whole path', { '(:any)/b': '$0' }, { '([^/]+)/b': '$0' }],
    [
      'a segment that is captured in another spelling',
      { 'p(:num)-([a-z]{2,})': 'x/$1/$2' },
      { 'p(\\d+)(?:-)([a-z][a-z]+)': 'x/$1/$2' },
    ],
    ['a lazy repetition', { '(.+?)b(.*)(?<!b)': 'x/$1' }, { '(.+?)[b](.*)(?<!b)': 'x/$1' }],
    ['what is open and captures nothing', { 'a(?:/b)*': 'x' }, { '(?:a|a/b(?:/b)*)': 'x' }],
    [
      'a few paths behind a row that is not proved',
      { '(\\w)\\1': 'y', '(a|b)(?:[a-z])': 'x/$1' },
      { '(\\w)\\1': 'y', '([ab])[a-z]': 'x/$1' },
    ],
    ['a circle that leads to no path', { 'a(?:/b)*(?!.)b': 'x' }, {}],
    ['what is open', { 'a(/b)?': 'x' }, { 'a(/b)?': 'x' }],
    ['names in a redirect', { 'a/(?<a>:any)': '301\t/b/$1' }, { 'a/(?<b>:any)': '301\t/b/$1' }],
    ['names behind a block', { 'a/(?<a>:any)': '' }, { 'a/(?<b>:any)': '' }],
  ])('are alike with %s', (_, before, after) => {
    expect(diff(before, after)).toEqual({ alike: true, changes: [], undecided: [] });
    expect(diff(after, before)).toEqual({ alike: true, changes: [], undecided: [] });
  });

  it.each<[string, SuppliedTable, SuppliedTable, string[]]>([
    ['a destination', { a: 'x' }, { a: 'y' }, ['GET /a: x, y']],
    ['a row less', { a: 'x', b: 'y' }, { a: 'x' }, ['GET /b: y, not-found']],
    ['a row more', { a: 'x' }, { a: 'x', 'b/(:num)': 'y' }, ['GET /b/12: not-found, y']],
    ['a wider pattern', { '(?:[0-9]+)': 'x' }, { '(?:\\w+)': 'x' }, ['GET /abc: not-found, x']],
    ['the order', { a: 'x', '(?:[a-z]+)': 'y' }, { '(?:[a-z]+)': 'y', a: 'x' }, ['GET /a: x, y']],
    ['a row in front', { '(?:[a-z]+)': 'y' }, { 'a+': 'x', '(?:[a-z]+)': 'y' }, ['GET /a: y, x']],
    ['a method', { 'GET a': 'x' }, { a: 'x' }, ['POST /a: method-not-allowed, x']],
    ['the destination for a method', { 'PUT a': 'x', a: 'y' }, { a: 'y' }, ['PUT /a: x, y']],
    [
      'a method for another',
      { 'PUT a': 'x' },
      { 'POST a': 'x' },
      ['PUT /a: x, method-not-allowed', 'POST /a: method-not-allowed, x'],
    ],
    ['a block', { a: '' }, {}, ['GET /a: blocked, not-found']],
    ['a block less', { a: '', '(?:a|b)': 'x' }, { '(?:a|b)': 'x' }, ['GET /a: blocked, x']],
    ['what is captured', { '(:any)': 'x' }, { '(?:[^/]+)': 'x' }, ['GET /12: x, x']],
    [
      'a text for a group that takes no part',
      { 'a/c': 'y', '((a)|b)/c': 'x' },
      { 'a/c': 'y', 'b/((c))': 'x' },
      ['GET /b/c: x, x'],
    ],
    [
      'the order of what is captured',
      { '(:any)/(:any)': 'x/$1/$2' },
      { '(:any)/(:any)': 'x/$2/$1' },
      ['GET /b/a: x/b/a, x/a/b'],
    ],
    [
      'the name of a param',
      { 'a/(?<slug>:any)': 'x/$1' },
      { 'a/(?<id>:any)': 'x/$1' },
      ['GET /a/12: x/12, x/12'],
    ],
    ['a name more', { 'a/(:any)': 'x/$1' }, { 'a/(?<id>:any)': 'x/$1' }, ['GET /a/12: x/12, x/12']],
    [
      'the names of two params',
      { '(?<a>:any)/(?<b>:any)': 'x' },
      { '(?<b>:any)/(?<a>:any)': 'x' },
      ['GET /12/12: x, x'],
    ],
    ['the default controller', { default_controller: 'x' }, {}, ['GET /: x, not-found']],
    ...[
      ['the 404_override', '/', '/no-such-page'],
      ['the 404_override deep down', '(:any)?', '/no/such/page'],
      ['the 404_override at the root', '(.+)', '/'],
    ].map(([what, key, path]): [string, SuppliedTable, SuppliedTable, string[]] => [
      what,
      { '404_override': 'x', [key]: 'y' },
      { [key]: 'y' },
      [`GET ${path}: not-found, not-found`],
    ]),
    ['what is not proved', { '(\\w)\\1': 'x' }, { '(\\w)\\1': 'y' }, ['GET /11: x, y']],
    [
      'a row for HEAD, without which HEAD is served as GET',
      { 'HEAD a': 'x', 'GET a': 'y', a: 'x' },
      { 'GET a': 'y', a: 'x' },
      ['HEAD /a: x, y'],
    ],
    [
      'a row for HEAD that comes before another one for GET',
      { 'GET a/(:any)': 'y', 'a/(:any)': 'x' },
      { 'HEAD a/b': 'x', 'GET a/(:any)': 'y', 'a/(:any)': 'x' },
      ['HEAD /a/b: x, x', 'HEAD /a/b: y, x'],
    ],
    [
      'a row before a row for HEAD',
      HEAD,
      { 'a/7': 'z', ...HEAD },
      ['HEAD /a/7: x/7, z', 'GET /a/7: y/7, z', 'POST /a/7: method-not-allowed, z'],
    ],
    [
      'a row in front of one that looks behind',
      { '(.+)(?<!zz)': 'p' },
      { 'a/(:any)': 'q', '(.+)(?<!zz)': 'p' },
      ['GET /a/12: p, q', 'GET /a/zz: not-found, q'],
    ],
    [
      'a row for GET, and the same row for the other methods',
      { 'GET a': 'x', a: 'x' },
      { 'GET a': 'y', a: 'y' },
      ['GET /a: x, y', 'POST /a: x, y'],
    ],
    [
      'the 404_override beside a new default controller',
      { '(:num)/(:num)': 'p' },
      { default_controller: 'x', '404_override': 'y', '(:num)/(:num)': 'p' },
      ['GET /: not-found, x', 'GET /no-such-page: not-found, not-found'],
    ],
    [
      'the 404_override beside a row that refuses other methods',
      { '(:num)/(:num)': 'p' },
      { '404_override': 'y', 'POST (:any)?': 'q', '(:num)/(:num)': 'p' },
      [
        'GET /: not-found, method-not-allowed',
        'POST /: not-found, q',
        'POST /12: not-found, q',
        'GET /no/such/page: not-found, not-found',
      ],
    ],
    [
      'the 404_override beside another row that changes',
      { '404_override': 'x', '(:any)?': 'p' },
      { '404_override': 'y', '(:any)?': 'q' },
      ['GET /: p, q', 'GET /12: p, q', 'GET /no/such/page: not-found, not-found'],
    ],
    [
      'a method for which GET and POST have rows of their own',
      { 'GET a': 'x', 'POST a': 'x', a: 'y' },
      { 'GET a': 'x', 'POST a': 'x', a: 'z' },
      ['PUT /a: y, z'],
    ],
  ])('differ by %s', (_, before, after, expected) => {
    const { alike, changes } = diff(before, after);
    const lines = changes.map(({ request, ...answers }) => {
      const [old, now] = [answers.before, answers.after].map((answer) =>
        answer.status === 'found' ? answer.destination : answer.status,
      );
      return `${request.method} ${request.path}: ${old}, ${now}`;
    });
    expect(lines).toEqual(expected);
    expect(alike).toBe(expected.length === 0);
  });

  it('leave a pair undecided beside a change of another pair, if a row that is not proved comes first', () => {
    const unproved = '(?!(z)\\1)(:any)';
    const { changes, undecided } = diff({ [unproved]: 'p' }, { '(:any)': 'q', [unproved]: 'p' });
    expect(changes.map(({ request }) => request.path)).toEqual(['/12']);
    const reason = `'${unproved}' is not proved: a reference back to a group is not regular`;
    expect(undecided).toContainEqual({ before: null, after: '(:any)', reason });
  });

  it('are distinguished by their handlers', () => {
    const { changes } = diff({ a: 'x' }, withHandler({ a: 'x' }, ['a']));
    expect(changes.map(({ request }) => request)).toEqual([{ method: 'GET', path: '/a' }]);
  });

  it.each<[string, Meta | null, Meta | null, number]>([
    ['a row that loses it', { role: 'admin' }, null, 1],
    ['a row that gets some', null, { role: 'admin' }, 1],
    ['another value', { role: 'admin' }, { role: 'editor' }, 1],
    ['another value inside', { at: { x: [1] } }, { at: { x: [2] } }, 1],
    ['another order of members', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }, 0],
  ])('are distinguished by their meta: %s', (_, before, after, changes) => {
    const tableOf = (meta: Meta | null) =>
      Route.collect(() => Route.get('a/(:num)', 'x/$1', { meta }));
    const found = diff(tableOf(before), tableOf(after));
    expect([found.changes.length, found.undecided]).toEqual([changes, []]);
  });

  it.each<[string, RouteSchemas, RouteSchemas, functions: number, rows: number]>([
    ['the same', { body: ONE }, { body: ONE }, 0, 0],
    ['another', { body: ONE }, { body: OTHER }, 1, 0],
    ['one more', { body: ONE }, { body: ONE, query: OTHER }, 1, 1],
    ['one that is lost', { body: ONE }, {}, 1, 1],
    ['another name', { params: ONE }, { query: ONE }, 1, 1],
  ])('are distinguished by their schemas: %s', (_, before, after, functions, rows) => {
    const handler = () => 'handled';
    const tableOf = (schemas: RouteSchemas) =>
      Route.collect(() => Route.post('a', schemas, handler));
    const count = (handlers: 'functions' | 'rows') =>
      diff(tableOf(before), tableOf(after), { handlers }).changes.length;
    expect([count('functions'), count('rows')]).toEqual([functions, rows]);
  });

  it('are compared with a schema that refers to itself', () => {
    const TREE = z.object({
      get children() {
        return z.array(TREE);
      },
    });
    const table = Route.collect(() => Route.post('a', { body: TREE }, () => 'handled'));
    const { changes } = diff({ default_controller: 'home', a: 'x' }, table);
    expect(changes.map(({ after }) => Object(after).route)).toContain('POST a');
  });

  it('are distinguished by meta next to autoRoute, which has none', () => {
    const guarded = Route.collect({ default_controller: 'home' }, () =>
      Route.get('a/b', 'a/b', { meta: { role: 'admin' } }),
    );
    const { changes } = diff(guarded, { default_controller: 'home' }, { autoRoute: true });
    expect(changes.map(({ request }) => request)).toContainEqual({ method: 'GET', path: '/a/b' });
  });

  it('show both answers', () => {
    const found = { status: 'found', route: '(:num)', destination: 'x/12', params: ['12'] };
    const none = { status: 'not-found' };
    const blocked = { status: 'blocked', route: 'GET a' };
    expect(diff({ '(:num)': 'x/$1' }, { 'GET a': '' })).toEqual({
      alike: false,
      changes: [
        { request: { method: 'GET', path: '/12' }, before: found, after: none },
        { request: { method: 'GET', path: '/a' }, before: none, after: blocked },
      ],
      undecided: [],
    });
  });

  it.each<[string, SuppliedTable, SuppliedTable, string[]]>([
    ['at its only path', { 'GET a/b': 'a/b' }, {}, ['POST /a/b']],
    ['in the later table', {}, { 'GET a/b': 'a/b' }, ['POST /a/b']],
    ['at all of its paths', { 'GET a/(?:b|c)': '$0' }, {}, ['POST /a/b']],
    ['at one of its paths', { 'POST a/(?:b|c)': 'a/b' }, {}, ['POST /a/c', 'GET /a/b']],
    ['at no path', { 'GET a/(?:b|c)': 'x' }, {}, ['GET /a/b']],
    ['at a path that has no spelling', { 'GET .+': 'a\ud800' }, {}, ['GET /12']],
    ['but for its prefix', { 'GET a/(?:b)': 'x/$0' }, {}, ['GET /a/b']],
    ['but for its params', { 'GET a/(b)': 'a/b' }, {}, ['GET /a/b']],
    ['but for its handler', withHandler({ 'GET a/b': 'a/b' }, ['GET a/b']), {}, ['GET /a/b']],
  ])('differ by methods that a row refuses, if autoRoute answers its own alike: %s', (...given) => {
    const [, before, after, expected] = given;
    const { changes, undecided } = diff(before, after, { autoRoute: true });
    expect(changes.map(({ request: { method, path } }) => `${method} ${path}`)).toEqual(expected);
    expect(undecided).toEqual([]);
  });

  it.each([
    ['another name', 'a/(?<x>:any)', 'a/(?<y>:any)'],
    ['a name in place of none', 'a/(:any)', 'a/(?<x>:any)'],
    ['the names of two groups exchanged', '(?<x>:num)/(?<y>:num)', '(?<y>:num)/(?<x>:num)'],
  ])('differ by the names of their params: %s', (_what, before, after) => {
    const { changes, undecided } = diff({ [before]: 'b' }, { [after]: 'b' });
    expect([changes.length, undecided]).toEqual([1, []]);
    expect(diff({ [before]: 'b' }, { [`/${before}`]: 'b' }).alike).toBe(true);
  });

  it('differ by methods that a row refuses next to its own, which is left undecided', () => {
    const { changes, undecided } = diff({ 'GET a/(?:.+)': '$0' }, {}, { autoRoute: true });
    expect(changes.map(({ request }) => request.method)).toEqual(['POST']);
    expect(undecided.map(({ before, after }) => [before, after])).toEqual([['GET a/(?:.+)', null]]);
  });

  it('do not differ by the methods of a row without autoRoute', () => {
    const { changes } = diff({ 'GET a/b': 'a/b' }, {});
    expect(changes.map(({ request }) => request.method)).toEqual(['GET']);
  });

  it('differ by a row next to one whose key is the empty text, with autoRoute', () => {
    const { changes } = diff({ '': 'x' }, { '': 'x', 'PUT a/b': 'y' }, { autoRoute: true });
    expect(changes.map(({ request }) => request)).toEqual([{ method: 'PUT', path: '/a/b' }]);
  });

  it('are compared with autoRoute if it is given', () => {
    const options = { autoRoute: true };
    expect(diff({ 'a/b': 'a/b' }, {}).alike).toBe(false);
    expect(diff({ 'a/b': 'a/b' }, {}, options).alike).toBe(true);
    expect(diff({ 'a/b': 'a/c' }, {}, options).alike).toBe(false);
    expect(diff({ 'a/(?:.+)': '$0' }, {}, options).alike).toBe(false);
  });

  it.each<[string, SuppliedTable, SuppliedTable, unknown[]]>([
    ...[
      ['captures that are cut otherwise', '([a-z]+)(?:-[0-9]+)', '([a-z]+)(?:-[0-9]|-[0-9]+)'],
      ['captures of a great many paths', 'a/([a-z]|b).html', 'a/([a-z]|c).html'],
      ['captures over several segments', '(.+)x', '(.+)(?:x|x)'],
    ].map(([what, before, after]): [string, SuppliedTable, SuppliedTable, unknown[]] => [
      what,
      { [before]: 'x/$1' },
      { [after]: 'x/$1' },
      [{ before, after, reason: 'what their groups capture is not proved to be the same' }],
    ]),
    [
      'a reference back',
      { '([a-z])\\1': 'x' },
      { '([a-z])(?:\\1|\\1)': 'x' },
      [
        { before: '([a-z])\\1', after: '([a-z])(?:\\1|\\1)', reason: REFERENCE },
        { before: '([a-z])\\1', after: null, reason: REFERENCE },
        { before: null, after: '([a-z])(?:\\1|\\1)', reason: REFERENCE },
      ],
    ],
    [
      'what a reference back leaves',
      { '([a-z]{2})\\1': 'x/y', '([a-z]{4})(?:x+)': 'x/$1' },
      { '([a-z]{2})\\1': 'x/y', '([a-z]{4})(?:x|x)+': 'x/$1' },
      [
        {
          before: '([a-z]{4})(?:x+)',
          after: '([a-z]{4})(?:x|x)+',
          reason: "'([a-z]{2})\\1' is not proved: a reference back to a group is not regular",
        },
      ],
    ],
    [
      'the setting for dashes',
      {},
      { translate_uri_dashes: true },
      [
        {
          before: null,
          after: null,
          reason: 'translate_uri_dashes differs, and its effect on the dispatcher is not compared',
        },
      ],
    ],
    [
      'a 404_override that no known path reaches',
      { '404_override': 'x', '(?:.*[eg].*)?': 'y' },
      { '404_override': 'z', '(?:.*[eg].*)?': 'y' },
      [{ before: null, after: null, reason: OVERRIDE }],
    ],
    [
      'a 404_override that answers what is blocked alone',
      { '404_override': 'x', a: '', '(.*)': 'y' },
      { '404_override': 'z', a: '', '(.*)': 'y' },
      [{ before: null, after: null, reason: OVERRIDE }],
    ],
  ])('are left undecided by %s', (_, before, after, undecided) => {
    expect(diff(before, after)).toEqual({ alike: false, changes: [], undecided });
  });
});

describe('a row for every method that becomes one for GET', () => {
  it('is a change for GET and one for all others', () => {
    const { changes } = diff({ 'a/(:num)': 'x/$1' }, { 'GET a/(:num)': 'y' });
    const seen = changes.map(({ request, after }) => `${request.method} ${after.status}`);
    // POST represents all methods without their own row.
    expect(seen).toEqual(['GET found', 'POST method-not-allowed']);
  });

  it('names one method for all that change alike', () => {
    const { changes } = diff({ a: 'x' }, { a: 'y' });
    expect(changes.map(({ request }) => request.method)).toEqual(['GET']);
  });
});
