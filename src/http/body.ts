/** Reads the bytes and the type of a request's body, under a limit. */
import { type Complete, readOptions, readWhole } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { quote } from '../errors/show.ts';
import { HttpError, isTooLarge } from './http-error.ts';

/** The default limit of a body, in bytes: 1 MiB. */
export const LIMIT = 1_048_576;

/** Options of all functions that read a body. */
export interface BodyOptions {
  /** The maximum number of bytes to read; 1,048,576 (1 MiB) by default. A longer body is a 413. */
  readonly limit?: number | undefined;
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

export function readBodyOptions<
  T extends BodyOptions,
  const Names extends readonly [keyof T & string, ...(keyof T & string)[]],
>(
  where: string,
  options: T,
  known: Complete<T, Names> & Names,
): Partial<T> & { readonly limit: number } {
  // A schema without own properties would be read as no options, and check nothing.
  if ('~standard' in Object(options)) {
    const advice = 'write readJson(context, { schema }) or readForm(context, { schema })';
    throw new WaymarkError('bad-argument', where, 'the options are a schema', advice);
  }
  const own = readOptions(where, options, known);
  return { ...own, limit: readWhole(where, 'limit', own.limit, 0) ?? LIMIT };
}

/**
 * Reads the bytes of a request's body. It stops at the limit, whatever `Content-Length` says.
 * @throws {HttpError} 413 if there are more bytes than the limit, 415 if the body is compressed,
 *   400 if the client stops in the middle
 * @throws {WaymarkError} if the body was already read
 */
export async function readBytes(
  request: Request,
  limit: number,
  where: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const coding = request.headers.get('content-encoding') ?? 'identity';
  if (coding.toLowerCase() !== 'identity') {
    throw new HttpError(415, `the body is compressed by ${quote(coding)}`);
  }
  const announced = Number(request.headers.get('content-length'));
  if (request.bodyUsed || request.body?.locked === true) throw readAlready(where);
  const reader = request.body?.getReader();
  const bytes = announced > limit ? null : await collect(reader, limit, where);
  if (bytes === null) {
    if (reader !== undefined) drain(reader);
    throw new HttpError(413, `the body is longer than the limit of ${limit} bytes`);
  }
  // A server passes a stream that has ended if something in front of the application has read it. A
  // GET or HEAD request has no body, whatever was sent with it (Fetch).
  const mayHaveBody = request.method !== 'GET' && request.method !== 'HEAD';
  if (bytes.length === 0 && announced > 0 && mayHaveBody) throw readAlready(where);
  return bytes;
}

async function collect(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  limit: number,
  where: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return reader === undefined ? new Uint8Array() : await readUpTo(reader, limit);
  } catch (cause) {
    // A stream that was already read throws this class; a connection fails with another one.
    if (cause instanceof TypeError) throw readAlready(where, cause);
    if (isTooLarge(cause)) {
      const problem = "the body is longer than the server's own limit";
      throw new HttpError(413, problem, { cause });
    }
    throw malformed('the body ended too early', cause);
  }
}

function readAlready(where: string, cause?: unknown): WaymarkError {
  const advice =
    'mount the application before middleware that reads bodies, such as express.json(), and read ' +
    'a body once; request.clone() makes a second one';
  const error = new WaymarkError('bad-argument', where, 'the body was read already', advice);
  if (cause !== undefined) error.cause = cause;
  return error;
}

/** The number of bytes that are still read of a body that is too long. */
const DRAINED = 2 ** 24;

/**
 * Keeps reading while the response is sent, since a server with half a body keeps the connection
 * waiting for the rest. A body that doesn't end soon is cancelled, which closes the connection.
 * Cancelling at once would close it before the response is sent. Never rejects.
 */
export async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    for (let left = DRAINED; left > 0; ) {
      const { done, value } = await reader.read();
      if (done) return;
      left -= value.byteLength;
    }
    await reader.cancel();
  } catch {
    // The client has disconnected.
  }
}

/**
 * Reads a body's bytes. The rest of a body that is too long stays unread, for the caller to drain or
 * to cancel.
 * @returns `null` if there are more bytes than the limit
 */
export async function readUpTo(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    // Also refuses chunks that are not bytes, whose size is not a number.
    if (!(size <= limit)) return null;
    chunks.push(next.value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** The parts of a form that are read by default. Parsing takes time for each, even if it is empty. */
export const MOST_PARTS = 1000;

/** Whether a multipart form has more parts than a limit (RFC 2046, section 5.1.1). */
export function hasMoreParts(bytes: Uint8Array, type: string, limit: number): boolean {
  // The text before a space begins a boundary in quotes, and so is enough to count it.
  // Without a boundary, the form is refused when it is parsed.
  const boundaries = Array.from(type.matchAll(/boundary="?([^";\s]+)/gi), ([, text]) =>
    text.replaceAll('\\', ''),
  );
  const text = new TextDecoder('latin1').decode(bytes);
  // Another parameter may contain the word, to hide the boundary that the parser uses. Clients send
  // it once, so more than two are refused: each costs a search.
  return (
    boundaries.length > 2 ||
    // One text is before the first part, and one behind the end of the last.
    boundaries.some((boundary) => text.split(`--${boundary}`, limit + 3).length > limit + 2)
  );
}

/** The media type of a request, in lower case and without parameters; `''` if it has none. */
export function mediaTypeOf({ headers }: Request): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0].trim().toLowerCase();
}

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
