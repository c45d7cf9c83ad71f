/** What the schemas of a route read and validate before its handler is called. */

import * as v from 'valibot';
import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import { z } from 'zod';
import { createContext } from '../../src/hmvc.ts';
import { HttpError, problemDetails, readText } from '../../src/http.ts';
import {
  createRouter,
  type FoundHandler,
  type RequestContext,
  Route,
  type Within,
} from '../../src/index.ts';
import { rejection } from '../support/caught.ts';
import {
  createFetchHandler,
  createFetchMiddleware,
  describeBoth,
  requestTo,
  shown,
} from '../support/handlers.ts';

const BODY = z.object({ title: z.string().min(3), price: z.coerce.number().default(1) });
const QUERY = v.object({ page: v.pipe(v.string(), v.transform(Number)) });
const PARAMS = z.object({ id: z.coerce.number().max(99) });

const calls = vi.fn();
const routes = Route.collect(() => {
  Route.post('photos/{id:num}', { params: PARAMS, query: QUERY, body: BODY }, (context) => {
    calls();
    const { params, query, body } = context;
    expectTypeOf(params).toEqualTypeOf<{ id: number }>();
    expectTypeOf(query).toEqualTypeOf<{ page: number }>();
    expectTypeOf(body).toEqualTypeOf<{ title: string; price: number }>();
    return { params, query, body };
  });
  const children = (within: Within<'named/{id:num}'>) =>
    within.put('part/{part}', { body: BODY, as: 'part' }, ({ params, body }) => {
      expectTypeOf(params).toEqualTypeOf<{ readonly id: string; readonly part: string }>();
      return { ...params, ...body };
    });
  const named = { as: 'named', meta: { role: 'anyone' }, children };
  Route.put('named/{id:num}', { ...named, body: BODY }, ({ params, body, name }) => {
    expectTypeOf(params).toEqualTypeOf<{ readonly id: string }>();
    return [name, params.id, body.title];
  });
  const given = { as: 'given', params: PARAMS };
  Route.get('given/{id:num}', given, ({ params }) => params.id.toFixed(1));
  Route.get('list', { query: QUERY }, ({ query, params }) => [query.page, params]);
  Route.put('text', { query: QUERY }, async (context) => [context.query, await readText(context)]);
  Route.match(['PUT', 'PATCH'], 'match/{slug}', { body: BODY }, ({ body, params }) => {
    expectTypeOf(params.slug).toEqualTypeOf<string>();
    return [params.slug, body.title];
  });
  Route.prefix('{lang}', (within) => {
    within.post('below', { body: BODY }, ({ params, body }) => [params.lang, body.title]);
  });
});

const sent = (value: unknown, type = 'application/json', method = 'POST') => ({
  ...{ method, headers: { 'content-type': type } },
  body: typeof value === 'string' ? value : JSON.stringify(value),
});
const GOOD = { title: 'Dunes' };

describeBoth('a handler whose route has schemas', () => {
  const fetch = createFetchHandler({ routes, errorPages: problemDetails });

  it.each<[string, RequestInit, unknown]>([
    [
      '/photos/7?page=2',
      sent(GOOD),
      { params: { id: 7 }, query: { page: 2 }, body: { title: 'Dunes', price: 1 } },
    ],
    ['/list?page=2', {}, [2, []]],
    ['/text?page=3', sent('as sent', 'text/plain', 'PUT'), [{ page: 3 }, 'as sent']],
    ['/match/a', sent(GOOD, 'application/merge-patch+json', 'PATCH'), ['a', 'Dunes']],
    ['/en/below', sent(GOOD), ['en', 'Dunes']],
    ['/named/7', sent(GOOD, undefined, 'PUT'), ['named', '7', 'Dunes']],
    [
      '/named/7/part/a',
      sent(GOOD, undefined, 'PUT'),
      { id: '7', part: 'a', title: 'Dunes', price: 1 },
    ],
  ])('gets their outputs: %s', async (path, init, answer) => {
    const response = await fetch(requestTo(path, init));
    expect([response.status, await response.json()]).toEqual([200, answer]);
  });

  it('may have other options beside them', async () => {
    expect(await shown(await fetch(requestTo('/given/7')))).toEqual([200, '7.0']);
  });

  it('is answered to HEAD as to GET', async () => {
    expect((await fetch(requestTo('/list?page=1', { method: 'HEAD' }))).status).toBe(200);
    expect((await fetch(requestTo('/list', { method: 'HEAD' }))).status).toBe(422);
  });

  const path = '/photos/7?page=2';
  it.each<[what: string, status: number, path: string, init: RequestInit, errors?: string[]]>([
    ['malformed JSON', 400, path, sent('{')],
    ['a body over 1 MiB', 413, path, sent('x'.repeat(2 ** 20 + 1))],
    ['a form', 415, path, sent('title=Dunes', 'application/x-www-form-urlencoded')],
    ['a body of the wrong form', 422, path, sent({ title: 'x' }), ['title']],
    ['a query of the wrong form', 422, '/photos/7', sent('{'), ['page']],
    ['params of the wrong form', 422, '/photos/100', sent('{'), ['id']],
  ])(
    'is not called, and the request refused, for %s',
    async (_what, status, path, init, errors) => {
      calls.mockClear();
      const response = await fetch(requestTo(path, init));
      const problem: { status?: number } = JSON.parse(await response.text());
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect([response.status, problem.status]).toEqual([status, status]);
      expect(JSON.stringify(problem)).toMatch(errors?.join('|') ?? '');
      expect(calls).not.toHaveBeenCalled();
    },
  );

  it('is not asked for before a guard answers', async () => {
    const context = () => {
      throw new HttpError(401);
    };
    const guarded = createFetchHandler({ routes, context });
    expect((await guarded(requestTo('/photos/7', sent('{')))).status).toBe(401);
  });

  it('gets their outputs before members of the application', async () => {
    class Added {
      get query() {
        return 'added';
      }
      body = 'added';
      user = 'ada';
    }
    const seen = Route.collect(() =>
      Route.post('a', { query: QUERY, body: BODY }, (context) => ({ ...context })),
    );
    const added = createFetchHandler<Added>({ routes: seen, context: () => new Added() });
    const answer = await (await added(requestTo('/a?page=2', sent(GOOD)))).json();
    expect(answer).toMatchObject({ query: { page: 2 }, body: { title: 'Dunes' }, user: 'ada' });
  });

  it('may be one of the option handlers', async () => {
    const handlers = { 'PUT text': (context: RequestContext) => ({ ...context }) };
    const other = createFetchHandler({ routes, handlers });
    const init = sent('', 'text/plain', 'PUT');
    expect((await other(requestTo('/text', init))).status).toBe(422);
    const answer = await (await other(requestTo('/text?page=2', init))).json();
    expect(answer).toMatchObject({ query: { page: 2 } });
  });

  it('may be behind a middleware', async () => {
    const answer = createFetchMiddleware({ routes });
    expect(await shown(await answer(requestTo('/list?page=2')))).toEqual([200, '[2,[]]']);
    expect((await answer(requestTo('/list')))?.status).toBe(422);
    expect(await answer(requestTo('/none'))).toBeNull();
  });
});

describe('createContext', () => {
  const found = (method: string, path: string) =>
    // The cast: these paths have handlers.
    createRouter(routes).resolve(method, path) as FoundHandler;
  const call = async (path: string, init?: RequestInit) => {
    const answer = found(init?.method ?? 'GET', path);
    return answer.handler(await createContext({ ...answer, request: requestTo(path, init) }));
  };

  it('reads what the schemas of the route validate', async () => {
    await expect(call('/list?page=2')).resolves.toEqual([2, []]);
    await expect(call('/match/a', sent(GOOD, undefined, 'PUT'))).resolves.toEqual(['a', 'Dunes']);
  });

  it('throws what the schemas refuse', async () => {
    expect(await rejection(call('/list'))).toMatchObject({ status: 422 });
  });
});
