/** Issues of a refused value, as clients see them. */
import { expect, it } from 'vitest';
import { type Context, Controller } from '../../src/hmvc.ts';
import { createFetchHandler, describeBoth } from '../support/handlers.ts';

const HIDDEN = { message: 'is too short', path: ['title', 0, Symbol('s')], input: 'secret' };
const SHOWN = { message: 'is too short', path: ['title', 0, 'Symbol(s)'] };

class Errors extends Controller {
  refused() {
    return '<h1>Refused</h1>';
  }
}

async function answer(error: unknown, type: string, page = false) {
  const handle = createFetchHandler({
    routes: { a: 'a' },
    files: { 'application/controllers/errors.ts': async () => ({ default: Errors }) },
    ...(page && { errorPages: { 422: 'errors/refused' } }),
    handlers: {
      a: (_match, context: Context) => {
        context.headers.append('set-cookie', 'seen=yes');
        context.headers.set('etag', '"of the action"');
        throw error;
      },
    },
    onError: () => undefined,
  });
  const headers = { 'content-type': type };
  const response = await handle(new Request('http://localhost/a', { method: 'POST', headers }));
  return { response, text: `${response.status} ${await response.text()}` };
}

/** The answer without issues, as JSON or as text. */
const bare = (status: number, title: string, isJson = true) =>
  `${status} ${isJson ? JSON.stringify({ status, title }) : title}`;

const refused = (members: object) =>
  Object.assign(new Error('x'), { status: 422, expose: true }, members);

describeBoth('the issues of a 422', () => {
  it.each([
    ['application/json'],
    ['Application/Problem+JSON; charset=utf-8'],
    ['application/vnd.a+b+json'],
  ])('answer a client that has sent %s', async (type) => {
    const { response, text } = await answer(refused({ issues: [HIDDEN, { message: 7 }] }), type);
    const issues = [SHOWN, { message: '7', path: [] }];
    const error = { status: 422, title: 'Unprocessable Content', issues };
    expect(text).toBe(`422 ${JSON.stringify(error)}`);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('set-cookie')).toBe('seen=yes');
    expect(response.headers.has('etag')).toBe(false);
  });

  it('yield to a page, which receives the error with its issues', async () => {
    const error = refused({ issues: [HIDDEN] });
    const known = await answer(error, 'application/json', true);
    expect(known.text).toBe('422 <h1>Refused</h1>');
    const handle = createFetchHandler({
      routes: { a: 'a' },
      handlers: {
        a: () => {
          throw error;
        },
      },
      errorPages: { 422: (_context, given) => ({ same: given === error }) },
      onError: () => undefined,
    });
    const headers = { 'content-type': 'application/json' };
    const response = await handle(new Request('http://localhost/a', { method: 'POST', headers }));
    expect(await response.json()).toEqual({ same: true });
  });

  it.each([
    ['another type', { issues: [HIDDEN] }, 'text/plain'],
    ['another type', { issues: [HIDDEN] }, 'application/x-www-form-urlencoded'],
    ['another type', { issues: [HIDDEN] }, 'application/jsonp'],
    ['no issues', {}, 'application/json'],
    ['no issues', { issues: [] }, 'application/json'],
    ['no list of issues', { issues: 'secret' }, 'application/json'],
  ])('are left out for %s: %j, %s', async (_what, members, type) => {
    const expected = bare(422, 'Unprocessable Content', type === 'application/json');
    expect((await answer(refused(members), type)).text).toBe(expected);
    expect((await answer(refused(members), type, true)).text).toBe('422 <h1>Refused</h1>');
  });

  it('are left out of any other status, and of an error that does not expose itself', async () => {
    const other = await answer(refused({ status: 400, issues: [HIDDEN] }), 'application/json');
    expect(other.text).toBe(bare(400, 'Bad Request'));
    const hidden = await answer(refused({ expose: false, issues: [HIDDEN] }), 'application/json');
    expect(hidden.text).toBe(bare(500, 'Internal Server Error'));
  });

  it.each([null, 7, { message: { toString: null } }])('may be anything: %j', async (issue) => {
    const { response } = await answer(refused({ issues: [issue] }), 'application/json');
    expect(response.status).toBeGreaterThanOrEqual(422);
  });
});
