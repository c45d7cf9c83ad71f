/** Later rows that match the path too. */
import { expect, it } from 'vitest';
import type { Row } from '../../docs/playground/answer.ts';
import { createLookup } from '../../docs/playground/worker/look.ts';

const row = (pattern: string): Row => ({
  route: pattern,
  method: null,
  pattern,
  destination: 'a',
  name: null,
  handled: false,
  groups: 0,
  spot: null,
});

it.each([
  ['posts/7', '(:any)/(:num)', true],
  ['posts/7', 'posts/(:num)', true],
  ['posts/7', 'posts/(.+)', true],
  ['posts/7', 'posts?/(:num)', true],
  ['post/7', 'posts?/(:num)', true],
  ['post/7', 'posts*/(:num)', true],
  ['poss/7', 'posts{0,2}/(:num)', false],
  ['posts/7', 'posts+/(:num)', true],
  ['posts/7', 'news|posts/7', true],
  ['posts/7', 'news/(:num)|posts/(:num)', true],
  ['posts/7', '(news|posts)/(:num)', true],
  ['a-b/7', 'a-b/(:num)', true],
  ['a-/7', 'a-b?/(:num)', true],
  ['a.b', 'a.b', true],
  ['axb', 'a.b', true],
  ['ü/7', 'ü/(:num)', true],
  ['posts/7', 'posts/(:num)/edit', false],
  ['posts/7', 'post/(:num)', false],
  ['posts/7', 'posts/8', false],
])('a row after the first that matches for /%s: %s, %s', (path, pattern, isMatch) => {
  const rows = [row('(.+)'), row(pattern)];
  const look = createLookup(Object.fromEntries(rows.map(({ route }) => [route, 'a'])), rows, false);
  const question = { method: 'GET', path: `/${path}`, name: '', params: [] } as const;
  const { winner, after } = look({ ...question, params: [] });
  expect(winner).toBe(0);
  expect(after).toEqual(isMatch ? [1] : []);
});
