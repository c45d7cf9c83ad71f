/** The path of a request, and the part of it below the option `base`. */
import { beforeEach, describe, expect, it } from 'vitest';
import { cutBase, readBase } from '../../src/fetch/base.ts';
import { type Context, Controller, createControllers } from '../../src/hmvc.ts';
import { createRouter, Route } from '../../src/index.ts';
import { createFetchHandler, describeBoth, requestTo, shown } from '../support/handlers.ts';

it.each([
  ['/shop', '/shop'],
  ['/shop/', '/shop'],
  ['/a/b//', '/a/b'],
  ['/caf%C3%A9', '/caf%C3%A9'],
  ['/%73hop', '/shop'],
  ['/x/../shop', '/shop'],
  ['//shop', '/shop'],
  ['/%5Cshop', '/%5Cshop'],
  ['/a b', '/a%20b'],
  ['/%3F%23', '/%3F%23'],
  ['/a%2Fb%25', '/a%2Fb%25'],
  ["/~a-b_c.d!$&'()*+,=:@", "/~a-b_c.d!$&'()*+,=:@"],
  ['/a;b', '/a%3Bb'],
  ['/\u65e5\u672c', '/%E6%97%A5%E6%9C%AC'],
  ['/\ud83d\ude00', '/%F0%9F%98%80'],
  ['/', ''],
  ['//', ''],
  ['/./', ''],
  ['/a/..', ''],
  ['', ''],
])('readBase of %j is %j', (base, expected) => expect(readBase('', base).encoded).toBe(expected));

describe('what comes after the base', () => {
  it.each([
    ['/shop', '/shop', '/'],
    ['/shop', '/shop/', '/'],
    ['/shop', '/shop?page=2', '/'],
    ['/shop', '/shop/photos/7?page=2#top', '/photos/7'],
    ['/shop', '//shop//photos/7/', '/photos/7'],
    ['/shop', '/%73hop/photos', '/photos'],
    ['/shop', '/x/../shop/./photos', '/photos'],
    ['/shop', '/shop/../shop/photos', '/photos'],
    ['/shop', '/shop/a%2Fb%25', '/a%2Fb%25'],
    ['/shop', '/shop/a%3Fb%23c', '/a%3Fb%23c'],
    ['/shop', '/shop/%C3%A9', '/é'],
    ['/shop', '/shop/shop', '/shop'],
    ['/a/b', '/a/b/c', '/c'],
    ['/caf%C3%A9', '/café/a', '/a'],
    ['/café', '/caf%c3%a9/a', '/a'],
    ['/a;b', '/a;b/c', '/c'],
    ['/a;b', '/a%3Bb/c', '/c'],
    ['/shop', '/shop/%', '/shop/%'],
    ['/shop', `/shop/${'a'.repeat(44)}`, `/${'a'.repeat(44)}`],
    ['/shop', `/shop/${'a'.repeat(45)}`, `/shop/${'a'.repeat(45)}`],
    ['/shop', `/shop/${'a'.repeat(50)}`, `/shop/${'a'.repeat(50)}`],
    ['/shop', '/%', null],
    ['/shop', '/photos/%ff', null],
    ['/shop', '/shopping/%', null],
    ['/shop', `/photos/${'a'.repeat(50)}`, null],
    ['/shop', '/', null],
    ['/shop', '', null],
    ['/shop', '/photos', null],
    ['/shop', '/shopping', null],
    ['/shop', '/SHOP/photos', null],
    ['/shop', '/shop/../photos', null],
    ['/shop', '/shop/%2e%2e/photos', null],
    ['/shop', '/shop%2Fphotos', null],
    ['/shop', '/x?/shop/photos', null],
    ['/a/b', '/a', null],
    ['/a/b', '/a%2Fb/c', null],
  ])('%j in %j is %j', (base, target, expected) => {
    expect(cutBase(target, readBase('', base), 50)).toBe(expected);
  });

  it.each(['a?b', 'a#b', 'a%2Fb', 'a%25b', 'é', '...', 'a b', '%3F', 'a\\b', "'", '\ud83d\ude00'])(
    'is the same segment to the resolver as without a base: %j',
    (segment) => {
      const router = createRouter({ '(:any)': 'a/$1' });
      const target = `/${encodeURIComponent(segment)}`;
      const cut = cutBase(`/shop${target}`, readBase('', '/shop'), 2048);
      expect(router.resolve('GET', String(cut))).toEqual(router.resolve('GET', target));
    },
  );
});

describeBoth('an application below /shop', () => {
  class Photos extends Controller {
    show(id: string) {
      const { base, route } = this.context;
      return { route, url: Route.url('photos.show', [id], { base }) };
    }
    create() {
      const { base } = this.context;
      const location = Route.url('photos.show', [8], { base });
      return new Response(null, { status: 303, headers: { location } });
    }
    index() {
      return this.context.run('photos/inner');
    }
    inner() {
      return this.context.base;
    }
  }
  const define = () => {
    Route.reset();
    Route.resources('photos', { constraint: '(:num)', as: 'photos' });
    Route.get('handled', 'x', {}, ({ base }: Context) => base);
  };
  define();
  // Another test may have reset the routes behind the actions' URLs.
  beforeEach(define);
  const fetch = createFetchHandler({
    routes: Route.map({ default_controller: 'photos', '404_override': 'photos/inner' }),
    controllers: createControllers({
      'application/controllers/photos.ts': async () => ({ default: Photos }),
    }),
    base: '/shop/',
  });

  it.each([
    ['GET', '/shop/photos/7', 200, '{"route":"GET photos/(:num)","url":"/shop/photos/7"}'],
    ['GET', '//shop/x/../photos/7', 200, '{"route":"GET photos/(:num)","url":"/shop/photos/7"}'],
    ['GET', '/shop', 200, '/shop'],
    ['GET', '/shop/', 200, '/shop'],
    ['GET', '/shop/handled', 200, '/shop'],
    ['POST', '/shop/photos/7', 405, 'Method Not Allowed'],
    ['GET', '/shop/%', 400, 'Bad Request: malformed percent sequence'],
    ['GET', `/shop/${'a'.repeat(2048)}`, 400, 'Bad Request: too long'],
    ['GET', '/photos/7', 404, '/shop'],
    ['GET', '/shop/../photos/7', 404, '/shop'],
    ['GET', '/', 404, '/shop'],
  ])('answers %s %s with %i', async (method, path, status, text) => {
    expect(await shown(await fetch(requestTo(path, { method })))).toEqual([status, text]);
  });

  it.each(['/\u65e5\u672c', '//shop', '/%5Cshop', '/a b'])(
    'redirects below %j, and stays on the host',
    async (base) => {
      const below = createFetchHandler({
        routes: { go: 'x' },
        handlers: {
          go: ({ base }: Context) =>
            new Response(null, { status: 303, headers: { location: `${base}/there` } }),
        },
        base,
      });
      const path = base === '//shop' ? '/shop' : base.replace('\\', '%5C');
      const { url } = requestTo(`${path}/go`);
      const location = (await below(new Request(url))).headers.get('location') ?? '';
      expect(new URL(location, url).href).toBe(url.replace(/go$/, 'there'));
    },
  );

  it('redirects below it', async () => {
    const response = await fetch(requestTo('/shop/photos', { method: 'POST' }));
    expect([response.status, response.headers.get('location')]).toEqual([303, '/shop/photos/8']);
  });
});
