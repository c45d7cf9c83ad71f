/** The number of table searches per request, counted at the start of each. */
import { expect, it, vi } from 'vitest';
import { Tree } from '../../src/resolve/matcher/tree.ts';
import { createFetchHandler, describeBoth, requestTo } from '../support/handlers.ts';

describeBoth('the searches of one request', () => {
  const spies = [
    vi.spyOn(Tree.prototype, 'matchSent'),
    vi.spyOn(Tree.prototype, 'matchNormal'),
  ] as const;

  /** The status of a request, and the number of searches, for a table whose routes all answer. */
  async function count(keys: readonly string[], method: string, path = '/photos') {
    const fetch = createFetchHandler({
      routes: Object.fromEntries(keys.map((key) => [key, 'x'])),
      handlers: Object.fromEntries(keys.map((key) => [key, () => 'fine'])),
    });
    for (const spy of spies) spy.mockClear();
    const { status } = await fetch(requestTo(path, { method }));
    return [status, spies[0].mock.calls.length + spies[1].mock.calls.length];
  }

  it.each<[string, string[], number, number, string?]>([
    ['GET', ['GET photos'], 200, 1],
    ['GET', ['photos'], 200, 1],
    ['GET', ['GET photos'], 200, 1, '/photos?page=2'],
    ['HEAD', ['GET photos'], 200, 1],
    ['HEAD', ['photos'], 200, 1],
    ['HEAD', ['GET photos', 'POST photos', 'DELETE photos'], 200, 1],
    ['HEAD', ['HEAD photos', 'GET photos'], 200, 1],
    ['HEAD', ['HEAD albums', 'GET photos'], 200, 2],
    ['HEAD', ['HEAD albums', 'photos'], 200, 2],
    ['POST', ['GET photos', 'POST photos'], 200, 1],
    ['BREW', ['photos'], 200, 1],
    ['POST', ['GET photos'], 405, 2],
    ['PATCH', ['GET photos', 'POST photos'], 405, 3],
    ['PATCH', ['GET photos', 'POST photos', 'DELETE photos', 'PUT photos'], 405, 5],
    ['OPTIONS', ['GET photos'], 204, 2],
    ['GET', ['GET albums', 'POST albums'], 404, 3],
  ])(
    'are one for each tree at most: %s to %j gives %i after %i',
    async (method, keys, status, searches, path) => {
      expect(await count(keys, method, path)).toEqual([status, searches]);
    },
  );
});
