/**
 * A small application below a base, for testing changes that adapters and runtimes make to
 * responses.
 */
import { Route } from 'waymark';
import { createFetchMiddleware } from 'waymark/fetch';
import { Controller, createControllers } from 'waymark/hmvc';
import { HttpError, signUrl, verifyUrl } from 'waymark/http';

/** Responses that answer many requests, as applications keep them in constants. */
const NO_CONTENT = new Response(null, { status: 204 });
const GONE = new Response(null, { status: 410 });

class Photos extends Controller {
  show(id: string) {
    return { id, title: 'é' };
  }
  create() {
    this.context.headers.append('set-cookie', 'flash=saved; Path=/shop');
    const location = this.context.url('photo', [8]);
    return new Response(null, { status: 303, headers: { location, 'set-cookie': 'own=1' } });
  }
  list() {
    this.context.headers.set('content-type', 'text/csv');
    return 'id;title';
  }
  moved() {
    const { request, url } = this.context;
    const to = new URL(url('photo', [1], { query: { from: 'a b' } }), request.url);
    return Response.redirect(to.href, 302);
  }
  async *stream() {
    yield 'one ';
    yield 'two';
  }
  fail() {
    throw new Error('out of film');
  }
  conflict() {
    throw Object.assign(new Error('taken'), { status: 409, expose: true });
  }
  shared() {
    return NO_CONTENT;
  }
  thrown() {
    throw GONE;
  }
  missed() {
    throw Object.assign(new Error('no photo'), { status: 404, expose: true });
  }
  fetched() {
    return fetch('data:text/plain,far');
  }
  async used() {
    const stream = new Blob(['used']).stream();
    await new Response(stream).text();
    return stream;
  }
  method() {
    return `${this.context.method} is not possible`;
  }
}

const KEYS = ['a key of 32 bytes, for tests of signed URLs'];

const MORE = ['shared', 'thrown', 'missed', 'fetched', 'used'];

const routes = Route.collect(() => {
  Route.get('photos/(:num)', 'photos/show/$1', { as: 'photo' });
  Route.post('photos', 'photos/create');
  Route.get('link', ({ url }) => signUrl(url('join', [7]), KEYS));
  const names = { join: 'join/(:num)', invoice: 'invoices/(.+)' };
  for (const [as, pattern] of Object.entries(names)) {
    Route.get(pattern, { as }, async (context) => {
      if (!(await verifyUrl(context, KEYS))) throw new HttpError(403);
      return as;
    });
  }
  for (const action of ['list', 'moved', 'stream', 'fail', 'conflict', ...MORE]) {
    Route.get(action, `photos/${action}`);
  }
});

/** Answers below `/shop`, always with a cookie. */
export const answer = createFetchMiddleware({
  routes,
  controllers: createControllers({
    'application/controllers/photos.ts': async () => ({ default: Photos }),
  }),
  base: '/shop',
  errorPages: { 404: () => GONE, 405: 'photos/method' },
  onError: () => true,
  context({ headers }) {
    headers.append('set-cookie', 'session=1; HttpOnly');
    return {};
  },
});

/** Answers requests outside `/shop`. */
export const outside = () => new Response('outside', { status: 404 });

/** Answers every request. */
export const handle = async (request: Request) => (await answer(request)) ?? outside();
