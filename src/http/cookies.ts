import { parseCookie, parseSetCookie, stringifySetCookie } from 'cookie';
import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { readOptions } from '../errors/options.ts';
import { describe } from '../errors/show.ts';
import { checkCookie } from './check-cookie.ts';
import { type HttpContext, requestOf } from './context.ts';
import type { CookieOptions } from './cookie-options.ts';

/** The cookies of a request and its response. */
export interface Cookies {
  /**
   * The value of a cookie; `undefined` if there is none. After `set` it is the new value, and after
   * `delete` it is `undefined`, in every function that handles the same request.
   */
  get(name: string): string | undefined;
  /**
   * Adds a cookie to the response, in place of one with the same name, path and domain.
   * @throws {WaymarkError} if a browser would refuse the cookie
   */
  set(name: string, value: string, options?: CookieOptions): void;
  /** Has the browser forget a cookie. Pass the attributes that it was set with. */
  delete(name: string, options?: CookieIdentity): void;
}

/**
 * The attributes by which browsers tell cookies of one name apart, and those without which they refuse a
 * change: for a `partitioned` cookie, `sameSite: 'none'`.
 */
export type CookieIdentity = Pick<
  CookieOptions,
  'path' | 'domain' | 'partitioned' | 'sameSite' | 'secure'
>;

/** Options as the library takes them, which distinguishes an absent one from `undefined`. */
type Defined = { readonly [Name in keyof CookieOptions]: Exclude<CookieOptions[Name], undefined> };

const KNOWN = [
  'maxAge',
  'expires',
  'path',
  'domain',
  'httpOnly',
  'secure',
  'sameSite',
  'partitioned',
] as const satisfies readonly (keyof CookieOptions)[];

/**
 * Reads the cookies of the request, and adds cookies to the response, whatever the action returns.
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
  requestOf(context, 'cookies');
  const shared = { ...ownDefaults(context), ...definedIn('cookies', defaults) };
  return {
    get: (name) => currentValue(context, name),
    set(name, value, options = {}) {
      const where = `cookies.set(${describe(name)})`;
      if (typeof value !== 'string') throw badArgument(where, 'value', 'a string', value);
      add(context, where, name, value, { ...shared, ...definedIn(where, options) });
    },
    delete(name, options = {}) {
      const where = `cookies.delete(${describe(name)})`;
      // Both, since the clock of a visitor may be wrong, and old clients know the date alone.
      const gone = { maxAge: 0, expires: new Date(0) };
      add(context, where, name, '', { ...shared, ...definedIn(where, options), ...gone });
    },
  };
}

function ownDefaults({
  request,
  base,
  secure,
}: Pick<HttpContext, 'request' | 'base' | 'secure'>): Defined {
  return {
    path: base === '' ? '/' : base,
    httpOnly: true,
    sameSite: 'lax',
    secure: secure ?? request.url.startsWith('https:'),
  };
}

/** The options that have a value, so that an absent one leaves its default alone. */
function definedIn(where: string, options: CookieOptions): Defined {
  const own = readOptions(where, options, KNOWN);
  return Object.fromEntries(Object.entries(own).filter(([, value]) => (value ?? null) !== null));
}

/** The value that the browser would send with its next request. */
function currentValue(
  { request, headers }: Pick<HttpContext, 'request' | 'headers'>,
  name: string,
): string | undefined {
  const set = headers
    .getSetCookie()
    .map((line) => parseSetCookie(line))
    .findLast((cookie) => cookie.name === name);
  if (set !== undefined) return isGone(set) ? undefined : set.value;
  // The library's object has no prototype, so that any name is only a name.
  return parseCookie(request.headers.get('cookie') ?? '')[name];
}

function isGone({ maxAge, expires }: ReturnType<typeof parseSetCookie>): boolean {
  return maxAge === undefined ? expires !== undefined && expires <= new Date() : maxAge <= 0;
}

function add(
  { headers }: Pick<HttpContext, 'headers'>,
  where: string,
  name: string,
  value: string,
  options: Defined,
): void {
  const line = write(where, name, value, options);
  checkCookie(where, name, line, options);
  const added = headers.getSetCookie();
  const others = added.filter((other) => !isSame(other, line));
  if (others.length < added.length) {
    headers.delete('set-cookie');
    for (const other of others) headers.append('set-cookie', other);
  }
  headers.append('set-cookie', line);
}

function write(where: string, name: string, value: string, options: Defined): string {
  try {
    return stringifySetCookie({ ...options, name, value });
  } catch (cause) {
    // The library's words name the attribute, and never the value of a cookie.
    const problem = cause instanceof TypeError ? cause.message : 'the value is not well-formed';
    const advice = 'a name is a word, the value any text, maxAge a whole number of seconds';
    throw new WaymarkError('bad-argument', where, problem, advice);
  }
}

/** Whether a browser keeps one of the two only (RFC 6265, section 5.3). */
function isSame(one: string, other: string): boolean {
  const [a, b] = [parseSetCookie(one), parseSetCookie(other)];
  return a.name === b.name && a.path === b.path && a.domain === b.domain;
}
