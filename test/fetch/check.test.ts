/** Reports of the fetch handler about routes without a target, and about named ones. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createFetchHandler, type RouteInfo } from '../../src/fetch.ts';
import { Controller, type Files } from '../../src/hmvc.ts';
import { Route, type SuppliedTable } from '../../src/index.ts';
import { requestTo } from '../support/handlers.ts';

class Photos extends Controller {
  index() {
    return 'photos';
  }
}

const files: Files = {
  'application/controllers/photos.ts': async () => ({ default: Photos }),
};

const onError = vi.fn<(error: unknown, info: RouteInfo) => void>();
beforeEach(() => {
  Route.reset();
  onError.mockReset();
});

function send(path: string, routes: SuppliedTable) {
  const handler = createFetchHandler({ routes, files, onError });
  return handler(requestTo(path));
}

describe('a route that leads nowhere', () => {
  it('is an error at once if no file has its controller', () => {
    expect(() => createFetchHandler({ routes: { a: 'Photos/show' }, files })).toThrow(
      "createFetchHandler, table key 'a': its destination 'Photos/show' leads to no file",
    );
    expect(() =>
      createFetchHandler({ routes: { a: 'x' }, handlers: { a: () => 1 } }),
    ).not.toThrow();
  });

  it('is reported at the first request that finds no action, and never again', async () => {
    const handler = createFetchHandler({
      routes: { a: 'photos/shw', b: 'photos/lost' },
      files,
      onError,
    });
    const send = async (path: string) => (await handler(requestTo(path))).status;
    expect([await send('/a'), await send('/a'), await send('/b')]).toEqual([404, 404, 404]);
    expect(
      onError.mock.calls.map(([error, { request }]) => [String(error).slice(0, 80), request.url]),
    ).toEqual([
      [
        expect.stringContaining("table key 'a': its destination 'photos/shw'"),
        'http://localhost/a',
      ],
      [
        expect.stringContaining("table key 'b': its destination 'photos/lost'"),
        'http://localhost/b',
      ],
    ]);
  });

  it('is not reported if a client can vary the destination', async () => {
    const options = {
      routes: { 'lost/(:any)': 'photos/$1', 'nobody/(:any)': 'nobody/$1', 'a/(.+)': '$1' },
    };
    for (const path of ['/lost/nowhere', '/nobody/index', '/a/nobody/x', '/nothing']) {
      expect((await send(path, options.routes)).status).toBe(404);
    }
    expect(onError).not.toHaveBeenCalled();
  });
});

describe('the name of a route', () => {
  it('reaches controllers and handlers', async () => {
    Route.get('named', 'names', { as: 'here' });
    Route.get('plain', 'names');
    Route.get('handled', 'x', { as: 'there' }, ({ name = null }) => name);
    class Names extends Controller {
      index() {
        return { name: this.context.name };
      }
    }
    const list = { 'application/controllers/names.ts': async () => ({ default: Names }) };
    const handler = createFetchHandler({ routes: Route.map(), files: list });
    const text = async (path: string) => (await handler(requestTo(path))).text();
    expect(await text('/named')).toBe('{"name":"here"}');
    expect(await text('/plain')).toBe('{"name":null}');
    expect(await text('/handled')).toBe('there');
  });
});
