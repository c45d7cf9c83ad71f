/**
 * Values that no application should hand over, by a name for the test's title. Each is made anew.
 */
import { ForeignResponse } from './foreign-response.ts';

const boom = (): never => {
  throw new Error('boom');
};

/** One function for every trap of a proxy. */
function traps<T extends object>(trap: () => unknown): ProxyHandler<T> {
  return Object.fromEntries(
    Object.getOwnPropertyNames(Reflect).map((name) => [name, trap]),
  ) as ProxyHandler<T>; // the cast: the functions of Reflect are named after the traps
}

function revoked(target: object): unknown {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

/**
 * Behaves like its target for `times` reads, then throws. It never has a `then`: resolving a
 * promise reads that last, and no code can catch an error there.
 */
function wearing(target: object, times: number): unknown {
  let left = times;
  return new Proxy(target, {
    ...Object.fromEntries(
      (['has', 'getPrototypeOf', 'getOwnPropertyDescriptor', 'ownKeys'] as const).map((name) => [
        name,
        (...args: [object, never]) => (left-- > 0 ? Reflect[name](...args) : boom()),
      ]),
    ),
    get(own, name) {
      if (name === 'then') return undefined;
      if (left-- <= 0) boom();
      const value = Reflect.get(own, name, own);
      return typeof value === 'function' ? value.bind(own) : value;
    },
  });
}

function withGetter(object: object, name: PropertyKey, get: () => unknown = boom): object {
  return Object.defineProperty(object, name, { get, enumerable: true, configurable: true });
}

/** A response with members that no real one has. */
function foreign(init: ResponseInit, body: unknown = null): object {
  return Object.defineProperties(new ForeignResponse(null), {
    status: { value: init.status ?? 200 },
    statusText: { value: init.statusText ?? '' },
    headers: { value: init.headers ?? new Headers() },
    body: { value: body },
  });
}

function withThen(object: object, then: unknown): object {
  return Object.defineProperty(object, 'then', { value: then });
}

async function* parts(...chunks: unknown[]) {
  yield* chunks;
}

function iterator(next: () => unknown, end: () => unknown = boom): object {
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
}

function locked(): Response {
  const response = new Response('once');
  response.body?.getReader();
  return response;
}

function circle(): object {
  const object: Record<string, unknown> = {};
  object.self = object;
  return object;
}

function detached(): Uint8Array {
  const bytes = new Uint8Array(8);
  structuredClone(bytes, { transfer: [bytes.buffer] });
  return bytes;
}

const PLAIN: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  null: () => null,
  NaN: () => Number.NaN,
  'a bigint': () => 1n,
  'a symbol': () => Symbol('x'),
  'a function': () => () => 1,
  'a class': () => class {},
  'a circle': circle,
  'an object without a prototype': () => Object.create(null),
  'a revoked proxy': () => revoked({}),
  'a revoked proxy of a function': () => revoked(() => 1),
  'a revoked proxy of an array': () => revoked([]),
  'a revoked proxy of a Response': () => revoked(new Response('x')),
  'a revoked proxy of an Error': () => revoked(new Error('x')),
  'a throwing proxy': () => new Proxy({}, traps(boom)),
  'a throwing proxy of a function': () => new Proxy(() => 1, traps(boom)),
  'a throwing proxy of a Response': () => new Proxy(new Response('x'), traps(boom)),
  'a throwing Symbol.toStringTag': () => withGetter({}, Symbol.toStringTag),
  'a throwing Symbol.toStringTag of a class': () =>
    withGetter(new (class X {})(), Symbol.toStringTag),
  'a throwing Symbol.toPrimitive': () => ({ [Symbol.toPrimitive]: boom, toString: boom }),
  'a throwing Symbol.asyncIterator': () => withGetter({}, Symbol.asyncIterator),
  'a throwing toJSON': () => ({ toJSON: boom }),
  'a throwing constructor': () => withGetter(new Map(), 'constructor'),
  'a throwing member': () => withGetter({}, 'a'),
  'a throwing then': () => withThen({}, boom),
  'a throwing getter of then': () => withGetter({}, 'then'),
  'an error whose stack throws': () => withGetter(new Error('x'), 'stack'),
  'an error whose message throws': () => withGetter(new Error('x'), 'message'),
  'an error whose name throws': () => withGetter(new Error('x'), 'name'),
  'an error whose cause throws': () => withGetter(new Error('x'), 'cause'),
  'an error whose stack is a symbol': () => Object.assign(new Error('x'), { stack: Symbol('x') }),
  'an error whose stack is a throwing proxy': () =>
    Object.assign(new Error('x'), { stack: new Proxy({}, traps(boom)) }),
  'an error whose inspection throws': () =>
    Object.assign(new Error('x'), { [Symbol.for('nodejs.util.inspect.custom')]: boom }),
  'Response.error()': () => Response.error(),
  'a locked Response': locked,
  'a Response with a throwing then': () => withThen(new Response('x'), boom),
  'a Response with a throwing getter of then': () => withGetter(new Response('x'), 'then'),
  'a Response whose then is no function': () => withThen(new Response('x'), 5),
  'a Response with throwing headers': () => withGetter(new Response('x'), 'headers'),
  'a Response with a throwing body': () => withGetter(new Response('x'), 'body'),
  'a Response with a throwing status': () => withGetter(new Response('x'), 'status'),
  'a foreign 304': () => foreign({ status: 304 }),
  'a foreign 304 with a body': () => foreign({ status: 304 }, ''),
  'a foreign 101': () => foreign({ status: 101 }),
  'a foreign 999': () => foreign({ status: 999 }),
  'a foreign status that is no number': () => foreign({ status: Symbol('x') as never }), // the cast: it is not
  'a foreign status text of two lines': () => foreign({ statusText: 'a\nb' }),
  'foreign headers that throw': () => foreign({ headers: new Proxy(new Headers(), traps(boom)) }),
  'foreign headers of a revoked proxy': () => foreign({ headers: revoked({}) as Headers }), // the cast: it is not
  'foreign headers of two lines': () => foreign({ headers: { a: 'b\nc' } }),
  'a foreign body that is a revoked proxy': () => foreign({}, revoked({})),
  'a foreign body that is a function': () => foreign({}, () => 1),
  'detached bytes': detached,
  'a proxy of bytes': () => new Proxy(new Uint8Array(8), {}),
  'a proxy of a stream': () => new Proxy(new Blob(['x']).stream(), {}),
  'shared memory': () => new Uint8Array(new SharedArrayBuffer(8)),
  'a locked stream': () => locked().body,
  'a stream of a circle': () => parts('a', circle()),
  'a stream of a revoked proxy': () => parts('a', revoked({})),
  'a stream that throws': () => iterator(boom),
  'a stream that throws a revoked proxy': () =>
    iterator(() => {
      throw revoked({});
    }),
  'a stream of no results': () => iterator(() => 7),
  'a stream of a throwing result': () => iterator(() => withGetter({}, 'done')),
  'a stream whose end throws': () => iterator(async () => ({ done: false, value: 7 })),
  'a proxy of a Response': () => wearing(new Response('x'), Number.POSITIVE_INFINITY),
};

/** The reads that a proxy allows before it throws. Most values are read 1 to 20 times. */
const LOOKS = Array.from({ length: 25 }, (_, index) => index + 1);

/** All hostile values, by name. */
export const HOSTILE: ReadonlyMap<string, () => unknown> = new Map([
  ...Object.entries(PLAIN),
  ...LOOKS.flatMap((times): [string, () => unknown][] => [
    [`a proxy of a Response that throws after ${times}`, () => wearing(new Response('x'), times)],
    [`a proxy of an object that throws after ${times}`, () => wearing({ a: 1 }, times)],
  ]),
]);
