/** Error pages as handlers, for applications without controllers. */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type ErrorPages,
  type FetchOptions,
  createFetchHandler as handlerOfTable,
} from '../../src/fetch.ts';
import { HttpError } from '../../src/http.ts';
import { createFetchHandler, createFetchMiddleware, describeBoth } from '../support/handlers.ts';

const log = vi.spyOn(console, 'error');
beforeEach(() => {
  log.mockReset().mockReturnValue();
});
afterAll(() => log.mockRestore());

const handlers: FetchOptions['handlers'] = {
  'GET broken': () => {
    throw new Error('out of film');
  },
  'GET sold/(:num)': ({ params: [id] }) => {
    throw new HttpError(410, `ticket ${id} is sold`);
  },
  'GET lost': () => {
    throw new HttpError(404, 'nobody has seen it');
  },
};
const routes = { 'GET broken': 'b', 'GET sold/(:num)': 's', 'GET lost': 'l', closed: '' };

const ask = (options: Partial<FetchOptions>, path: string, method = 'GET') =>
  createFetchHandler({ routes, handlers, context: () => ({ user: 'ada' }), ...options })(
    new Request(`http://localhost${path}`, { method }),
  );
const textOf = async (response: Response) => `${response.status} ${await response.text()}`;

describeBoth('a page that is a handler', () => {
  const page = ({ method, route, ...context }: { method: string; route: string | null }) =>
    `${method} ${route} for ${'user' in context ? context.user : 'nobody'}`;
  const errorPages: ErrorPages = { 400: page, 404: page, 405: page, 410: page, 500: page };

  it.each([
    ['of the empty path', '/', 'GET', '404 GET null for ada'],
    ['of a path without a route', '/nothing', 'GET', '404 GET null for ada'],
    ['of a blocked path', '/closed', 'GET', '404 GET closed for ada'],
    ['of an error that says 404', '/lost', 'GET', '404 GET GET lost for ada'],
    ['of an error that says 410', '/sold/7', 'GET', '410 GET GET sold/(:num) for ada'],
    ['of any other error', '/broken', 'GET', '500 GET GET broken for ada'],
    ['of a wrong method', '/broken', 'POST', '405 POST null for ada'],
    ['of a malformed path', '/%', 'GET', '400 GET null for ada'],
  ])('answers a request %s', async (_what, path, method, answer) => {
    expect(await textOf(await ask({ errorPages }, path, method))).toBe(answer);
  });

  it('keeps the methods that a 405 allows', async () => {
    const response = await ask({ errorPages }, '/broken', 'POST');
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });

  it.each([
    ['an error', '/sold/7', '410 HttpError: ticket 7 is sold'],
    ['an error that is not exposed', '/broken', '500 Error: out of film'],
    ['nothing if nothing was thrown', '/nothing', '404 undefined'],
  ])('receives %s', async (_what, path, answer) => {
    const tell = (_context: object, error: unknown) => String(error);
    const pages = { 404: tell, 410: tell, 500: tell };
    expect(await textOf(await ask({ errorPages: pages }, path))).toBe(answer);
  });

  it.each([
    ['an object', () => ({ missing: true }), '404 {"missing":true}'],
    ['a promise', async () => 'later', '404 later'],
    ['a response', () => new Response('gone', { status: 410 }), '410 gone'],
    ['a thrown response', () => Promise.reject(new Response('no', { status: 403 })), '403 no'],
  ])('may answer with %s', async (_what, page, answer) => {
    expect(await textOf(await ask({ errorPages: { 404: page } }, '/nothing'))).toBe(answer);
  });

  it.each([
    ['throws', () => Promise.reject(new Error('no page')), 'no page'],
    ['returns what cannot be sent', () => new Map(), 'the page for 404'],
  ])('that %s is reported, and the answer is plain', async (_what, page, words) => {
    const onError = vi.fn();
    const response = await ask({ errorPages: { 404: page }, onError }, '/nothing');
    expect(await textOf(response)).toBe('404 Not Found');
    expect(String(onError.mock.calls[0]?.[0])).toContain(words);
  });

  it('that throws is logged as the page for its status', async () => {
    await ask({ errorPages: { 404: () => Promise.reject(new Error('no page')) } }, '/nothing');
    expect(log.mock.calls[0]?.[1]).toBe("waymark: GET '/nothing', page for 404, status 404:");
  });

  it('does not answer what a middleware passes on', async () => {
    const answer = createFetchMiddleware({ routes, handlers, errorPages: { 404: () => 'none' } });
    const to = (path: string) => answer(new Request(`http://localhost${path}`));
    expect(await to('/nothing')).toBeNull();
    expect((await to('/closed'))?.status).toBe(404);
  });
});

describe('a handler for 404', () => {
  it("can't be combined with the table's own page", () => {
    const files = { 'application/controllers/errors.ts': async () => ({ default: class {} }) };
    const table = { '404_override': 'errors' };
    expect(() =>
      handlerOfTable({ routes: table, files, errorPages: { 404: () => 'none' } }),
    ).toThrow('errorPages has a handler for 404, and the table has 404_override. Leave one of');
  });
});
