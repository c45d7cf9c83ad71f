/** Checks that the first line of an error's stack is the faulty call. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createFetchHandler, createFetchMiddleware } from '../../src/fetch.ts';
import {
  checkRoutes,
  createLoader,
  type Files,
  indexFiles,
  withExactNames,
  withModuleRoutes,
} from '../../src/hmvc.ts';
import { createRouter, Route } from '../../src/index.ts';
import { findFiles } from '../../src/node.ts';
import { importRoutes, readClasses } from '../../src/tools/import.ts';
import {
  check,
  diff,
  examples,
  explain,
  list,
  locateAction,
  reach,
  reachAction,
  types,
} from '../../src/tools/inspect.ts';
import { caught } from '../support/caught.ts';

beforeEach(() => Route.reset());

const firstFrameOf = ({ stack }: Error) => stack?.split('\n').find((line) => /^\s+at /.test(line));
const firstFrame = (call: () => unknown) => firstFrameOf(caught(call));

async function rejection(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    return error as Error; // the cast: the package and its tests throw only errors
  }
  throw new Error('it resolved');
}

const bad = { 'a(': 'x' };
/** Two files with the same name. */
const twice: Files = Object.fromEntries(
  ['a', 'A'].map((name) => [`application/controllers/${name}.ts`, async () => ({})]),
);
const noTable = { a: 7 } as never; // the cast passes an invalid argument

describe('the first frame of the stack of an error', () => {
  const deep = `${'('.repeat(200)}%20${')'.repeat(200)}`;

  it.each<[string, () => unknown]>([
    ['any', () => Route.any('a(', 'x')],
    ['all', () => Route.all('a(', 'x')],
    ['get', () => Route.get('a(', 'x')],
    ['post', () => Route.post('a(', 'x')],
    ['put', () => Route.put('a(', 'x')],
    ['delete', () => Route.delete('a(', 'x')],
    ['head', () => Route.head('a(', 'x')],
    ['patch', () => Route.patch('a(', 'x')],
    ['options', () => Route.options('a(', 'x')],
    ['resources', () => Route.resources('a(')],
    ['context', () => Route.context('a(')],
    ['prefix', () => Route.prefix(7 as never, () => undefined)], // the cast passes an invalid argument
    ['block', () => Route.block('a(')],
    ['url', () => Route.url('nothing')],
    ['placeholder', () => Route.placeholder('any', 'x')],
    ['map', () => Route.map({ 'a/(:nmu)': 'x' })],
    ['createRouter', () => createRouter(bad)],
    ['createFetchHandler, a table', () => createFetchHandler({ routes: bad })],
    ['createFetchHandler, an action', () => createFetchHandler({ routes: { a: 'b' } })],
    ['createFetchMiddleware', () => createFetchMiddleware({ routes: bad })],
    ['createLoader', () => createLoader(twice)],
    ['indexFiles', () => indexFiles(twice)],
    ['withExactNames', () => withExactNames({ a: 'B' }, twice)],
    ['importRoutes', () => importRoutes('<?php (')],
    ['readClasses', () => readClasses('<?php (')],
    ['list', () => list(bad)],
    ['examples', () => examples(bad)],
    ['explain', () => explain(bad, 'GET', '/')],
    ['reach', () => reach(bad, 'x')],
    ['diff', () => diff(bad, {})],
    ['types', () => types(bad)],
    ['a pattern that takes many frames to read', () => Route.get(deep, 'x')],
  ])('is the line that called: %s', (_, call) => {
    expect(firstFrame(call)).toContain('caller.test.ts');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['findFiles', () => findFiles('/nothing/here')],
    ['checkRoutes', () => checkRoutes({ routes: bad })],
    ['checkRoutes, an action', () => checkRoutes({ routes: { a: 'b' } })],
    ['withModuleRoutes', () => withModuleRoutes(noTable, {})],
    ['withModuleRoutes, the files', () => withModuleRoutes({}, twice)],
    ['check', () => check(bad)],
    ['reachAction', () => reachAction({ a: 'b' }, 'b', {})],
    ['locateAction', () => locateAction(noTable, 'x', {})],
  ])('is the line that called and receives a promise: %s', async (_, call) => {
    const error = await rejection(call());
    expect(firstFrameOf(error)).toContain('caller.test.ts');
    expect(error.stack?.startsWith(`${error}\n`)).toBe(true);
  });

  it('is the line in a route file that is imported within a call', async () => {
    const files = {
      'application/modules/blog/config/routes.ts': async () => {
        function routesFile() {
          Route.get('a(', 'x');
        }
        routesFile();
        return {};
      },
    };
    expect(firstFrameOf(await rejection(withModuleRoutes({}, files)))).toContain('routesFile');
  });

  it('is that of the inner of two calls', () => {
    function inner() {
      Route.get('a(', 'x');
    }
    expect(firstFrame(() => Route.prefix('api', inner))).toContain('inner');
    expect(firstFrame(() => Route.any('b', 'x', { children: inner }))).toContain('inner');
  });

  it('comes after the name and the whole message', () => {
    const error = caught(() => Route.get('a(', 'x'));
    expect(error.stack?.startsWith(`WaymarkError: ${error.message}\n`)).toBe(true);
  });
});

describe('where the engine has no Error.captureStackTrace', () => {
  it('the error is thrown as it is', () => {
    const { captureStackTrace } = Error;
    try {
      Object.assign(Error, { captureStackTrace: undefined });
      expect(() => Route.get('a(', 'x')).toThrow('this ( is never closed');
    } finally {
      Object.assign(Error, { captureStackTrace });
    }
  });

  it('an error from elsewhere passes through unchanged', () => {
    const own = new TypeError('own');
    const fail = () => {
      throw own;
    };
    expect(() => Route.prefix('a', fail)).toThrow(own);
  });
});
