/** Checks that options are read as own properties, ignoring additions to Object.prototype. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cookies } from '../../src/http.ts';
import { createRouter, Route } from '../../src/index.ts';

const polluted = Object.prototype as unknown as Record<string, unknown>;

beforeEach(() => Route.reset());
afterEach(() => {
  for (const name of Object.keys(polluted)) delete polluted[name];
});

describe('an option that Object.prototype was given', () => {
  it('does not turn autoRoute on', () => {
    polluted.autoRoute = true;
    expect(createRouter({}).resolve('GET', '/a/b').status).toBe('not-found');
    expect(createRouter({}, {}).resolve('GET', '/a/b').status).toBe('not-found');
  });

  it('does not bound the length of paths, or bring handlers', () => {
    polluted.maxPathLength = 1;
    polluted.handlers = { a: () => 1 };
    const answer = createRouter({ a: 'x' }, {}).resolve('GET', '/a');
    expect(answer).toEqual({ status: 'found', route: 'a', destination: 'x', params: [] });
  });

  it('does not change a cookie', () => {
    const request = new Request('http://localhost/');
    const context = { request, headers: new Headers(), base: '' };
    polluted.domain = 'other.test';
    polluted.maxAge = 5;
    cookies(context).set('a', 'b');
    cookies(context, {}).set('c', 'd', {});
    const attributes = 'Path=/; HttpOnly; SameSite=Lax';
    expect(context.headers.getSetCookie()).toEqual([`a=b; ${attributes}`, `c=d; ${attributes}`]);
  });

  it('does not name, nest or shift a route', () => {
    Object.assign(polluted, { as: 'name', children: () => Route.any('nested', 'x'), offset: 1 });
    Object.assign(polluted, { home: 'dashboard', controller: 'other', only: 'index' });
    Route.any('a', 'x', {});
    Route.resources('b', {});
    Route.context('c', {});
    expect(Route.named('name')).toBeNull();
    expect(Object.keys(Route.map())).toHaveLength(1 + 1 + 7 + 6);
    expect(Route.map()).toMatchObject({ 'c/(:any)': '$1/c', 'GET b': 'b/index' });
  });

  it('does not add to a URL', () => {
    Route.any('a', 'x', { as: 'a' });
    Object.assign(polluted, { query: 'x=1', base: '/y' });
    expect(Route.url('a', [], {})).toBe('/a');
  });
});

it.each([null, undefined])('options that are null or undefined count as absent: %s', (absent) => {
  Route.any('a', 'x', { as: absent, children: absent });
  Route.resources('b', { offset: absent, only: absent, as: absent });
  const router = createRouter(Route.map(), {
    // The casts pass values that only JavaScript allows.
    autoRoute: absent as never,
    maxPathLength: absent as never,
  });
  expect(router.resolve('GET', '/b/7').status).toBe('found');
});

describe('options that keep their contents elsewhere', () => {
  it.each<[string, object]>([
    ['a Map', new Map([['except', ['delete']]])],
    ['a Map', Object.assign(new Map([['except', ['delete']]]), { as: 'photos' })],
    ['a Set', new Set(['delete'])],
    ['a Promise', Promise.resolve({ except: 'delete' })],
    ['a Date', new Date(0)],
  ])(
    'are refused, since a reader would miss them and open what they close: %s',
    (kind, options) => {
      const call = () => Route.resources('photos', options);
      expect(call).toThrow(`options is ${kind}. Expected an object.`);
      expect(Object.keys(Route.map())).toEqual(['default_controller']);
    },
  );

  class Own {}
  // PHP writes no options as an array.
  it.each([[{}], [[]], [Object.create(null)], [new Own()]])('may be empty: %o', (options) => {
    Route.resources('photos', options);
    expect(Object.keys(Route.map())).toHaveLength(8);
  });
});
