/** The query and the params of a request, validated by a schema. */
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { createFetchHandler } from '../../src/fetch.ts';
import { readParams, readQuery } from '../../src/http.ts';
import { Route } from '../../src/index.ts';

import { httpContext } from '../support/http-context.ts';
import { rejection } from '../support/rejection.ts';

const asked = (query: string) => httpContext({ at: `http://localhost/search${query}` });

/** A schema that passes everything on. */
const ANY = v.any();

describe('readQuery', () => {
  it.each([
    ['', {}],
    ['?', {}],
    ['?q=a', { q: 'a' }],
    ['?q=a+b%2Bc%20', { q: 'a b+c ' }],
    ['?tag=a&tag=b', { tag: ['a', 'b'] }],
    ['?tag=a&x=1&tag=b&tag=c', { tag: ['a', 'b', 'c'], x: '1' }],
    ['?tag[]=a', { 'tag[]': ['a'] }],
    ['?flag', { flag: '' }],
    ['?%=1', { '%': '1' }],
  ])('passes the values by name: %s', async (query, values) => {
    const read = await readQuery(asked(query), { schema: ANY });
    expect({ ...read }).toEqual(values);
  });

  it('takes __proto__ as any other name', async () => {
    const read = await readQuery(asked('?__proto__=a&constructor=b'), { schema: ANY });
    expect(Object.getPrototypeOf(read)).toBeNull();
    expect(Object.entries(read)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
  });

  it.each([
    ['zod', z.object({ page: z.coerce.number() })],
    ['valibot', v.object({ page: v.pipe(v.string(), v.transform(Number)) })],
    ['arktype', type({ page: 'string.numeric.parse' })],
  ])('gives the output of a schema: %s', async (_library, schema) => {
    const read = await readQuery<typeof schema>(asked('?page=7'), { schema });
    expect(read).toEqual({ page: 7 });
    expectTypeOf(read).toEqualTypeOf<{ page: number }>();
  });

  it('answers 422 with the issues of the schema', async () => {
    const schema = z.object({ page: z.string().regex(/^\d+$/, 'must be a number') });
    const error = await rejection(readQuery(asked('?page=x'), { schema }));
    expect(error).toMatchObject({
      status: 422,
      issues: [{ path: ['page'], message: 'must be a number' }],
    });
  });
});

describe('readParams', () => {
  const routes = Route.collect(() => {
    const schema = v.any();
    Route.get('list/(:any)/(:num)', (_match, context) => readParams(context, { schema }));
    Route.get('named/(?<slug>:any)/(:num)/(?<id>:num)', (match) => readParams(match, { schema }));
    Route.get('blog(?:/(?<page>:num))?', (match) =>
      readParams(match, { schema: z.object({ page: z.coerce.number().default(1) }) }),
    );
    Route.get('none', (_match, context) => readParams(context, { schema }));
    Route.get('even/(?<id>:num)', (match) =>
      readParams(match, {
        schema: z.object({ id: z.coerce.number().refine((id) => id % 2 === 0, 'is odd') }),
      }),
    );
  });
  const fetch = createFetchHandler({ routes });
  const answer = (path: string) => fetch(new Request(`http://localhost${path}`));

  it.each([
    ['/list/a%20b/7', ['a b', '7']],
    ['/named/a/7/8', { slug: 'a', id: '8' }],
    ['/none', []],
    ['/even/8', { id: 8 }],
    ['/blog/2', { page: 2 }],
    ['/blog', { page: 1 }],
  ])('passes the named params, or all: %s', async (path, values) => {
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

  it.each([undefined, {}, new Request('http://localhost/')])(
    'refuses %o in place of the context',
    async (context) => {
      // The cast: for JavaScript.
      const error = await rejection(read(context as never, { schema: ANY }));
      expect(error).toMatchObject({ name: 'WaymarkError', where });
    },
  );
});
