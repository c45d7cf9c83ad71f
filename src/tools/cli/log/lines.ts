/** Reads the lines of access logs one at a time, and the request in each. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { cutOrigin } from '../../shared/words.ts';
import { messageOf } from '../load/failure.ts';
import { UsageError } from '../options.ts';

/** A longer line can't be a request that a server accepted. */
const LONGEST = 65_536;

const GZIP = [0x1f, 0x8b];

type Take = (line: string | null) => unknown;

export async function readLines(file: string, cwd: string, take: Take): Promise<void> {
  const path = resolve(cwd, file);
  try {
    const isPacked = await isCompressed(path);
    const stream = createReadStream(path);
    const split = splitter(take);
    await (isPacked ? pipeline(stream, createGunzip(), split) : pipeline(stream, split));
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${messageOf(error)}`);
  }
}

async function isCompressed(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0);
    return bytesRead === GZIP.length && GZIP.every((byte, at) => buffer[at] === byte);
  } finally {
    await handle.close();
  }
}

/** Splits chunks into lines. Each byte becomes a character, since requests are ASCII. */
function splitter(take: Take) {
  return async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    let rest = '';
    let isCut = false;
    const end = async (line: string) => {
      const isLong = isCut || line.length > LONGEST;
      isCut = false;
      if (isLong) await take(null);
      else if (line !== '' && line !== '\r') {
        await take(line.endsWith('\r') ? line.slice(0, -1) : line);
      }
    };
    for await (const chunk of chunks) {
      const [first, ...others] = chunk.toString('latin1').split('\n');
      rest += first;
      for (const next of others) {
        await end(rest);
        rest = next;
      }
      if (rest.length > LONGEST) [rest, isCut] = ['', true];
    }
    await end(rest);
  };
}

export interface Logged {
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
}

const METHOD = /^[A-Z][A-Z-]{0,29}$/;

export function readEntry(line: string): Logged | null {
  return line.startsWith('{') ? readJson(line) : readCommon(line);
}

/** Reads `host ident user [date] "GET /path HTTP/1.1" 200 512 …`. */
function readCommon(line: string): Logged | null {
  const start = line.indexOf('"');
  if (start === -1) return null;
  let end = start + 1;
  while (end < line.length && line[end] !== '"') end += line[end] === '\\' ? 2 : 1;
  if (end >= line.length) return null;
  const [method, target] = escaped(unescaped(line.slice(start + 1, end))).split(' ', 3);
  return logged(method, target, /^\s+(\d{3})\b/.exec(line.slice(end + 1, end + 9))?.[1]);
}

/** Percent-encodes bytes that are not ASCII. */
function escaped(bytes: string): string {
  return bytes.replace(
    /[\x80-\xff]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Reverses the escapes of Apache and nginx for quotes, backslashes and unprintable bytes. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:x([\da-fA-F]{2})|(["\\]))/g, (_, hex?: string, plain = '') =>
    hex === undefined ? plain : `%${hex.toUpperCase()}`,
  );
}

function logged(method: unknown, target: unknown, status: unknown): Logged | null {
  if (typeof method !== 'string' || typeof target !== 'string') return null;
  const upper = method.toUpperCase();
  // Text that is not ASCII comes from JSON.
  const ascii = target.toWellFormed().replace(/[^\0-\x7f]+/g, encodeURIComponent);
  const [path] = cutOrigin(ascii).split(/[?#]/, 1);
  if (!METHOD.test(upper) || (path !== '' && !path.startsWith('/'))) return null;
  const number = Number(status ?? Number.NaN);
  return {
    method: upper,
    path: path || '/',
    status: number >= 100 && number <= 999 ? number : null,
  };
}

/**
 * The member names that servers use for the parts of a request: nginx and Apache in their usual
 * setups, Caddy, Cloudflare, Google Cloud.
 */
const METHODS =
  'method request_method request.method ClientRequestMethod httpRequest.requestMethod'.split(' ');
const TARGETS =
  'request_uri request.uri uri url path ClientRequestURI ClientRequestPath httpRequest.requestUrl'.split(
    ' ',
  );
const STATUSES = 'status response_status statusCode EdgeResponseStatus httpRequest.status'.split(
  ' ',
);

function readJson(line: string): Logged | null {
  let entry: unknown;
  try {
    entry = JSON.parse(Buffer.from(line, 'latin1').toString());
  } catch {
    return null;
  }
  const status = first(entry, STATUSES);
  const request = first(entry, ['request']);
  if (typeof request === 'string') {
    const [method, target] = request.split(' ', 3);
    return logged(method, target, status);
  }
  return logged(first(entry, METHODS), first(entry, TARGETS), status);
}

/** The first existing member; a dot in a name leads into a nested object. */
function first(entry: unknown, names: readonly string[]): unknown {
  for (const name of names) {
    const value = name.split('.').reduce(own, entry);
    if (value !== undefined) return value;
  }
  return undefined;
}

function own(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}
