import { expect, it } from 'vitest';
import { queryOf, targetOf } from '../../src/path/normalise.ts';

it.each([
  ['http://example.com/a/%2e%2e/b?c#d', '/a/%2e%2e/b'],
  ['https://example.com:8080//a', '//a'],
  ['http://example.com/http://b/c', '/http://b/c'],
  ['http://[::1]:3000/a:b', '/a:b'],
  ['http://example.com/a?b=/c?d', '/a'],
  ['http://example.com/a#/b?c', '/a'],
  ['http://example.com/', '/'],
  ['/hello/Ada', '/hello/Ada'],
  ['/hello?to=/Ada', '/hello'],
  ['http://example.com', ''],
  ['http://example.com?a/b', ''],
  ['http://example.com#a/b', ''],
  ['http://example.com?a://b/c', ''],
  ['http://example.com/a\\..\\b/../c?d', '/a\\..\\b/../c'],
])('targetOf of %j is %j', (url, target) => expect(targetOf(url)).toBe(target));

it.each([
  ['http://example.com/a?b=/c?d', '?b=/c?d'],
  ['http://example.com/a?b#c?d', '?b'],
  ['http://example.com/a#b?c', ''],
  ['/a?b', '?b'],
  ['http://example.com/a?', '?'],
  ['http://example.com/a', ''],
])('queryOf of %j is %j', (url, query) => expect(queryOf(url)).toBe(query));
