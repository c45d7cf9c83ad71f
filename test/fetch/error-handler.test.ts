/** Error pages as functions: one for all errors, or one for each status. */
import { expect, it, vi } from 'vitest';
import { ZodError, z } from 'zod';
import { titleOf } from '../../src/fetch/error-response.ts';
import {
  createMethodOverride,
  type ErrorHandler,
  type FetchOptions,
  createFetchHandler as handlerOfTable,
  type PageHandler,
} from '../../src/fetch.ts';
import { Controller, createControllers } from '../../src/hmvc.ts';
import { type Failure, HttpError, problemDetails, readJson } from '../../src/http.ts';
import type { Handler } from '../../src/index.ts';
import {
  createFetchHandler,
  createFetchMiddleware,
  describeBoth,
  requestTo,
  spyOnLog,
} from '../support/handlers.ts';

const log = spyOnLog();

const SHORT = { message: 'is too short', path: ['title'] };

const throwing =
  (error: unknown): Handler =>
  () => {
    throw error;
  };

const handlers: Record<string, Handler> = {
  'GET broken': throwing(new Error('the secret is 42')),
  'GET nothing': throwing(undefined),
  'GET range': throwing(new RangeError('the secret is 42')),
  'GET sold/(:num)': throwing(new HttpError(410, 'ticket 7 is sold')),
  'GET silent': throwing(new HttpError(409)),
  'GET foreign': throwing(Object.assign(new Error('not yours'), { status: 403, expose: true })),
  'GET upstream': throwing(Object.assign(new Error('db'), { status: 503, expose: true })),
  'GET odd': throwing({ status: 400, expose: true, message: 7 }),
  'POST title': throwing(new HttpError(422, 'title: is too short', { issues: [SHORT] })),
  'POST body': async (context) => Response.json(await readJson(context, { limit: 2 })),
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

const POST = { method: 'POST' };
const TOO_LONG_FORM = {
  ...POST,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'a=bcdef',
};
const TOO_LONG_BODY = { ...POST, headers: { 'content-type': 'application/json' }, body: '[1]' };
const HTTP_ERROR: unknown = expect.any(HttpError);

function ask(options: Partial<FetchOptions>, path: string, init: RequestInit = {}) {
  const handle = createFetchHandler({
    routes: { ...routes, ...options.routes },
    handlers,
    controllers: createControllers(files),
    methodOverride: createMethodOverride({ maxFormSize: 5 }),
    context: () => ({ user: 'ada' }),
    ...options,
  });
  return handle(requestTo(path, init));
}
const answerOf = async (response: Response) => `${response.status} ${await response.text()}`;

describeBoth('a page that is a function', () => {
  it.each<[string, string, RequestInit, Omit<Failure, 'title'>]>([
    ['the empty path', '/', {}, { status: 404 }],
    ['a path without a route', '/lost', {}, { status: 404 }],
    ['a blocked path', '/closed', {}, { status: 404 }],
    ['a destination without an action', '/nowhere', {}, { status: 404 }],
    ['a wrong method', '/broken', { method: 'PUT' }, { status: 405, allow: 'GET, HEAD' }],
    ['a malformed path', '/%', {}, { status: 400, reason: 'malformed percent sequence' }],
    ['a wrong Host', '/', { headers: { host: 'a/b' } }, { status: 400, reason: 'invalid Host' }],
    ['a form that is too long', '/form', TOO_LONG_FORM, { status: 413 }],
    ['a body that is too long', '/body', TOO_LONG_BODY, { status: 413, cause: HTTP_ERROR }],
    ['an error that exposes its status', '/sold/7', {}, { status: 410, cause: HTTP_ERROR }],
    ['issues', '/title', POST, { status: 422, issues: [SHORT], cause: HTTP_ERROR }],
    ['any other error', '/broken', {}, { status: 500, cause: new Error('the secret is 42') }],
    ['a thrown undefined', '/nothing', {}, { status: 500 }],
  ])('answers %s, and knows what failed', async (_what, path, init, facts) => {
    const { status, allow = null, cause } = facts;
    const failure = { ...facts, title: titleOf(status) };
    const errorPages = vi.fn<ErrorHandler>(() => 'sorry');
    const response = await ask({ errorPages }, path, init);
    expect(errorPages).toHaveBeenCalledExactlyOnceWith(failure, expect.anything());
    expect(await answerOf(response)).toBe(`${status} sorry`);
    expect(response.headers.get('allow')).toBe(allow);

    const page = vi.fn<PageHandler>(() => 'sorry');
    const own = await ask({ errorPages: { [status]: page } }, path, init);
    const { method = 'GET' } = init;
    const context = expect.objectContaining({ status, method, user: 'ada' });
    expect(page).toHaveBeenCalledExactlyOnceWith(context, cause);
    expect(await answerOf(own)).toBe(`${status} sorry`);
    expect(own.headers.get('allow')).toBe(allow);
  });

  it.each([
    ['/', 'null'],
    ['/closed', 'closed'],
    ['/nowhere', 'GET nowhere'],
    ['/broken', 'GET broken'],
    ['/%', 'null'],
  ])('knows the route of %s: %s', async (path, route) => {
    const { status } = await ask({}, path);
    const errorPages = { [status]: (context: { route: string | null }) => `${context.route}` };
    expect(await answerOf(await ask({ errorPages }, path))).toBe(`${status} ${route}`);
  });

  it.each<[string, ErrorHandler, string]>([
    ['an object', () => ({ missing: true }), '410 {"missing":true}'],
    ['a promise', async () => 'later', '410 later'],
    ['a response', () => new Response('elsewhere', { status: 404 }), '404 elsewhere'],
    ['nothing', () => undefined, '410 '],
    ['a success, thrown', () => Promise.reject(new Response('x')), '410 x'],
    ['a redirect, thrown', () => Promise.reject(Response.redirect('http://a/', 302)), '302 '],
    ['a refusal, thrown', () => Promise.reject(new Response('no', { status: 403 })), '403 no'],
    ['members of the context', (_failure, { route }) => route, '410 GET sold/(:num)'],
    ['its params', (_failure, { params }) => params, '410 ["7"]'],
    ['its status', (_failure, { status }) => `${status}`, '410 410'],
  ])('may return %s', async (_what, handler, answer) => {
    const page: PageHandler = (context) => handler({ status: 410, title: 'Gone' }, context);
    for (const errorPages of [handler, { 410: page }]) {
      expect(await answerOf(await ask({ errorPages }, '/sold/7'))).toBe(answer);
    }
  });

  it.each([
    ['throws', () => Promise.reject(new Error('no page')), 'no page'],
    ['returns what cannot be sent', () => Symbol('a'), 'the page for 404'],
  ])('that %s is reported and logged, and the answer is plain', async (_what, page, words) => {
    for (const errorPages of [page, { 404: page }]) {
      log.mockClear();
      const onError = vi.fn();
      expect(await answerOf(await ask({ errorPages, onError }, '/lost'))).toBe('404 Not Found');
      expect(String(onError.mock.calls[0]?.[0])).toContain(words);
      const line = "waymark: GET '/lost', page for 404, status 404:";
      expect(log.mock.calls).toEqual([['%s', line, onError.mock.calls[0]?.[0]]]);
    }
  });

  it('whose stream breaks off is reported with the status that was sent', async () => {
    const onError = vi.fn(() => true);
    async function* errorPages() {
      yield 'sorry';
      throw new Error('no page');
    }
    await expect((await ask({ errorPages, onError }, '/broken')).text()).rejects.toThrow('no page');
    const calls: unknown[][] = onError.mock.calls;
    expect(calls.map(([, info]) => Object(info).status)).toEqual([500, 500]);
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

  it('gets the issues of an error whose class has the status 422', async () => {
    const { error } = z.object({ title: z.string() }).safeParse({});
    const options = { errorPages: problemDetails, errorStatus: [[ZodError, 422]] as const };
    const wrong = { handlers: { 'GET wrong': throwing(error) }, routes: { 'GET wrong': 'x' } };
    const response = await ask({ ...wrong, ...options }, '/wrong');
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { issues: [{ path: ['title'] }] },
    ]);
  });

  it('does not answer what a middleware passes on', async () => {
    for (const errorPages of [() => 'sorry', { 404: () => 'sorry' }]) {
      const answer = createFetchMiddleware({ routes: { closed: '' }, errorPages });
      expect(await answer(requestTo('/lost'))).toBeNull();
      expect((await answer(requestTo('/closed')))?.status).toBe(404);
    }
  });
});

it("a page that is a function can't be combined with the table's own page for 404", () => {
  for (const errorPages of [() => '', { 404: () => '' }]) {
    const options = {
      routes: { '404_override': 'errors/show' },
      controllers: createControllers(files),
      errorPages,
    };
    expect(() => handlerOfTable(options)).toThrow(
      'errorPages has a handler for 404, and the table has 404_override. Leave one of',
    );
  }
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
    expect(await answerOf(await ask({ errorPages, context }, '/sold/7'))).toBe(answer);
  });

  it.each(['/lost', '/closed', '/%'])('has the same page for %s', async (path) => {
    const context = refuse(new HttpError(403, 'for editors'));
    const onError = vi.fn();
    expect(await answerOf(await ask({ errorPages, context, onError }, path))).toBe(
      '403 page 403 without a user',
    );
    expect(context).toHaveBeenCalledOnce();
    expect(onError).toHaveBeenCalledOnce();
    expect(log).not.toHaveBeenCalled();
  });

  it('has the page of a record and of a controller', async () => {
    const context = refuse(new HttpError(403));
    const pages = { 403: 'errors/show' };
    expect(await answerOf(await ask({ errorPages: pages, context }, '/silent'))).toBe(
      '403 403 GET silent',
    );
  });
});

describeBoth('a page that is an action', () => {
  it.each<[string, Partial<FetchOptions>, string, string]>([
    ['of errorPages', { errorPages: { 410: 'errors/show' } }, '/sold/7', '410 410 GET sold/(:num)'],
    [
      'of the table',
      { routes: { ...routes, '404_override': 'errors/show' } },
      '/lost',
      '404 404 null',
    ],
  ])('knows its status: %s', async (_what, options, path, answer) => {
    expect(await answerOf(await ask(options, path))).toBe(answer);
  });

  it('knows of no status as the action of a route', async () => {
    const response = await ask({ routes: { ...routes, own: 'errors/show' } }, '/own');
    expect(await answerOf(response)).toBe('200 null own');
  });
});

describeBoth('problemDetails', () => {
  it.each<[string, string, RequestInit, Pick<Failure, 'status' | 'issues'> & { detail?: string }]>([
    ['a path without a route', '/lost', {}, { status: 404 }],
    ['a wrong method', '/sold/7', { method: 'PUT' }, { status: 405 }],
    ['a malformed path', '/%', {}, { status: 400, detail: 'malformed percent sequence' }],
    ['an HttpError', '/sold/7', {}, { status: 410, detail: 'ticket 7 is sold' }],
    ['an HttpError without a message', '/silent', {}, { status: 409 }],
    ['an error that exposes itself', '/foreign', {}, { status: 403, detail: 'not yours' }],
    ['a message that is no string', '/odd', {}, { status: 400 }],
    ['an error whose class has a status, but not its message', '/range', {}, { status: 404 }],
    ['any other error', '/broken', {}, { status: 500 }],
    ['a thrown undefined', '/nothing', {}, { status: 500 }],
    ['a 503 of a client', '/upstream', {}, { status: 500 }],
    ['issues', '/title', POST, { status: 422, detail: 'title: is too short', issues: [SHORT] }],
  ])('describes %s', async (_what, path, init, members) => {
    const errorStatus = [[RangeError, 404]] as const;
    const response = await ask({ errorPages: problemDetails, errorStatus }, path, init);
    const { status } = members;
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    const problem = { type: 'about:blank', title: titleOf(status), ...members };
    expect(await response.json()).toEqual(problem);
  });

  it('has the methods that a 405 allows as a header, and no body for HEAD', async () => {
    const put = await ask({ errorPages: problemDetails }, '/sold/7', { method: 'PUT' });
    expect(put.headers.get('allow')).toBe('GET, HEAD');
    const head = await ask({ errorPages: problemDetails }, '/lost', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([404, '']);
    expect(head.headers.get('content-type')).toBe('application/problem+json');
  });
});
