/** The shop in docs/example/shop: every route, and the document that describes them. */
import { readdirSync, readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Route } from 'waymark';
import { assertGuarded, check, list } from 'waymark-tools/inspect';
import { fetch } from '../../docs/example/shop/app.ts';
import routes from '../../docs/example/shop/routes.ts';
import { signUp } from '../../docs/example/shop/store.ts';
import { excerptsOf, pageOf } from '../support/pages.ts';

const PASSWORD = 'correct horse';
const DUNES = { title: 'Dunes', price: 1250, stock: 3 };

/** The cookies of an administrator and of a customer. */
let admin = '';
let ada = '';
/** A product, which is new for each test. */
let id = 0;

async function send(request: string, cookie = '', sent?: unknown) {
  const [method = '', path = ''] = request.replace('ID', `${id}`).split(' ');
  const isForm = sent instanceof FormData;
  const init = {
    ...{ method, body: sent === undefined || isForm ? (sent ?? null) : JSON.stringify(sent) },
    headers: {
      cookie,
      ...(sent !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
  };
  return fetch(new Request(`https://shop.test${path}`, init));
}

/** Sends a request, and returns the status and the JSON of the answer. */
async function call(...request: Parameters<typeof send>) {
  const response = await send(...request);
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

/** Signs in, and returns the cookie of the session. */
async function signIn(email: string): Promise<string> {
  const response = await send('POST /session', '', { email, password: PASSWORD });
  return String(response.headers.getSetCookie()[0]).split(';')[0] ?? '';
}

beforeAll(async () => {
  signUp({ email: 'admin@shop.test', password: PASSWORD }, 'admin');
  await send('POST /accounts', '', { email: 'Ada@shop.test', password: PASSWORD });
  admin = await signIn('admin@shop.test');
  ada = await signIn('ada@shop.test');
});
beforeEach(async () => {
  id = (await call('POST /products', admin, DUNES)).body.id;
});

describe('a route of the shop', () => {
  const account = (email: string) => ({ email, password: PASSWORD });

  it.each<[string, status: number, customer: number, admin: number, unknown?]>([
    ['GET /products', 200, 200, 200],
    ['GET /products?search=Du&page=1', 200, 200, 200],
    ['GET /products/ID', 200, 200, 200],
    ['GET /products/0', 404, 404, 404],
    ['GET /products/first', 404, 404, 404],
    ['GET /products/ID/photo', 404, 404, 404],
    ['GET /products?page=0', 422, 422, 422],
    ['POST /products', 401, 403, 201, DUNES],
    ['POST /products', 401, 403, 422, { ...DUNES, price: 0 }],
    ['POST /products', 401, 403, 415],
    ['PUT /products/ID', 401, 403, 200, DUNES],
    ['PUT /products/0', 401, 403, 404, DUNES],
    ['DELETE /products/ID', 401, 403, 204],
    ['PUT /products/ID/photo', 401, 403, 415],
    ['POST /accounts', 409, 409, 409, account('ada@shop.test')],
    ['POST /accounts', 422, 422, 422, account('ada')],
    ['POST /session', 401, 401, 401, { ...account('ada@shop.test'), password: 'wrong password' }],
    ['POST /session', 401, 401, 401, account('nobody@shop.test')],
    ['GET /session', 401, 200, 200],
    ['DELETE /session', 401, 204, 204],
    ['GET /cart', 401, 200, 200],
    ['PUT /cart/ID', 401, 200, 200, { count: 1 }],
    ['PUT /cart/0', 401, 404, 404, { count: 1 }],
    ['PUT /cart/ID', 401, 422, 422, { count: 0 }],
    ['DELETE /cart/ID', 401, 200, 200],
    ['GET /orders', 401, 200, 200],
    ['GET /orders/99', 401, 404, 404],
    ['GET /orders/99/events', 401, 404, 404],
    ['POST /orders/99/invoice', 401, 404, 404],
    ['PUT /orders/99/status', 401, 403, 404, { status: 'sent' }],
    ['PUT /orders/99/status', 401, 403, 422, { status: 'lost' }],
    ['GET /invoices/1', 403, 403, 403],
    ['GET /openapi.json', 200, 200, 200],
    ['PATCH /cart', 405, 405, 405],
  ])('answers %s with %i, a customer with %i, and an administrator with %i', async (...given) => {
    const [request, stranger, customer, administrator, sent] = given;
    expect((await send(request, '', sent)).status).toBe(stranger);
    expect((await send(request, ada, sent)).status).toBe(customer);
    expect((await send(request, admin, sent)).status).toBe(administrator);
  });

  it('explains an error as problem details', async () => {
    const response = await send('POST /products', admin, { ...DUNES, title: '' });
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ status: 422, issues: [{ path: ['title'] }] });
  });

  it('ends a session', async () => {
    const response = await send('DELETE /session', await signIn('ada@shop.test'));
    expect(response.headers.getSetCookie()[0]).toMatch(/^user=; .*Expires=Thu, 01 Jan 1970/);
  });

  it('keeps a photo', async () => {
    const form = new FormData();
    form.set('photo', new File(['bytes'], 'dunes.png', { type: 'image/png' }));
    expect((await send('PUT /products/ID/photo', admin, form)).status).toBe(204);
    const response = await send('GET /products/ID/photo');
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(await response.text()).toBe('bytes');
    form.set('photo', new File(['bytes'], 'dunes.html', { type: 'text/html' }));
    expect((await send('PUT /products/ID/photo', admin, form)).status).toBe(422);
  });
});

describe('an order', () => {
  let ada = '';
  beforeEach(async () => {
    signUp({ email: `ada${id}@shop.test`, password: PASSWORD });
    ada = await signIn(`ada${id}@shop.test`);
  });
  afterEach(() => vi.useRealTimers());

  const order = async (count: number) => {
    await send('PUT /cart/ID', ada, { count });
    return call('POST /orders', ada);
  };

  it('has what is in the cart, which is empty then', async () => {
    const lines = [{ id, title: 'Dunes', price: 1250, count: 2 }];
    const { status, body } = await order(2);
    expect([status, body]).toMatchObject([201, { lines, total: 2500, status: 'new' }]);
    expect((await call('GET /orders', ada)).body).toContainEqual(body);
    expect((await call('GET /cart', ada)).body).toEqual({ lines: [], total: 0 });
    expect((await call('GET /products/ID')).body).toMatchObject({ stock: 1 });
    expect((await call('POST /orders', ada)).status).toBe(409);
  });

  it('is refused if there are too few, and leaves out what was removed', async () => {
    expect((await order(4)).body).toMatchObject({
      status: 409,
      detail: 'there are too few of Dunes',
    });
    await send('DELETE /products/ID', admin);
    expect((await call('GET /cart', ada)).body).toEqual({ lines: [], total: 0 });
  });

  it('is only for its buyer', async () => {
    const { body } = await order(1);
    expect((await send(`GET /orders/${body.id}`, ada)).status).toBe(200);
    expect((await send(`GET /orders/${body.id}`, admin)).status).toBe(404);
  });

  it('has an invoice, for whoever has the link, for a day', async () => {
    const { body } = await order(1);
    const link = await (await send(`POST /orders/${body.id}/invoice`, ada)).text();
    const invoice = await send(`GET ${link}`);
    expect(await invoice.text()).toBe(
      `<h1>Invoice ${body.id}</h1><p>ada${id}@shop.test owes 12.5 €</p>`,
    );
    vi.setSystemTime(Date.now() + 86_401_000);
    expect((await send(`GET ${link}`)).status).toBe(403);
  });

  it('tells its buyer how it goes', async () => {
    const { body } = await order(1);
    const response = await send(`GET /orders/${body.id}/events`, ada);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const read = async (end: string) => {
      let text = '';
      while (!text.endsWith(end)) {
        const chunk = await reader?.read();
        if (chunk === undefined || chunk.done) throw new Error(`the stream ended after ${text}`);
        text += chunk.value;
      }
      return text;
    };
    expect(await read('new\n\n')).toContain('data: new');
    await send(`PUT /orders/${body.id}/status`, admin, { status: 'sent' });
    expect(await read('sent\n\n')).toContain('data: sent');
    await reader?.cancel();
  });
});

describe('the table of the shop', () => {
  const table = Route.collect(routes);

  it('has 21 routes, each with a role, and no finding', async () => {
    expect(list(table).map(({ meta }) => meta?.role)).toEqual([
      ...Array(6).fill('anyone'),
      ...Array(10).fill('customer'),
      ...Array(5).fill('admin'),
    ]);
    expect(await check(table, { guards: ['role'] })).toEqual([]);
    assertGuarded(table, 'POST products', { role: 'admin' });
  });

  it('has a valid document, with a name for what it describes twice', async () => {
    const { body } = await call('GET /openapi.json');
    expect(await new Validator().validate(structuredClone(body))).toEqual({ valid: true });
    expect(Object.keys(body.components.schemas)).toEqual(['Account', 'Product']);
    expect(Object.keys(body.paths)).toHaveLength(13);
  });
});

describe('the documentation of the example', () => {
  const folder = new URL('../../docs/example/shop/', import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));

  it('is right about its size: 254 lines without comments', () => {
    const lines = files.flatMap((file) => readFileSync(new URL(file, folder), 'utf8').split('\n'));
    const code = lines.filter((line) => !/^\s*(?:$|\/\/|\/?\*)/.test(line));
    expect(code.length).toBeLessThanOrEqual(254);
  });

  it('shows the routes', () => {
    const shown = excerptsOf(pageOf('docs/recipes.md')).map(({ file }) => file);
    expect(shown).toContain('example/shop/routes.ts');
  });
});
