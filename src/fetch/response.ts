/** Makes a response from whatever an action returned; `stream.ts` makes the stream of an iteration. */
import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { HTML, type Html } from '../table/handler.ts';
import type { Exchange } from './exchange.ts';
import { addMissing, copyOf, isEmpty, isResponse, setHeaders } from './headers.ts';
import { encoder, streamOf } from './stream.ts';

type Fields = Readonly<Record<string, string>>;

/** The headers of a string, and of an error without a page, unless the client wants JSON. */
export const PLAIN: Fields = { 'content-type': 'text/plain; charset=utf-8' };
export const JSON_TYPE: Fields = { 'content-type': 'application/json' };
const HTML_TYPE: Fields = { 'content-type': 'text/html; charset=utf-8' };

/** The type that `Response` itself gives to `URLSearchParams`. */
const FORM_TYPE: Fields = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' };

/** The runtime's own class. The global one may be replaced later, as by @hono/node-server. */
const Native = Response;

/**
 * Makes a response from the value that an action or a handler returned. A `Response` is the answer;
 * one of another package's class is copied into the runtime's. A string is plain text, and what the
 * tag `html` makes is HTML. Nothing (`undefined`, `null`) is 204. A value that `Response` accepts as a
 * body is the body, and an asynchronous iterable is a stream of its strings and bytes. Any other
 * object, a number or a boolean is JSON.
 *
 * For HEAD, the response has the `content-length` of GET if that is known (RFC 9110, section 8.6).
 * @throws {WaymarkError} if the value can't be sent: a function, a symbol, a bigint, an object
 *   whose `toJSON` returns nothing, a `Response` whose body was used
 */
export function toResponse(value: unknown, exchange: Exchange): Response {
  const response = makeResponse(value, exchange);
  const { headersIfRead, application } = exchange;
  const adds = headersIfRead !== undefined && !isEmpty(headersIfRead);
  if (!adds && application.onResponse === undefined) return response;
  if (isResponse(value)) return addMissing(response, headersIfRead);
  return adds ? setHeaders(response, headersIfRead, true) : response;
}

function makeResponse(value: unknown, exchange: Exchange): Response {
  if (value === undefined || value === null) return new exchange.Response(null, { status: 204 });
  switch (typeof value) {
    case 'string':
      return textResponse(value, PLAIN, exchange);
    case 'number':
    case 'boolean':
      return textResponse(JSON.stringify(value), JSON_TYPE, exchange);
    case 'object':
      return (
        bodyResponse(value, exchange) ?? textResponse(toJson(value, exchange), JSON_TYPE, exchange)
      );
    default: {
      const wanted = 'a Response, a body for one, a string, something for JSON, or nothing';
      throw badArgument(exchange.describePlace(), 'the returned value', wanted, value);
    }
  }
}

/**
 * Returns a response that the server recognises: this one, or a copy. For HEAD, it drops the body.
 * @throws {WaymarkError} if its body was used or is being read, or it is `Response.error()`
 */
export function usable(
  response: Response,
  exchange: Pick<Exchange, 'isHead' | 'Response' | 'describePlace'>,
): Response {
  const { bodyUsed, status, body } = response;
  // Only `Response.error()` has the status 0.
  if (bodyUsed || status === 0 || body?.locked === true)
    throw notSendable(exchange.describePlace());
  const own = isOwn(response, exchange) ? response : copyOf(response);
  if (!exchange.isHead || own.body === null) return own;
  // Nobody reads it. Its source may fail at that, which changes no answer.
  own.body.cancel().catch(() => undefined);
  return copyOf(own, { body: own.headers.has('content-length') ? null : endedStream() });
}

/**
 * The body of a HEAD response if GET's has no known length. Without a body, some servers would send
 * `Content-Length: 0`. It ends a moment after a server reads it, since @hono/node-server sends that
 * length for a stream that ends at once.
 */
function endedStream(): ReadableStream {
  return new ReadableStream(
    {
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve));
        // Throws if the server has already cancelled the stream, which the stream ignores.
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * Whether a response can be sent as it is. The runtime doesn't know a proxy of a response. And an
 * async function that returns a response with a member `then` would call that.
 */
function isOwn(response: object, exchange: Pick<Exchange, 'Response'>): boolean {
  if ('then' in response) return false;
  // Another class may not be the runtime's: only its server knows its instances.
  const isOther = exchange.Response !== Native;
  if (isOther && (response instanceof exchange.Response || response instanceof Response))
    return true;
  try {
    statusOf.call(response);
    return true;
  } catch {
    return false;
  }
}

/** Reads the status of the runtime's own responses. Throws for any other, and for a proxy. */
const statusOf = Object.getOwnPropertyDescriptor(Native.prototype, 'status')?.get as () => unknown; // the cast: every runtime has it (WebIDL)

/**
 * One `Headers` object for each record of headers. A `Response` copies it faster than a record, whose
 * names and values it checks each time. Created with the first response that has them; `null` if the
 * runtime's class keeps the object that it is given, so that responses can't share one.
 */
const shared = new Map<Fields, Headers | null>();

/**
 * Answers with a text.
 * @param fields the headers, always the same record for the same headers
 */
export function textResponse(
  text: string,
  fields: Fields,
  exchange: Exchange,
  status = 200,
): Response {
  const known = shared.get(fields);
  if (exchange.isHead || exchange.Response !== Native || known === null) {
    return sizedResponse(text, fields, exchange, status);
  }
  const headers = known ?? new Headers(fields);
  const response = new Native(text, { status, headers });
  if (known === undefined) shared.set(fields, response.headers === headers ? null : headers);
  return response;
}

/**
 * Answers with a body of known length, or for HEAD with that length alone.
 */
export function sizedResponse(
  body: string | Blob | ArrayBuffer | Uint8Array<ArrayBuffer>,
  fields: Fields,
  { isHead, Response }: Pick<Exchange, 'isHead' | 'Response'>,
  status = 200,
): Response {
  // A copy, since a server may add to the record that its class was given: @hono/node-server 1 does.
  const headers: Record<string, string> = { ...fields };
  if (!isHead) return new Response(body, { status, headers });
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  const length = String(bytes instanceof Blob ? bytes.size : bytes.byteLength);
  headers['content-length'] = length;
  return new Response(null, { status, headers });
}

/** Makes a response with an object as its body; `null` if the object can't be a body. */
function bodyResponse(value: object, exchange: Exchange): Response | null {
  const iterable = isAsyncIterable(value);
  if (!iterable && isJsonOnly(value)) return null;
  if (isHtml(value)) return textResponse(value[HTML], HTML_TYPE, exchange);
  if (isResponse(value)) return usable(value, exchange);
  if (iterable && !(value instanceof ReadableStream)) {
    return unsizedResponse(streamOf(value, exchange), exchange);
  }
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
    // The cast excludes views of shared memory, which Response itself refuses.
    return sizedResponse(value as Uint8Array<ArrayBuffer> | ArrayBuffer, {}, exchange);
  }
  if (value instanceof Blob) {
    // Set explicitly, since not every class reads it from the body.
    const { type } = value;
    return sizedResponse(value, type ? { 'content-type': type } : {}, exchange);
  }
  if (value instanceof URLSearchParams) return sizedResponse(String(value), FORM_TYPE, exchange);
  if (value instanceof FormData) return unsizedResponse(value, exchange);
  if (value instanceof ReadableStream) {
    // Throws if the stream was already read. Another class may not throw.
    new Native(value);
    return unsizedResponse(value, exchange);
  }
  return null;
}

function unsizedResponse(body: ReadableStream | FormData, exchange: Exchange): Response {
  const response = new exchange.Response(body);
  return exchange.isHead ? usable(response, exchange) : response;
}

/** Checked before the other kinds, since most actions return one of these. */
function isJsonOnly(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype || Array.isArray(value);
}

/** Also true for a value that another copy of the package has made. */
function isHtml(value: object): value is Html {
  return HTML in value && typeof value[HTML] === 'string';
}

/** A plain object may have the method too. */
function isAsyncIterable(value: object): value is AsyncIterable<unknown> {
  return Symbol.asyncIterator in value && typeof value[Symbol.asyncIterator] === 'function';
}

function notSendable(where: string): WaymarkError {
  const problem =
    'the body of its Response was used already or is being read, or it is Response.error()';
  const advice = 'make a new Response for each request, or return response.clone()';
  return new WaymarkError('bad-argument', where, problem, advice);
}

/**
 * Writes an object or an array as JSON.
 * @throws {WaymarkError} if its `toJSON` returns nothing that JSON has
 * @throws {TypeError} if JSON can't write it: a circular reference, a bigint
 */
function toJson(value: object, exchange: Exchange): string {
  const text: string | undefined = JSON.stringify(value);
  if (text !== undefined) return text;
  const wanted = 'something that JSON.stringify writes';
  throw badArgument(exchange.describePlace(), 'the result of toJSON', wanted, undefined);
}
