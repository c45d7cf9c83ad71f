/** Accounts, products, carts and orders, in memory. */
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { HttpError } from 'waymark/http';
import type { z } from 'zod';
import type * as schemas from './schemas.ts';

type Credentials = z.infer<typeof schemas.ACCOUNT>;
type Given = z.infer<typeof schemas.PRODUCT>;
type Status = 'new' | z.infer<typeof schemas.STATUS>['status'];

export type Product = Given & { readonly id: number };

export interface User {
  readonly email: string;
  readonly role: 'customer' | 'admin';
  readonly salt: Buffer;
  readonly hash: Buffer;
  /** The count of each product, by its id. */
  readonly cart: Map<number, number>;
}

interface Order {
  readonly id: number;
  readonly buyer: string;
  readonly lines: ReturnType<typeof cartOf>['lines'];
  readonly total: number;
  status: Status;
}

const users = new Map<string, User>();
const products = new Map<number, Product>();
const photos = new Map<number, File>();
const orders: Order[] = [];
let lastId = 0;

/** Has an event for each order whose status changes; its type is the id. */
export const changes = new EventTarget();

const hashOf = (password: string, salt: Buffer) => scryptSync(password, salt, 32);

export function signUp({ email, password }: Credentials, role: User['role'] = 'customer'): User {
  if (users.has(email)) throw new HttpError(409, 'this address has an account');
  const salt = randomBytes(16);
  const user = { email, role, salt, hash: hashOf(password, salt), cart: new Map() };
  users.set(email, user);
  return user;
}

export function signIn({ email, password }: Credentials): User {
  const user = users.get(email);
  // A password is hashed for an unknown address too, or the time would tell who has an account.
  const hash = hashOf(password, user?.salt ?? Buffer.alloc(16));
  if (user !== undefined && timingSafeEqual(hash, user.hash)) return user;
  throw new HttpError(401, 'the address or the password is wrong');
}

export const userOf = (email: string | undefined) => users.get(email ?? '') ?? null;

const PAGE = 20;

export function search({ search, page }: z.infer<typeof schemas.FILTER>) {
  const found = [...products.values()].filter(({ title }) => title.includes(search));
  return { products: found.slice((page - 1) * PAGE, page * PAGE), count: found.length };
}

export const product = (id: number) => existing(products.get(id), 'product');

export function addProduct(given: Given): Product {
  lastId += 1;
  return saveProduct({ id: lastId, ...given });
}

export const changeProduct = (id: number, given: Given) =>
  saveProduct({ ...product(id), ...given });

function saveProduct(changed: Product): Product {
  products.set(changed.id, changed);
  return changed;
}

export function removeProduct(id: number): null {
  products.delete(product(id).id);
  photos.delete(id);
  return null;
}

export const photo = (id: number) => existing(photos.get(id), 'photo');

export function setPhoto(id: number, file: File): null {
  photos.set(product(id).id, file);
  return null;
}

export function cartOf({ cart }: User) {
  // A product that was removed is in no cart.
  const lines = [...cart].flatMap(([id, count]) => {
    const found = products.get(id);
    return found === undefined ? [] : [{ id, title: found.title, price: found.price, count }];
  });
  return { lines, total: lines.reduce((sum, { price, count }) => sum + price * count, 0) };
}

export function putIntoCart(user: User, id: number, count: number) {
  user.cart.set(product(id).id, count);
  return cartOf(user);
}

export function takeFromCart(user: User, id: number) {
  user.cart.delete(id);
  return cartOf(user);
}

export function placeOrder(user: User): Order {
  const { lines, total } = cartOf(user);
  if (lines.length === 0) throw new HttpError(409, 'the cart is empty');
  const missing = lines.find(({ id, count }) => product(id).stock < count);
  if (missing !== undefined) throw new HttpError(409, `there are too few of ${missing.title}`);
  for (const { id, count } of lines) {
    saveProduct({ ...product(id), stock: product(id).stock - count });
  }
  const order: Order = { id: orders.length + 1, buyer: user.email, lines, total, status: 'new' };
  orders.push(order);
  user.cart.clear();
  return order;
}

export const ordersOf = ({ email }: User) => orders.filter(({ buyer }) => buyer === email);

export const orderById = (id: number) => existing(orders[id - 1], 'order');

/** An order of others is like one that there is not. */
export function orderOf(user: User, id: number): Order {
  const order = orderById(id);
  return existing(order.buyer === user.email ? order : undefined, 'order');
}

export function changeOrder(id: number, status: Status): Order {
  const order = orderById(id);
  order.status = status;
  changes.dispatchEvent(new Event(`${id}`));
  return order;
}

function existing<Thing>(thing: Thing | undefined, name: string): Thing {
  if (thing === undefined) throw new HttpError(404, `there is no such ${name}`);
  return thing;
}
