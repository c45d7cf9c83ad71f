/** The short form of named groups in definitions: `{slug}` and `{id:num}`. */
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRouter, Route } from '../../src/index.ts';
import { caught } from '../support/caught.ts';

beforeEach(() => Route.reset());

function keys(): string[] {
  return Object.keys(Route.map()).slice(1);
}

describe('a pattern in a definition', () => {
  it.each([
    ['articles/{slug}', 'articles/(?<slug>:any)'],
    ['{id:num}', '(?<id>:num)'],
    ['{lang:alpha}/{slug:any}', '(?<lang>[a-zA-Z]+)/(?<slug>:any)'],
    ['archive/{year:year}-{_month2:num}', 'archive/(?<year>[0-9]{4})-(?<_month2>:num)'],
    ['blog(?:/{page:num})?', 'blog(?:/(?<page>:num))?'],
    ['({id}|x)', '((?<id>:any)|x)'],
    ['{slug}{2}', '(?<slug>:any){2}'],
  ])('that is written %s has the key %s', (from, key) => {
    Route.placeholder('year', '[0-9]{4}');
    Route.any(from, 'x');
    expect(keys()).toEqual([key]);
  });

  it.each([
    ...['a{2}', 'a{1,3}', 'a{2,}', 'a{2,3}?', 'a{,3}', '[^}]{3}', '[{a}]', '[^{a}]', '[\\]{a}]'],
    ...['[[]{2}', '\\{slug\\}', '\\\\\\{a\\}', '\\{', '\\}'],
  ])('keeps quantifiers, and braces in classes or behind a backslash: %s', (from) => {
    Route.any(from, 'x');
    expect(keys()).toEqual([from]);
  });

  it.each([
    ['a/{slug?}', '{slug?}', 2],
    ['a/{*rest}', '{*rest}', 2],
    ['{a.b}', '{a.b}', 0],
    ['{a-b}/c', '{a-b}', 0],
    ['{7up}', '{7up}', 0],
    ['a/{}', '{}', 2],
    ['{id:[0-9]+}', '{id:[0-9]+}', 0],
    ['{id:}', '{id:}', 0],
    ['{ id }', '{ id }', 0],
    ['{a/b}', '{a/b}', 0],
    ['{:num}', '{:num}', 0],
    ['{$id}', '{$id}', 0],
    ['{=a}', '{=a}', 0],
    ['{!a}', '{!a}', 0],
    ['a{2}b{x y}', '{x y}', 5],
    ['admin/{slug', '{', 6],
    ['admin/{slug:num', '{', 6],
    ['admin/slug}', '}', 10],
    ['admin/{slug}}', '}', 12],
    ['admin/{{slug}}', '{', 6],
    ['admin/{id:{x}}', '{', 6],
    ['\\{slug}', '}', 6],
    ['{x}/{a\\}', '{a\\}', 4],
    ['b}{', '}', 1],
  ])('with braces that hold no name is refused: %s', (from, braces, index) => {
    const { code, message, place } = caught(() => Route.block(from));
    expect(code).toBe('bad-pattern');
    expect(place).toEqual({ pattern: from, index });
    expect(message).toContain(`: '${braces}' holds no name.`);
    expect(message).toContain('Write {name} for a param, or \\{ and \\} for braces in the path');
    expect(keys()).toEqual([]);
  });

  it.each([
    ['a/{id:nmu}', 'nmu', 'Write (:num)'],
    ['{id:int}', 'int', "or define it first with Route.placeholder('int', …)"],
  ])('with a placeholder that nothing defines is refused: %s', (from, word, advice) => {
    const { code, message } = caught(() => Route.get(from, 'x'));
    expect(code).toBe('bad-placeholder');
    expect(message).toContain(`Route.get('${from}'): there is no placeholder (:${word}).`);
    expect(message).toContain(advice);
  });

  it('with one name twice is refused', () => {
    expect(() => Route.prefix('{id}', () => Route.get('b/{id:num}', 'x'))).toThrow(
      "Route.get('b/{id:num}'): two groups are named id",
    );
  });
});

describe('the short form', () => {
  it.each<[string, () => void, string[]]>([
    ['any', () => Route.any('{a}', 'x'), ['(?<a>:any)']],
    ['all', () => Route.all('{a}', 'x'), ['(?<a>:any)']],
    ['delete', () => Route.delete('{a}', 'x'), ['DELETE (?<a>:any)']],
    ['block', () => Route.block('{a:num}', ['b/{c}']), ['(?<a>:num)', 'b/(?<c>:any)']],
    [
      'prefix, nested',
      () =>
        Route.prefix('{lang:alpha}', () =>
          Route.prefix('/{area}/', () => Route.get('/{id:num}', 'x')),
        ),
      ['GET (?<lang>[a-zA-Z]+)/(?<area>:any)/(?<id>:num)'],
    ],
    [
      'children',
      () => Route.get('a/{a}', 'a', { children: () => Route.get('{b}', 'b/$1/$2') }),
      ['GET a/(?<a>:any)', 'GET a/(?<a>:any)/(?<b>:any)'],
    ],
    [
      'context',
      () => Route.context('{lang}', 'area', { offset: 1, home: 'x/y' }),
      [
        ...[6, 5, 4, 3, 2, 1].map((count) => `(?<lang>:any)${'/(:any)'.repeat(count)}`),
        '(?<lang>:any)',
      ],
    ],
    [
      'resources, with children',
      () =>
        Route.prefix('{lang}', () =>
          Route.resources('photos', {
            constraint: '{photo:num}',
            only: ['show', 'edit'],
            children: () => Route.get('tags/{tag}', 'tags/show/$3'),
          }),
        ),
      [
        'GET (?<lang>:any)/photos/(?<photo>:num)/edit',
        'GET (?<lang>:any)/photos/(?<photo>:num)',
        'GET (?<lang>:any)/photos/(?<photo>:num)/tags/(?<tag>:any)',
      ],
    ],
    [
      'resources, in its name',
      () => Route.resources('{site}/photos', { controller: 'photos', only: 'show', offset: 1 }),
      ['GET (?<site>:any)/photos/([a-zA-Z0-9\\-_]+)'],
    ],
  ])('works in %s', (_, run, expected) => {
    run();
    expect(keys()).toEqual(expected);
  });

  it.each([
    [
      'a constraint',
      () => Route.resources('photos', { constraint: '{id?}' }),
      "Route.resources('photos')",
    ],
    ['a prefix', () => Route.prefix('{id?}', () => Route.get('a', 'x')), "Route.prefix('{id?}')"],
  ])('is checked in %s', (_, run, where) => {
    expect(caught(run).message).toContain(`${where}: '{id?}' holds no name`);
  });

  it('in the expression of a placeholder is text', () => {
    Route.placeholder('word', 'a{b}');
    Route.get('(:word)', 'x', { children: () => Route.get('{c:word}', 'x') });
    expect(keys()).toEqual(['GET (a{b})', 'GET (a{b})/(?<c>a{b})']);
  });

  it('is what Route.named and a label show in the long form', () => {
    Route.get('a/{slug}', { as: 'article' }, () => 'x');
    expect(Route.named('article')).toBe('a/(?<slug>:any)');
    expect(Object.entries(Route.map()).slice(1)).toEqual([['GET a/(?<slug>:any)', 'a/$1']]);
  });

  it('replaces a route that is written in the long form, and the other way round', () => {
    Route.get('a/{slug}', 'one');
    Route.get('a/(?<slug>:any)', 'two');
    Route.get('a/{slug:any}', 'three');
    expect(Route.map()).toEqual({ default_controller: 'home', 'GET a/(?<slug>:any)': 'three' });
  });

  it('is plain text in a table', () => {
    const table = { 'a/{slug}': 'x' };
    expect(createRouter(table).resolve('GET', '/a/{slug}').status).toBe('found');
    expect(createRouter(table).resolve('GET', '/a/b').status).toBe('not-found');
    expect(Route.map(table)).toHaveProperty(['a/{slug}']);
    expect(Route.collect(table, () => Route.get('b', 'x'))).toHaveProperty(['a/{slug}']);
  });
});

it('occurs in no table and no call that PHP answered', () => {
  const braces = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') {
      for (const [found] of value.matchAll(/\{(?!\d+(?:,\d*)?\})[^}]*\}?/g)) braces.add(found);
    } else if (typeof value === 'object' && value !== null) {
      Object.entries(value).flat().forEach(collect);
    }
  };
  for (const file of ['edge', 'routes']) {
    collect(JSON.parse(readFileSync(new URL(`../fixtures/${file}.json`, import.meta.url), 'utf8')));
  }
  // A part of destinations, which is no pattern.
  expect([...braces]).toEqual(['{default_controller}']);
});

describe('a name in a destination', () => {
  it.each([
    ['articles/{slug}', 'articles/show/{slug}', 'articles/show/$1'],
    ['{lang:alpha}/{slug}', 'a/show/{slug}/{lang}', 'a/show/$2/$1'],
    ['(:num)/{slug}', 'a/show/{slug}/$1', 'a/show/$2/$1'],
    ['{year:num}', 'archive/y{year}0', 'archive/y${1}0'],
    ['(?<a>x|(?<b>y))', '{b}/{a}', '$2/$1'],
    ['a', 'a/{default_controller}', 'a/home'],
    ['{default_controller}', 'a/{default_controller}', 'a/home'],
    ['a/(:any)', 'a/{2}/{ x }/{x-y}/{}', 'a/{2}/{ x }/{x-y}/{}'],
  ])('is the reference of its group: %s to %s', (from, to, destination) => {
    Route.get(from, to);
    expect(Object.values(Route.map())).toEqual(['home', destination]);
  });

  it('counts the groups of the enclosing calls, whose names it may use', () => {
    Route.prefix('{lang}', () => {
      Route.get('shops/{shop}', 'shops/show/{shop}/{lang}', {
        children: () => Route.get('{item:num}', 'items/show/{lang}/{shop}/{item}'),
      });
      Route.resources('photos', { controller: '{lang}/photos', offset: 1, only: 'show' });
    });
    expect(Object.values(Route.map()).slice(1)).toEqual([
      ...['shops/show/$2/$1', 'items/show/$1/$2/$3', '$1/photos/show/$2'],
    ]);
  });

  it.each([
    ['articles/{slug}', 'a/{slugs}'],
    ['a/(:any)', 'a/{slug}'],
    ['{a}/{b}', '{toString}'],
  ])('that no group has is refused: %s to %s', (from, to) => {
    expect(caught(() => Route.get(from, to)).code).toBe('bad-argument');
    expect(keys()).toEqual([]);
  });

  it('is plain text in a table that is written by hand', () => {
    const router = createRouter(Route.map({ 'a/(?<slug>:any)': 'a/show/{slug}' }));
    expect(router.resolve('GET', '/a/b')).toMatchObject({ destination: 'a/show/{slug}' });
  });
});
