/** Bodies, queries and params, validated by a schema, with popular libraries. */
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { createFetchHandler } from '../../src/fetch.ts';
import {
  HttpError,
  readForm,
  readJson,
  readParams,
  readQuery,
  readText,
  type Schema,
} from '../../src/http.ts';
import { Route } from '../../src/index.ts';
import { rejection } from '../support/caught.ts';
import { requestTo } from '../support/handlers.ts';
import { httpContext } from '../support/http-context.ts';

function posted(contentType: string, body: string | FormData) {
  const headers = contentType === '' ? {} : { 'content-type': contentType };
  return httpContext({ init: { method: 'POST', headers, body } });
}
const json = (value: unknown) => posted('application/json', JSON.stringify(value));
const form = (body: string) => posted('application/x-www-form-urlencoded', body);

const asked = (query: string) =>
  httpContext({ at: `http://localhost/search${query && `?${query}`}` });

interface Ticket {
  title: string;
  tags: string[];
}

const schemas: readonly (readonly [string, Schema<unknown, Ticket>])[] = [
  ['zod', z.object({ title: z.string().min(3), tags: z.array(z.string()) })],
  ['valibot', v.object({ title: v.pipe(v.string(), v.minLength(3)), tags: v.array(v.string()) })],
  ['arktype', type({ title: 'string >= 3', tags: 'string[]' })],
];

describe.each(schemas)('a schema of %s', (_name, schema) => {
  it('returns the value that it makes of JSON', async () => {
    const value = { title: 'Help', tags: ['a', 'b'] };
    await expect(readJson(json(value), { schema })).resolves.toEqual(value);
  });

  it.each([
    [{ title: 'x', tags: [] }, [['title']]],
    [{ title: 'Help', tags: ['a', 7] }, [['tags', 1]]],
    [{ title: 'x', tags: [7] }, [['title'], ['tags', 0]]],
    [7, [[]]],
  ])('answers 422 with message and path of each issue: %j', async (value, paths) => {
    const error = await rejection(readJson(json(value), { schema }));
    expect(error).toBeInstanceOf(HttpError);
    const { status, expose, issues } = error as HttpError;
    expect([status, expose]).toEqual([422, true]);
    expect(issues.map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
    expect(issues).toHaveLength(paths.length);
    for (const issue of issues) {
      expect(Object.keys(issue)).toEqual(['message', 'path']);
      expect(issue.message).not.toBe('');
    }
  });

  it('reads forms and queries, in which a field may be sent several times', async () => {
    const text = 'title=Help&tags=a&tags=b';
    for (const answer of [readForm(form(text), { schema }), readQuery(asked(text), { schema })]) {
      await expect(answer).resolves.toEqual({ title: 'Help', tags: ['a', 'b'] });
    }
  });

  it('answers 422 to a form and a query that lack a field', async () => {
    const text = 'tags=a&tags=b';
    for (const answer of [readForm(form(text), { schema }), readQuery(asked(text), { schema })]) {
      await expect(answer).rejects.toMatchObject({ status: 422 });
    }
  });
});

/** A schema that accepts anything unchanged. */
const ANY: Schema<unknown, Record<string, unknown>> = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value) => ({ value: value as Record<string, unknown> }), // the cast: fields are one
  },
};

describe('the fields that a schema receives', () => {
  it.each<[string, Record<string, unknown>]>([
    ['', {}],
    ['a=1', { a: '1' }],
    ['a=1&b=2&a=3', { a: ['1', '3'], b: '2' }],
    ['a=1&b=2&a=3&a=4', { a: ['1', '3', '4'], b: '2' }],
    ['a[]=1', { 'a[]': ['1'] }],
    ['a[]=1&a[]=2', { 'a[]': ['1', '2'] }],
    ['a=b+c%2Bd%20', { a: 'b c+d ' }],
    ['a', { a: '' }],
    ['%=1', { '%': '1' }],
    ['toString=1&constructor=2', { toString: '1', constructor: '2' }],
    ['__proto__=x&__proto__=y&a=1', JSON.parse('{ "__proto__": ["x", "y"], "a": "1" }')],
  ])('are an object without a prototype: %s', async (text, fields) => {
    for (const read of [
      readForm(form(text), { schema: ANY }),
      readQuery(asked(text), { schema: ANY }),
    ]) {
      const value = await read;
      expect(Object.getPrototypeOf(value)).toBeNull();
      expect(Object.entries(value)).toEqual(Object.entries(fields));
    }
  });

  it('contain files', async () => {
    const body = new FormData();
    body.append('photo', new File(['abc'], 'a.png', { type: 'image/png' }));
    const schema = z.object({ photo: z.file().mime('image/png').max(3) });
    const { photo } = await readForm(posted('', body), { schema });
    expectTypeOf(photo).toEqualTypeOf<File>();
    await expect(photo.text()).resolves.toBe('abc');
  });

  it('are read in one pass, however many there are', async () => {
    const count = 100_000;
    const names = Array.from({ length: count }, (_, nth) => nth.toString(36)).join('&');
    expect(Object.keys(await readForm(form(names), { schema: ANY }))).toHaveLength(count);
  }, 60_000);
});

describe('a schema', () => {
  it('determines the type of the result', async () => {
    const schema = z.object({ id: z.coerce.number() });
    const value = await readForm(form('id=7'), { schema });
    expectTypeOf(value).toEqualTypeOf<{ id: number }>();
    expect(value).toEqual({ id: 7 });
    const lazy = await readJson(json({ id: '7' }), {
      schema: v.object({ id: v.pipe(v.string(), v.transform(Number)) }),
    });
    expectTypeOf(lazy).toEqualTypeOf<{ id: number }>();
    const ark = await readJson(json({ id: 7 }), { schema: type({ id: 'number' }) });
    expectTypeOf(ark).toEqualTypeOf<{ id: number }>();
    const query = await readQuery(asked('id=7'), { schema });
    expectTypeOf(query).toEqualTypeOf<{ id: number }>();
    expect(query).toEqual({ id: 7 });
  });

  it('may be any Standard Schema', () => {
    expectTypeOf<StandardSchemaV1<string, number>>().toExtend<Schema<string, number>>();
    expectTypeOf<StandardSchemaV1>().toExtend<Schema>();
  });

  it('is not named twice if its message starts with the path', async () => {
    const schema = type({ user: { id: 'number' } });
    const error = await rejection(readJson(json({ user: { id: 'x' } }), { schema }));
    expect(error).toMatchObject({ message: 'user.id must be a number (was a string)' });
  });

  it('is named if its message only starts with the same letters', async () => {
    const issues = [{ message: 'too short', path: ['to'] }];
    const schema: Schema = {
      '~standard': { version: 1, vendor: 'test', validate: () => ({ issues }) },
    };
    await expect(readJson(json(1), { schema })).rejects.toThrow('to: too short');
  });

  it('may be asynchronous', async () => {
    const schema = z.object({ id: z.string().refine(async (id) => id !== 'taken', 'is taken') });
    await expect(readJson(json({ id: 'free' }), { schema })).resolves.toEqual({ id: 'free' });
    const error = await rejection(readJson(json({ id: 'taken' }), { schema }));
    expect(error).toMatchObject({
      status: 422,
      issues: [{ message: 'is taken', path: ['id'] }],
      message: 'id: is taken',
    });
  });

  it('may name the parts of a path in any of the ways that the specification allows', async () => {
    const path = ['a', 1, Symbol('s'), { key: 'b' }, { key: 2 }];
    const issues = [{ message: 'no', path, input: 'secret' }, { message: 'never' }];
    const schema: Schema = {
      '~standard': { version: 1, vendor: 'test', validate: () => ({ issues }) },
    };
    await expect(readJson(json(1), { schema })).rejects.toMatchObject({
      issues: [
        { message: 'no', path: ['a', 1, 'Symbol(s)', 'b', 2] },
        { message: 'never', path: [] },
      ],
      message: 'a.1.Symbol(s).b.2: no; never',
    });
  });

  it.each([null, undefined, {}, { parse: () => 1 }, () => true, 'string'])(
    'is not %s',
    async (schema) => {
      const answer = readJson(json(1), { schema: schema as unknown as Schema });
      await expect(answer).rejects.toThrow(/: schema is .*\. Expected a Standard Schema/);
    },
  );

  it.each<[string, object]>([
    ['of zod', z.object({ title: z.string() })],
    ['of valibot', v.object({ title: v.string() })],
    ['of arktype', type({ title: 'string' })],
    ['without own properties', Object.create({ '~standard': { version: 1 } })],
  ])('is refused in place of the options: one %s', async (_, schema) => {
    const message =
      /^read\w+: the options are a schema\. Write readJson\(context, \{ schema \}\) or readForm\(/;
    for (const read of [readJson, readForm, readText]) {
      await expect(read(json({}), schema as object)).rejects.toThrow(message);
    }
  });

  it('is not asked about a body that is too long or malformed', async () => {
    const schema = z.never();
    await expect(readJson(json('long'), { schema, limit: 3 })).rejects.toMatchObject({
      status: 413,
    });
    const malformed = posted('application/json', '{');
    await expect(readJson(malformed, { schema })).rejects.toMatchObject({ status: 400 });
  });
});

describe('readParams', () => {
  const routes = Route.collect(() => {
    const schema = v.any();
    Route.get('list/(:any)/(:num)', (context) => readParams(context, { schema }));
    Route.get('named/(?<slug>:any)/(:num)/(?<id>:num)', (context) =>
      readParams(context, { schema }),
    );
    Route.get('blog(?:/(?<page>:num))?', (context) =>
      readParams(context, { schema: z.object({ page: z.coerce.number().default(1) }) }),
    );
    Route.get('none', (context) => readParams(context, { schema }));
    Route.get('even/(?<id>:num)', (context) =>
      readParams(context, {
        schema: z.object({ id: z.coerce.number().refine((id) => id % 2 === 0, 'is odd') }),
      }),
    );
  });
  const fetch = createFetchHandler({ routes });
  const answer = (path: string) => fetch(requestTo(path));

  it.each([
    ['/list/a%20b/7', ['a b', '7']],
    ['/named/a/7/8', { slug: 'a', 1: '7', id: '8' }],
    ['/none', []],
    ['/even/8', { id: 8 }],
    ['/blog/2', { page: 2 }],
    ['/blog', { page: 1 }],
  ])('passes the params, by name if one has a name: %s', async (path, values) => {
    await expect((await answer(path)).json()).resolves.toEqual(values);
  });

  it('answers 422 if the schema refuses them', async () => {
    expect((await answer('/even/7')).status).toBe(422);
  });
});

describe.each([
  ['readQuery', readQuery],
  ['readParams', readParams],
])('%s', (where, read) => {
  it.each([
    ['no schema', {}],
    ['a schema that is undefined', { schema: undefined }],
    ['the schema in place of the options', z.object({})],
    ['an unknown option', { schema: ANY, limit: 7 }],
  ])('refuses %s', async (_what, options) => {
    const context = { ...asked(''), params: [] };
    const error = await rejection(read(context, options as never)); // the cast: for JavaScript
    expect(error).toMatchObject({ name: 'WaymarkError', where });
  });

  it.each([undefined, {}, requestTo('/')])(
    'refuses %o in place of the context',
    async (context) => {
      // The cast: for JavaScript.
      const error = await rejection(read(context as never, { schema: ANY }));
      expect(error).toMatchObject({ name: 'WaymarkError', where });
    },
  );
});
