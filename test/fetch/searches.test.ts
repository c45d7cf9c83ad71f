/** How often a request searches the table, counted where the search starts. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFetchHandler } from '../../src/fetch.ts';
import { Tree } from '../../src/resolve/matcher/tree.ts';

describe('the searches of one request', () => {
  const search = vi.spyOn(Tree.prototype, 'search');
  beforeEach(() => {
    search.mockClear();
  });
  afterEach(() => {
    search.mockClear();
  });

  /** The searches for a request to a table whose routes all answer. */
  async function count(keys: readonly string[], method: string, path = '/photos') {
    const fetch = createFetchHandler({
      routes: Object.fromEntries(keys.map((key) => [key, 'x'])),
      handlers: Object.fromEntries(keys.map((key) => [key, () => 'fine'])),
    });
    search.mockClear();
    const { status } = await fetch(new Request(`http://localhost${path}`, { method }));
    return [status, search.mock.calls.length];
  }

  it.each([
    ['GET', ['GET photos'], 1],
    ['HEAD', ['GET photos'], 1],
    ['HEAD', ['photos'], 1],
    ['HEAD', ['GET photos', 'POST photos', 'DELETE photos'], 1],
    ['HEAD', ['HEAD photos', 'GET photos'], 1],
    ['HEAD', ['photos', 'HEAD albums'], 2],
    ['POST', ['GET photos', 'POST photos'], 1],
    ['BREW', ['photos'], 1],
  ])('are, for %s to %j, %i', async (method, keys, searches) => {
    expect(await count(keys, method)).toEqual([200, searches]);
  });
});
