/** The empty path, which the default controller answers unless a row does. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createRouter, Route, type SuppliedTable } from '../../src/index.ts';
import { createReadRouter } from '../support/compiled.ts';

beforeEach(() => Route.reset());

const ROUTERS = [
  ['createRouter', (table: SuppliedTable) => createRouter(table)],
  ['a compiled table', (table: SuppliedTable) => createReadRouter(table)],
] as const;

describe.each(ROUTERS)('the empty path of %s', (_, create) => {
  it.each<[string, () => void, string, object]>([
    ['a catch-all', () => Route.get('(.*)', 'app/$1'), 'GET', { route: 'GET (.*)' }],
    [
      'a catch-all of another method',
      () => Route.get('(.*)', 'app'),
      'POST',
      { route: 'default_controller' },
    ],
    ['a block of everything', () => Route.block('(.*)'), 'GET', { status: 'blocked' }],
    ['an optional group', () => Route.any('(:num)?', 'n/$1'), 'GET', { route: '(:num)?' }],
    [
      'a row that needs a segment',
      () => Route.any('(.+)', 'x/$1'),
      'GET',
      { route: 'default_controller' },
    ],
    [
      'a row for the root, after a catch-all',
      () => {
        Route.get('(.*)', 'app');
        Route.get('/', 'start');
      },
      'GET',
      { route: 'GET /' },
    ],
  ])(
    'is answered by a row, if nobody wrote the default controller: %s',
    (_what, define, method, answer) => {
      define();
      expect(create(Route.map()).resolve(method, '/')).toMatchObject(answer);
      expect(create(Route.map()).resolve(method, '')).toMatchObject(answer);
    },
  );

  it.each(['home', 'welcome'])(
    'is answered by a default controller that was written: %s',
    (home) => {
      Route.get('(.*)', 'app/$1');
      Route.block('(.*)');
      expect(create(Route.map({ default_controller: home })).resolve('GET', '/')).toMatchObject({
        route: 'default_controller',
        destination: home,
      });
    },
  );
});
