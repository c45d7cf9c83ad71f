/** The schemas of routes in an OpenAPI document. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Route, type RouteSchemas, type Schema } from '../../../src/index.ts';
import { openapi } from '../../../src/tools/inspect.ts';

const TAG = z.object({ name: z.string() }).meta({ id: 'Tag' });
const PRODUCT = z.object({ title: z.string().max(9), tags: z.array(TAG).optional() });
const TREE = z.object({
  get children() {
    return z.array(TREE);
  },
});
const handler = () => 'handled';
const text = { type: 'string' };
const tag = { type: 'object', properties: { name: text }, required: ['name'] };

/** A schema whose library writes a JSON Schema by itself. */
const giving = (input: unknown): Schema =>
  // The cast: the type leaves out what OpenAPI alone reads.
  ({
    '~standard': { version: 1, vendor: 'test', validate: handler, jsonSchema: { input } },
  }) as never;
const referring = (...defs: [string, unknown][]) =>
  giving(() => ({ $ref: '#/$defs/Part', $defs: Object.fromEntries(defs) }));

const tableOf = (schemas: RouteSchemas, meta = {}, from = 'products/{id:num}') =>
  Route.collect(() => Route.post(from, { ...schemas, meta: { openapi: meta } }, handler));

/** The only operation, the components, and the reasons. */
function described(schemas: RouteSchemas, meta?: object, from?: string) {
  const { document, omitted } = openapi(tableOf(schemas, meta, from));
  const { paths, components } = document as {
    paths: Record<string, { post: { parameters?: unknown; requestBody?: unknown } }>;
    components?: { schemas: Record<string, unknown> };
  };
  const [{ post }] = Object.values(paths);
  const reasons = omitted.map(({ reason }) => reason);
  return { ...post, components: components?.schemas, reasons };
}

const bodyOf = (schema: unknown) => ({
  required: true,
  content: { 'application/json': { schema } },
});
const ID = {
  ...{ name: 'id', in: 'path', required: true },
  schema: { type: 'string', pattern: '^[0-9]+$' },
};

describe('the schema of a body', () => {
  it.each<[string, Schema, unknown, Record<string, unknown>?]>([
    [
      'zod',
      z.object({ title: z.string() }),
      { type: 'object', properties: { title: text }, required: ['title'] },
    ],
    [
      'arktype',
      type({ title: 'string' }),
      { type: 'object', properties: { title: text }, required: ['title'] },
    ],
    [
      'what it accepts',
      z.object({ n: z.coerce.number().default(1).transform(String) }),
      { type: 'object', properties: { n: { type: 'number', default: 1 } } },
    ],
    [
      'what JSON Schema lacks',
      z.object({ at: z.date() }),
      { type: 'object', properties: { at: {} }, required: ['at'] },
    ],
    ['one with a name', TAG, { $ref: '#/components/schemas/Tag' }, { Tag: tag }],
    [
      'one that refers to another',
      PRODUCT,
      {
        type: 'object',
        properties: {
          title: { type: 'string', maxLength: 9 },
          tags: { type: 'array', items: { $ref: '#/components/schemas/Tag' } },
        },
        required: ['title'],
      },
      { Tag: tag },
    ],
    [
      'one that refers to itself',
      TREE,
      {
        type: 'object',
        properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Schema' } } },
        required: ['children'],
      },
      {
        Schema: {
          type: 'object',
          properties: {
            children: { type: 'array', items: { $ref: '#/components/schemas/Schema' } },
          },
          required: ['children'],
        },
      },
    ],
    [
      'one with a name that OpenAPI refuses',
      giving(() => ({ $ref: '#/$defs/a b', $defs: { 'a b': tag } })),
      { $ref: '#/components/schemas/a_b' },
      { a_b: tag },
    ],
    [
      'a part that refers to the web',
      referring(['Part', { items: { $ref: 'https://schemas.test/a' } }]),
      { $ref: '#/components/schemas/Part' },
      { Part: { items: { $ref: 'https://schemas.test/a' } } },
    ],
    [
      'one that refers to the web',
      giving(() => ({ $ref: 'https://schemas.test/a' })),
      { $ref: 'https://schemas.test/a' },
    ],
    [
      'a member that is called $ref',
      giving(() => ({ properties: { $ref: text } })),
      { properties: { $ref: text } },
    ],
  ])('is the request body: %s', (_, body, schema, components) => {
    expect(described({ body })).toMatchObject({
      requestBody: bodyOf(schema),
      components,
      reasons: [],
    });
  });

  it('shares components of the same name and content, and numbers others', () => {
    const other = referring(['Part', text], ['Other', {}]);
    const far = (deep: unknown) =>
      referring(['Part', { items: { $ref: '#/$defs/Deep' } }], ['Deep', deep]);
    const { document } = openapi(
      Route.collect(() => {
        Route.post('a', { body: referring(['Part', text]) }, handler);
        Route.post('b', { body: other }, handler);
        Route.post('c', { body: far(text) }, handler);
        Route.post('d', { body: far(tag) }, handler);
        Route.post('e', { body: far(tag) }, handler);
      }),
    );
    expect(document.components).toEqual({
      schemas: {
        Part: text,
        Part2: { items: { $ref: '#/components/schemas/Deep' } },
        Deep: text,
        Part3: { items: { $ref: '#/components/schemas/Deep2' } },
        Deep2: tag,
      },
    });
  });

  it('yields to the requestBody of meta.openapi', () => {
    const requestBody = { description: 'A product', content: {} };
    for (const body of [PRODUCT, v.object({})]) {
      expect(described({ body }, { requestBody })).toMatchObject({ requestBody, reasons: [] });
    }
  });

  it.each<[string, Schema, string]>([
    [
      'its library has no JSON Schema',
      v.object({ title: v.string() }),
      'valibot gives it no JSON Schema; write meta.openapi, or a Standard JSON Schema',
    ],
    [
      'its library fails',
      giving(() => {
        throw new Error('no dates');
      }),
      'Error: no dates',
    ],
    [
      'it refers to what it lacks',
      giving(() => ({ $ref: '#/$defs/A' })),
      "it refers to '#/$defs/A'",
    ],
    [
      'it refers to a place inside',
      giving(() => ({ a: [{ $ref: '#/properties/a' }] })),
      "it refers to '#/properties/a'",
    ],
  ])('accepts anything, with a reason, if %s', (_, body, reason) => {
    const reasons = [`its schema body is not described: ${reason}`];
    expect(described({ body })).toMatchObject({ requestBody: bodyOf({}), reasons });
  });
});

describe('the schema of a query', () => {
  const page = { name: 'page', in: 'query', schema: { type: 'number', default: 1 } };
  const FILTER = z.object({ page: z.coerce.number().default(1), tag: z.array(z.string()) });
  const tags = { name: 'tag', in: 'query', required: true, schema: { type: 'array', items: text } };

  it.each<[string, Schema, unknown[]]>([
    ['an object', FILTER, [page, tags]],
    ['an object with a name', FILTER.meta({ id: 'Filter' }), [page, tags]],
    [
      'an object without a required member',
      z.object({ page: z.coerce.number().default(1) }),
      [page],
    ],
    ['a record', z.record(z.string(), z.string()), []],
    ['a part that is no object', giving(() => ({ $ref: '#/$defs/A', $defs: { A: true } })), []],
  ])('is a parameter for each member: %s', (_, query, parameters) => {
    expect(described({ query })).toMatchObject({ parameters: [ID, ...parameters], reasons: [] });
    expect(described({ query }).components).toBeUndefined();
  });

  it('is merged with the parameters of meta.openapi', () => {
    const parameters = [
      { name: 'page', in: 'query', description: 'From 1' },
      { name: 'other', in: 'query' },
      { name: 'page', in: 'header' },
      'no parameter',
    ];
    expect(described({ query: FILTER }, { parameters })).toMatchObject({
      parameters: [ID, { ...page, description: 'From 1' }, tags, ...parameters.slice(1)],
    });
  });
});

it.each<[string, Schema, unknown]>([
  ['a number', z.object({ id: z.coerce.number() }), { type: 'number' }],
  [
    'a text',
    z.object({ id: z.string().max(3) }),
    { type: 'string', maxLength: 3, pattern: '^[0-9]+$' },
  ],
  ['anything', z.object({ id: z.unknown() }), ID.schema],
  ['another name', z.object({ nr: z.string().optional() }), ID.schema],
  ['a schema of always', giving(() => ({ properties: { id: true } })), true],
])('the schema of params is that of the parameters: %s', (_, params, schema) => {
  expect(described({ params }).parameters).toEqual([{ ...ID, schema }]);
});

it('a document with schemas is valid', async () => {
  const { document } = openapi(
    tableOf({
      body: PRODUCT,
      query: z.object({ q: TAG.optional() }),
      params: z.object({ id: z.coerce.number() }),
    }),
  );
  expect(await new Validator().validate(JSON.parse(JSON.stringify(document)))).toEqual({
    valid: true,
  });
});
