/** Reads a request's `Content-Type` (RFC 9110, section 8.3). */

/** The media type of a request, in lower case and without parameters; `''` if it has none. */
export function mediaTypeOf({ headers }: Request): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0].trim().toLowerCase();
}

/** Whether a request's type is JSON: `application/json`, or a type that ends with `+json`. */
export function isJson(request: Request): boolean {
  return /^(?:application|text)\/(?:[\w.+-]+\+)?json$/.test(mediaTypeOf(request));
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
