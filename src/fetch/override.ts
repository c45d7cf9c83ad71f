import type { Router } from '../resolve/resolver.ts';
import type { Method } from '../table/methods.ts';

/** Longer forms are not read unless the options say otherwise; in bytes. */
export const MAX_FORM_SIZE = 2 ** 20;

const OVERRIDES: readonly Method[] = ['PUT', 'PATCH', 'DELETE'];

const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i;

/**
 * Whether a form's `_method` could change what answers a request: it is a POST with a form, and the
 * path has a route for PUT, PATCH or DELETE. Otherwise the form should not be read.
 */
export function mayOverride(request: Request, router: Router, target: string): boolean {
  if (request.method !== 'POST' || !FORM.test(String(request.headers.get('content-type')))) {
    return false;
  }
  const statuses = OVERRIDES.map((method) => router.resolve(method, target).status);
  if (statuses.includes('found')) return true;
  // A method that is blocked if POST is served changes the answer too.
  return statuses.includes('blocked') && router.resolve('POST', target).status === 'found';
}

/**
 * The method that a posted form selects: what Rails and Laravel do for browsers, whose forms have
 * only GET and POST. The request's own body stays unread.
 * @returns POST if the form can't be read, or `_method` names anything else; `null` if the form
 *   is longer than the limit
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
    // The action meets the same error when it reads the form.
    return 'POST';
  }
}

/** The bytes of a body; `null`, with the rest unread, if there are more than the limit. */
async function readBody({ body }: Request, limit: number): Promise<Blob | null> {
  if (!body) return new Blob([]);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    // Also refuses a body that does not hold bytes, whose size is not a number.
    if (!(size <= limit)) return null;
    chunks.push(next.value);
  }
  return new Blob(chunks);
}

function typeOf(request: Request): { readonly 'content-type': string } {
  return { 'content-type': String(request.headers.get('content-type')) };
}
