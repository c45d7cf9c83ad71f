/** One function for all errors, and what error pages know. */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type ErrorHandler,
  type FetchOptions,
  createFetchHandler as handlerOfTable,
  problemDetails,
} from '../../src/fetch.ts';
import { Controller } from '../../src/hmvc.ts';
import { HttpError, readJson } from '../../src/http.ts';
import type { Handler } from '../../src/index.ts';
import { createFetchHandler, createFetchMiddleware, describeBoth } from '../support/handlers.ts';

const log = vi.spyOn(console, 'error');
beforeEach(() => {
  log.mockReset().mockReturnValue();
});
afterAll(() => log.mockRestore());

const SHORT = { message: 'is too short', path: ['title'] };

const throwing =
  (error: unknown): Handler =>
  () => {
    throw error;
  };

const handlers: Record<string, Handler> = {
  'GET broken': throwing(new Error('the secret is 42')),
  'GET nothing': throwing(undefined),
  'GET sold/(:num)': throwing(new HttpError(410, 'ticket 7 is sold')),
  'GET silent': throwing(new HttpError(409)),
  'GET foreign': throwing(Object.assign(new Error('not yours'), { status: 403, expose: true })),
  'GET upstream': throwing(Object.assign(new Error('db'), { status: 503, expose: true })),
  'GET odd': throwing({ status: 400, expose: true, message: 7 }),
  'POST title': throwing(new HttpError(422, 'title: is too short', { issues: [SHORT] })),
  'POST body': async (_match, context) => Response.json(await readJson(context, { limit: 2 })),
};
const routes = {
  ...Object.fromEntries(Object.keys(handlers).map((key) => [key, 'x'])),
  closed: '',
  'GET nowhere': 'errors/nowhere',
  'PUT form': 'errors/show',
};

class Errors extends Controller {
  show() {
    const { status, route } = this.context;
    return `${status} ${route}`;
  }
}
const files = { 'application/controllers/errors.ts': async () => ({ default: Errors }) };

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

function ask(options: Partial<FetchOptions>, path: string, init: RequestInit = {}) {
  const handle = createFetchHandler({
    routes: { ...routes, ...options.routes },
    handlers,
    files,
    methodOverride: true,
    maxFormSize: 5,
    ...options,
  });
  return handle(new Request(`http://localhost${path}`, init));
}
const shown = async (response: Response) => `${response.status} ${await response.text()}`;

describeBoth('a function as errorPages', () => {
  it.each<[string, string, RequestInit, object]>([
    ['a path without a route', '/lost', {}, { status: 404, title: 'Not Found' }],
    ['a blocked path', '/closed', {}, { status: 404, title: 'Not Found' }],
    ['a destination without an action', '/nowhere', {}, { status: 404, title: 'Not Found' }],
    [
      'a wrong method',
      '/broken',
      { method: 'PUT' },
      { status: 405, title: 'Method Not Allowed', allow: 'GET, HEAD' },
    ],
    [
      'a malformed path',
      '/%',
      {},
      { status: 400, title: 'Bad Request', reason: 'malformed percent sequence' },
    ],
    [
      'a Host that is not a host',
      '/',
      { headers: { host: 'a/b' } },
      { status: 400, title: 'Bad Request', reason: 'invalid Host' },
    ],
    [
      'a form that is too long',
      '/form',
      { method: 'POST', headers: FORM, body: 'a=bcdef' },
      { status: 413, title: 'Content Too Large' },
    ],
    [
      'a body that is too long',
      '/body',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '[1]' },
      { status: 413, title: 'Content Too Large', cause: expect.any(HttpError) },
    ],
    [
      'an error that exposes its status',
      '/sold/7',
      {},
      { status: 410, title: 'Gone', cause: expect.any(HttpError) },
    ],
    [
      'issues',
      '/title',
      { method: 'POST' },
      {
        status: 422,
        title: 'Unprocessable Content',
        issues: [SHORT],
        cause: expect.any(HttpError),
      },
    ],
    [
      'any other error',
      '/broken',
      {},
      { status: 500, title: 'Internal Server Error', cause: new Error('the secret is 42') },
    ],
    ['a thrown undefined', '/nothing', {}, { status: 500, title: 'Internal Server Error' }],
  ])('answers %s, and knows what failed', async (_what, path, init, failure) => {
    const errorPages = vi.fn<ErrorHandler>(() => 'sorry');
    const response = await ask({ errorPages }, path, init);
    expect(errorPages).toHaveBeenCalledExactlyOnceWith(failure, expect.anything());
    expect(await shown(response)).toBe(`${Object(failure).status} sorry`);
    expect(response.headers.get('allow')).toBe(Object(failure).allow ?? null);
  });

  it.each<[string, ErrorHandler, string]>([
    ['an object', ({ status, title }) => ({ status, title }), '410 {"status":410,"title":"Gone"}'],
    ['a promise', async ({ title }) => title, '410 Gone'],
    ['a response', () => new Response('elsewhere', { status: 404 }), '404 elsewhere'],
    ['nothing', () => undefined, '410 '],
    ['a success, thrown', () => Promise.reject(new Response('x')), '410 x'],
    ['a redirect, thrown', () => Promise.reject(Response.redirect('http://a/', 302)), '302 '],
    ['a member of the context', (_failure, { route }) => route, '410 GET sold/(:num)'],
    ['its params', (_failure, { params }) => params, '410 ["7"]'],
    ['its status', (_failure, { status }) => `${status}`, '410 410'],
  ])('may return %s', async (_what, errorPages, answer) => {
    expect(await shown(await ask({ errorPages }, '/sold/7'))).toBe(answer);
  });

  it('that throws is reported, and the answer is plain', async () => {
    const errorPages = () => Promise.reject(new Error('no page'));
    expect(await shown(await ask({ errorPages }, '/lost'))).toBe('404 Not Found');
    expect(log.mock.calls.map((call) => call.at(-1))).toEqual([new Error('no page')]);
  });

  it('whose stream breaks off is reported with the status that was sent', async () => {
    const onError = vi.fn(() => true);
    async function* errorPages() {
      yield 'sorry';
      throw new Error('no page');
    }
    const response = await ask({ errorPages, onError }, '/broken');
    await expect(response.text()).rejects.toThrow('no page');
    const calls: unknown[][] = onError.mock.calls;
    expect(calls.map(([, , info]) => Object(info).status)).toEqual([500, 500]);
  });

  it('gets an issue that is no object, too', async () => {
    const error = Object.assign(new Error('no'), {
      expose: true,
      status: 422,
      issues: [null, 'a'],
    });
    const errorPages: ErrorHandler = ({ status, issues }) => ({ status, issues });
    const wrong = { handlers: { 'GET wrong': throwing(error) }, routes: { 'GET wrong': 'x' } };
    const issue = { message: 'undefined', path: [] };
    const response = await ask({ ...wrong, errorPages }, '/wrong');
    expect(await response.json()).toEqual({ status: 422, issues: [issue, issue] });
  });

  it('does not answer what a middleware passes on', async () => {
    const answer = createFetchMiddleware({ routes: { closed: '' }, errorPages: () => 'sorry' });
    const to = (path: string) => answer(new Request(`http://localhost${path}`));
    expect(await to('/lost')).toBeNull();
    expect((await to('/closed'))?.status).toBe(404);
  });
});

describe('a function as errorPages of a table', () => {
  it("can't be combined with the table's own page for 404", () => {
    const options = { routes: { '404_override': 'errors/show' }, files, errorPages: () => '' };
    expect(() => handlerOfTable(options)).toThrow(
      'errorPages has a handler for 404, and the table has 404_override. Leave one of',
    );
  });
});

describeBoth('an error of a guard', () => {
  const refuse = (error: unknown): FetchOptions['context'] =>
    vi.fn(() => {
      throw error;
    });
  const errorPages: ErrorHandler = ({ status }, context) =>
    `page ${status} with${'user' in context ? '' : 'out'} a user`;

  it.each<[string, FetchOptions['context'], string]>([
    ['an HttpError', refuse(new HttpError(403)), '403 page 403 without a user'],
    ['a rejection', () => Promise.reject(new HttpError(403)), '403 page 403 without a user'],
    ['any other error', refuse(new Error('no database')), '500 page 500 without a user'],
    ['a Response', refuse(new Response('no', { status: 401 })), '401 no'],
    ['nothing', () => ({ user: 'ada' }), '410 page 410 with a user'],
  ])('that is %s has its page', async (_what, context, answer) => {
    expect(await shown(await ask({ errorPages, context }, '/sold/7'))).toBe(answer);
  });

  it.each(['/lost', '/closed', '/%'])('has the same page for %s', async (path) => {
    const context = refuse(new HttpError(403, 'for editors'));
    const onError = vi.fn();
    expect(await shown(await ask({ errorPages, context, onError }, path))).toBe(
      '403 page 403 without a user',
    );
    expect(context).toHaveBeenCalledOnce();
    expect(onError).toHaveBeenCalledOnce();
    expect(log).not.toHaveBeenCalled();
  });

  it('has the page of a record and of a controller', async () => {
    const context = refuse(new HttpError(403));
    const pages = { 403: 'errors/show' };
    expect(await shown(await ask({ errorPages: pages, context }, '/silent'))).toBe(
      '403 403 GET silent',
    );
  });
});

describeBoth('a page of a record', () => {
  it.each([
    ['a handler', { 410: ({ status }: { status: number | null }) => `${status}` }, '410 410'],
    ['a destination', { 410: 'errors/show' }, '410 410 GET sold/(:num)'],
  ])('that is %s knows its status', async (_what, errorPages, answer) => {
    expect(await shown(await ask({ errorPages }, '/sold/7'))).toBe(answer);
  });

  it("that is the table's 404_override knows it, too", async () => {
    const table = { '404_override': 'errors/show' };
    expect(await shown(await ask({ routes: { ...routes, ...table } }, '/lost'))).toBe(
      '404 404 null',
    );
  });

  it('knows of no status as the action of a route', async () => {
    const response = await ask({ routes: { ...routes, own: 'errors/show' } }, '/own');
    expect(await shown(response)).toBe('200 null own');
  });
});

describeBoth('problemDetails', () => {
  const problem = (members: object) => ({ type: 'about:blank', ...members });

  it.each<[string, string, RequestInit, object]>([
    ['a path without a route', '/lost', {}, { title: 'Not Found', status: 404 }],
    ['a wrong method', '/sold/7', { method: 'PUT' }, { title: 'Method Not Allowed', status: 405 }],
    [
      'a malformed path',
      '/%',
      {},
      { title: 'Bad Request', status: 400, detail: 'malformed percent sequence' },
    ],
    ['an HttpError', '/sold/7', {}, { title: 'Gone', status: 410, detail: 'ticket 7 is sold' }],
    ['an HttpError without a message', '/silent', {}, { title: 'Conflict', status: 409 }],
    [
      'an error that exposes itself',
      '/foreign',
      {},
      { title: 'Forbidden', status: 403, detail: 'not yours' },
    ],
    ['a message that is no string', '/odd', {}, { title: 'Bad Request', status: 400 }],
    ['any other error', '/broken', {}, { title: 'Internal Server Error', status: 500 }],
    ['a thrown undefined', '/nothing', {}, { title: 'Internal Server Error', status: 500 }],
    ['a 503 of a client', '/upstream', {}, { title: 'Internal Server Error', status: 500 }],
    [
      'issues',
      '/title',
      { method: 'POST' },
      {
        title: 'Unprocessable Content',
        status: 422,
        detail: 'title: is too short',
        issues: [SHORT],
      },
    ],
  ])('describes %s', async (_what, path, init, members) => {
    const response = await ask({ errorPages: problemDetails }, path, init);
    expect(response.status).toBe(Object(members).status);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toEqual(problem(members));
  });

  it('shows no message of an error whose class the application gave a status', async () => {
    const errorStatus: [typeof Error, number][] = [[Error, 404]];
    const response = await ask({ errorPages: problemDetails, errorStatus }, '/broken');
    expect(await response.json()).toEqual(problem({ title: 'Not Found', status: 404 }));
  });

  it('has the methods that a 405 allows as a header, and no body for HEAD', async () => {
    const put = await ask({ errorPages: problemDetails }, '/sold/7', { method: 'PUT' });
    expect(put.headers.get('allow')).toBe('GET, HEAD');
    const head = await ask({ errorPages: problemDetails }, '/lost', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([404, '']);
    expect(head.headers.get('content-type')).toBe('application/problem+json');
  });
});
