import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import type { Sender } from './exchange.ts';
import { isResponse } from './is-response.ts';
import { toJson } from './json.ts';
import { streamOf } from './stream.ts';

// Made once: from a record, each response would have to check names and values again.
const HTML = new Headers({ 'content-type': 'text/html; charset=utf-8' });
const JSON_TYPE = new Headers({ 'content-type': 'application/json' });
const TEXT = new Headers({ 'content-type': 'text/plain; charset=utf-8' });

const encoder = new TextEncoder();

/**
 * Makes a response of what an action or a handler returned: a `Response` stays what it is, and one
 * of another package's class becomes the runtime's, a string is HTML, and nothing (`undefined`, `null`) is 204. What `Response` takes as a body is the body;
 * what can be iterated over asynchronously is a stream of strings and bytes. Any other object, a
 * number or a boolean is JSON.
 *
 * To HEAD the response has the `content-length` of GET if that is known (RFC 9110, section 8.6).
 * @throws {WaymarkError} if nothing can be made of it: a function, a symbol, a bigint, an object
 *   that JSON has nothing of, a `Response` whose body was used
 */
export function toResponse(value: unknown, sender: Sender): Response {
  if (value === undefined || value === null) return new sender.Response(null, { status: 204 });
  switch (typeof value) {
    case 'string':
      return textResponse(value, 200, HTML, sender);
    case 'number':
    case 'boolean':
      return textResponse(JSON.stringify(value), 200, JSON_TYPE, sender);
    case 'object':
      return (
        bodyResponse(value, sender) ?? textResponse(toJson(value, sender), 200, JSON_TYPE, sender)
      );
    default: {
      const wanted = 'a Response, a body for one, a string, something for JSON, or nothing';
      throw badArgument(sender.where(), 'what it returned', wanted, value);
    }
  }
}

/** A plain-text response that only names its status. */
export function plainResponse(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>>,
  sender: Pick<Sender, 'head' | 'Response'>,
): Response {
  // A copy: a class of responses that keeps what it is given must not keep what all share.
  const own = new Headers(TEXT);
  for (const [name, value] of Object.entries(headers)) own.set(name, value);
  return textResponse(text, status, own, sender);
}

/** The same headers and body with another status. */
export function withStatus(response: Response, status: number): Response {
  return new Response(response.body, { status, headers: response.headers });
}

/**
 * Whether a response can be sent: its body was not used, nobody else reads it, and it is not the
 * `Response.error()` that stands for a failed request.
 */
function isSendable({ bodyUsed, status, body }: Response): boolean {
  return !bodyUsed && status !== 0 && body?.locked !== true;
}

/**
 * The runtime's own response, since servers recognise no other. The answer to HEAD has no body if
 * the headers give the length of GET's.
 */
function usable(response: Response, sender: Sender): Response {
  if (!isSendable(response)) throw notSendable(sender.where());
  const own = isOwn(response, sender) ? response : copyOf(response);
  if (!sender.head) return own;
  const { body, status, statusText, headers } = own;
  if (!headers.has('content-length')) return own;
  body?.cancel().catch(() => undefined);
  return new Response(null, { status, statusText, headers });
}

/**
 * Whether a response can be the answer as it is. A proxy of one can't, and neither can one with a member
 * `then`: a promise that resolves to it would call that.
 */
function isOwn(response: Response, sender: Sender): boolean {
  if (!(response instanceof Response) || 'then' in response) return false;
  // The application's class need not be the runtime's: only its server knows its instances.
  if (sender.Response !== Response) return true;
  try {
    statusOf.call(response);
    return true;
  } catch {
    return false;
  }
}

/** Reads the status of the runtime's own responses, and throws for any other, which no proxy can hide. */
const statusOf = Object.getOwnPropertyDescriptor(Response.prototype, 'status')
  ?.get as () => unknown; // the cast: every runtime has it (WebIDL)

/** Statuses for which `Response` refuses a body, even an empty one. */
const BODILESS = [101, 103, 204, 205, 304];

function copyOf({ body, status, statusText, headers }: Response): Response {
  return new Response(BODILESS.includes(status) ? null : body, { status, statusText, headers });
}

function textResponse(
  text: string,
  status: number,
  headers: Headers,
  sender: Pick<Sender, 'head' | 'Response'>,
): Response {
  if (!sender.head) return new sender.Response(text, { status, headers });
  return headResponse(status, headers, encoder.encode(text).length, sender);
}

function headResponse(
  status: number,
  headers: Headers | Readonly<Record<string, string>>,
  length: number,
  sender: Pick<Sender, 'Response'>,
): Response {
  const own = new Headers(headers);
  own.set('content-length', String(length));
  return new sender.Response(null, { status, headers: own });
}

/** A response with an object as its body; `null` if the object can't be one. */
function bodyResponse(value: object, sender: Sender): Response | null {
  const iterable = isAsyncIterable(value);
  if (!iterable && isJsonOnly(value)) return null;
  if (isResponse(value)) return usable(value, sender);
  const { head } = sender;
  if (iterable && !(value instanceof ReadableStream)) {
    return new sender.Response(streamOf(value, sender));
  }
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
    if (head) return headResponse(200, {}, value.byteLength, sender);
    // The cast leaves out views of shared memory, which Response itself refuses.
    return new sender.Response(value as Uint8Array<ArrayBuffer> | ArrayBuffer);
  }
  if (value instanceof Blob) {
    return head ? headResponse(200, typeOf(value), value.size, sender) : new sender.Response(value);
  }
  if (value instanceof URLSearchParams) {
    if (!head) return new sender.Response(value);
    // What another class makes of a body may have the type only once it is sent.
    return headResponse(200, new Response(value).headers, String(value).length, sender);
  }
  // Their length is not known, so for HEAD the server removes the body.
  if (value instanceof FormData) return new sender.Response(value);
  if (value instanceof ReadableStream) {
    // Throws if the stream was read already, which another class may not.
    new Response(value);
    return new sender.Response(value);
  }
  return null;
}

/** Most of what is returned is one of these, and then nothing else is tried. */
function isJsonOnly(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype || Array.isArray(value);
}

function typeOf({ type }: Blob): Readonly<Record<string, string>> {
  return type === '' ? {} : { 'content-type': type };
}

/** A plain object may be one too, by a method of its own. */
function isAsyncIterable(value: object): value is AsyncIterable<unknown> {
  return Symbol.asyncIterator in value && typeof value[Symbol.asyncIterator] === 'function';
}

/** The error for a `Response` that can't be sent. */
export function notSendable(where: string): WaymarkError {
  const problem =
    'the body of its Response was used already or is being read, or it is Response.error()';
  const advice = 'make a new Response for each request, or return response.clone()';
  return new WaymarkError('bad-argument', where, problem, advice);
}
