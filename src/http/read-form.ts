import { readWhole } from '../errors/argument.ts';
import {
  type BodyOptions,
  hasMoreParts,
  MOST_PARTS,
  malformed,
  mediaTypeOf,
  readBodyOptions,
  readBytes,
  refuseCharset,
  wrongType,
} from './body.ts';
import { type HttpContext, requestOf } from './context.ts';
import { HttpError } from './http-error.ts';
import { fieldsOf, type Schema, type SchemaOutput, validate } from './schema.ts';

/** Options of `readForm`. */
export interface FormOptions<S extends Schema = Schema> extends BodyOptions {
  /**
   * Validates the fields: a schema from zod, valibot, arktype or another Standard Schema library.
   */
  readonly schema?: S;
  /**
   * The maximum number of parts of a multipart form: fields and files, 1,000 by default. A form with
   * more is a 413.
   */
  readonly parts?: number | undefined;
}

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/**
 * Reads a form, URL-encoded or multipart; files are `File` objects. A schema receives the fields as
 * an object without a prototype. A field that is sent once is a string or a `File`. A field that is
 * sent several times is an array, and so is every field whose name ends with `[]`.
 * @param context the context of the controller or the handler
 * @param options `limit`: the maximum number of bytes to read, files included, 1 MiB by default;
 *   `parts`: the maximum number of fields and files of a multipart form, 1,000 by default; `schema`:
 *   validates the fields
 * @returns the schema's output; without a schema, the `FormData`
 * @throws {HttpError} 413 if the body is too long or has too many parts, 415 if its type is not a
 *   form in UTF-8, 400 if it is malformed, 422 if the schema rejects it
 * @throws {WaymarkError} if the body was already read, or an option is wrong
 * @example
 * const photo = (await readForm(context, { limit: 10_000_000 })).get('photo');
 */
export async function readForm<S extends Schema>(
  context: Pick<HttpContext, 'request'>,
  options: FormOptions<S> & { readonly schema: S },
): Promise<SchemaOutput<S>>;
export async function readForm(
  context: Pick<HttpContext, 'request'>,
  options?: FormOptions,
): Promise<FormData>;
export async function readForm(
  context: Pick<HttpContext, 'request'>,
  options: FormOptions = {},
): Promise<unknown> {
  const where = 'readForm';
  const request = requestOf(context, where);
  const own = readBodyOptions(where, options, ['limit', 'schema', 'parts']);
  const type = mediaTypeOf(request);
  if (!FORMS.includes(type)) throw wrongType(FORMS.join(' or '), type);
  refuseCharset(request, 'a form in UTF-8'); // the platform decodes forms only as UTF-8
  const parts = readWhole(where, 'parts', own.parts, 1) ?? MOST_PARTS;
  const bytes = await readBytes(request, own.limit, where);
  const form = await parse(request, bytes, parts);
  return 'schema' in own ? validate(where, own.schema, fieldsOf(form)) : form;
}

async function parse(
  { headers }: Request,
  bytes: Uint8Array<ArrayBuffer>,
  parts: number,
): Promise<FormData> {
  // The type as sent, since it contains the boundary.
  const type = String(headers.get('content-type'));
  if (hasMoreParts(bytes, type, parts)) {
    throw new HttpError(413, `the form has more than ${parts} parts`);
  }
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData();
  } catch (cause) {
    throw malformed('the body is not a form', cause);
  }
}
