/** The method that a form's field `_method` selects. */
import type { Router } from '../resolve/resolver.ts';
import type { Method } from '../table/methods.ts';

/** Longer forms are not read unless the handler's options say otherwise, in bytes: 1 MiB. */
export const MAX_FORM_SIZE = 2 ** 20;

/** What a form may turn a POST into. */
const OVERRIDES: readonly Method[] = ['PUT', 'PATCH', 'DELETE'];

const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i;

/**
 * Whether a form's field `_method` could change what answers a request: it is a POST with a form,
 * and the path has a route for PUT, PATCH or DELETE. Where it could not, nobody should read the form.
 *
 * @param request any request
 * @param router the routes
 * @param target the path of the request
 *
 * @example
 * mayOverride(request, router, '/nothing'); // false
 */
export function mayOverride(request: Request, router: Router, target: string): boolean {
  if (request.method !== 'POST' || !FORM.test(String(request.headers.get('content-type')))) {
    return false;
  }
  const statuses = OVERRIDES.map((method) => router.resolve(method, target).status);
  if (statuses.includes('found')) return true;
  // A method that is blocked where POST is served changes the answer too.
  return statuses.includes('blocked') && router.resolve('POST', target).status === 'found';
}

/**
 * The method that the field `_method` of a posted form selects: what Rails and Laravel do for
 * browsers, whose forms have GET and POST alone. The request's own body stays unread.
 *
 * @param request one that {@link mayOverride} accepted
 * @param limit how many bytes of the form to read
 * @returns PUT, PATCH or DELETE; POST where the form can't be read, or the field names anything else;
 *   `null` where the form is longer than the limit
 *
 * @example
 * await readOverride(request, MAX_FORM_SIZE); // 'DELETE', for a form with _method=delete
 */
export async function readOverride(request: Request, limit: number): Promise<Method | null> {
  if (Number(request.headers.get('content-length')) > limit) return null;
  try {
    const form = await readBody(request.clone(), limit);
    if (form === null) return null;
    const fields = await new Response(form, { headers: typeOf(request) }).formData();
    const wanted = String(fields.get('_method')).toUpperCase();
    return OVERRIDES.find((override) => override === wanted) ?? 'POST';
  } catch {
    // A form that can't be read selects nothing; the action meets the same error when it reads it.
    return 'POST';
  }
}

/** The bytes of a body; `null`, with the rest unread, where there are more than the limit. */
async function readBody({ body }: Request, limit: number): Promise<Blob | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    size += next.value.byteLength;
    // Written so that a body which does not hold bytes is refused too: its size is not a number.
    if (!(size <= limit)) return null;
    chunks.push(next.value);
  }
  return new Blob(chunks);
}

function typeOf(request: Request): { readonly 'content-type': string } {
  return { 'content-type': String(request.headers.get('content-type')) };
}
