/** Reads what a `Request` asks for. */
import type { Method } from '../table/methods.ts';

/**
 * The path of a request's URL, query and hash included, as the server handed it over: nothing is
 * decoded or resolved, which is the resolver's to do, once.
 *
 * @param url an absolute URL
 *
 * @example
 * targetOf('http://example.com/a/%2e%2e/b?c'); // '/a/%2e%2e/b?c'
 */
export function targetOf(url: string): string {
  return url.replace(/^[^:]*:\/\/[^/?#]*/, '');
}

/** What a form may turn a POST into. */
const OVERRIDES: readonly Method[] = ['PUT', 'PATCH', 'DELETE'];

const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i;

/**
 * The method that the field `_method` of a posted form asks for: what Rails and Laravel do for
 * browsers, whose forms know GET and POST alone. The request's own body stays unread.
 *
 * @param request any request
 * @returns PUT, PATCH or DELETE, or the request's own method: where it is no POST, has no form, the
 *   form can't be read, or the field names anything else
 *
 * @example
 * await overriddenMethod(request); // 'DELETE', for a form with _method=delete
 */
export async function overriddenMethod(request: Request): Promise<string> {
  const { method } = request;
  if (method !== 'POST' || !FORM.test(String(request.headers.get('content-type')))) return method;
  try {
    const wanted = String((await request.clone().formData()).get('_method')).toUpperCase();
    return OVERRIDES.find((override) => override === wanted) ?? method;
  } catch {
    // A form that can't be read asks for nothing; the action will find out in its own way.
    return method;
  }
}
