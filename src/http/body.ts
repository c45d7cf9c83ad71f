/** Reads the type and the bytes of a request's body, up to a limit. */
import { WaymarkError } from '../errors/error.ts';
import { quote } from '../errors/show.ts';
import { HttpError, isTooLarge } from './http-error.ts';

/** The default limit of a body, in bytes: 1 MiB. */
export const BODY_LIMIT = 1_048_576;

/** The media type of a request, in lower case and without parameters; `''` if it has none. */
export function mediaTypeOf({ headers }: Request): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0].trim().toLowerCase();
}

/** The media types of forms. */
export const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Whether a request's type is JSON: `application/json`, or a type that ends with `+json`. */
export function isJson(request: Request): boolean {
  return /^(?:application\/|[\w.+-]+\/[\w.+-]+\+)json$/.test(mediaTypeOf(request));
}

/** A parameter, whose value is a token or a quoted string (RFC 9110, section 5.6.6). */
const PARAMETER = /;\s*([^\s;="]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g;

/** The parameter `charset` of a request's media type, in lower case; `utf-8` if it has none. */
export function charsetOf({ headers }: Request): string {
  for (const found of (headers.get('content-type') ?? '').matchAll(PARAMETER)) {
    const [, name, quoted, token] = found;
    if (name.toLowerCase() === 'charset') return (quoted ?? token).toLowerCase();
  }
  return 'utf-8';
}

/**
 * Refuses any charset other than UTF-8, which includes ASCII.
 * @throws {HttpError} 415
 */
export function refuseCharset(request: Request, wanted: string): void {
  const charset = charsetOf(request);
  if (['utf-8', 'utf8', 'us-ascii'].includes(charset)) return;
  throw wrongType(wanted, `${mediaTypeOf(request)}; charset=${charset}`);
}

export function wrongType(wanted: string, type: string): HttpError {
  return new HttpError(415, `the body is ${quote(type)}, and must be ${wanted}`);
}

export function malformed(problem: string, cause?: unknown): HttpError {
  return new HttpError(400, problem, { cause });
}

/**
 * Starts to read a request's body. It stops at the limit, whatever `Content-Length` says.
 * @returns `next` reads the next bytes, `undefined` at the end. It throws a 413 if there are more
 *   bytes than the limit, a 400 if the client stops in the middle, and a `WaymarkError` if something
 *   has read the body already. `close` discards the rest
 * @throws {HttpError} 413 if `Content-Length` is over the limit, 415 if the body is compressed
 * @throws {WaymarkError} if the body was already read
 */
export function openBody(request: Request, limit: number, where: string) {
  const coding = request.headers.get('content-encoding') ?? 'identity';
  if (coding.toLowerCase() !== 'identity') {
    throw new HttpError(415, `the body is compressed by ${quote(coding)}`);
  }
  const announced = Number(request.headers.get('content-length'));
  if (request.bodyUsed || request.body?.locked === true) throw readAlready(where);
  const reader = request.body?.getReader();
  const close = () => {
    if (reader !== undefined) drain(reader);
  };
  const tooLong = () => {
    close();
    return new HttpError(413, `the body is longer than the limit of ${limit} bytes`);
  };
  if (announced > limit) throw tooLong();
  const read = reader === undefined ? async () => undefined : counted(reader, limit);
  // A server passes a stream that has ended if something in front of the application has read it. A
  // GET or HEAD request has no body, whatever was sent with it (Fetch).
  let isMissing = announced > 0 && request.method !== 'GET' && request.method !== 'HEAD';
  const next = async () => {
    const chunk = await read().catch((cause) => {
      throw brokenBody(cause, where);
    });
    if (chunk === null) throw tooLong();
    if (chunk === undefined && isMissing) throw readAlready(where);
    isMissing = false;
    return chunk;
  };
  return { next, close };
}

/** Reads all bytes of a request's body; see {@link openBody} for the errors. */
export async function readBytes(
  request: Request,
  limit: number,
  where: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await joined(openBody(request, limit, where).next);
  return bytes as Uint8Array<ArrayBuffer>; // the cast: `next` throws past the limit
}

function brokenBody(cause: unknown, where: string): Error {
  // A stream that was already read throws this class; a connection fails with another one.
  if (cause instanceof TypeError) return readAlready(where, cause);
  if (!isTooLarge(cause)) return malformed('the body ended too early', cause);
  return new HttpError(413, "the body is longer than the server's own limit", { cause });
}

function readAlready(where: string, cause?: unknown): WaymarkError {
  const advice =
    'mount the application before middleware that reads bodies, such as express.json(), and read ' +
    'a body once; request.clone() makes a second one';
  const error = new WaymarkError('bad-argument', where, 'the body was read already', advice);
  if (cause !== undefined) error.cause = cause;
  return error;
}

/** How many bytes of a body that is too long are still read. */
const DRAINED = 2 ** 24;

/**
 * Keeps reading while the response is sent, since a server with half a body keeps the connection
 * waiting for the rest. A body that doesn't end soon is cancelled, which closes the connection.
 * Cancelling at once would close it before the response is sent. Never rejects.
 */
export async function drain(reader: BodyReader): Promise<void> {
  const next = counted(reader, DRAINED);
  try {
    let chunk = await next();
    while (chunk) chunk = await next();
    if (chunk === undefined) return;
    // A read may have resumed Node's stream for the next turn. If a stream of `Readable.toWeb` is
    // cancelled before, it throws "Controller is already closed", which ends the process.
    await new Promise((resolve) => setTimeout(resolve));
    await reader.cancel();
  } catch {
    // The client has disconnected.
  }
}

type BodyReader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;

/**
 * Counts the bytes of a body. The rest of a body that is too long stays unread, for the caller to
 * drain or to cancel.
 * @returns a function that reads the next chunk: `undefined` at the end, and `null` past the limit
 */
function counted(reader: BodyReader, limit: number) {
  let left = limit;
  return async (): Promise<Uint8Array<ArrayBuffer> | undefined | null> => {
    const { done, value } = await reader.read();
    if (done) return undefined;
    left -= value.byteLength;
    // Also refuses chunks that are not bytes, whose size is not a number.
    return left >= 0 ? value : null;
  };
}

/** Joins the chunks of a body; `null` if it is too long. */
async function joined(next: ReturnType<typeof counted>): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let chunk = await next();
  for (; chunk; chunk = await next()) {
    size += chunk.byteLength;
    chunks.push(chunk);
  }
  if (chunk === null) return null;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const one of chunks) {
    bytes.set(one, at);
    at += one.byteLength;
  }
  return bytes;
}

/** Reads a body's bytes; `null` if there are more than the limit, and the rest stays unread. */
export function readUpTo(
  reader: BodyReader,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  return joined(counted(reader, limit));
}

/** The most parts of a form, by default. Each takes time to parse, even an empty one. */
export const MOST_PARTS = 1000;

/** Whether a multipart form has more parts than a limit (RFC 2046, section 5.1.1). */
function hasMoreParts(bytes: Uint8Array, type: string, limit: number): boolean {
  // A boundary in quotes may contain spaces. Its text before the first one is searched for, which
  // finds every part. A form without a boundary is refused when it is parsed.
  const boundaries = Array.from(type.matchAll(/boundary="?([^";\s]+)/gi), ([, text]) =>
    text.replaceAll('\\', ''),
  );
  const text = new TextDecoder('latin1').decode(bytes);
  // Another parameter may contain the word, to hide the boundary that the parser uses. Clients send
  // it once, so more than two are refused: each costs a search.
  return (
    boundaries.length > 2 ||
    // One text is before the first part, and one after the end of the last.
    boundaries.some((boundary) => text.split(`--${boundary}`, limit + 3).length > limit + 2)
  );
}

/**
 * Parses the bytes of a request's form. Rejects if it is malformed.
 * @returns `null` if the form has more parts than the limit
 */
export async function parseForm(
  { headers }: Request,
  bytes: Uint8Array<ArrayBuffer>,
  parts: number,
): Promise<FormData | null> {
  // The type as sent, since it contains the boundary.
  const type = String(headers.get('content-type'));
  if (hasMoreParts(bytes, type, parts)) return null;
  return new Response(bytes, { headers: { 'content-type': type } }).formData();
}
