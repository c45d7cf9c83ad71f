/** The routes of the shop, each with the role that it needs. */
import { type RequestContext, Route } from 'waymark';
import { events, HttpError, html, readForm, signedCookies, signUrl, verifyUrl } from 'waymark/http';
import { ACCOUNT, COUNT, FILTER, ID, PHOTO, PRODUCT, STATUS } from './schemas.ts';
import * as shop from './store.ts';

/** Whoever sends a request. */
export class Visitor {
  constructor(private readonly known: shop.User | null) {}
  get user(): shop.User {
    if (this.known === null) throw new HttpError(401, 'sign in first');
    return this.known;
  }
}
declare module 'waymark' {
  interface AddedContext extends Pick<Visitor, 'user'> {}
  interface RouteMeta {
    role: 'anyone' | shop.User['role'];
    openapi: object | false;
  }
}

/** Keys for sessions and links; the first signs. */
const KEYS = [process.env.SHOP_KEY ?? crypto.randomUUID()];
const DAY = 86_400;

export const sessionsOf = (context: RequestContext) => signedCookies(context, KEYS);

export default () => {
  Route.prefix('', { meta: { role: 'anyone' } }, () => {
    Route.post('accounts', { body: ACCOUNT }, (context) =>
      enter(context, shop.signUp(context.body)),
    );
    Route.post('session', { body: ACCOUNT }, (context) =>
      enter(context, shop.signIn(context.body)),
    );
    Route.get('products', { query: FILTER }, ({ query }) => shop.search(query));
    Route.get('products/{id:num}', { as: 'product', params: ID }, ({ params }) =>
      shop.product(params.id),
    );
    Route.get('products/{id:num}/photo', { params: ID }, ({ params }) => shop.photo(params.id));
    Route.get('invoices/{id:num}', { as: 'invoice', params: ID }, async (context) => {
      if (!(await verifyUrl(context, KEYS))) throw new HttpError(403, 'the link has expired');
      const { id, buyer, total } = shop.orderById(context.params.id);
      return html`<h1>Invoice ${id}</h1><p>${buyer} owes ${total / 100} €</p>`;
    });
  });

  Route.prefix('', { meta: { role: 'customer' } }, () => {
    Route.get('session', ({ user }) => shown(user));
    Route.delete('session', async (context) => {
      await sessionsOf(context).delete('user');
      return null;
    });
    Route.get('cart', ({ user }) => shop.cartOf(user));
    Route.put('cart/{id:num}', { params: ID, body: COUNT }, ({ user, params, body }) =>
      shop.putIntoCart(user, params.id, body.count),
    );
    Route.delete('cart/{id:num}', { params: ID }, ({ user, params }) =>
      shop.takeFromCart(user, params.id),
    );
    Route.get('orders', ({ user }) => shop.ordersOf(user));
    Route.post('orders', ({ user }) => created(shop.placeOrder(user)));
    Route.prefix('orders/{id:num}', () => {
      Route.get('/', { params: ID }, ({ user, params }) => shop.orderOf(user, params.id));
      Route.post('invoice', { params: ID }, ({ user, params, url }) => {
        const { id } = shop.orderOf(user, params.id);
        return signUrl(url('invoice', { id }), KEYS, { maxAge: DAY });
      });
      Route.get('events', { params: ID }, (context) => {
        const order = shop.orderOf(context.user, context.params.id);
        return events(context, ({ send, signal }) => {
          const tell = () => send({ data: order.status });
          shop.changes.addEventListener(`${order.id}`, tell, { signal });
          tell();
        });
      });
    });
  });

  Route.prefix('', { meta: { role: 'admin' } }, () => {
    Route.post('products', { body: PRODUCT }, ({ body, url }) => {
      const product = shop.addProduct(body);
      return created(product, { location: url('product', { id: product.id }) });
    });
    Route.put('products/{id:num}', { params: ID, body: PRODUCT }, ({ params, body }) =>
      shop.changeProduct(params.id, body),
    );
    Route.delete('products/{id:num}', { params: ID }, ({ params }) =>
      shop.removeProduct(params.id),
    );
    Route.put('products/{id:num}/photo', { params: ID }, async (context) => {
      const { photo } = await readForm(context, { schema: PHOTO, limit: 5_000_000 });
      return shop.setPhoto(context.params.id, photo);
    });
    Route.put('orders/{id:num}/status', { params: ID, body: STATUS }, ({ params, body }) =>
      shop.changeOrder(params.id, body.status),
    );
  });
};

const shown = ({ email, role }: shop.User) => ({ email, role });

const created = (value: object, headers = {}) => Response.json(value, { status: 201, headers });

async function enter(context: RequestContext, user: shop.User) {
  await sessionsOf(context).set('user', user.email, { maxAge: DAY });
  return shown(user);
}
