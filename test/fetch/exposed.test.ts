/** Errors with a status of their own: only exposed ones are answered with it. */
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import type { ErrorClass, FetchOptions } from '../../src/fetch.ts';
import { Controller } from '../../src/hmvc.ts';
import { createFetchHandler, describeBoth } from '../support/handlers.ts';
import { HOSTILE } from '../support/hostile-values.ts';

const log = vi.spyOn(console, 'error');
beforeEach(() => void log.mockReset().mockReturnValue());
afterAll(() => log.mockRestore());

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
    files: { 'application/controllers/errors.ts': async () => ({ default: Errors }) },
    ...options,
  });
  return async (method = 'GET') => {
    const response = await handle(new Request('http://localhost/a', { method }));
    return [response.status, await response.text()] as const;
  };
}

const exposed = (status: unknown, more: object = {}) =>
  Object.assign(new Error('the secret is 42'), { status, expose: true }, more);

const BROKEN = [500, 'Internal Server Error'];

describeBoth('an error with expose: true', () => {
  it.each([
    [400, 'Bad Request'],
    [401, 'Unauthorized'],
    [403, 'Forbidden'],
    [404, 'Not Found'],
    [405, 'Method Not Allowed'],
    [409, 'Conflict'],
    [413, 'Content Too Large'],
    [415, 'Unsupported Media Type'],
    [422, 'Unprocessable Content'],
    [429, 'Too Many Requests'],
    [499, 'Bad Request'],
  ])('is answered with its status and the name of that status: %i', async (status, text) => {
    expect(await throwing(() => exposed(status))()).toEqual([status, text]);
    expect(await throwing(() => exposed(status))('HEAD')).toEqual([status, '']);
    expect(log).not.toHaveBeenCalled();
  });

  it.each<[string, unknown]>([
    ['500', 500],
    ['399', 399],
    ['200', 200],
    ['a fraction', 404.5],
    ['a string', '404'],
    ['an object', Object(404)],
    ['NaN', Number.NaN],
    ['none', undefined],
  ])('is a 500 like any other if its status is %s', async (_what, status) => {
    expect(await throwing(() => exposed(status))()).toEqual(BROKEN);
    expect(log).toHaveBeenCalledOnce();
  });

  it.each<[string, unknown]>([
    ['missing, as in the errors of axios', undefined],
    ['false', false],
    ["'true'", 'true'],
    ['1', 1],
  ])('is a 500 if expose is %s', async (_what, expose) => {
    expect(await throwing(() => exposed(404, { expose }))()).toEqual(BROKEN);
    expect(log).toHaveBeenCalledOnce();
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

describeBoth("the error of a server's own limit", () => {
  it('is a 413, and that of another server is not', async () => {
    const tooLarge = { status: 413, code: 'ERR_BODY_TOO_LARGE' };
    expect(await throwing(() => Object.assign(new Error('x'), tooLarge))()).toEqual([
      413,
      'Content Too Large',
    ]);
    const other = { status: 413, code: 'ERR_BAD_RESPONSE' };
    expect(await throwing(() => Object.assign(new Error('x'), other))()).toEqual(BROKEN);
  });
});

describeBoth('the option errorStatus', () => {
  const errorStatus = new Map<ErrorClass, number>([
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

describeBoth('a value that throws when its status is read', () => {
  it.each<[string, () => unknown]>([
    ...HOSTILE,
    ['a proxy of an error', () => new Proxy(exposed(404), { get: boom, getPrototypeOf: boom })],
  ])('never makes the handler reject: %s', async (_kind, make) => {
    const handle = createFetchHandler({
      routes: { a: 'a' },
      handlers: {
        a: () => {
          throw make();
        },
      },
      errorStatus: [[NotFound, 404]],
    });
    for (const method of ['GET', 'HEAD']) {
      expect(await handle(new Request('http://localhost/a', { method }))).toBeTypeOf('object');
    }
  });

  it.each(['status', 'expose'])('is a 500: an error whose %s throws', async (name) => {
    const make = () => Object.defineProperty(exposed(404), name, { get: boom });
    expect(await throwing(make)()).toEqual(BROKEN);
  });
});
