/** `cors`, by the CORS protocol of the Fetch standard, as `onResponse` of an application. */
import { describe, expect, it, vi } from 'vitest';
import { type CorsOptions, cors, HttpError } from '../../src/http.ts';
import { Route } from '../../src/index.ts';
import { createFetchHandler, describeBoth, requestTo, spyOnLog } from '../support/handlers.ts';

const log = spyOnLog();

const SHOP = 'https://shop.test';
const OTHER = 'https://other.test';

async function* rows() {
  yield 'a';
}

const OWN = { 'access-control-allow-origin': 'https://own.test' };
const SWITCHED = Object.assign(new Response(), { webSocket: {} });
Object.defineProperty(SWITCHED, 'status', { value: 101 });

function application(options: CorsOptions) {
  const routes = Route.collect(() => {
    Route.get('photos', () => 'photos');
    Route.put('photos', () => 'photos');
    Route.get('stream', rows);
    Route.get('nothing', () => null);
    Route.get('moved', () => Response.redirect(SHOP, 303));
    Route.get('varied', () => new Response('a', { headers: { vary: 'Cookie, ORIGIN' } }));
    Route.get('starred', () => new Response('a', { headers: { vary: '*' } }));
    Route.get('own', () => new Response('a', { headers: OWN }));
    Route.get('broken', () => {
      throw new Error('out of film');
    });
    Route.get('members', { meta: { members: true } }, () => 'members');
    Route.any('any', { meta: { members: true } }, rows);
    Route.any('open', () => 'open');
    Route.options('options', () => new Response(null, { headers: { allow: 'PATCH' } }));
    Route.redirect('old', 'photos');
    Route.block('closed');
  });
  return createFetchHandler({
    routes,
    context({ meta, status }) {
      if (meta.members === true && status === null) throw new HttpError(401);
      return {};
    },
    onError: () => true,
    onResponse: cors(options),
  });
}

/** The headers of an answer that are about other origins. */
function shared({ headers }: Response) {
  const of = (name: string) => headers.get(`access-control-${name}`);
  const found = {
    origin: of('allow-origin'),
    credentials: of('allow-credentials'),
    methods: of('allow-methods'),
    headers: of('allow-headers'),
    maxAge: of('max-age'),
    exposed: of('expose-headers'),
    vary: headers.get('vary'),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null));
}

const toShop = (name: string) => name === SHOP;

describeBoth('the answer to a request', () => {
  it.each<[string, CorsOptions, string | null, object]>([
    ['one origin', { origin: SHOP }, SHOP, { origin: SHOP }],
    ['one origin, of another', { origin: SHOP }, OTHER, { origin: SHOP }],
    ['one origin, without Origin', { origin: SHOP }, null, { origin: SHOP }],
    ['a list', { origin: [SHOP, OTHER] }, OTHER, { origin: OTHER, vary: 'origin' }],
    ['a list, of another', { origin: [SHOP] }, OTHER, { vary: 'origin' }],
    ['a list, without Origin', { origin: [SHOP] }, null, { vary: 'origin' }],
    ['a list, of a sandbox', { origin: [SHOP] }, 'null', { vary: 'origin' }],
    ['an empty list', { origin: [] }, SHOP, { vary: 'origin' }],
    ['a function', { origin: toShop }, SHOP, { origin: SHOP, vary: 'origin' }],
    ['a function, of another', { origin: toShop }, OTHER, { vary: 'origin' }],
    ['a function, without Origin', { origin: () => true }, null, { vary: 'origin' }],
    [
      'a function that returns a promise',
      // biome-ignore lint/suspicious/noExplicitAny: JavaScript may pass it
      { origin: (async () => true) as any },
      SHOP,
      { vary: 'origin' },
    ],
    ['every origin', { origin: true }, SHOP, { origin: '*' }],
    ['every origin, without Origin', { origin: true }, null, { origin: '*' }],
    [
      'an origin with credentials',
      { origin: SHOP, credentials: true },
      SHOP,
      { origin: SHOP, credentials: 'true' },
    ],
    [
      'a list with credentials, of another',
      { origin: [SHOP], credentials: true, exposeHeaders: ['x-total'] },
      OTHER,
      { vary: 'origin' },
    ],
    [
      'exposed headers',
      { origin: true, exposeHeaders: ['x-total', 'etag'] },
      SHOP,
      { origin: '*', exposed: 'x-total, etag' },
    ],
    [
      'options for preflights',
      { origin: true, maxAge: 9, methods: ['PUT'] },
      SHOP,
      { origin: '*' },
    ],
  ])('is shared by %s', async (_what, options, origin, expected) => {
    const headers = new Headers(origin === null ? {} : { origin });
    const response = await application(options)(requestTo('/photos', { headers }));
    expect(await response.text()).toBe('photos');
    expect(shared(response)).toEqual(expected);
  });

  it.each<[string, string, number, object?]>([
    ['GET', '/photos', 200],
    ['HEAD', '/photos', 200],
    ['POST', '/photos', 405, { vary: 'accept, content-type, origin' }],
    ['OPTIONS', '/photos', 204],
    ['GET', '/lost', 404, { vary: 'accept, content-type, origin' }],
    ['GET', '/closed', 404, { vary: 'accept, content-type, origin' }],
    ['GET', '/%', 400, { vary: 'accept, content-type, origin' }],
    ['GET', '/broken', 500, { vary: 'accept, content-type, origin' }],
    ['GET', '/members', 401, { vary: 'accept, content-type, origin' }],
    ['GET', '/old', 303],
    ['GET', '/moved', 303],
    ['GET', '/stream', 200],
    ['GET', '/nothing', 204],
    ['GET', '/varied', 200, { vary: 'Cookie, ORIGIN' }],
    ['GET', '/starred', 200, { vary: '*' }],
    ['GET', '/own', 200, { origin: 'https://own.test', vary: undefined }],
  ])('is shared for %s %s, with status %i', async (method, path, status, more) => {
    const handle = application({ origin: [SHOP] });
    const response = await handle(requestTo(path, { method, headers: { origin: SHOP } }));
    expect(response.status).toBe(status);
    expect(shared(response)).toEqual({ origin: SHOP, vary: 'origin', ...more });
    expect(log).not.toHaveBeenCalled();
  });
});

describeBoth('a preflight', () => {
  const ASKED = 'x-key,content-type';
  const ask = (options: CorsOptions, path = '/photos', method = 'PUT', origin = SHOP) =>
    application(options)(
      requestTo(path, {
        method: 'OPTIONS',
        headers: {
          ...{ origin, 'access-control-request-method': method },
          'access-control-request-headers': ASKED,
        },
      }),
    );
  const BOTH = 'origin, access-control-request-headers';
  const PHOTOS = { origin: SHOP, methods: 'GET, HEAD, PUT', headers: ASKED };

  it.each<[string, CorsOptions, object]>([
    ['one origin', { origin: SHOP }, { ...PHOTOS, vary: 'access-control-request-headers' }],
    ['a list', { origin: [SHOP] }, { ...PHOTOS, vary: BOTH }],
    ['a list without it', { origin: [OTHER] }, { vary: 'origin' }],
    ['every origin', { origin: true }, { ...PHOTOS, origin: '*', vary: BOTH.slice(8) }],
    [
      'credentials',
      { origin: [SHOP], credentials: true },
      { ...PHOTOS, credentials: 'true', vary: BOTH },
    ],
    ['methods', { origin: [SHOP], methods: ['PUT'] }, { ...PHOTOS, methods: 'PUT', vary: BOTH }],
    [
      'headers',
      { origin: SHOP, headers: ['x-key', 'authorization'] },
      { ...PHOTOS, headers: 'x-key, authorization' },
    ],
    ['no headers', { origin: SHOP, headers: [] }, { ...PHOTOS, headers: '' }],
    [
      'an age',
      { origin: SHOP, headers: ['a'], maxAge: 0 },
      { ...PHOTOS, headers: 'a', maxAge: '0' },
    ],
    [
      'exposed headers, which are for the answer itself',
      { origin: SHOP, headers: ['a'], exposeHeaders: ['etag'] },
      { ...PHOTOS, headers: 'a' },
    ],
  ])('is answered from the table and the options: %s', async (_what, options, expected) => {
    const response = await ask(options);
    expect([response.status, response.body]).toEqual([204, null]);
    expect(shared(response)).toEqual(expected);
  });

  it.each<[string, string, string, number, string]>([
    ['rows for some methods', '/photos', 'PATCH', 204, 'GET, HEAD, PUT'],
    ['a row with a guard', '/members', 'GET', 204, 'GET, HEAD'],
    ['a row for every method', '/open', 'PATCH', 200, 'PATCH'],
    ['one with a guard', '/any', 'PATCH', 204, 'PATCH'],
    ['a row for OPTIONS', '/options', 'PUT', 200, 'PATCH'],
    ['a redirect', '/old', 'PUT', 204, 'PUT'],
    ['no row, so that scripts see the 404', '/lost', 'PUT', 204, 'PUT'],
    ['a block', '/closed', 'PUT', 204, 'PUT'],
    ['a malformed path', '/%', 'PUT', 204, 'PUT'],
  ])('of a path with %s', async (_what, path, method, status, methods) => {
    const response = await ask({ origin: [SHOP], headers: ['a'] }, path, method);
    expect(response.status).toBe(status);
    expect(shared(response)).toEqual({ origin: SHOP, vary: 'origin', methods, headers: 'a' });
  });

  it('of an origin that is not allowed keeps its answer', async () => {
    expect((await ask({ origin: [SHOP] }, '/any', 'PUT', OTHER)).status).toBe(401);
    expect((await ask({ origin: [SHOP] }, '/lost', 'PUT', OTHER)).status).toBe(404);
  });

  it.each([
    ['no Origin', { 'access-control-request-method': 'PUT' }],
    ['no Access-Control-Request-Method', { origin: SHOP }],
  ])('is none with %s', async (_what, headers) => {
    const handle = application({ origin: true });
    const response = await handle(requestTo('/any', { method: 'OPTIONS', headers }));
    expect(response.status).toBe(401);
    expect(shared(response)).toEqual({ origin: '*', vary: 'accept, content-type' });
  });

  it('cancels the body that it replaces, whatever that does', async () => {
    const cancel = vi.fn().mockRejectedValue(new Error('no'));
    const body = new ReadableStream({ cancel });
    const headers = { origin: SHOP, 'access-control-request-method': 'PUT' };
    const request = requestTo('/', { method: 'OPTIONS', headers });
    const answer = cors({ origin: SHOP })(new Response(body, { status: 401 }), { request });
    expect([answer.status, answer.body]).toEqual([204, null]);
    expect(cancel).toHaveBeenCalledOnce();
  });
});

it('a response that switches protocols stays as it is', () => {
  const request = requestTo('/', { headers: { origin: SHOP } });
  expect(cors({ origin: true })(SWITCHED, { request })).toBe(SWITCHED);
  expect(shared(SWITCHED)).toEqual({});
});

describe('the options of cors', () => {
  const wrong = (options: object) => () => Reflect.apply(cors, null, [options]);

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['false', false],
    ['a star', '*'],
    ['no text', ''],
    ['the origin of a sandbox', 'null'],
    ['a slash at the end', `${SHOP}/`],
    ['a path', `${SHOP}/a`],
    ['a host', 'shop.test'],
    ['upper case', 'https://SHOP.test'],
    ['a default port', `${SHOP}:443`],
    ['a port that is none', `${SHOP}:99999`],
    ['a user', 'https://ada@shop.test'],
    ['a pattern', 'https://*.shop.test'],
    ['a regular expression', /shop/],
    ['several in one text', `${SHOP}, ${OTHER}`],
    ['a list with a number', [SHOP, 7]],
    ['a list in a list', [[SHOP]]],
  ])('refuse as origin: %s', (_what, origin) => {
    expect(wrong({ origin })).toThrow(/^cors: origin is .*\. Expected an origin such as/s);
  });

  it.each(['http://localhost:3000', 'capacitor://localhost', 'https://[::1]:8443'])(
    'take as origin: %s',
    (origin) => expect(wrong({ origin })).not.toThrow(),
  );

  it.each<[string, object, string]>([
    ['every origin with credentials', { credentials: true }, 'List the origins'],
    ['methods in lower case', { methods: ['patch'] }, "a list such as ['GET', 'PUT']"],
    ['methods in a text', { methods: 'GET' }, "a list such as ['GET', 'PUT']"],
    ['headers with a space', { headers: ['x y'] }, "a list such as ['x-total']"],
    ['headers that are numbers', { exposeHeaders: [7] }, "a list such as ['x-total']"],
    ['a star with credentials', { origin: SHOP, credentials: true, headers: ['*'] }, "no '*'"],
    ['a negative age', { maxAge: -1 }, 'a whole number of 0 or more'],
    ['credentials as a text', { credentials: 'include' }, 'true or false'],
    ['an unknown name', { origins: true }, "'origins' is not an option"],
  ])('refuse %s', (_what, options, message) => {
    expect(wrong({ origin: true, ...options })).toThrow(message);
  });

  it('that are null count as unset', () => {
    const unset = { methods: null, headers: null, credentials: null, maxAge: null };
    expect(wrong({ origin: true, exposeHeaders: null, ...unset })).not.toThrow();
  });
});
