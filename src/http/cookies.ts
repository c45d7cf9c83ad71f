/** Reads and sets cookies. */
import { parseCookie, parseSetCookie, type SetCookie, stringifySetCookie } from 'cookie';
import { badArgument, readOptions } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { describe } from '../errors/show.ts';
import { type HttpContext, requestOf } from './request.ts';

/** The cookies of a request and its response. */
export interface Cookies {
  /**
   * Returns the value of a cookie; `undefined` if there is none. After `set` this is the new value,
   * and after `delete` it is `undefined`, in every function that handles the same request.
   */
  get(name: string): string | undefined;
  /**
   * Adds a cookie to the response, replacing one with the same name, path and domain. A partitioned
   * cookie replaces only a partitioned one.
   * @throws {WaymarkError} if a browser would refuse the cookie
   */
  set(name: string, value: string, options?: CookieOptions): void;
  /** Tells the browser to delete a cookie. Pass the attributes that it was set with. */
  delete(name: string, options?: CookieIdentity): void;
}

/**
 * The attributes that identify a cookie among those of the same name, and the attributes that
 * browsers require to change one: for a `partitioned` cookie, `sameSite: 'none'`.
 */
export type CookieIdentity = Pick<
  CookieOptions,
  'path' | 'domain' | 'partitioned' | 'sameSite' | 'secure'
>;

/** Options as the library takes them; it distinguishes an absent one from `undefined`. */
type Defined = { readonly [Name in keyof CookieOptions]: Exclude<CookieOptions[Name], undefined> };

/**
 * Reads the request's cookies, and adds cookies to the response, whatever the action returns.
 * @param context the context of the controller or the handler
 * @param defaults attributes of every cookie that `set` adds
 * @returns `get`, `set` and `delete`
 * @throws {WaymarkError} if an option is unknown
 * @example
 * cookies(context).set('theme', 'dark', { maxAge: 31_536_000 });
 * cookies(context).get('theme'); // 'dark'
 */
export function cookies(
  context: Pick<HttpContext, 'request' | 'base' | 'headers' | 'secure'>,
  defaults: CookieOptions = {},
): Cookies {
  const { url } = requestOf(context, 'cookies');
  const { base, secure } = context;
  const shared: Defined = {
    path: base === '' ? '/' : base,
    httpOnly: true,
    sameSite: 'lax',
    secure: secure ?? url.startsWith('https:'),
    ...definedIn('cookies', defaults),
  };
  return {
    get: (name) => currentValues(context, name)[0],
    set(name, value, options = {}) {
      const where = `cookies.set(${describe(name)})`;
      if (typeof value !== 'string') throw badArgument(where, 'value', 'a string', value);
      addCookie(context, where, name, value, { ...shared, ...definedIn(where, options) });
    },
    delete(name, options = {}) {
      const where = `cookies.delete(${describe(name)})`;
      // Both, since a visitor's clock may be wrong, and old clients only support the date.
      const gone = { maxAge: 0, expires: new Date(0) };
      addCookie(context, where, name, '', { ...shared, ...definedIn(where, options), ...gone });
    },
  };
}

/** Returns the options that have a value, so that an unset one keeps its default. */
function definedIn(where: string, options: CookieOptions): Defined {
  const own = readOptions(where, options, [
    'maxAge',
    'expires',
    'path',
    'domain',
    'httpOnly',
    'secure',
    'sameSite',
    'partitioned',
  ]);
  return Object.fromEntries(Object.entries(own).filter(([, value]) => (value ?? null) !== null));
}

/**
 * The values that the browser would send with its next request. It sends several cookies of a name
 * if their paths or domains differ, in an order that the client and its other sites decide.
 */
export function currentValues(
  { request, headers }: Pick<HttpContext, 'request' | 'headers'>,
  name: string,
): string[] {
  const set = headers
    .getSetCookie()
    .map((line) => parseSetCookie(line))
    .findLast((cookie) => cookie.name === name);
  // The cast: a cookie that was set has a value, even if it is empty.
  if (set !== undefined) return isGone(set) ? [] : [set.value as string];
  const sent = (request.headers.get('cookie') ?? '').split(';');
  // The library's object has no prototype, so any name is safe.
  return sent.map((pair) => parseCookie(pair)[name]).filter((value) => value !== undefined);
}

function isGone({ maxAge, expires }: ReturnType<typeof parseSetCookie>): boolean {
  return maxAge === undefined ? expires !== undefined && expires <= new Date() : maxAge <= 0;
}

function addCookie(
  { headers }: Pick<HttpContext, 'headers'>,
  where: string,
  name: string,
  value: string,
  options: Defined,
): void {
  // Only own properties count, so that changes to `Object.prototype` set no option.
  const cookie: Defined & { name: string; value: string } = Object.assign(
    Object.create(null),
    options,
    { name, value },
  );
  const line = writeCookie(where, cookie);
  checkCookie(where, name, line, cookie);
  const added = headers.getSetCookie();
  const others = added.filter((other) => !isSame(other, line));
  if (others.length < added.length) {
    headers.delete('set-cookie');
    for (const other of others) headers.append('set-cookie', other);
  }
  headers.append('set-cookie', line);
}

function writeCookie(where: string, cookie: SetCookie): string {
  try {
    return stringifySetCookie(cookie);
  } catch (cause) {
    // The library's message names the attribute, but never the value of a cookie.
    const problem = cause instanceof TypeError ? cause.message : 'the value is not well-formed';
    const advice = 'a name is a word, the value any text, maxAge a whole number of seconds';
    throw new WaymarkError('bad-argument', where, problem, advice);
  }
}

/**
 * Whether a browser would keep only one of the two (RFC 6265, section 5.3). It keeps partitioned
 * cookies apart from others.
 */
function isSame(one: string, other: string): boolean {
  const [a, b] = [parseSetCookie(one), parseSetCookie(other)];
  return (['name', 'path', 'domain', 'partitioned'] as const).every((key) => a[key] === b[key]);
}

/** The attributes of a cookie (RFC 6265). */
export interface CookieOptions {
  /**
   * Seconds until the cookie expires. Without this and `expires`, the browser keeps it until it
   * closes.
   */
  readonly maxAge?: number | undefined;
  /** The date when the cookie expires; `maxAge` takes precedence. */
  readonly expires?: Date | undefined;
  /** The path prefix that receives the cookie; by default the application's base, or `/`. */
  readonly path?: string | undefined;
  /**
   * A domain whose subdomains receive the cookie too; by default only the request's own host does.
   */
  readonly domain?: string | undefined;
  /** Hides the cookie from scripts; `true` by default. */
  readonly httpOnly?: boolean | undefined;
  /**
   * Sends the cookie only over https. Defaults to the context's `secure`, or else to whether the
   * request's URL is https.
   */
  readonly secure?: boolean | undefined;
  /** Which cross-site requests send the cookie. `lax` by default: only those that follow a link. */
  readonly sameSite?: 'strict' | 'lax' | 'none' | undefined;
  /** Keeps a separate cookie jar for each site that embeds this one (CHIPS). */
  readonly partitioned?: boolean | undefined;
}

/** The number of bytes of name and value that browsers keep (RFC 6265bis, section 5.6). */
const LONGEST_COOKIE = 4096;

/**
 * Refuses a cookie that browsers would ignore silently.
 * @param line the whole header
 * @throws {WaymarkError} if the cookie is too long, or lacks an attribute that its name or another
 *   attribute requires
 */
function checkCookie(
  where: string,
  name: string,
  line: string,
  { secure, httpOnly, sameSite, partitioned, path, domain }: CookieOptions,
): void {
  const length = line.split(';', 1)[0].length - 1;
  if (length > LONGEST_COOKIE) {
    const advice = 'store the data, and only its key in the cookie';
    throw refused(
      where,
      `name and value have ${length} bytes, and browsers keep ${LONGEST_COOKIE}`,
      advice,
    );
  }
  if (path !== undefined && path !== null && !path.startsWith('/')) {
    const problem = 'browsers ignore a path that does not start with a slash';
    throw refused(where, problem, `write path: '/${path}'`);
  }
  const prefix = /^__(?:host-http|host|secure|http)-/i.exec(name)?.[0].toLowerCase();
  const reasons = [
    prefix !== undefined && `the name starts with ${prefix}`,
    sameSite === 'none' && "sameSite is 'none'",
    partitioned === true && 'it is partitioned',
  ];
  const reason = reasons.find((one) => one !== false);
  if (secure !== true && reason !== undefined) {
    const problem = `browsers ignore the cookie: ${reason}, and secure is not true`;
    throw refused(
      where,
      problem,
      'serve the page over https, or write secure: true behind a proxy',
    );
  }
  if (prefix?.endsWith('http-') && httpOnly !== true) {
    const problem = `browsers ignore the cookie: the name starts with ${prefix}, and httpOnly is not true`;
    throw refused(where, problem, 'leave httpOnly out, or choose another name');
  }
  if (prefix?.startsWith('__host-') && (path !== '/' || domain !== undefined)) {
    const advice = "write path: '/' and no domain, or choose another name";
    throw refused(where, 'browsers refuse a __Host- cookie with another path or a domain', advice);
  }
}

function refused(where: string, problem: string, advice: string): WaymarkError {
  return new WaymarkError('bad-argument', where, problem, advice);
}
