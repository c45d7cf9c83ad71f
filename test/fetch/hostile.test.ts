/**
 * Checks that the handler resolves to a response, whatever an application throws or returns, in any
 * place.
 */
import { inspect, types } from 'node:util';
import fc from 'fast-check';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import type { FetchOptions } from '../../src/fetch.ts';
import type { Files } from '../../src/hmvc.ts';
import { createControllers } from '../../src/hmvc.ts';
import type { Answer, RequestContext } from '../../src/index.ts';
import { ForeignResponse } from '../support/foreign-response.ts';
import {
  createFetchHandler,
  createFetchMiddleware,
  describeBoth,
  requestTo,
  shown,
} from '../support/handlers.ts';
import { HOSTILE } from '../support/hostile-values.ts';
import { RUNS } from '../support/runs.ts';

/** Prints as the console does, which throws for unprintable values. */
const log = vi.spyOn(console, 'error').mockImplementation((value) => void inspect(value));
afterEach(() => log.mockClear());
afterAll(() => log.mockRestore());

const PLACES = ['action', 'handler', 'context', 'missing', 'broken', 'onError'] as const;
type Place = (typeof PLACES)[number];

/** Ways to hand over a value. */
const WAYS: Readonly<Record<string, (value: unknown) => unknown>> = {
  returned: (value) => value,
  thrown: (value) => {
    throw value;
  },
  resolved: async (value) => value,
  rejected: async (value) => {
    throw value;
  },
  'within an object': (value) => ({ value }),
  'within an array': (value) => [value],
  'as a body': (value) => Object.defineProperty(new ForeignResponse(null), 'body', { value }),
  'as headers': (value) => Object.defineProperty(new ForeignResponse(null), 'headers', { value }),
  'as a status': (value) => Object.defineProperty(new ForeignResponse(null), 'status', { value }),
  'as a part of a stream': async function* (value) {
    yield value;
  },
};

/** The application's behaviour in each place; the default is harmless. */
type Acts = Partial<Record<Place, () => unknown>>;

function optionsOf(acts: Acts) {
  const act = (place: Place, otherwise: () => unknown) => (acts[place] ?? otherwise)();
  class Pages {
    show() {
      return act('action', () => 'shown');
    }
    missing() {
      return act('missing', () => 'missing');
    }
    broken() {
      return act('broken', () => 'broken');
    }
  }
  const files: Files = { 'application/controllers/pages.ts': async () => ({ default: Pages }) };
  return {
    routes: { show: 'pages/show', handled: 'pages', '404_override': 'pages/missing' },
    controllers: createControllers(files),
    // The cast: it returns what no handler may.
    handlers: { handled: () => act('handler', () => 'handled') as Answer },
    errorPages: { 500: 'pages/broken' },
    errorStatus: [[SyntaxError, 400]] as const,
    onError: () => act('onError', () => undefined),
    // The cast: it returns an invalid context.
    context: ({ headers }: RequestContext) => {
      // Gives every answer a header to take.
      headers.append('set-cookie', 'a=1');
      return act('context', () => ({})) as object;
    },
  };
}

/** Resolves to the response, or to a text about the rejection. */
const settle = (
  handler: (request: Request) => Promise<Response | null>,
  path: string,
  method: string,
): Promise<unknown> =>
  handler(requestTo(path, { method })).catch((error) => `rejected: ${inspect(error)}`);

/** A proxy of a response may throw when its class is checked. */
function isResponse(value: unknown): boolean {
  return types.isProxy(value) || value instanceof Response;
}

/** Reads a body that may fail. */
async function drain(response: Response): Promise<void> {
  try {
    await response.text();
  } catch {
    // The status has already been sent.
  }
}

const PATHS = ['/show', '/handled', '/nothing'];

/** The paths that reach each place; the last two places run after an error elsewhere. */
const PATHS_TO: Readonly<Record<Place, readonly string[]>> = {
  action: ['/show'],
  handler: ['/handled'],
  context: ['/show', '/nothing'],
  missing: ['/nothing'],
  broken: ['/show'],
  onError: ['/handled'],
};

it.each(Object.keys(WAYS).flatMap((way) => PLACES.map((place) => [way, place] as const)))(
  'createFetchHandler resolves with a response for any value %s by %s',
  async (way, place) => {
    for (const [kind, make] of HOSTILE) {
      const acts: Acts = { [place]: () => WAYS[way](make()) };
      if (place === 'onError' || place === 'broken') acts.action = acts.handler = () => boom();
      const handler = createFetchHandler(optionsOf(acts));
      for (const path of PATHS_TO[place]) {
        for (const method of ['GET', 'HEAD']) {
          const response = await settle(handler, path, method);
          expect(response, `${kind}, ${method} ${path}`).toSatisfy(isResponse);
          await drain(response as Response); // the cast: the line above checks it
        }
      }
    }
  },
);

describeBoth('createFetchHandler', () => {
  it('resolves with a response whatever an application does anywhere', async () => {
    const act = fc.record({
      way: fc.constantFrom(...Object.keys(WAYS)),
      kind: fc.constantFrom(...HOSTILE.keys()),
    });
    const places = fc.dictionary(fc.constantFrom(...PLACES), act, { minKeys: 1 });
    await fc.assert(
      fc.asyncProperty(
        places,
        fc.constantFrom(...PATHS),
        fc.constantFrom('GET', 'HEAD', 'POST'),
        async (places, path, method) => {
          const acts = Object.fromEntries(
            Object.entries(places).map(([place, { way, kind }]) => [
              place,
              () => WAYS[way](HOSTILE.get(kind)?.()),
            ]),
          );
          for (const create of [createFetchHandler, createFetchMiddleware]) {
            const response = await settle(create(optionsOf(acts)), path, method);
            if (create === createFetchMiddleware && response === null) continue;
            expect(response).toSatisfy(isResponse);
            await drain(response as Response); // the cast: the line above checks it
          }
        },
      ),
      RUNS,
    );
  });
});

describeBoth('the last resort, when everything else fails,', () => {
  const failing = class {
    constructor() {
      throw new Error('no class for this');
    }
  } as never; // the cast: no real class fails to construct

  const answering = (a: () => never, options: Partial<FetchOptions> = {}) =>
    createFetchHandler({ routes: { a: 'a' }, handlers: { a }, ...options });

  it.each([
    ['GET', 'Internal Server Error'],
    ['HEAD', ''],
  ])('is a plain 500 to %s, after both errors were reported', async (method, text) => {
    const onError = vi.fn();
    const handler = answering(boom, { onError, Response: failing });
    const response = await handler(requestTo('/a', { method }));
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await shown(response)).toEqual([500, text]);
    const messages = onError.mock.calls.map(([error]) => error.message);
    expect(messages).toEqual(['boom', 'no class for this']);
  });

  it.each([[undefined], [null], [{}], [new Proxy({}, { get: boom })]])(
    'answers for a value that is no request: case %#',
    async (request) => {
      for (const create of [createFetchHandler, createFetchMiddleware]) {
        const onError = vi.fn();
        const handler = create({ routes: { a: 'a' }, handlers: { a: boom }, onError });
        // The cast passes a value that no server passes.
        expect((await handler(request as never))?.status).toBe(500);
        expect(onError).toHaveBeenCalledTimes(1);
      }
    },
  );

  it('logs why the response of onError is not sent', async () => {
    const handler = answering(boom, { onError: () => Response.error() });
    expect((await handler(requestTo('/a'))).status).toBe(500);
    expect(String(log.mock.calls[0][0])).toContain('it is Response.error()');
  });

  it("says that there was an error if the console can't print it", async () => {
    const fail = () => {
      throw Object.defineProperty(new Error('x'), 'stack', { get: boom });
    };
    expect((await answering(fail, { onError: fail })(requestTo('/a'))).status).toBe(500);
    expect(log).toHaveBeenCalledWith(
      "waymark: a request failed with an error that console.error can't print",
    );
  });

  it('answers with the status of a foreign response that has no body', async () => {
    const handler = answering(() => {
      throw Object.defineProperties(new ForeignResponse(''), { status: { value: 304 } });
    });
    expect((await handler(requestTo('/a'))).status).toBe(304);
  });
});

describeBoth('a path that gives an action more arguments than an engine can pass', () => {
  const onError = vi.fn();
  class Pages {
    count(...args: unknown[]) {
      return String(args.length);
    }
  }
  const handler = createFetchHandler({
    routes: { '(.+)': 'pages/count/$1' },
    controllers: createControllers({
      'application/controllers/pages.ts': async () => ({ default: Pages }),
    }),
    maxPathLength: 400_000,
    onError,
  });

  it.each([
    [65_000, 200, '65000'],
    [70_000, 400, 'Bad Request: too complex'],
    [190_000, 400, 'Bad Request: too complex'],
  ])('is too complex, and no error: %d segments', async (segments, status, text) => {
    expect(await shown(await handler(requestTo('/a'.repeat(segments))))).toEqual([status, text]);
    expect(onError).not.toHaveBeenCalled();
  });

  it('is answered if it is long for another reason', async () => {
    expect(await (await handler(requestTo(`/${'a'.repeat(300_000)}`))).text()).toBe('1');
  });
});

function boom(): never {
  throw new Error('boom');
}
