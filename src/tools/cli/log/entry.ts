/** Reads the request in a line of an access log. */
import { cutOrigin } from '../../shared/words.ts';

/** A request from a server's log. */
export interface Logged {
  /** In upper case. */
  readonly method: string;
  /** The path as sent, without origin and query. */
  readonly path: string;
  /** The status of the response; `null` if the line has none. */
  readonly status: number | null;
}

const METHOD = /^[A-Z][A-Z-]{0,29}$/;

/**
 * Reads a line of the common or the combined log format, or a line of JSON.
 *
 * @param line the line; each character is one byte of the log
 * @returns `null` if it has no request
 */
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
  const [method, target] = requestLine(escaped(unescaped(line.slice(start + 1, end))));
  return logged(method, target, /^\s+(\d{3})\b/.exec(line.slice(end + 1, end + 9))?.[1]);
}

function requestLine(text: string): string[] {
  return text.split(' ', 3);
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
const METHODS = [
  'method',
  'request_method',
  'request.method',
  'ClientRequestMethod',
  'httpRequest.requestMethod',
];
const TARGETS = [
  'request_uri',
  'request.uri',
  'uri',
  'url',
  'path',
  'ClientRequestURI',
  'ClientRequestPath',
  'httpRequest.requestUrl',
];
const STATUSES = [
  'status',
  'response_status',
  'statusCode',
  'EdgeResponseStatus',
  'httpRequest.status',
];

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
    const [method, target] = requestLine(request);
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
