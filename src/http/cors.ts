/** Lets scripts of other origins read answers. */
import { badArgument, readFlag, readOptions, readWhole } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import type { RequestContext } from '../table/request-context.ts';

/** Options of {@link cors}. */
export interface CorsOptions {
  /**
   * The origins whose scripts may read the answers: one, a list, or a function that returns `true`
   * for them. `true` allows every origin.
   */
  readonly origin: string | readonly string[] | ((origin: string) => boolean) | true;
  /** Methods that a preflight allows; by default those of the path's rows. */
  readonly methods?: readonly string[] | undefined;
  /** Request headers that a preflight allows; by default all that it asks for. */
  readonly headers?: readonly string[] | undefined;
  /** Whether scripts may send cookies and read the answers; `false` by default. */
  readonly credentials?: boolean | undefined;
  /** How many seconds a browser may remember a preflight; by default, it decides. */
  readonly maxAge?: number | undefined;
  /** Response headers that scripts may read, besides a few such as `content-type`. */
  readonly exposeHeaders?: readonly string[] | undefined;
}

const KNOWN = ['origin', 'methods', 'headers', 'credentials', 'maxAge', 'exposeHeaders'] as const;

const ALLOW_ORIGIN = 'access-control-allow-origin';

/**
 * Lets scripts of other origins read the answers (the CORS protocol of the Fetch standard). It is a
 * value for the option `onResponse`, so that errors, 404 and 405 have the headers too. A preflight
 * gets the methods of the path's rows. If its answer is an error, as of a guard that wants a cookie,
 * it gets an empty 204 instead, since browsers send no cookies with it. An answer that has an
 * `Access-Control-Allow-Origin` of its own stays as it is.
 * @param options see {@link CorsOptions}
 * @returns the function. Its result is the response, or the 204
 * @throws {WaymarkError} if an origin is not one, or if credentials are allowed to every origin
 * @example
 * const onResponse = cors({ origin: 'https://shop.test', credentials: true });
 * const fetch = createFetchHandler({ routes: Route.map(), onResponse });
 */
export function cors(
  options: CorsOptions,
): (response: Response, info: Pick<RequestContext, 'request'>) => Response {
  const given = readOptions('cors', options, KNOWN);
  const credentials = readFlag('cors', 'credentials', given.credentials);
  const { allow, varies } = readOrigin(given.origin, credentials);
  const methods = readNames('methods', given.methods, METHOD, credentials);
  const names = readNames('headers', given.headers, HEADER_NAME, credentials);
  const exposed = readNames('exposeHeaders', given.exposeHeaders, HEADER_NAME, credentials);
  const maxAge = readWhole('cors', 'maxAge', given.maxAge, 0);
  return (response, { request }) => {
    // A WebSocket has no CORS, and the headers of its response may be immutable.
    if (response.status === 101 || response.headers.has(ALLOW_ORIGIN)) return response;
    const origin = request.headers.get('origin');
    const allowed = allow(origin);
    const asked =
      request.method === 'OPTIONS' && origin !== null && allowed !== null
        ? request.headers.get('access-control-request-method')
        : null;
    const answer = asked === null || response.ok ? response : emptied(response);
    const { headers } = answer;
    const set = (name: string, value: string | number | null | undefined) => {
      if (value !== null && value !== undefined) headers.set(`access-control-${name}`, `${value}`);
    };
    if (varies) addVary(headers, 'origin');
    if (allowed === null) return answer;
    set('allow-origin', allowed);
    set('allow-credentials', credentials ? 'true' : null);
    if (asked === null) {
      set('expose-headers', exposed);
      return answer;
    }
    const wanted = 'access-control-request-headers';
    set('allow-methods', methods ?? response.headers.get('allow') ?? asked);
    set('allow-headers', names ?? request.headers.get(wanted));
    set('max-age', maxAge);
    if (names === undefined) addVary(headers, wanted);
    return answer;
  };
}

/** The answer to a preflight in place of an error. */
function emptied({ body }: Response): Response {
  // Nobody reads it. Its source may fail at that, which changes no answer.
  body?.cancel().catch(() => undefined);
  return new Response(null, { status: 204 });
}

function addVary(headers: Headers, name: string): void {
  const names =
    headers
      .get('vary')
      ?.toLowerCase()
      .split(/[\s,]+/) ?? [];
  if (!names.includes('*') && !names.includes(name)) headers.append('vary', name);
}

/**
 * Reads the option `origin`.
 * @returns `allow` makes the value of `Access-Control-Allow-Origin`, `null` for none; `varies` says
 *   whether that depends on the request
 */
function readOrigin(given: CorsOptions['origin'] | undefined, credentials: boolean) {
  if (given === true) {
    if (credentials) {
      const problem = 'origin is true, and credentials is true';
      const advice = 'list the origins: otherwise, every site could read what a visitor may see';
      throw new WaymarkError('bad-argument', 'cors', problem, advice);
    }
    return { allow: () => '*', varies: false };
  }
  const list: readonly unknown[] =
    typeof given === 'function' ? [] : Array.isArray(given) ? given : [given];
  for (const origin of list) {
    if (isOrigin(origin)) continue;
    const wanted =
      "an origin such as 'https://shop.test', without a slash at its end, a list of them, a function, or true for every origin";
    throw badArgument('cors', 'origin', wanted, origin);
  }
  if (typeof given === 'string') return { allow: () => given, varies: false };
  // A promise is not true, so it allows nothing.
  const allows = typeof given === 'function' ? given : (origin: string) => list.includes(origin);
  const allow = (origin: string | null) =>
    origin !== null && allows(origin) === true ? origin : null;
  return { allow, varies: true };
}

/** A scheme and a host, as apps that aren't sites also have: `capacitor://localhost`. */
const SCHEME_AND_HOST = /^[a-z][a-z\d+.-]*:\/\/[^\s/?#@,*\\]+$/;

/** Whether a value is an origin as browsers send it: in lower case, without a default port. */
function isOrigin(value: unknown): value is string {
  if (typeof value !== 'string' || !SCHEME_AND_HOST.test(value) || !URL.canParse(value))
    return false;
  return !/^https?:/.test(value) || new URL(value).origin === value;
}

/** A name of a header (RFC 9110, section 5.1). */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** Methods are case-sensitive, and those of browsers are in upper case. */
const METHOD = /^[A-Z*-]+$/;

/** Reads a list of names, as a header has them. With credentials, `*` is only a name. */
function readNames(
  name: string,
  list: readonly string[] | undefined,
  form: RegExp,
  credentials: boolean,
): string | undefined {
  if (list === undefined || list === null) return undefined;
  const isRight = (text: unknown) =>
    typeof text === 'string' && form.test(text) && !(credentials && text === '*');
  if (Array.isArray(list) && list.every(isRight)) return list.join(', ');
  const wanted = `a list such as ${form === METHOD ? "['GET', 'PUT']" : "['x-total']"}`;
  const wrong = Array.isArray(list) ? list.find((text) => !isRight(text)) : list;
  throw badArgument(
    'cors',
    name,
    credentials ? `${wanted}, and no '*' with credentials` : wanted,
    wrong,
  );
}
