/** The OpenAPI document of a table, held to the official schema and to the router. */
import { Validator } from '@seriousme/openapi-schema-validator';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type Blocked,
  createRouter,
  type Found,
  METHODS,
  Route,
  type SuppliedTable,
} from '../../../src/index.ts';
import { decodePath, normalisePath } from '../../../src/internal.ts';
import { list, openapi } from '../../../src/tools/inspect.ts';
import { Accepted } from '../../support/accepted.ts';
import { RUNS } from '../../support/runs.ts';
import { entries, tableOf } from '../../support/tables.ts';

interface Parameter {
  readonly name: string;
  readonly schema: { readonly enum?: readonly string[]; readonly pattern?: string };
}

interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const pathsOf = (table: SuppliedTable) => openapi(table).document.paths as Paths;

/** The path parameters of the only operation. */
function parametersOf(table: SuppliedTable) {
  const [item] = Object.values(pathsOf(table));
  return Object.values(item)[0].parameters;
}

const digits = { type: 'string', pattern: '^[0-9]+$' };
const segment = { type: 'string', pattern: '^[^/]+$' };

beforeEach(() => Route.reset());

it.each([
  ['photos', ['/photos']],
  ['', ['/']],
  ['photos/(:num)', ['/photos/{p1}']],
  ['(:any)/(:num)', ['/{p1}/{p2}']],
  ['a/((b)|c)/(:any)', ['/a/{p1}/{p3}']],
  ['(?<slug>:any)', ['/{slug}']],
  ['(:any)/(?<p1>:any)', ['/{p1_}/{p1}']],
  ['(:any)/(?<p1>:any)/(?<p1_>:any)', ['/{p1__}/{p1}/{p1_}']],
  ['(:num)-(:num)\\.html', ['/{p1}-{p2}.html']],
  ['blog(?:/(:num))?', ['/blog', '/blog/{p1}']],
  ['a(?:/(:num)(?:/(:any))?)?', ['/a', '/a/{p1}', '/a/{p1}/{p2}']],
  ['a(?:(?:/(:num))?)?', ['/a', '/a/{p1}']],
  ['a/(?:b/(:num))', ['/a/b/{p1}']],
  ['(?:(en|fr)/)?about', ['/about', '/{p1}/about']],
  ['a(?:/v(:num))?/b(?:/(:any))?', ['/a/b', '/a/v{p1}/b', '/a/b/{p2}', '/a/v{p1}/b/{p2}']],
  ['a/(:any)(?:/(:any))?(?:/(:any))?', ['/a/{p1}', '/a/{p1}/{p2}', '/a/{p1}/{p2}/{p3}']],
  [
    `a${Array.from('bcdefg', (name) => `(?:/${name}-(:num))?`).join('')}`,
    expect.objectContaining({ length: 64 }),
  ],
  ['^a/(:num)$', ['/a/{p1}']],
  ['café/\\{a\\}', ['/caf%C3%A9/%7Ba%7D']],
  ['a\\?b', ['/a%3Fb']],
  ['a%2Fb', ['/a%2Fb']],
  ['__proto__', ['/__proto__']],
  ['constructor/(:num)', ['/constructor/{p1}']],
])(
  'the paths of a row name its groups, and have or lack its optional parts: %s',
  (pattern, paths) => {
    const { omitted, document } = openapi({ [`GET /${pattern}`]: 'x' });
    expect(Object.keys(document.paths as Paths)).toEqual(paths);
    expect(omitted).toEqual([]);
  },
);

it.each([
  ['(:num)', digits],
  ['(:any)', segment],
  ['(?<slug>[a-z-]+)', { type: 'string', pattern: '^[a-z-]+$' }],
  ['(en|fr|de)', { type: 'string', enum: ['en', 'fr', 'de'] }],
  ['(en)', { type: 'string', enum: ['en'] }],
  ['(en|en|)x', { type: 'string', enum: ['en'] }],
  ['(v1\\.0|v2)', { type: 'string', enum: ['v1.0', 'v2'] }],
  ['([a-z]+|[0-9]{4})', { type: 'string', pattern: '^(?:[a-z]+|[0-9]{4})$' }],
  ['x([a-z]*)', { type: 'string', minLength: 1, pattern: '^[a-z]*$' }],
  ['(a\\-[a-z]\\_\\.)', { type: 'string', pattern: '^a\\x2d[a-z]\\x5f\\.$' }],
  ['([\\w\\-]+)', { type: 'string', pattern: '^[\\w\\x2d]+$' }],
  ['([a-z]+\\\\-)', { type: 'string', pattern: '^[a-z]+\\\\-$' }],
])('the schema of a param of %s is %j', (pattern, schema) => {
  const expected = { in: 'path', required: true, schema };
  expect(parametersOf({ [pattern]: 'x' })).toEqual([expect.objectContaining(expected)]);
});

it.each([
  ['(.+)', "the group '(.+)' matches slashes, which a param in OpenAPI can't contain"],
  ['a/([^.]+)', "the group '([^.]+)' matches slashes, which a param in OpenAPI can't contain"],
  ['a(/b|c)', "the group '(/b|c)' matches slashes, which a param in OpenAPI can't contain"],
  ['([a-z]+)/\\1', 'a back reference makes one param depend on another'],
  ['(?=a)(:any)', 'OpenAPI has no look-arounds, boundaries or anchors'],
  ['((?!new)[a-z]+)', 'OpenAPI has no look-arounds, boundaries or anchors'],
  ['a(^b|c)', 'OpenAPI has no look-arounds, boundaries or anchors'],
  ['a\\b(:num)', 'OpenAPI has no look-arounds, boundaries or anchors'],
  ['sitemap.xml', 'it varies outside its groups; capture the part that varies'],
  ['a|b', 'it varies outside its groups; capture the part that varies'],
  [
    `a${Array.from('bcdefgh', (name) => `(?:/${name}-(:num))?`).join('')}`,
    'it has over 64 paths; define rows with fewer optional parts',
  ],
  ['(?:en|fr)/a', 'it varies outside its groups; capture the part that varies'],
  ['(a%2Fb|c)', "the group '(a%2Fb|c)' contains a percent sign, which clients encode again"],
  ['a()', "the group '()' is always empty"],
  ['([\\w-.]+)', "the group '([\\w-.]+)' is invalid with flag u, which JSON Schema uses"],
])('a row is left out if OpenAPI has no path for it: %s', (pattern, reason) => {
  const { document, omitted } = openapi({ 'GET b': 'x', [pattern]: 'x' });
  expect(omitted).toEqual([{ route: pattern, reason: expect.stringContaining(reason) }]);
  expect(Object.keys(document.paths as Paths)).toEqual(['/b']);
});

describe('a row that no request reaches', () => {
  it.each([
    ['a block', { 'users/(:any)': '', 'users/(:num)': 'x' }, "'users/(:any)' comes first"],
    ['a wider row', { '(.*)': '', 'GET a': 'x' }, "'(.*)' comes first and matches all its req"],
    [
      'rows for each method',
      { ...Object.fromEntries(METHODS.map((method) => [`${method} a`, ''])), a: 'x' },
      "'GET a', 'POST a', 'PUT a', 'PATCH a' and 'DELETE a' come first, and together match all",
    ],
    ['nothing that a path can have', { '([.])': 'x' }, 'no path that a request can have'],
  ])('is left out: behind %s', (_, table, reason) => {
    const { document, omitted } = openapi(table);
    expect(document.paths).toEqual({});
    expect(omitted).toHaveLength(1);
    expect(omitted[0].reason).toContain(reason);
  });

  it('is left out if it may be reached or not', () => {
    // It matches every path, but no automaton expresses a back reference.
    const unproved = '(.*?)(.+)\\1';
    const { document, omitted } = openapi({ [unproved]: '', 'GET a/(:num)': 'x' });
    expect(document.paths).toEqual({});
    const reason = `whether a request reaches it is not proved: '${unproved}', which comes first`;
    expect(omitted).toEqual([{ route: 'GET a/(:num)', reason: expect.stringContaining(reason) }]);
  });

  it('lacks the methods and the optional ends that earlier rows take, without a word', () => {
    const { document, omitted } = openapi({
      'POST blog': 'x',
      'blog(?:/(:num))?': 'x',
      'blog/7': '',
      'GET blog/(:num)': '',
    });
    const methods = Object.entries(document.paths as Paths).map(
      ([path, item]) => `${path} ${Object.keys(item)}`,
    );
    expect(methods).toEqual([
      '/blog post,get,put,patch,delete',
      '/blog/{p1} get,post,put,patch,delete',
    ]);
    expect(omitted).toEqual([]);
  });
});

it('a row whose params take turns at one place has a path for the first', () => {
  const row = 'a(?:/(:num))?(?:/(:any))?';
  const { document, omitted } = openapi({ [row]: 'x' });
  expect(Object.keys(document.paths as Paths)).toEqual(['/a', '/a/{p1}', '/a/{p1}/{p2}']);
  const reason = '/a/{p2} and /a/{p1} differ only in their params; define a row for each';
  expect(omitted).toEqual([{ route: row, reason }]);
});

describe('two rows for one path', () => {
  it('share it if their methods differ', () => {
    const { document, omitted } = openapi({ 'GET a/(:num)': 'x', 'POST a/(:any)': 'x' });
    expect(document.paths).toMatchObject({
      '/a/{p1}': {
        get: { parameters: [{ name: 'p1', schema: digits }] },
        post: { parameters: [{ name: 'p1', schema: segment }] },
      },
    });
    expect(omitted).toEqual([]);
  });

  it.each([
    [{ 'a/(:num)': 'x', 'a/(:any)': 'x' }, "/a/{p1} already describes 'a/(:num)'"],
    [
      { 'GET a/(?<id>:num)': 'x', 'POST a/(?<slug>:any)': 'x' },
      "/a/{slug} is the same path as /a/{id} of 'GET a/{id:num}'; give their params the same names",
    ],
  ])('are described by the first if they conflict: %j', (table, reason) => {
    const [first, second] = Object.keys(table);
    const { document, omitted } = openapi(table);
    expect(document).toEqual(openapi({ [first]: 'x' }).document);
    expect(omitted).toEqual([{ route: second, reason }]);
  });
});

describe('an operation', () => {
  const operationsOf = () =>
    Object.entries(pathsOf(Route.map())).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => `${method} ${path} ${operationId}`),
    );

  it('has the methods of its row', () => {
    const table = Object.fromEntries(METHODS.map((method) => [`${method} a`, 'x']));
    const { document, omitted } = openapi(table);
    expect(omitted).toEqual([{ route: 'QUERY a', reason: 'OpenAPI 3.1 has no QUERY' }]);
    expect(Object.keys((document.paths as Paths)['/a'])).toEqual(
      METHODS.filter((name) => name !== 'QUERY').map((name) => name.toLowerCase()),
    );
    const methods = Object.keys(pathsOf({ a: 'x' })['/a']);
    expect(methods).toEqual(['get', 'post', 'put', 'patch', 'delete']);
  });

  it('has the name of its route as its id, and another if that is taken', () => {
    Route.get('a', 'x', { as: 'a' });
    Route.get('b(?:/(:num)(?:/{page})?)?', 'x', { as: 'b' });
    Route.any('c', 'x', { as: 'c' });
    Route.put('d', 'x', { as: 'd' });
    Route.patch('d', 'x', { as: 'd' });
    Route.patch('e', 'x', { as: 'd' });
    Route.get('f', 'x');
    Route.get('(?:{lang:alpha}/)?h/{id:num}', 'x', { as: 'h' });
    Route.get('g', 'x', { as: 'g', meta: { openapi: { operationId: 'own' } } });
    expect(operationsOf()).toEqual([
      'get /a a',
      'get /b b',
      'get /b/{p1} b.p1',
      'get /b/{p1}/{page} b.p1.page',
      'get /c c',
      'post /c c.post',
      'put /c c.put',
      'patch /c c.patch',
      'delete /c c.delete',
      'put /d d',
      'patch /d d.patch',
      'patch /e d.patch.2',
      'get /f undefined',
      'get /h/{id} h',
      'get /{lang}/h/{id} h.lang',
      'get /g own',
    ]);
  });

  it('is the same for a handler', () => {
    Route.get('', () => 'x');
    Route.get('a/{id}', () => 'x');
    expect(operationsOf()).toEqual(['get / undefined', 'get /a/{id} undefined']);
  });

  it('has the members of meta.openapi', () => {
    const query = { name: 'q', in: 'query', schema: { type: 'string' } };
    const body = z.toJSONSchema(z.object({ title: z.string() }));
    const requestBody = { content: { 'application/json': { schema: body } } };
    const responses = { 200: { description: 'The photo' } };
    const id = { name: 'id', in: 'path', description: 'A number', schema: { maxLength: 9 } };
    const reference = { $ref: '#/components/parameters/page' };
    const more = { summary: 'A photo', requestBody, responses };
    const openapi = { ...more, parameters: [query, id, reference] };
    Route.post('photos/{id:num}', 'x', { meta: { openapi } });
    const own = { ...id, required: true, schema: { ...digits, maxLength: 9 } };
    expect(pathsOf(Route.map())).toEqual({
      '/photos/{id}': { post: { ...more, parameters: [own, query, reference] } },
    });
  });

  it('has only the params of its path', () => {
    const page = { name: 'page', in: 'path', description: 'From 1' };
    const typo = { name: 'pgae', in: 'path' };
    Route.get('blog(?:/{page:num})?', 'x', { meta: { openapi: { parameters: [page, typo] } } });
    const paths = pathsOf(Route.map());
    expect(paths['/blog'].get.parameters).toEqual([typo]);
    const own = { ...page, required: true, schema: digits };
    expect(paths['/blog/{page}'].get.parameters).toEqual([own, typo]);
  });

  it('is left out if meta.openapi is false', () => {
    Route.prefix('admin', { meta: { openapi: false } }, () => Route.get('users', 'x'));
    Route.get('a', 'x');
    const { document, omitted } = openapi(Route.map());
    expect(Object.keys(document.paths as Paths)).toEqual(['/a']);
    expect(omitted).toEqual([]);
  });

  it.each([
    ['true', true, 'meta.openapi is true'],
    ['a text', 'One photo', "meta.openapi is 'One photo'"],
    ['a list', [], 'meta.openapi is an array'],
    ['parameters that are no list', { parameters: {} }, 'meta.openapi is an object'],
  ])('is an error if meta.openapi is %s', (_, given, message) => {
    Route.get('a', 'x', { meta: { openapi: given } });
    expect(() => openapi(Route.map())).toThrow(`openapi, table key 'GET a': ${message}`);
  });
});

describe('the document', () => {
  it('has a title and a version', () => {
    expect(openapi({ 'GET a': 'x' })).toEqual({
      document: {
        openapi: '3.1.1',
        info: { title: 'API', version: '0.0.0' },
        paths: { '/a': { get: { responses: { default: { description: 'The response' } } } } },
      },
      omitted: [],
    });
  });

  it('has the members of the base, which win', () => {
    const base = {
      info: { title: 'Photos' },
      servers: [{ url: 'https://a.test' }],
      paths: { '/a': { get: { tags: ['a'] } }, '/files/{path}': { get: {} } },
    };
    const { document } = openapi({ 'GET a': 'x' }, { base });
    expect(document).toEqual({
      openapi: '3.1.1',
      info: { title: 'Photos', version: '0.0.0' },
      servers: base.servers,
      paths: {
        '/a': { get: { tags: ['a'], responses: { default: { description: 'The response' } } } },
        '/files/{path}': { get: {} },
      },
    });
    expect(openapi({ a: 'x' }, { base: undefined }).document).toEqual(openapi({ a: 'x' }).document);
  });

  it.each([
    ['a list', [], 'an array'],
    ['a text', 'api.json' as unknown as object, "'api.json'"],
    ['null', null as unknown as object, 'null'],
  ])('refuses a base that is %s', (_, base, kind) => {
    expect(() => openapi({ a: 'x' }, { base })).toThrow(`openapi: base is ${kind}`);
  });

  it('keeps members named like those of every object', () => {
    const base = JSON.parse('{"__proto__": {"a": 1}, "info": {"__proto__": {"b": 2}}}');
    const given = JSON.parse('{"__proto__": {"c": 3}, "parameters": [{"__proto__": {"d": 4}}]}');
    Route.get('__proto__', 'x', { as: '__proto__', meta: { openapi: given } });
    const text = JSON.stringify(openapi(Route.map(), { base }).document);
    for (const part of ['{"a":1}', '{"b":2}', '{"c":3}', '{"d":4}']) {
      expect(text).toContain(`"__proto__":${part}`);
    }
    expect(text).toContain('"operationId":"__proto__"');
    expect('a' in {}).toBe(false);
  });
});

/** A value that a schema of a param accepts. */
const fitting = ({ enum: texts, pattern }: Parameter['schema']) => {
  if (texts !== undefined) return fc.constantFrom(...texts);
  const expression = new RegExp(pattern as string);
  // Other expressions see a percent sign as %25, and characters beyond the basic plane as two.
  const isExact = (text: string) =>
    text !== '' && (pattern === segment.pattern || !/[%\u{10000}-\u{10ffff}]/u.test(text));
  return fc.stringMatching(expression).filter(isExact);
};

const validator = new Validator();

/** Expects the official schema to accept a document, and every reference to lead somewhere. */
async function expectValid(document: object): Promise<void> {
  // The copy: the validator changes the document.
  const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)));
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
}

describe('the official schema', () => {
  it('accepts the rows of this file', async () => {
    Route.resources('photos', { as: 'photos' });
    Route.any('blog(?:/{page:num})?', 'x', { as: 'blog' });
    Route.get('(en|fr)/{slug}', 'x', { meta: { openapi: { tags: ['texts'] } } });
    Route.head('a', 'x');
    Route.options('', 'x');
    await expectValid(openapi(Route.map()).document);
  });

  it('refuses what is no document', async () => {
    await expect(expectValid({ ...openapi({ a: 'x' }).document, paths: [] })).rejects.toThrow();
  });
});

describe('a random table', () => {
  /** A route file of the entries, in which the name of each row is its position. */
  const defineAll = (table: Readonly<Record<string, string>>) =>
    Route.collect(() => {
      for (const [index, [key, to]] of Object.entries(table).entries()) {
        const [, method, pattern] = /^(?:([A-Z]+) )?(.*)$/s.exec(key) ?? [];
        const define = METHODS.find((name) => name === method)?.toLowerCase() ?? 'any';
        if (to === '') Route.block(pattern);
        else Route[define as 'any'](pattern, 'x', { as: `r${index}` });
      }
    });

  /** Whether an encoded path reaches the router as it is written. */
  const isPlain = (path: string) => normalisePath(path) === decodePath(path);

  it('has a valid document, whose paths reach their rows, and which lacks no row without a reason', async () => {
    const accepted = new Accepted();
    let [reached, asked] = [0, 0];
    await fc.assert(
      fc.asyncProperty(entries, fc.gen(), async (entries, draw) => {
        // In a definition, braces are names.
        const plain = entries.filter(({ key }) => !/[{}]/.test(key));
        const table = defineAll(accepted.table(tableOf({}, plain)));
        const { document, omitted } = openapi(table);
        await expectValid(document);
        const router = createRouter(table);
        const rows = list(table);
        const told = new Set(omitted.map(({ route }) => route));
        for (const [path, item] of Object.entries(document.paths as Paths)) {
          for (const [method, { operationId = '', parameters = [] }] of Object.entries(item)) {
            const own = rows.find(
              (row) =>
                row.name === operationId.split('.')[0] &&
                [null, method.toUpperCase()].includes(row.method),
            );
            if (own !== undefined) told.add(own.route);
            let url = path;
            for (const { name, schema } of parameters) {
              const value = encodeURIComponent(draw(fitting, schema));
              url = url.replace(`{${name}}`, () => value);
            }
            if (!isPlain(url)) continue;
            asked++;
            const answer = router.resolve(method.toUpperCase(), url);
            expect(['found', 'blocked']).toContain(answer.status);
            const { route } = answer as Found | Blocked;
            const row = rows.find((row) => row.route === route);
            expect(row?.order, `${method} ${url}`).toBeLessThanOrEqual(own?.order as number);
            if (row === own) reached++;
          }
        }
        const missing = rows.filter(({ route, destination }) => {
          return destination !== '' && !told.has(route);
        });
        expect(missing).toEqual([]);
      }),
      RUNS,
    );
    expect(reached / asked).toBeGreaterThan(0.5);
  });
});
