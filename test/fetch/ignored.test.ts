/** Mistakes that change no answer, reported before the first request is answered. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFetchHandler, type FetchOptions } from '../../src/fetch.ts';
import { checkRoutes, createControllers } from '../../src/hmvc.ts';
import { Route, WaymarkError } from '../../src/index.ts';
import { requestTo } from '../support/handlers.ts';

class Posts {
  index() {
    return 'posts';
  }
  show(id: string) {
    return id;
  }
}
const files = { 'application/controllers/posts.ts': async () => ({ default: Posts }) };
const handler = () => 'fine';

/** Messages without the call at the start and the page at the end. */
const bare = (messages: readonly string[]) =>
  messages.map((message) =>
    message.replace(/^createFetchHandler,? ?:? ?/, '').replace(/ See npx waymark help \S+$/, ''),
  );

/** Reports to `onError` at the first request. */
async function reported(options: FetchOptions): Promise<string[]> {
  const messages: string[] = [];
  const handle = createFetchHandler({
    ...options,
    onError: (error) => {
      expect(error).toBeInstanceOf(WaymarkError);
      messages.push(String((error as Error).message)); // the cast: it is an error
    },
  });
  await handle(requestTo('/elsewhere'));
  const once = messages.length;
  await handle(requestTo('/elsewhere'));
  expect(messages).toHaveLength(once);
  return bare(messages);
}

const MISTAKES: [mistake: string, options: FetchOptions, message: string][] = [
  [
    'a table without a row',
    { routes: {} },
    'the table has no rows. Import the route file before Route.map(), or pass its function to Route.collect().',
  ],
  [
    'a table of settings alone, whose route file did not run',
    { routes: { default_controller: 'posts' }, controllers: createControllers(files) },
    'the table has settings and no rows. Import the route file before Route.map(), or pass its function to Route.collect().',
  ],
  [
    'no file below any root',
    { routes: { 'a/(:any)': '$1/show' }, controllers: createControllers({}) },
    "there is no file below application or framework, and 'a/(:any)' needs a controller. Pass the folder above the roots to findFiles, createControllers(await findFiles('.')), or the option roots if the folders differ; in a bundle, use the plugin of waymark-tools/plugin.",
  ],
];

it('names the line that blocks nothing, though the call itself throws nothing', async () => {
  const routes = Route.collect(() => {
    Route.get('a', () => 'a');
    Route.block(...([null] as never[])); // the cast passes an invalid argument
  });
  const message = expect.stringMatching(
    /^Route\.block at .*ignored\.test\.ts:\d+:\d+\)?: argument 1 is null\. Expected a pattern, so it blocks nothing; /,
  );
  expect(await reported({ routes })).toEqual([message]);
  expect(await checkRoutes({ routes, controllers: createControllers({}) })).toHaveLength(1);
});

describe('a mistake that changes no answer', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each(MISTAKES)(
    'is reported once, and what checkRoutes resolves to: %s',
    async (_, options, message) => {
      expect(await reported(options)).toEqual([message]);
      const mistakes = await checkRoutes(options);
      const messages = mistakes.map((mistake) =>
        mistake.message.replace('checkRoutes', 'createFetchHandler'),
      );
      expect(bare(messages)).toEqual([message]);
    },
  );

  it('is logged when the handler is made, without onError', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const handle = createFetchHandler({ routes: {} });
    expect(log.mock.calls).toEqual([
      ['waymark: %s', expect.stringContaining('createFetchHandler: the table has no rows.')],
    ]);
    await handle(requestTo('/'));
    expect(log).toHaveBeenCalledTimes(1);
  });

  it('delays no answer and changes none', async () => {
    const onError = vi.fn(() => new Promise(() => {}));
    const handle = createFetchHandler({
      routes: { '404_override': 'posts' },
      controllers: createControllers(files),
      onError,
    });
    expect(await (await handle(requestTo('/a'))).text()).toBe('posts');
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it.each<[string, FetchOptions]>([
    [
      'an ordinary application',
      { routes: { 'posts/(:num)': 'posts/show/$1' }, controllers: createControllers(files) },
    ],
    [
      'no routes, since autoRoute needs none',
      { routes: {}, controllers: createControllers(files), autoRoute: true },
    ],
    ['routes with handlers and no files', { routes: { a: 'x/$1' }, handlers: { a: handler } }],
    ['blocks and no files', { routes: { 'a/(:any)': '' } }],
  ])('is not found in %s', async (_, options) => expect(await reported(options)).toEqual([]));
});

describe('checkRoutes', () => {
  it('reports a destination that passes too few arguments', async () => {
    const mistakes = await checkRoutes({
      routes: { 'a/(:num)': 'posts/show' },
      controllers: createControllers(files),
    });
    expect(mistakes.map(({ message }) => message)).toEqual([
      expect.stringContaining(
        "checkRoutes, table key 'a/(:num)': its destination 'posts/show' passes no arguments to 'show' of 'application/controllers/posts.ts', which has 1 parameter. Add what is missing, such as $1, or give the parameter a default value.",
      ),
    ]);
  });

  it('reports none if a default value or another class fills it', async () => {
    class Defaults {
      show(id = '1', ..._more: string[]) {
        return id;
      }
    }
    class Remapped {
      _remap(_action: string) {
        return '';
      }
    }
    const own = {
      'application/controllers/defaults.ts': async () => ({ default: Defaults }),
      'application/controllers/remapped.ts': async () => ({ default: Remapped }),
      'application/modules/a/controllers/a.ts': async () => ({ default: Defaults }),
      'application/controllers/a.ts': async () => ({ default: Posts }),
    };
    const routes = { x: 'defaults/show', y: 'remapped/anything', z: 'a/index/1' };
    expect(await checkRoutes({ routes, controllers: createControllers(own) })).toEqual([]);
  });
});

describe('a route that returns nothing', () => {
  class Empty {
    index() {}
    nothing() {
      return null;
    }
  }
  async function messagesFor(
    paths: readonly string[],
    onError?: FetchOptions['onError'],
    autoRoute = false,
  ) {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const routes = Route.collect(() => {
      // @ts-expect-error: it returns nothing
      Route.any('a', () => {});
      // @ts-expect-error: it resolves to nothing
      Route.get('b', async () => undefined);
      Route.get('c', () => null);
      Route.get('d', 'empty');
      Route.get('e', 'empty/nothing');
      Route.get('f', ({ run }) => run<() => null>('empty/nothing'));
      Route.get('g/(:any)', 'empty/index/$1');
    });
    const handle = createFetchHandler({
      routes,
      controllers: createControllers({
        'application/controllers/empty.ts': async () => ({ default: Empty }),
      }),
      onError,
      autoRoute,
    });
    const statuses = [];
    for (const path of paths) {
      const [method, target] = path.split(' ');
      const { status } = await handle(requestTo(target, { method }));
      statuses.push(status);
    }
    expect(statuses).toEqual(paths.map(() => 204));
    // The report doesn't delay the answer.
    await new Promise((resolve) => setImmediate(resolve));
    const messages = error.mock.calls.map(([, message]) => String(message));
    error.mockRestore();
    return messages.map((message) => message.replace(/ See npx.*/, ''));
  }
  const said = (what: string) =>
    `${what}: it returned nothing, a 204. Return the answer, or null if it is meant to be empty.`;

  it.each([
    ['a handler', 'GET /a', "the handler of 'a'"],
    ['one for HEAD', 'HEAD /a', "the handler of 'a'"],
    ['an asynchronous one', 'GET /b', "the handler of 'GET b'"],
    ['an action', 'GET /d', "the action of 'empty', route 'GET d'"],
  ])('is reported once for GET: %s', async (_what, request, where) => {
    expect(await messagesFor([request, request])).toEqual([said(where)]);
  });

  it.each(['POST /a', 'DELETE /a', 'GET /c', 'GET /e', 'GET /f'])(
    'is not reported for %s, which means it',
    async (request) => expect(await messagesFor([request])).toEqual([]),
  );

  it('is reported once for each row, however many paths it has', async () => {
    expect(await messagesFor(['GET /g/1', 'GET /g/2', 'GET /d'])).toHaveLength(2);
    const paths = ['GET /empty/index/1', 'GET /empty/index/2'];
    expect(await messagesFor(paths, undefined, true)).toHaveLength(1);
  });

  it('is left to onError, if that returns true', async () => {
    const statuses: number[] = [];
    const onError: FetchOptions['onError'] = (_error, { status }) => {
      statuses.push(status);
      return true;
    };
    expect(await messagesFor(['GET /a'], onError)).toEqual([]);
    expect(statuses).toEqual([204]);
    expect(await messagesFor(['GET /a'], () => undefined)).toHaveLength(1);
  });
});
