/** Errors with a status of their own, and with issues: only exposed ones are shown to clients. */
import { STATUS_CODES } from 'node:http';
import { expect, it, vi } from 'vitest';
import { titleOf } from '../../src/fetch/error-response.ts';
import type { ErrorClass, FetchOptions } from '../../src/fetch.ts';
import { type Context, Controller, createControllers } from '../../src/hmvc.ts';
import type { ClientStatus } from '../../src/http.ts';
import {
  createFetchHandler,
  describeBoth,
  requestTo,
  shown,
  spyOnLog,
} from '../support/handlers.ts';

const log = spyOnLog();

class Errors extends Controller {
  show() {
    return `page for ${this.context.method}`;
  }
}

class NotFound extends Error {}
class Missing extends NotFound {}

const boom = () => {
  throw new Error('boom');
};

/** Answers requests by throwing a value in a handler. */
function throwing(thrown: () => unknown, options: Partial<FetchOptions> = {}) {
  const handle = createFetchHandler({
    routes: { a: 'a', ...options.routes },
    handlers: {
      a: () => {
        throw thrown();
      },
    },
    controllers: createControllers({
      'application/controllers/errors.ts': async () => ({ default: Errors }),
    }),
    ...options,
  });
  return async (method = 'GET') => shown(await handle(requestTo('/a', { method })));
}

const exposed = (status: unknown, more: object = {}) =>
  Object.assign(new Error('the secret is 42'), { status, expose: true }, more);

const BROKEN = [500, 'Internal Server Error'];

/** Names that Node has from older RFCs, and the statuses of no or another name. */
const NAMES: Readonly<Record<number, string>> = {
  ...STATUS_CODES,
  413: 'Content Too Large',
  418: 'Bad Request', // IANA lists it as unused
  420: 'Bad Request',
  422: 'Unprocessable Content',
  499: 'Bad Request',
};

it.each([503, 505, 511, 520, 599])('titleOf names %i after the first of its class', (status) => {
  expect(titleOf(status)).toBe('Internal Server Error');
});

describeBoth('an error with expose: true', () => {
  it.each(
    Object.keys(NAMES)
      .map(Number)
      .filter((status) => status >= 400 && status < 500),
  )('is answered with its status, as IANA names it: %i', async (status) => {
    expect(await throwing(() => exposed(status))()).toEqual([status, NAMES[status]]);
    expect(await throwing(() => exposed(status))('HEAD')).toEqual([status, '']);
    expect(log).not.toHaveBeenCalled();
  });

  it.each<[string, object]>([
    ['the status 500', { status: 500 }],
    ['the status 399', { status: 399 }],
    ['the status 200', { status: 200 }],
    ['a fraction', { status: 404.5 }],
    ['a string', { status: '404' }],
    ['an object', { status: Object(404) }],
    ['NaN', { status: Number.NaN }],
    ['no status', { status: undefined }],
    ['no expose, as the errors of axios', { expose: undefined }],
    ['expose: false', { expose: false }],
    ["expose: 'true'", { expose: 'true' }],
    ['expose: 1', { expose: 1 }],
    ["another server's limit", { expose: false, status: 413, code: 'ERR_BAD_RESPONSE' }],
  ])('is a 500 like any other if it has %s', async (_what, members) => {
    expect(await throwing(() => exposed(404, members))()).toEqual(BROKEN);
    expect(log).toHaveBeenCalledOnce();
  });

  it("is not needed for the server's own limit of a body", async () => {
    const limit = { status: 413, code: 'ERR_BODY_TOO_LARGE' };
    const answer = await throwing(() => Object.assign(new Error('x'), limit))();
    expect(answer).toEqual([413, 'Content Too Large']);
  });

  it.each([
    [400, { errorPages: { 400: 'errors/show' } }],
    [403, { errorPages: { 403: 'errors/show' } }],
    [404, { routes: { a: 'a', '404_override': 'errors/show' } }],
    [422, { errorPages: { 422: 'errors/show' } }],
  ])('is answered by the page for its status: %i', async (status, options) => {
    expect(await throwing(() => exposed(status), options)()).toEqual([status, 'page for GET']);
  });

  it('goes to the onError of the application, which may answer', async () => {
    const onError = vi.fn<(error: unknown) => unknown>();
    expect(await throwing(() => exposed(403), { onError })()).toEqual([403, 'Forbidden']);
    expect(onError).toHaveBeenCalledOnce();
    onError.mockReturnValue(new Response('mine', { status: 418 }));
    expect(await throwing(() => exposed(403), { onError })()).toEqual([418, 'mine']);
  });

  it('may come from the option context', async () => {
    const context = () => {
      throw exposed(401);
    };
    expect(await throwing(() => '', { context })()).toEqual([401, 'Unauthorized']);
  });

  it('has its status read once', async () => {
    const status = vi.fn(() => 404).mockReturnValueOnce(403);
    const error = Object.defineProperty(exposed(1), 'status', { get: status });
    expect(await throwing(() => error)()).toEqual([403, 'Forbidden']);
  });
});

describeBoth('the option errorStatus', () => {
  const errorStatus = new Map<ErrorClass, ClientStatus>([
    [NotFound, 404],
    [RangeError, 416],
  ]);

  it.each<[string, Error, number, string]>([
    ['an instance', new NotFound('x'), 404, 'Not Found'],
    ['an instance of a class that extends it', new Missing('x'), 404, 'Not Found'],
    [
      'an instance that says otherwise',
      Object.assign(new RangeError(), { status: 403 }),
      416,
      'Range Not Satisfiable',
    ],
    ['an error of another class', new TypeError('x'), 500, 'Internal Server Error'],
  ])('says what answers %s', async (_what, error, status, text) => {
    for (const given of [errorStatus, [...errorStatus]]) {
      expect(await throwing(() => error, { errorStatus: given })()).toEqual([status, text]);
    }
  });

  it('takes the first class that fits', async () => {
    const given = [
      [NotFound, 410],
      [Missing, 404],
    ] as const;
    expect(await throwing(() => new Missing(), { errorStatus: given })()).toEqual([410, 'Gone']);
  });

  it('makes a 500 of an error if a class of its list throws for it', async () => {
    class Odd extends Error {}
    Object.defineProperty(Odd, Symbol.hasInstance, { value: boom });
    expect(await throwing(() => exposed(404), { errorStatus: [[Odd, 404]] })()).toEqual(BROKEN);
  });
});

describeBoth('a wrong option errorStatus', () => {
  it.each<[string, unknown, string]>([
    ['a status alone', 404, 'errorStatus is 404. Expected a list such as [[NotFound, 404]]'],
    ['a record', { NotFound: 404 }, 'errorStatus is an object. Expected a list'],
    ['a list of classes', [NotFound], 'errorStatus[0] is a class. Expected a class of errors and'],
    ['a function', [[() => 1, 404]], 'errorStatus[0] is an array. Expected a class of errors and'],
    ['a name', [['NotFound', 404]], 'errorStatus[0] is an array. Expected a class of errors and'],
    ['a status of the server', [[NotFound, 503]], 'errorStatus[0] is an array. Expected'],
    ['a successful status', [[NotFound, 200]], 'errorStatus[0] is an array. Expected'],
    [
      'a status as text',
      [
        [NotFound, 404],
        [Missing, '404'],
      ],
      'errorStatus[1] is an array. Expected a class of errors and a status from 400 to 499',
    ],
  ])('is refused: %s', (_what, errorStatus, message) => {
    // The cast passes an invalid argument.
    const options = { routes: {}, errorStatus: errorStatus as never };
    expect(() => createFetchHandler(options)).toThrow(
      new RegExp(message.replace(/[[\]]/g, '\\$&'), 'i'),
    );
  });
});

describeBoth('an error with expose: true that throws when it is read', () => {
  it('is a 500: a proxy', async () => {
    const make = () => new Proxy(exposed(404), { get: boom, getPrototypeOf: boom });
    expect(await throwing(make, { errorStatus: [[NotFound, 404]] })()).toEqual(BROKEN);
  });

  it.each(['status', 'expose'])('is a 500: one whose %s throws', async (name) => {
    const make = () => Object.defineProperty(exposed(404), name, { get: boom });
    expect(await throwing(make)()).toEqual(BROKEN);
  });
});

describeBoth('the issues of a 422', () => {
  const HIDDEN = { message: 'is too short', path: ['title', 0, Symbol('s')], input: 'secret' };
  const SHOWN = { message: 'is too short', path: ['title', 0, 'Symbol(s)'] };
  const refused = (members: object) => exposed(422, members);

  async function answer(error: unknown, type: string, options: Partial<FetchOptions> = {}) {
    const handle = createFetchHandler({
      routes: { a: 'a' },
      controllers: createControllers({
        'application/controllers/errors.ts': async () => ({ default: Errors }),
      }),
      handlers: {
        a: ({ headers }: Context) => {
          headers.append('set-cookie', 'seen=yes');
          headers.set('etag', '"of the action"');
          throw error;
        },
      },
      ...options,
    });
    return handle(requestTo('/a', { method: 'POST', headers: { 'content-type': type } }));
  }
  const PAGE = { errorPages: { 422: 'errors/show' } } as const;

  it.each([
    'application/json',
    'Application/Problem+JSON; charset=utf-8',
    'application/vnd.a+b+json',
  ])('answer a client that has sent %s', async (type) => {
    const response = await answer(refused({ issues: [HIDDEN, { message: 7 }] }), type);
    const { headers } = response;
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('set-cookie')).toBe('seen=yes');
    expect(headers.has('etag')).toBe(false);
    const issues = [SHOWN, { message: '7', path: [] }];
    const error = { status: 422, title: 'Unprocessable Content', issues };
    expect(await shown(response)).toEqual([422, JSON.stringify(error)]);
  });

  it('yield to a page, which receives the error with its issues', async () => {
    const error = refused({ issues: [HIDDEN] });
    const shownPage = await shown(await answer(error, 'application/json', PAGE));
    expect(shownPage).toEqual([422, 'page for POST']);
    const page = vi.fn(() => 'refused');
    await answer(error, 'application/json', { errorPages: { 422: page } });
    expect(page).toHaveBeenCalledExactlyOnceWith(expect.anything(), error);
  });

  it.each([
    ['another type', { issues: [HIDDEN] }, 'text/plain'],
    ['another type', { issues: [HIDDEN] }, 'application/x-www-form-urlencoded'],
    ['another type', { issues: [HIDDEN] }, 'application/jsonp'],
    ['no issues', {}, 'application/json'],
    ['no issues', { issues: [] }, 'application/json'],
    ['no list of issues', { issues: 'secret' }, 'application/json'],
    ['another status', { status: 400, issues: [HIDDEN] }, 'application/json'],
    ['an error that is not exposed', { expose: false, issues: [HIDDEN] }, 'application/json'],
  ])('are left out for %s: %j, %s', async (_what, members, type) => {
    const { status, expose } = { status: 422, expose: true, ...members };
    const answered = expose ? status : 500;
    const error = { status: answered, title: NAMES[answered] };
    const text = type === 'application/json' ? JSON.stringify(error) : error.title;
    expect(await shown(await answer(refused(members), type))).toEqual([answered, text]);
    if (answered !== 422) return;
    expect(await shown(await answer(refused(members), type, PAGE))).toEqual([422, 'page for POST']);
  });

  it.each([null, 7, { message: { toString: null } }])('may be anything: %j', async (issue) => {
    const { status } = await answer(refused({ issues: [issue] }), 'application/json');
    expect(status).toBeGreaterThanOrEqual(422);
  });
});
