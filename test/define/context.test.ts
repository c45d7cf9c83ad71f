import { beforeEach, describe, expect, it } from 'vitest';
import { createRouter, Route } from '../../src/index.ts';

beforeEach(() => Route.reset());

function routes(): [string, string][] {
  return Object.entries(Route.map({ default_controller: 'welcome' })).slice(1);
}

describe('Route.context', () => {
  it('defines six routes, longest first', () => {
    Route.context('developer');
    expect(routes()).toEqual([
      ['developer/(:any)/(:any)/(:any)/(:any)/(:any)/(:any)', '$1/developer/$2/$3/$4/$5/$6'],
      ['developer/(:any)/(:any)/(:any)/(:any)/(:any)', '$1/developer/$2/$3/$4/$5'],
      ['developer/(:any)/(:any)/(:any)/(:any)', '$1/developer/$2/$3/$4'],
      ['developer/(:any)/(:any)/(:any)', '$1/developer/$2/$3'],
      ['developer/(:any)/(:any)', '$1/developer/$2'],
      ['developer/(:any)', '$1/developer'],
    ]);
  });

  it.each([
    [['tools', 'developer'], '$1/developer'],
    [['tools', null], '$1/tools'],
    [['tools', ''], '$1/tools'],
    [['tools', null, { offset: 1 }], '$2/tools'],
    [['tools', { offset: null, home: null }], '$1/tools'],
    [['tools', { offset: 2 }], '$3/tools'],
    [['tools', { offset: 2 }, null], '$3/tools'],
    [['tools', { offset: 2 }, undefined], '$3/tools'],
    [['tools', 'developer', { offset: 1 }], '$2/developer'],
    [['/tools'], '$1/tools'],
  ] as [Parameters<typeof Route.context>, string][])(
    'with %j sends one segment to %s',
    ([name, ...rest], to) => {
      Route.context(name, ...rest);
      expect(routes()[5]).toEqual(['tools/(:any)', to]);
    },
  );

  it.each([
    ['dashboard', 'tools/dashboard'],
    ['{default_controller}', 'tools/welcome'],
    ['admin/content/index', 'admin/content/index'],
    ['{default_controller}/index', 'welcome/index'],
    ['/dashboard', '/dashboard'],
  ])('with home %j adds its name as the last route', (home, to) => {
    Route.context('tools', 'developer', { home });
    expect(routes()).toHaveLength(7);
    expect(routes()[6]).toEqual(['tools', to]);
  });

  it('distinguishes a whole destination from a name before the default controller is filled in', () => {
    Route.context('tools', { home: '{default_controller}' });
    expect(Route.map({ default_controller: 'site/welcome' })).toMatchObject({
      tools: 'tools/site/welcome',
    });
  });

  it('may refer in home to the groups of its own name and of the prefixes', () => {
    Route.prefix('(en|fr)', () => Route.context('(:any)/tools', { home: '$2/index/$1' }));
    expect(createRouter(Route.map()).resolve('GET', '/en/photos/tools')).toMatchObject({
      destination: 'photos/index/en',
    });
  });

  it('reaches a controller of the same name in every module', () => {
    Route.context('tools', 'developer');
    const router = createRouter(Route.map());
    expect(router.resolve('POST', '/tools/gallery/report/2024')).toMatchObject({
      destination: 'gallery/developer/report/2024',
    });
  });
});
