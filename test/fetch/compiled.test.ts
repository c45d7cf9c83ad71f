/** Handlers of a compiled router: the parts passed in, and the features missing without them. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type CompiledFetchOptions,
  createCompiledFetchHandler,
  createCompiledFetchMiddleware,
  createCompiledRouter,
  routeUrls,
} from '../../src/compiled.ts';
import { createMethodOverride } from '../../src/fetch.ts';
import { Controller, createControllers, type Files } from '../../src/hmvc.ts';
import {
  compileTable,
  createRouter,
  type Handler,
  type RequestContext,
  Route,
} from '../../src/index.ts';
import { caught } from '../support/caught.ts';
import { requestTo, shown } from '../support/handlers.ts';

class Photos extends Controller {
  show(id: string) {
    return { id };
  }
}

const files: Files = { 'application/controllers/photos.ts': async () => ({ default: Photos }) };
const table = compileTable({
  default_controller: 'photos',
  '404_override': 'errors/missing',
  a: 'x',
  'photos/(:num)': 'photos/show/$1',
});
const onError = vi.fn<(error: unknown) => void>();
beforeEach(() => {
  onError.mockReset();
});

/** A handler for a table whose route `a` has its own handler. */
function handle(a: Handler, options: Partial<CompiledFetchOptions> = {}) {
  const router = createCompiledRouter(table, { handlers: { a } });
  return createCompiledFetchHandler({ router, onError, ...options });
}

const ask = async (fetch: ReturnType<typeof handle>, path: string, init?: RequestInit) =>
  shown(await fetch(requestTo(path, init)));

const fine = () => 'fine';

describe('a handler without controllers', () => {
  it('answers from handlers, and with 404 where a route leads to a controller', async () => {
    const fetch = handle(({ route }) => route);
    expect(await ask(fetch, '/a')).toEqual([200, 'a']);
    expect(await ask(fetch, '/photos/7')).toEqual([404, 'Not Found']);
    expect(await ask(fetch, '/')).toEqual([404, 'Not Found']);
  });

  const NO_CONTROLLERS = 'there are no controllers. Pass controllers: createControllers(files).';
  const read = ({ load }: RequestContext) => ({ load });

  it.each<[string, Handler, CompiledFetchOptions['context'], string]>([
    ['load', ({ load }) => load.model<object>('photos'), undefined, NO_CONTROLLERS],
    ['run', ({ run }) => run<(id: number) => string>('a', 7), undefined, NO_CONTROLLERS],
    ['load in the option context', fine, read, NO_CONTROLLERS],
    [
      'url, without routeUrls',
      ({ url }) => url('a'),
      undefined,
      'there are no URLs. Pass routeUrls to the router.',
    ],
  ])('says what to pass to an application that reads %s', async (_what, a, context, message) => {
    expect(await ask(handle(a, { context }), '/a')).toEqual([500, 'Internal Server Error']);
    const error = String(onError.mock.calls[0][0]);
    expect(error).toContain(`createCompiledFetchHandler: ${message}`);
  });

  it('needs no controllers for an option context that reads none', async () => {
    expect(await ask(handle(fine, { context: () => ({}) }), '/a')).toEqual([200, 'fine']);
  });
});

describe('a handler with controllers', () => {
  it('finds them by destination, in the roots that it was given', async () => {
    const root = { 'src/controllers/photos.ts': async () => ({ default: Photos }) };
    for (const controllers of [
      createControllers(files),
      createControllers(root, { roots: ['src'] }),
    ]) {
      expect(await ask(handle(fine, { controllers }), '/photos/7')).toEqual([200, '{"id":"7"}']);
    }
  });

  it('reports a page that leads to no action once, when it is needed', async () => {
    const fetch = handle(fine, { controllers: createControllers(files) });
    for (let time = 0; time < 2; time++) {
      expect(await ask(fetch, '/x')).toEqual([404, 'Not Found']);
    }
    expect(onError.mock.calls.map(([error]) => String(error))).toEqual([
      expect.stringContaining("the page for 404, 'errors/missing': no action answers"),
    ]);
  });
});

describe('a middleware', () => {
  it('leaves what no key matches to the framework', async () => {
    const router = createCompiledRouter(table, { handlers: { a: fine } });
    const answer = createCompiledFetchMiddleware({ router });
    expect(await answer(requestTo('/x'))).toBe(null);
    expect((await answer(requestTo('/a')))?.status).toBe(200);
  });
});

describe('context.url', () => {
  it('builds URLs below the base', async () => {
    const user: Handler = ({ url }) => url('user', [7]);
    const table = compileTable(
      Route.collect(() => Route.get('users/(:num)', 'x', { as: 'user' }, user)),
    );
    const handlers = { 'GET users/(:num)': user };
    const router = createCompiledRouter(table, { handlers, routeUrls });
    const fetch = createCompiledFetchHandler({ router, base: '/shop' });
    expect(await ask(fetch, '/shop/users/1')).toEqual([200, '/shop/users/7']);
  });
});

describe('the options of a handler of a compiled router', () => {
  const router = createCompiledRouter(compileTable({ 'POST a': 'x', 'PUT a': 'x' }), {
    handlers: { 'POST a': () => 'posted', 'PUT a': () => 'put' },
  });
  const makers = [createCompiledFetchHandler, createCompiledFetchMiddleware];
  const EXPECTED = 'Expected a handler or, for another status than 404, the destination of a';
  const page = (errorPages: unknown, given = router) => ({ router: given, errorPages });
  const withPage = createCompiledRouter(table);

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'router is undefined. Expected a router'],
    ['null', null, 'router is undefined. Expected a router'],
    ['a router in their place', router, "'settings' is not an option. Known options: router, con"],
    ['a table', { routes: {} }, "'routes' is not an option. Known options: router, controllers"],
    ['a table for a router', { router: { a: 'b' } }, 'router is an object. Expected a'],
    ['an inherited router', Object.create({ router }), 'router is undefined'],
    ['files', { router, files }, "'files' is not an option"],
    ['__proto__', JSON.parse('{ "__proto__": {} }'), "'__proto__' is not an option"],
    ['a wrong context', { router, context: {} }, 'context is an object. Expected a function'],
    ['a string for onResponse', { router, onResponse: 'x' }, "onResponse is 'x'. Expected a"],
    ['a string for Response', { router, Response: 'x' }, "Response is 'x'. Expected a class like"],
    ['a wrong base', { router, base: 'shop' }, "base is 'shop'. Expected a path such as"],
    ['a base of another type', { router, base: 7 }, "base is 7. Expected a path such as '/shop'"],
    ['a flag', { router, methodOverride: true }, 'methodOverride is true. Expected createMethodO'],
    ['an object of controllers', { router, controllers: {} }, 'controllers is an object. Expected'],
    ['a function for statuses', { router, errorStatus: Error }, 'errorStatus is a function'],
    ['a record of statuses', { router, errorStatus: {} }, 'errorStatus is an object. Expected a l'],
    ['a status of another class', { router, errorStatus: [[Error, 200]] }, 'errorStatus[0] is an'],
    ['a Map of pages', page(new Map()), 'errorPages is a Map. Expected an object'],
    [
      'a page for another status',
      page({ 418: fine }),
      `errorPages[418] is a function. ${EXPECTED}`,
    ],
    ['a number for a page', page({ 500: 7 }), `errorPages[500] is 7. ${EXPECTED}`],
    ['an empty page', page({ 500: '' }), `errorPages[500] is an empty string. ${EXPECTED}`],
    ['a destination for 404', page({ 404: 'a' }), `errorPages[404] is 'a'. ${EXPECTED}`],
    [
      'a destination without controllers',
      page({ 500: 'photos' }),
      'there are no controllers. Pass',
    ],
    [
      'a page without a file',
      { ...page({ 500: 'lost/a' }), controllers: createControllers(files) },
      `errorPages[500] is 'lost/a'. ${EXPECTED}`,
    ],
    [
      'a second page for 404',
      page({ 404: fine }, withPage),
      `errorPages[404] is a function. ${EXPECTED}`,
    ],
    [
      'a function for all statuses, beside the page of the table',
      page(fine, withPage),
      `errorPages[404] is a function. ${EXPECTED}`,
    ],
  ])('may not be %s', (_what, options, message) => {
    for (const make of makers) {
      const error = caught(() => make(options as never)); // why: the options are invalid
      expect(error.code).toBe('bad-argument');
      expect(error.message).toContain(`${make.name}: ${message}`);
    }
  });

  it.each([undefined, null])('may be %s, each of them but the router', async (nothing) => {
    const names = 'controllers context onError onResponse errorPages errorStatus Response base';
    const all = `${names} methodOverride`.split(' ');
    const absent = Object.fromEntries(all.map((name) => [name, nothing]));
    const fetch = createCompiledFetchHandler({ ...absent, router });
    expect(await ask(fetch, '/a', { method: 'PUT' })).toEqual([200, 'put']);
  });

  it('take any router', async () => {
    const own = createRouter({ a: 'x' }, { handlers: { a: () => 'fine' } });
    expect(await ask(createCompiledFetchHandler({ router: own }), '/a')).toEqual([200, 'fine']);
  });

  it('have the types of those of createFetchHandler', () => {
    interface AppContext {
      readonly user: string;
    }
    createCompiledFetchHandler<AppContext>({ router, context: () => ({ user: 'ada' }) });
    createCompiledFetchHandler<AppContext, [number]>({
      router,
      context: ({ platform: [port] }) => ({ user: port.toFixed() }),
    });
    // @ts-expect-error: nobody adds a user
    createCompiledFetchHandler<AppContext>({ router });
    // @ts-expect-error: a table has other options than a router
    expect(() => createCompiledFetchHandler({ router, files })).toThrow("'files' is");
  });

  it('let a form select the method only if that was passed', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = { method: 'POST', headers, body: '_method=PUT' };
    const methodOverride = createMethodOverride();
    expect(await ask(createCompiledFetchHandler({ router }), '/a', form)).toEqual([200, 'posted']);
    const overriding = createCompiledFetchHandler({ router, methodOverride });
    expect(await ask(overriding, '/a', form)).toEqual([200, 'put']);
    expect(methodOverride.maxFormSize).toBe(1_048_576);
  });
});
