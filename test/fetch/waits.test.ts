/** Checks that a request waits only for promises, since each further wait delays every answer. */
import { afterEach, expect, it } from 'vitest';
import type { FetchOptions } from '../../src/fetch.ts';
import { createControllers } from '../../src/hmvc.ts';
import { Route } from '../../src/index.ts';
import {
  createFetchHandler,
  createFetchMiddleware,
  describeBoth,
  requestTo,
} from '../support/handlers.ts';

afterEach(() => Route.reset());

const files = {
  'application/controllers/photos.ts': async () => ({
    default: class {
      now() {
        return 'now';
      }
      async later() {
        return 'later';
      }
    },
  }),
};

const routes = () =>
  Route.collect(
    {},
    () => Route.get('handler', 'x', {}, () => 'now'),
    () => Route.get('handler/later', 'x', {}, async () => 'later'),
    () => Route.get('action', 'photos/now'),
    () => Route.get('action/later', 'photos/later'),
  );

/** The number of microtask turns until the answer. */
async function waits(answer: () => Promise<unknown>): Promise<number> {
  await answer();
  await answer();
  let done = false;
  const answered = answer().then(() => {
    done = true;
  });
  let count = 0;
  for (; !done; count++) await null;
  await answered;
  return count;
}

describeBoth('a request', () => {
  it.each<[string, string, number, Partial<FetchOptions>?]>([
    ['a handler', '/handler', 1],
    ['an action', '/action', 1],
    ['nothing', '/missing', 1],
    ['an async handler', '/handler/later', 2],
    ['an async action', '/action/later', 2],
    ['a handler, with onResponse', '/handler', 1, { onResponse: () => undefined }],
    ['nothing, with onResponse', '/missing', 1, { onResponse: () => undefined }],
    ['a handler, with a context', '/handler', 1, { context: () => ({ user: 1 }) }],
  ])('waits no more often than it has to for %s', async (_what, path, expected, more) => {
    const options = { routes: routes(), controllers: createControllers(files), ...more };
    for (const create of [createFetchHandler, createFetchMiddleware]) {
      const handle: (request: Request) => Promise<unknown> = create(options);
      expect(await waits(() => handle(requestTo(path)))).toBe(expected);
    }
  });
});
