/** The middleware, which passes unanswered requests on. */
import { expect, it } from 'vitest';
import type { FetchOptions } from '../../src/fetch.ts';
import { Controller, createControllers } from '../../src/hmvc.ts';
import { createFetchMiddleware, describeBoth, requestTo, shown } from '../support/handlers.ts';

class Photos extends Controller {
  show(id: string) {
    return { id };
  }
  fail() {
    throw new Error('out of film');
  }
  missing() {
    return 'the page for what is missing';
  }
}

const options: FetchOptions = {
  routes: {
    '404_override': 'photos/missing',
    'GET photos/(:num)': 'photos/show/$1',
    'act/(:any)': 'photos/$1',
    'nobody/(:any)': 'nobody/$1',
    blocked: '',
  },
  controllers: createControllers({
    'application/controllers/photos.ts': async () => ({ default: Photos }),
  }),
  onError: () => {},
};

describeBoth('createFetchMiddleware', () => {
  const answer = createFetchMiddleware(options);

  it.each([
    ['GET', '/nothing'],
    ['HEAD', '/nothing'],
    ['OPTIONS', '/nothing'],
    ['GET', '/act/nowhere'],
    ['GET', '/act/constructor'],
    ['GET', '/nobody/index'],
  ])('gives null for %s %s, which nothing answers', async (method, path) => {
    expect(await answer(requestTo(path, { method }))).toBeNull();
  });

  it.each([
    ['GET', '/photos/7', 200, '{"id":"7"}'],
    ['GET', '/blocked', 404, 'the page for what is missing'],
    ['GET', '/%62locked', 404, 'the page for what is missing'],
    ['POST', '/photos/7', 405, 'Method Not Allowed'],
    ['OPTIONS', '/photos/7', 204, ''],
    ['GET', '/%', 400, 'Bad Request: malformed percent sequence'],
    ['GET', '/act/fail', 500, 'Internal Server Error'],
  ])('answers %s %s with %i', async (method, path, status, text) => {
    expect(await shown(await answer(requestTo(path, { method })))).toEqual([status, text]);
  });

  it.each([
    ['/photos/7', 200],
    ['/%', 400],
    ['/photos/%ff', 400],
    [`/photos/${'a'.repeat(2048)}`, 400],
  ])('gives null outside its base, even for a malformed request: %s', async (path, status) => {
    const mounted = createFetchMiddleware({ ...options, base: '/shop' });
    expect(await mounted(requestTo(path))).toBeNull();
    expect((await mounted(requestTo(`/shop${path}`)))?.status).toBe(status);
  });

  it('hands platform values on', async () => {
    const handlers = { a: (context: { platform: readonly unknown[] }) => context.platform };
    const own = createFetchMiddleware({ routes: { a: 'a' }, handlers });
    expect(await (await own(requestTo('/a'), 1, 'two'))?.json()).toEqual([1, 'two']);
  });
});
