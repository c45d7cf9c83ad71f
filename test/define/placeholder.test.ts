import { beforeEach, describe, expect, it } from 'vitest';
import { createRouter, Route } from '../../src/index.ts';

beforeEach(() => Route.reset());

function keys(): string[] {
  return Object.keys(Route.map()).slice(1);
}

describe('Route.placeholder', () => {
  it.each([
    ['(:segment)', '([^/]+)', ['a', 'é', 'a.b'], ['', 'a/b']],
    ['(:alpha)', '([a-zA-Z]+)', ['a', 'Zed'], ['a1', 'é']],
    ['(:alphanum)', '([a-zA-Z0-9]+)', ['a1', '7'], ['a-b']],
    ['(:hash)', '([^/]+)', ['d41d8cd9'], ['a/b']],
  ])('has %s from the start', (word, expanded, matching, others) => {
    Route.get(`x/${word}`, 'x/$1');
    expect(keys()).toEqual([`GET x/${expanded}`]);
    const router = createRouter(Route.map());
    for (const path of matching) expect(router.resolve('GET', `x/${path}`).status).toBe('found');
    for (const path of others) expect(router.resolve('GET', `x/${path}`).status).toBe('not-found');
  });

  it.each([
    ['[0-9]{4}', 'archive/([0-9]{4})'],
    [/[0-9]{4}/, 'archive/([0-9]{4})'],
    [':num', 'archive/(:num)'],
    ['en|fr', 'archive/(en|fr)'],
  ])('of %s stands for one group in the table', (regex, key) => {
    Route.placeholder('word', regex);
    Route.any('archive/(:word)', 'x/$1');
    expect(keys()).toEqual([key]);
  });

  it('changes the patterns that are defined later, and no earlier one', () => {
    Route.placeholder('word', 'a');
    Route.any('(:word)', 'x');
    Route.placeholder('word', 'b');
    Route.any('(:word)', 'x');
    expect(keys()).toEqual(['(a)', '(b)']);
  });

  it('leaves (:any), (:num) and escaped parentheses to the resolver', () => {
    Route.any('(:any)/(:num)/\\(:word\\)', 'x');
    expect(keys()).toEqual(['(:any)/(:num)/\\(:word\\)']);
  });

  it('expands in the prefix, and in the saved name', () => {
    Route.prefix('(:alpha)', () => Route.any('x', 'x', { as: 'x' }));
    expect(keys()).toEqual(['([a-zA-Z]+)/x']);
    expect(Route.named('x')).toBe('([a-zA-Z]+)/x');
  });
});
