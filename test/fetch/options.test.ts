import { afterEach, describe, expect, it } from 'vitest';
import {
  createFetchHandler,
  createFetchMiddleware,
  createMethodOverride,
} from '../../src/fetch.ts';
import { createControllers, type Files } from '../../src/hmvc.ts';
import { createRouter, Route } from '../../src/index.ts';
import { caught } from '../support/caught.ts';

const files = { 'application/controllers/errors.ts': async () => ({ default: class {} }) };
const makers = [createFetchHandler, createFetchMiddleware];

/** The error for invalid options. */
const refused = (options: unknown, make: (options: never) => unknown = createFetchHandler) =>
  caught(() => make(options as never)); // why: the options are invalid

describe('the options', () => {
  it.each([
    ['a table', () => Route.map({ default_controller: 'welcome' })],
    ['a table with handlers', () => Route.map()],
    ['an empty table', () => ({})],
    ['nothing', () => undefined],
    ['null', () => null],
    ['a string', () => 'a'],
    ['a function', () => () => {}],
    ['an array', () => []],
    ['options without routes', () => ({ handlers: {} })],
    ['options whose routes are undefined', () => ({ routes: undefined })],
    ['options whose routes are null', () => ({ routes: null })],
    ['options whose routes are inherited', () => Object.create({ routes: {} })],
  ])('may not be %s: the error says where the table goes', (_what, options) => {
    Route.reset();
    Route.get('a', 'a', {}, () => 'fine');
    for (const make of makers) {
      const { message } = refused(options(), make);
      expect(message).toContain(`${make.name}: the options have no routes.`);
      expect(message).toContain(`${make.name}({ routes: Route.map() })`);
    }
  });

  it('may have routes with a key that a router has', () => {
    expect(() => createFetchHandler({ routes: { resolve: '' } })).not.toThrow();
  });

  it.each(['route', 'methodoverride', 'cors', '__proto__x', 'constructor'])(
    'have no option %s',
    (name) => {
      const options = JSON.parse(`{ "routes": {}, ${JSON.stringify(name)}: true }`);
      const { code, message } = refused(options);
      expect(code).toBe('bad-argument');
      expect(message).toContain(`'${name}' is not an option of this call`);
      expect(message).toContain(
        'routes, handlers, autoRoute, maxPathLength, controllers, context, onError, onResponse',
      );
    },
  );

  it.each<[object, string]>([
    [{ context: {} }, 'context is an object. Expected a function'],
    [{ context: class {} }, 'context is a class. Expected a function'],
    [{ onError: 'log' }, "onError is 'log'. Expected a function"],
    [{ onError: class {} }, 'onError is a class. Expected a function'],
    [{ onResponse: 'log' }, "onResponse is 'log'. Expected a function"],
    [{ onResponse: class {} }, 'onResponse is a class. Expected a function'],
    [{ Response: {} }, 'Response is an object. Expected a class like Response'],
    [{ autoRoute: 1 }, 'autoRoute is 1. Expected true or false'],
    [{ maxPathLength: 0 }, 'maxPathLength is 0. Expected a whole number of 1 or more'],
    [{ base: 7 }, "base is 7. Expected a path such as '/shop'"],
    [{ base: ['/shop'] }, "base is an array. Expected a path such as '/shop'"],
    [{ base: 'shop' }, "base is 'shop'. Expected a path such as '/shop'"],
    [{ base: 'http://a/shop' }, "base is 'http://a/shop'. Expected a path such as '/shop'"],
    [{ base: '/shop?a' }, "base is '/shop?a'. Expected a path such as '/shop'"],
    [{ base: '/shop#a' }, "base is '/shop#a'. Expected a path such as '/shop'"],
    [{ base: '/%' }, "base is '/%'. Expected a path such as '/shop'"],
    [
      { errorPages: 'errors' },
      "errorPages is 'errors'. Expected an object of destinations by status, or a function",
    ],
    [{ errorPages: [] }, 'errorPages is an array. Expected an object of destinations'],
    [{ errorPages: new Map() }, 'errorPages is a Map. Expected an object of destinations'],
    [
      { errorPages: { 404: 'errors/a' } },
      "errorPages has a destination for 404. Write it into the table, Route.map({ '404_override': ",
    ],
    [
      { errorPages: { 418: 'errors/a' } },
      'errorPages[418] is for an unknown status. Known statuses: 400, 401, 402, 403, 404, ',
    ],
    [{ errorPages: { 500: 7 } }, 'errorPages[500] is 7. Expected a destination'],
    [{ errorPages: { 500: '' } }, 'errorPages[500] is an empty string. Expected a destination'],
    [{ errorPages: { 500: 'lost/a' } }, "no file answers to errorPages[500], 'lost/a'. "],
    [{ routes: createRouter({}) }, 'routes is a router, not a table. Pass the table'],
    [{ routes: Route.map }, 'routes is a function. Call Route.map(), or pass'],
    [{ routes: { 'a(': 'b' } }, "table key 'a('"],
    [{ routes: { a: 'nowhere' } }, "table key 'a': its destination 'nowhere' leads to no file"],
    [{ handlers: { a: () => 'a' } }, "handler of 'a': the table lacks this key"],
    [{ routes: { a: 'b' }, handlers: { a: 1 } }, "handler of 'a': the handler is 1"],
  ])('may not be %j: the error names the call and what is wrong', (wrong, words) => {
    for (const make of makers) {
      const { message } = refused(
        { routes: {}, controllers: createControllers(files), ...wrong },
        make,
      );
      expect(message).toMatch(new RegExp(`^${make.name}[:,] `));
      expect(message).toContain(words);
    }
  });

  it.each([
    [{ 'application/a.ts': 7 }, "files['application/a.ts']: the file is 7. Expected a function"],
    [{ 'application/a.ts': async () => 1, 'application/A.ts': async () => 1 }, 'application/A.ts'],
  ])('may not have the files %j', (files, words) => {
    // The cast passes an invalid argument.
    expect(() => createControllers(files as Files)).toThrow(words);
  });

  it.each([
    [
      'controllers',
      {},
      "controllers is an object. Expected createControllers(files), of 'waymark/hmvc'",
    ],
    [
      'methodOverride',
      true,
      "methodOverride is true. Expected createMethodOverride(), of 'waymark/fetch'",
    ],
  ])('may not have %s as %j', (name, value, words) => {
    for (const make of makers) {
      expect(refused({ routes: {}, [name]: value }, make).message).toContain(words);
    }
  });

  it.each([undefined, null])('may be %s, each of them but routes', async (nothing) => {
    const names =
      'controllers context onError onResponse errorPages base methodOverride Response autoRoute ' +
      'handlers maxPathLength';
    const absent = Object.fromEntries(names.split(' ').map((name) => [name, nothing]));
    const fetch = createFetchHandler({ ...absent, routes: { a: '' } });
    expect((await fetch(new Request('http://localhost/a'))).status).toBe(404);
  });
});

const LIKE_AN_ASSIGNMENT = { configurable: true, enumerable: true, writable: true };

describe('a polluted Object.prototype', () => {
  const polluted = {
    autoRoute: true,
    methodOverride: createMethodOverride({ maxFormSize: 1 }),
    base: '/shop',
    context: () => {
      throw new Error('polluted');
    },
    onError: () => new Response('polluted'),
    errorPages: { 400: 'errors/fail' },
    Response: class {},
    maxPathLength: 1,
    handlers: {},
  };
  afterEach(() => {
    for (const name of Object.keys(polluted)) Reflect.deleteProperty(Object.prototype, name);
  });

  it('turns no option on', async () => {
    for (const [name, value] of Object.entries(polluted)) {
      Object.defineProperty(Object.prototype, name, { value, ...LIKE_AN_ASSIGNMENT });
    }
    const fetch = createFetchHandler({
      routes: { 'POST a': 'x', 'DELETE a': 'x' },
      handlers: { 'POST a': () => 'posted', 'DELETE a': () => 'deleted' },
      controllers: createControllers({
        'application/controllers/hidden.ts': async () => ({
          default: class {
            index() {
              return 'reached';
            }
          },
        }),
      }),
    });
    const ask = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(new Request(`http://localhost${path}`, init));
      return [response.status, await response.text()];
    };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await ask('/hidden')).toEqual([404, 'Not Found']);
    expect(await ask('/a', { method: 'POST', headers, body: '_method=DELETE' })).toEqual([
      200,
      'posted',
    ]);
    expect(await ask('/%')).toEqual([400, 'Bad Request: malformed percent sequence']);
  });
});
