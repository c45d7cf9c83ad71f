import { beforeEach, describe, expect, it } from 'vitest';
import { createRouter, Route } from '../../src/index.ts';

beforeEach(() => Route.reset());

function routes(): [string, string][] {
  return Object.entries(Route.map()).filter(([key]) => key !== 'default_controller');
}

const id = '([a-zA-Z0-9\\-_]+)';

describe('Route.resources', () => {
  it('defines seven routes in this order', () => {
    Route.resources('photos');
    expect(routes()).toEqual([
      ['GET photos', 'photos/index'],
      ['GET photos/new', 'photos/create_new'],
      [`GET photos/${id}/edit`, 'photos/edit/$1'],
      [`GET photos/${id}`, 'photos/show/$1'],
      ['POST photos', 'photos/create'],
      [`PUT photos/${id}`, 'photos/update/$1'],
      [`DELETE photos/${id}`, 'photos/delete/$1'],
    ]);
  });

  it.each([
    [{}, 'photos/show/$1'],
    [{ controller: 'images' }, 'images/show/$1'],
    [{ module: 'gallery' }, 'gallery/photos/show/$1'],
    [{ controller: 'images', module: 'gallery' }, 'gallery/images/show/$1'],
    [{ offset: 2 }, 'photos/show/$3'],
    [{ offset: null, module: null, controller: '' }, 'photos/show/$1'],
  ])('with %j sends show to %s', (options, to) => {
    Route.resources('photos', { ...options, only: 'show' });
    expect(routes()).toEqual([[`GET photos/${id}`, to]]);
  });

  it('takes module/controller for a name', () => {
    Route.resources('gallery/photos', { only: ['index', 'show'] });
    expect(routes()).toEqual([
      ['GET gallery/photos', 'gallery/photos/index'],
      [`GET gallery/photos/${id}`, 'gallery/photos/show/$1'],
    ]);
  });

  it('ignores a leading slash of the name', () => {
    Route.resources('/photos', { only: 'index' });
    expect(routes()).toEqual([['GET photos', 'photos/index']]);
  });

  it('puts the constraint in place of the id', () => {
    Route.resources('photos', { constraint: '(:num)', only: ['edit', 'update'] });
    expect(routes()).toEqual([
      ['GET photos/(:num)/edit', 'photos/edit/$1'],
      ['PUT photos/(:num)', 'photos/update/$1'],
    ]);
  });

  it.each([
    ['[A-Z]{2}[0-9]+', '([A-Z]{2}[0-9]+)'],
    [':num', '(:num)'],
    ['a|b', '(a|b)'],
    ['(?:a|b)', '((?:a|b))'],
    ['v([0-9]+)', 'v([0-9]+)'],
  ])('makes a group of a constraint that has none: %s', (constraint, written) => {
    Route.resources('photos', { constraint, only: 'show' });
    expect(routes()).toEqual([[`GET photos/${written}`, 'photos/show/$1']]);
  });

  it('expands a named placeholder in the constraint', () => {
    Route.resources('photos', { constraint: '(:alpha)', only: 'show' });
    expect(routes()).toEqual([['GET photos/([a-zA-Z]+)', 'photos/show/$1']]);
  });

  it('leaves out what except names', () => {
    Route.resources('photos', { except: ['create_new', 'edit', 'create', 'update', 'delete'] });
    expect(routes().map(([, to]) => to)).toEqual(['photos/index', 'photos/show/$1']);
  });

  it('adds PATCH right after PUT if patch is true', () => {
    Route.resources('photos', { patch: true, only: ['update', 'delete'] });
    expect(routes()).toEqual([
      [`PUT photos/${id}`, 'photos/update/$1'],
      [`PATCH photos/${id}`, 'photos/update/$1'],
      [`DELETE photos/${id}`, 'photos/delete/$1'],
    ]);
  });

  it.each([
    ['photos.index', 'photos'],
    ['photos.create_new', 'photos/new'],
    ['photos.edit', `photos/${id}/edit`],
    ['photos.show', `photos/${id}`],
    ['photos.create', 'photos'],
    ['photos.update', `photos/${id}`],
    ['photos.delete', `photos/${id}`],
  ])('with as saves the name %s', (name, pattern) => {
    Route.resources('photos', { as: 'photos' });
    expect(Route.named(name)).toBe(pattern);
  });

  it('without as saves no name', () => {
    Route.resources('photos');
    expect(Route.named('undefined.index')).toBeNull();
  });

  it('takes null for an option that is absent', () => {
    Route.resources('albums');
    const plain = routes();
    Route.reset();
    const absent = { controller: null, module: null, constraint: null, offset: null, as: null };
    Route.resources('albums', { ...absent, only: null, except: null, patch: null, children: null });
    expect(routes()).toEqual(plain);
  });
});

describe('children', () => {
  it('puts routes below the given route', () => {
    Route.any('posts/(:num)', 'posts/show/$1', {
      children: () => Route.get('comments', 'comments/of/$1', { as: 'comments' }),
    });
    expect(routes()).toEqual([
      ['posts/(:num)', 'posts/show/$1'],
      ['GET posts/(:num)/comments', 'comments/of/$1'],
    ]);
    expect(Route.named('comments')).toBe('posts/(:num)/comments');
  });

  it('carries the outer captures first in the destinations of resources', () => {
    Route.resources('posts', {
      only: 'show',
      children: () => Route.resources('comments', { patch: true }),
    });
    expect(routes()).toEqual([
      [`GET posts/${id}`, 'posts/show/$1'],
      [`GET posts/${id}/comments`, 'comments/index/$1'],
      [`GET posts/${id}/comments/new`, 'comments/create_new/$1'],
      [`GET posts/${id}/comments/${id}/edit`, 'comments/edit/$1/$2'],
      [`GET posts/${id}/comments/${id}`, 'comments/show/$1/$2'],
      [`POST posts/${id}/comments`, 'comments/create/$1'],
      [`PUT posts/${id}/comments/${id}`, 'comments/update/$1/$2'],
      [`PATCH posts/${id}/comments/${id}`, 'comments/update/$1/$2'],
      [`DELETE posts/${id}/comments/${id}`, 'comments/delete/$1/$2'],
    ]);
  });

  it('goes to any depth', () => {
    const nest = (name: string, inner?: () => void) => () =>
      Route.resources(name, {
        constraint: '(:num)',
        only: 'show',
        ...(inner && { children: inner }),
      });
    nest('a', nest('b', nest('c', nest('d'))))();
    expect(routes().at(-1)).toEqual([
      'GET a/(:num)/b/(:num)/c/(:num)/d/(:num)',
      'd/show/$1/$2/$3/$4',
    ]);
  });

  it('counts the groups of a prefix around it', () => {
    Route.prefix('(en|fr)', () =>
      Route.resources('posts', {
        only: 'show',
        offset: 1,
        constraint: '(:num)',
        children: () => Route.resources('comments', { only: 'show', constraint: '(:num)' }),
      }),
    );
    expect(routes()).toEqual([
      ['GET (en|fr)/posts/(:num)', 'posts/show/$2'],
      ['GET (en|fr)/posts/(:num)/comments/(:num)', 'comments/show/$1/$2/$3'],
    ]);
    expect(createRouter(Route.map()).resolve('GET', 'fr/posts/7/comments/9')).toMatchObject({
      destination: 'comments/show/fr/7/9',
    });
  });

  it('leaves the groups of a prefix inside it to offset', () => {
    Route.any('posts/(:num)', 'posts/show/$1', {
      children: () => {
        Route.prefix('(:any)', () => Route.resources('comments', { only: 'show', offset: 1 }));
      },
    });
    expect(routes().at(-1)).toEqual([
      `GET posts/(:num)/(:any)/comments/${id}`,
      'comments/show/$1/$3',
    ]);
  });

  it('shifts the references of a context by the outer captures', () => {
    Route.any('shops/(:num)', 'shops/show/$1', { children: () => Route.context('tools') });
    expect(createRouter(Route.map()).resolve('GET', 'shops/3/tools/stock/list')).toMatchObject({
      destination: 'stock/tools/list',
    });
  });

  it('blocks below its route', () => {
    Route.any('posts/(:num)', 'posts/show/$1', { children: () => Route.block('secret') });
    expect(routes().at(-1)).toEqual(['posts/(:num)/secret', '']);
  });

  it('ends with its callback', () => {
    Route.any('posts', 'posts', { children: () => undefined });
    Route.any('users', 'users');
    expect(routes().at(-1)).toEqual(['users', 'users']);
  });
});
