/** Bodies validated by a schema, with popular libraries. */
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { HttpError, readForm, readJson, readText, type Schema } from '../../src/http.ts';
import { httpContext } from '../support/http-context.ts';
import { rejection } from '../support/rejection.ts';

function posted(contentType: string, body: string | FormData) {
  const headers = contentType === '' ? {} : { 'content-type': contentType };
  return httpContext({ init: { method: 'POST', headers, body } });
}
const json = (value: unknown) => posted('application/json', JSON.stringify(value));
const form = (body: string) => posted('application/x-www-form-urlencoded', body);

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

  it('reads forms, in which a field may be sent several times', async () => {
    const answer = readForm(form('title=Help&tags=a&tags=b'), { schema });
    await expect(answer).resolves.toEqual({ title: 'Help', tags: ['a', 'b'] });
  });

  it('answers 422 to a form that lacks a field', async () => {
    await expect(readForm(form('tags=a&tags=b'), { schema })).rejects.toMatchObject({
      status: 422,
    });
  });
});

describe('the fields of a form that a schema receives', () => {
  /** A schema that accepts anything unchanged. */
  const all: Schema<unknown, Record<string, unknown>> = {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: (value) => ({ value: value as Record<string, unknown> }),
    },
  };

  it.each<[string, Record<string, unknown>]>([
    ['', {}],
    ['a=1', { a: '1' }],
    ['a=1&b=2&a=3', { a: ['1', '3'], b: '2' }],
    ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
    ['a[]=1', { 'a[]': ['1'] }],
    ['a[]=1&a[]=2', { 'a[]': ['1', '2'] }],
    ['toString=1&constructor=2', { toString: '1', constructor: '2' }],
  ])('are an object: %s', async (text, fields) => {
    const value = await readForm(form(text), { schema: all });
    expect(Object.entries(value)).toEqual(Object.entries(fields));
  });

  it('have no prototype, so that any name is only a name', async () => {
    const value = await readForm(form('__proto__=x&__proto__=y&a=1'), { schema: all });
    expect(Object.getPrototypeOf(value)).toBeNull();
    expect(Object.entries(value)).toEqual([
      ['__proto__', ['x', 'y']],
      ['a', '1'],
    ]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
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
    const value = await readForm(form(names), { schema: all });
    expect(Object.keys(value)).toHaveLength(count);
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
