import { describe, expect, it } from 'vitest';
import { addMembers } from '../../src/hmvc/context.ts';

class Session {
  user = 'ada';
  #visits = 0;
  visit() {
    this.#visits += 1;
    return this.#visits;
  }
  get visits() {
    return this.#visits;
  }
}

class Admin extends Session {
  override visit() {
    return super.visit() + 100;
  }
}

function contextWith(added: object): Record<string, unknown> {
  const context = { method: 'GET' };
  addMembers(context, added);
  return context;
}

describe('the additions to a context', () => {
  it.each([
    ['a literal', () => ({ user: 'ada', method: 'POST', toString: () => 'x' })],
    ['an object without a prototype', () => Object.assign(Object.create(null), { user: 'ada' })],
  ])('are copied from %s, except for the members that the context has', (_what, make) => {
    const added = make();
    const context = contextWith(added);
    added.user = 'bob';
    expect({ ...context }).toEqual({ method: 'GET', user: 'ada' });
    expect(context.toString).toBe(Object.prototype.toString);
    context.user = 'eve';
    expect([context.user, added.user]).toEqual(['eve', 'bob']);
  });

  it.each([
    ['a class', () => new Session(), 1],
    ['a class that extends another', () => new Admin(), 101],
  ])('stay on an instance of %s', (_what, make, first) => {
    const session = make();
    const context = contextWith(session);
    session.user = 'bob';
    // The cast names the members of the class.
    const { visit, user } = context as { visit: () => number; user: string };
    expect([visit(), user, context.visits]).toEqual([first, 'bob', 1]);
    expect(context.constructor).toBe(Object);
  });

  it('stay on an instance whose class extends nothing, not even Object', () => {
    const level = Object.assign(Object.create(null), { greet: () => 'hello' });
    expect((contextWith(Object.create(level)).greet as () => string)()).toBe('hello');
  });

  it('can be listed, and be replaced in a test', () => {
    const context = contextWith(new Session());
    expect(Object.keys(context).sort()).toEqual(['method', 'user', 'visit', 'visits']);
    Object.defineProperty(context, 'user', { value: 'eve' });
    expect(context.user).toBe('eve');
  });
});
