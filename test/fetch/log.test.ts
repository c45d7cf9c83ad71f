/** The log of an error in an application without onError. */
import { format } from 'node:util';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import type { FetchOptions } from '../../src/fetch.ts';
import { Controller, createControllers } from '../../src/hmvc.ts';
import type { Handler } from '../../src/index.ts';
import { createFetchHandler, describeBoth, requestTo } from '../support/handlers.ts';

/** Formats as the console does, which throws for unprintable values. */
const lines: string[] = [];
const log = vi
  .spyOn(console, 'error')
  .mockImplementation((...args) => void lines.push(format(...args)));
beforeEach(() => {
  lines.length = 0;
  log.mockClear();
});
afterAll(() => log.mockRestore());

class Pages extends Controller {
  index() {
    throw new Error('out of film');
  }
  broken() {
    throw new Error('the page is lost');
  }
  map() {
    return Symbol('a');
  }
}

const fail = () => {
  throw new Error('out of film');
};

function ask(path: string, init: RequestInit = {}, options: Partial<FetchOptions> = {}) {
  const handle = createFetchHandler({
    routes: {
      'GET photos/(:any)': 'pages/index/$1',
      'POST handled': 'x',
      'map/(:any)': 'pages/map/$1',
      missing: 'pages/nothing',
      ...options.routes,
    },
    controllers: createControllers({
      'application/controllers/pages.ts': async () => ({ default: Pages }),
    }),
    ...options,
    handlers: { 'POST handled': fail, ...options.handlers },
  });
  return handle(requestTo(path, init));
}

describeBoth('an error without onError', () => {
  it.each<[string, string, string, Partial<FetchOptions>?]>([
    ['GET', '/photos/7', "GET '/photos/7', route 'GET photos/(:any)', status 500: Error: out of f"],
    ['HEAD', '/photos/7', "HEAD '/photos/7', route 'GET photos/(:any)', status 500: Error: out of"],
    ['POST', '/handled', "POST '/handled', route 'POST handled', status 500: Error: out of film"],
    ['GET', '/pages/index', "GET '/pages/index', no route, status 500:", { autoRoute: true }],
    [
      'GET',
      '/%zz',
      "GET '/%zz', page 'pages/broken', status 400: Error: the page is lost",
      { errorPages: { 400: 'pages/broken' } },
    ],
    ['GET', '/photos/%64%73%20%25?token=secret', "GET '/photos/%64%73%20%25', route"],
    ['GET', '/map/7', "the action of 'pages/map/7', route 'map/(:any)': "],
    ['GET', '/pages/map', "the action of 'pages/map': ", { autoRoute: true }],
  ])('is logged once with what is known: %s %s', async (method, path, line, options) => {
    expect((await ask(path, { method }, options)).status).toBe(line.includes('400') ? 400 : 500);
    expect(lines).toEqual([expect.stringContaining(line)]);
    expect(lines[0]).toMatch(/^waymark: .*\n {4}at /s);
    expect(lines[0]).not.toContain('secret');
  });

  it('is logged for a stream that breaks off', async () => {
    const handlers: Record<string, Handler> = {
      'POST handled': async function* () {
        yield 'a';
        fail();
      },
    };
    const response = await ask('/handled', { method: 'POST' }, { handlers });
    await expect(response.text()).rejects.toThrow('out of film');
    expect(lines[0]).toContain("POST '/handled', route 'POST handled', status 200: Error: out");
  });

  it('keeps what a client sent to one line of limited length', async () => {
    await ask(`/photos/${'x'.repeat(2000)}`);
    await ask('/photos/a\u202eb');
    expect(lines[0].split('\n', 1)[0].length).toBeLessThan(300);
    expect(lines[1]).not.toContain('\u202e');
  });

  it("says so if the console can't print it", async () => {
    const thrown = Object.defineProperty(new Error('x'), 'stack', { get: fail });
    const handlers = { 'POST handled': () => Promise.reject(thrown) };
    expect((await ask('/handled', { method: 'POST' }, { handlers })).status).toBe(500);
    expect(lines).toEqual([
      expect.stringMatching(
        /^waymark: POST '\/handled'.* with an error that console.error can't print$/,
      ),
    ]);
  });

  it('is logged for a value that is no request', async () => {
    const handle = createFetchHandler({ routes: { a: '' } });
    // The cast passes a value that no server passes.
    expect((await handle({} as never)).status).toBe(500);
    expect(lines).toHaveLength(1);
  });
});

it('a route of a table that leads to no action is logged as a 404', async () => {
  await ask('/missing');
  expect(lines[0]).toContain("GET '/missing', route 'missing', status 404: WaymarkError:");
});
