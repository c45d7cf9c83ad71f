/**
 * Compares the answers with those of the PHP original and CodeIgniter 3's router for the same
 * calls.
 */
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRouter, METHODS, type Method, Route } from '../../src/index.ts';
import { createReadRouter } from '../support/compiled.ts';

type Call = [operation: string, ...args: unknown[]];

interface Golden {
  name: string;
  base: [key: string, to: string][];
  calls: Call[];
  tables: Record<Method, [key: string, to: string][]>;
  named: Record<string, string | null> | [];
  resolved: [method: Method, path: string, destination: string | null][];
}

const rows = ['edge', 'routes'].flatMap((file): Golden[] =>
  JSON.parse(readFileSync(new URL(`../fixtures/${file}.json`, import.meta.url), 'utf8')),
);

function replay(calls: Call[]): void {
  // The cast opens the class to operations named in data.
  const operations = Route as unknown as Record<string, (...args: unknown[]) => void>;
  for (const [operation, ...args] of calls) {
    if (operation === 'prefix') Route.prefix(args[0] as string, () => replay(args[1] as Call[]));
    else operations[operation](...args);
  }
}

function withoutSlashes(table: Record<string, string>) {
  return Object.entries(table).map(([key, to]) => [key.replace(/^\//, ''), to]);
}

describe.each(rows)('$name', ({ base, calls, tables, named, resolved }) => {
  // The fixture's keys are PHP's; those that JavaScript would reorder get a leading slash.
  const table = Object.fromEntries(base.map(([key, to]) => [key.replace(/^(?=\d+$)/, '/'), to]));

  beforeEach(() => {
    Route.reset();
    replay(calls);
  });

  // CodeIgniter's library has no call for QUERY.
  it.each(METHODS.filter((method) => method !== 'QUERY'))(
    'has the table that PHP has during a %s',
    (method) => expect(withoutSlashes(Route.map(table, method))).toEqual(tables[method]),
  );

  it.each([
    ['a router', createRouter],
    ['a router of the table compiled ahead of time', createReadRouter],
  ])('answers each request as CodeIgniter does, from %s', (_, create) => {
    const router = create(Route.map(table));
    const answers = resolved.map(([method, path]) => {
      const answer = router.resolve(method, path);
      if (answer.status === 'blocked') return [method, path, ''];
      return [method, path, answer.status === 'found' ? answer.destination : null];
    });
    expect(answers).toEqual(resolved);
  });

  it('keeps the names', () => {
    const kept = Object.keys(named).map((name) => [name, Route.named(name)]);
    expect(kept).toEqual(Object.entries(named));
  });
});
