/** Lets a posted form select the method. */
import { readOptions, readWhole } from '../errors/argument.ts';
import { fromCaller } from '../errors/error.ts';
import type { OnMissing } from '../hmvc/controllers-option.ts';
import {
  BODY_LIMIT,
  drain,
  FORMS,
  MOST_PARTS,
  mediaTypeOf,
  parseForm,
  readUpTo,
} from '../http/body.ts';
import type { Router } from '../resolve/router.ts';
import type { Method } from '../table/methods.ts';

/** The result of {@link createMethodOverride}. Only fetch handlers read it. */
export interface MethodOverride {
  /** The longest form to read, in bytes. */
  readonly maxFormSize: number;
}

/**
 * Lets a posted form select the method. It is a value, so that only applications that use it bundle
 * it.
 */
export interface OwnMethodOverride extends MethodOverride {
  /**
   * Reads the method that a posted form selects.
   * @returns `undefined` if the request has no form that could select another route. Resolves to
   *   `null` if the form is too long or has too many parts, unless a middleware passes the POST on
   */
  select(
    request: Request,
    router: Router,
    target: string,
    onMissing: OnMissing,
  ): Promise<Method | null> | undefined;
}

/**
 * Makes the option `methodOverride` of `createFetchHandler`. It lets the field `_method` of a posted
 * form select PUT, PATCH or DELETE. The form is read only if the path has a route for one of these
 * methods.
 * @param options `maxFormSize`: the number of bytes of a form to read, 1,048,576 (1 MiB) by
 *   default; a longer form is answered with 413
 * @throws {WaymarkError} if an option is unknown or wrong
 * @example
 * createFetchHandler({ routes: Route.map(), methodOverride: createMethodOverride() });
 */
export function createMethodOverride(
  options: { readonly maxFormSize?: number | undefined } = {},
): MethodOverride {
  return fromCaller(createMethodOverride, makeOverride, options);
}

function makeOverride(options: { readonly maxFormSize?: number | undefined }): OwnMethodOverride {
  const where = 'createMethodOverride';
  const given = readOptions(where, options, ['maxFormSize']);
  const maxFormSize = readWhole(where, 'maxFormSize', given.maxFormSize, 1) ?? BODY_LIMIT;
  return {
    maxFormSize,
    select(request, router, target, onMissing) {
      if (!mayOverride(request, router, target)) return undefined;
      const isPassedOn =
        onMissing === 'pass' && router.resolve('POST', target).status === 'method-not-allowed';
      return readOverride(request, maxFormSize, isPassedOn);
    },
  };
}

const OVERRIDES: readonly Method[] = ['PUT', 'PATCH', 'DELETE'];

/**
 * Whether a form's `_method` could select another route: the request is a POST with a form, and the
 * path has a route for PUT, PATCH or DELETE. Otherwise the form is not read.
 */
function mayOverride(request: Request, router: Router, target: string): boolean {
  if (request.method !== 'POST' || !FORMS.includes(mediaTypeOf(request))) return false;
  const statuses = OVERRIDES.map((method) => router.resolve(method, target).status);
  if (statuses.includes('found')) return true;
  // The other method may be blocked while POST is not.
  return statuses.includes('blocked') && router.resolve('POST', target).status === 'found';
}

/**
 * Reads the method that a posted form selects, as in Rails and Laravel, since browser forms support
 * only GET and POST. The request's own body stays unread.
 * @returns POST if the form can't be read, or `_method` names anything else; `null` if the form is
 *   longer than the limit or has too many parts, unless a middleware passes the POST on
 */
async function readOverride(
  request: Request,
  limit: number,
  isPassedOn: boolean,
): Promise<Method | null> {
  try {
    // A body without a stream is no form.
    if (request.body === null) return 'POST';
    const isAnnounced = Number(request.headers.get('content-length')) > limit;
    const bytes = isAnnounced ? null : await readClone(request.clone(), limit);
    if (bytes === null) {
      if (isPassedOn) return 'POST';
      drain(request.body.getReader());
      return null;
    }
    const form = await parseForm(request, bytes, MOST_PARTS);
    if (form === null) return isPassedOn ? 'POST' : null;
    const wanted = String(form.get('_method')).toUpperCase();
    return OVERRIDES.find((override) => override === wanted) ?? 'POST';
  } catch {
    // The action gets the same error when it reads the form.
    return 'POST';
  }
}

/** Reads the bytes of a cloned request; `null` if there are more than the limit. */
async function readClone(
  { body }: Request,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  // The cast: the clone of a request with a body has one, too.
  const reader = (body as NonNullable<typeof body>).getReader();
  const bytes = await readUpTo(reader, limit);
  // An unread clone would keep every byte that is read of the request. The promise waits for the
  // end of the request's own body, which changes no answer.
  if (bytes === null) reader.cancel().catch(() => undefined);
  return bytes;
}
