/** Refuses questions with the same answer for any table, which are slips. */
import { describe, expect, it } from 'vitest';
import type { Files } from '../../../src/hmvc.ts';
import {
  assertAllowed,
  assertBlocked,
  assertReaches,
  reach,
  reachAction,
} from '../../../src/tools/inspect.ts';

const TABLE = { 'users/login': '', 'users/(:num)': 'users/show/$1', 'admin/(.+)': 'admin/$1' };
const ACTION = "Write module/controller/action, such as 'users/login'.";

const REFERENCES = 'a request fills in all references, so none is left in its destination';

describe('a destination that no row could lead to', () => {
  it.each([
    ['', 'the destination is empty', ACTION],
    ['/', 'a destination does not start with a slash', ACTION],
    ['/users/show', 'a destination does not start with a slash', "Write 'users/show'."],
    ['users/login/', 'a destination does not end with a slash', "Write 'users/login'."],
    ['users//login', 'a segment is empty', "Write 'users/login'."],
    ['users/login ', 'a segment starts or ends with a space', "Write 'users/login'."],
    [' users/login', 'a segment starts or ends with a space', "Write 'users/login'."],
    ['users/show/$1', REFERENCES, ACTION],
    ['users/show/${id}', REFERENCES, ACTION],
    ['users/show/:id', 'a destination has no syntax of patterns', ACTION],
    ['users/show/(:num)', 'a destination has no syntax of patterns', ACTION],
    ['users/show/{id}', 'a destination has no syntax of patterns', ACTION],
    ['users/login?next=a', 'a destination has no query', ACTION],
    ['Users::login', 'a destination does not name a class', ACTION],
    ['Users@login', 'a destination does not name a class', ACTION],
    ['App\\Users', 'a destination does not name a class', ACTION],
    ['users/%6Cogin', 'requests are percent-decoded, except for slashes and percent signs', ACTION],
    ['users/../login', 'a request has no dot segments', ACTION],
  ])('is refused: %j', (destination, problem, advice) => {
    const message = `reach('${destination}'): ${problem}. ${advice}`;
    expect(() => reach(TABLE, destination)).toThrow(message);
  });

  it.each([
    ['Users/show', 'users/(:num)', 'users/show'],
    ['users/Show', 'users/(:num)', 'users/show'],
    ['Users/Show/7', 'users/(:num)', 'users/show/7'],
    ['Admin/Login', 'admin/(.+)', 'admin/Login'],
    ['Shop', 'shop', 'shop'],
    ['Users/Login', 'users/login', 'users/login'],
    ['home/Start', 'default_controller', 'home/start'],
    ['Errors/missing', '404_override', 'errors/missing'],
  ])('is refused if only its case differs: %s', (destination, key, written) => {
    const settings = { default_controller: 'home/start', '404_override': 'errors/missing' };
    expect(() => reach({ ...TABLE, shop: 'shop/index', ...settings }, destination)).toThrow(
      `reach('${destination}'): nothing in the table is spelled like this, but '${key}' has '${written}'. Write '${written}'.`,
    );
  });

  it.each([
    ...['users/login', 'shop/cart', 'users/show/x@y.com', 'users/show/a%2Fb', 'users/show/a:b'],
    ...['Shop/Cart', 'admin/.x'],
  ])('is not one that rows happen not to lead to: %s', (destination) => {
    const table = { 'users/login': '', 'users/(:num)': 'users/show/$1' };
    expect(reach(table, destination)).toEqual({ ways: [], unproved: [] });
  });

  it('is not one that a row writes in the same case behind a block', () => {
    const table = { 'users/login': '', '(users)/(:any)': '$1/$2' };
    expect(reach(table, 'Users/login').ways).toEqual([]);
    // A block for this spelling makes it known.
    expect(reach({ 'Users/login': '', login: 'users/login' }, 'Users/login').ways).toEqual([]);
  });

  it('is refused too if a row leads there in more ways than are counted', () => {
    const table = { 'x/(.)(.)(.)(.)(.)(.)(.)(.)': 'Users/$1$2$3$4$5$6$7$8' };
    expect(() => reach(table, 'users/abcdefghijkl')).toThrow("has 'Users/abcdefghijkl'");
  });

  it('is not refused if a row still leads there', () => {
    expect(reach({ login: '/users/login' }, '/users/login').ways).toHaveLength(1);
    expect(reach({ '(:any)': 'users/$1' }, 'users/:id').ways).toHaveLength(1);
  });
});

describe('an argument that no row could pass on', () => {
  class Users {
    index() {}
    show() {}
  }
  const files: Files = { 'application/controllers/users.ts': async () => ({ default: Users }) };

  it.each([
    ['users//login', 'a segment is empty'],
    ['users/show/', 'a destination does not end with a slash'],
    ['users/show/$1', REFERENCES],
    ['users/show/:id', 'a destination has no syntax of patterns'],
  ])('is refused with files: %s', async (destination, problem) => {
    await expect(reachAction(TABLE, destination, files)).rejects.toThrow(
      `reachAction('${destination}'): ${problem}.`,
    );
  });

  it('is not one that rows happen not to pass on', async () => {
    expect(await reachAction(TABLE, 'users/show/a', files)).toEqual({ ways: [], unproved: [] });
  });
});

describe('an assertion about a method that is not in upper case', () => {
  const table = { 'GET users/login': 'users/login', 'users/login': '' };

  it.each<[string, () => void]>([
    ['assertBlocked', () => assertBlocked(table, 'get', '/users/login')],
    ['assertReaches', () => assertReaches(table, 'get', '/users/login', 'users/login')],
    ['assertAllowed', () => assertAllowed(table, '/users/login', ['get'])],
  ])('is refused by %s', (call, assertion) => {
    expect(assertion).toThrow(`${call}: the method 'get' is not in upper case. Write 'GET'.`);
  });

  it('is made if no route can have the method', () => {
    expect(() => assertBlocked(table, 'brew', '/users/login')).not.toThrow();
  });
});
