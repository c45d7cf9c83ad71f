/** The schemas among the options of a route. */
import { type } from 'arktype';
import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createRouter, Route, type Schema } from '../../src/index.ts';
import { readTable } from '../../src/table/table.ts';
import { caught } from '../support/caught.ts';
import { createReadRouter } from '../support/compiled.ts';

beforeEach(() => Route.reset());

const BODY = z.object({ title: z.string() });
const QUERY = v.object({ page: v.string() });
const PARAMS = type({ id: 'string' });
const handler = () => 'handled';
const schemasOf = (key: string) =>
  readTable(Route.map(), 'test').rows.find((row) => row.key === key)?.schemas;

describe('the schemas of a route', () => {
  it('are part of its row, and of the answer', () => {
    Route.post('photos/{id}', { body: BODY, query: QUERY, params: PARAMS }, handler);
    const schemas = { body: BODY, query: QUERY, params: PARAMS };
    expect(schemasOf('POST photos/(?<id>:any)')).toEqual(schemas);
    expect(createRouter(Route.map()).resolve('POST', '/photos/7')).toMatchObject({
      handler,
      schemas,
    });
  });

  it('are written by their names in the JSON of an answer', () => {
    const node: Schema = z.object({
      get children() {
        return z.array(z.any());
      },
    });
    const tree = Object.assign(node, { parent: node });
    Route.post('photos/{id}', { body: tree, params: PARAMS }, handler);
    for (const create of [createRouter, createReadRouter]) {
      const answer = create(Route.map()).resolve('POST', '/photos/7');
      expect(answer).toMatchObject({ schemas: { body: tree, params: PARAMS } });
      expect(JSON.parse(JSON.stringify(answer))).toMatchObject({ schemas: ['params', 'body'] });
    }
  });

  it('are absent from a row and an answer without any', () => {
    Route.get('photos', { as: 'photos' }, handler);
    expect(schemasOf('GET photos')).toBeUndefined();
    expect(createRouter(Route.map()).resolve('GET', '/photos')).not.toHaveProperty('schemas');
  });

  it('are kept in a copy of the table', () => {
    Route.post('photos', { body: BODY }, handler);
    const copy = { ...Route.map() };
    expect(createRouter(copy).resolve('POST', '/photos')).toHaveProperty('schemas.body', BODY);
  });

  it('are inherited neither by children nor by other methods', () => {
    const children = () => Route.post('likes', handler);
    Route.post('photos', { query: QUERY, children }, handler);
    Route.put('photos', handler);
    expect(['POST photos', 'POST photos/likes', 'PUT photos'].map(schemasOf)).toEqual([
      { query: QUERY },
      undefined,
      undefined,
    ]);
  });

  it('go away with the handler that a later call replaces', () => {
    Route.post('photos', { query: QUERY }, handler);
    Route.any('photos', 'photos/index');
    expect(schemasOf('POST photos')).toBeUndefined();
  });

  it('go with a handler that has a label', () => {
    // The cast: only JavaScript writes both.
    const options = { query: QUERY } as object;
    Route.post('photos', 'photos/create', options, handler);
    expect(schemasOf('POST photos')).toEqual({ query: QUERY });
  });

  it('belong to each method of Route.match', () => {
    Route.match(['POST', 'PUT'], 'photos', { body: BODY }, handler);
    expect(['POST photos', 'PUT photos'].map(schemasOf)).toEqual([{ body: BODY }, { body: BODY }]);
  });
});

describe('a mistake in the schemas of a route is an error at its definition', () => {
  const NO_BODY =
    "body is a schema, and a request of GET or HEAD has no body. Define the route for other methods: Route.match(['POST', 'PUT'], …).";
  const NO_SCHEMA = 'Expected a Standard Schema, such as one of zod.';
  // The casts: for JavaScript.
  it.each<[string, () => void, string]>([
    ...[undefined, null, {}, 7, 'text', () => true].map((value): [string, () => void, string] => [
      `the body is ${String(value)}`,
      () => Route.post('a', { body: value } as object, handler),
      NO_SCHEMA,
    ]),
    ['query is none', () => Route.get('a', { query: {} } as object, handler), NO_SCHEMA],
    ['params are none', () => Route.get('a', { params: {} } as object, handler), NO_SCHEMA],
    ['a body for GET', () => Route.get('a', { body: BODY }, handler), NO_BODY],
    ['a body for HEAD', () => Route.head('a', { body: BODY }, handler), NO_BODY],
    ['a body for every method', () => Route.any('a', { body: BODY }, handler), NO_BODY],
    [
      'a body for several',
      () => Route.match(['PUT', 'GET'], 'a', { body: BODY }, handler),
      NO_BODY,
    ],
    [
      'a destination',
      () => Route.post('a', 'a/b', { query: QUERY } as object),
      'the schema query is for a handler, and the route has none. Pass a handler, or call readJson, readQuery or readParams in the action.',
    ],
  ])('%s', (_what, define, said) => {
    expect(caught(define)).toMatchObject({ name: 'WaymarkError', code: 'bad-argument' });
    expect(define).toThrow(said);
    expect(Object.keys(Route.map())).toEqual(['default_controller']);
  });
});
