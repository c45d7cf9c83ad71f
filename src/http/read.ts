/**
 * Reads and validates what a request sends: its body as text, a stream, JSON or a form, its query and
 * its params. For a route with schemas, it does so before the handler is called.
 */
import { badArgument, type Complete, readOptions, readWhole } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import type { RouteParams } from '../table/params.ts';
import type { RequestContext } from '../table/request-context.ts';
import { checkSchema, type RouteSchemas, type Schema, type SchemaOutput } from '../table/schema.ts';
import {
  BODY_LIMIT,
  charsetOf,
  FORMS,
  isJson,
  MOST_PARTS,
  malformed,
  mediaTypeOf,
  openBody,
  parseForm,
  readBytes,
  refuseCharset,
  wrongType,
} from './body.ts';
import { HttpError, type Issue, readIssue } from './http-error.ts';
import { type HttpContext, requestOf } from './request.ts';

/** Options of the functions that read what a request sends. Each function names those that it takes. */
export interface ReadOptions<S extends Schema = Schema> {
  /**
   * Validates the value, or an object of the fields: a schema from zod, valibot, arktype or another
   * Standard Schema library.
   */
  readonly schema?: S;
  /** The maximum number of bytes to read; 1,048,576 (1 MiB) by default. A longer body is a 413. */
  readonly limit?: number | undefined;
  /**
   * The maximum number of parts of a multipart form: fields and files, 1,000 by default. A form with
   * more is a 413.
   */
  readonly parts?: number | undefined;
}

function readBodyOptions<
  T extends Pick<ReadOptions, 'limit'>,
  const Names extends readonly (keyof T & string)[],
>(
  where: string,
  options: T,
  known: Complete<T, Names> & Names,
): Partial<T> & { readonly limit: number } {
  // A schema without own properties would be read as no options, and check nothing.
  if ('~standard' in Object(options)) {
    const advice = 'write readJson(context, { schema }) or readForm(context, { schema })';
    throw new WaymarkError('bad-argument', where, 'the options are a schema', advice);
  }
  const own = readOptions(where, options, known);
  return { ...own, limit: readWhole(where, 'limit', own.limit, 0) ?? BODY_LIMIT };
}

/** The media types of text. A missing type counts as text too. */
const TEXT =
  /^(?:$|text\/|application\/(?:[\w.+-]+\+)?(?:json|xml)$|application\/x-www-form-urlencoded$)/;

/**
 * Reads a body as text, exactly as sent. Use it for text, and for JSON, XML and forms with a
 * signature over the exact bytes, as webhooks have.
 * @param context the context of the controller or the handler
 * @param options `limit`: the maximum number of bytes to read, 1 MiB by default
 * @returns the text with its byte order mark, decoded by the `charset` of its type, UTF-8 by
 *   default
 * @throws {HttpError} 413 if the body is too long, 415 if its type or charset is not supported, 400
 *   if the bytes are invalid in this charset
 * @throws {WaymarkError} if the body was already read, or an option is wrong
 * @example
 * const note = await readText(context, { limit: 10_000 });
 */
export async function readText(
  context: Pick<HttpContext, 'request'>,
  options: Pick<ReadOptions, 'limit'> = {},
): Promise<string> {
  const where = 'readText';
  const request = requestOf(context, where);
  const { limit } = readBodyOptions(where, options, ['limit']);
  const type = mediaTypeOf(request);
  if (!TEXT.test(type)) throw wrongType('text', type);
  const decoder = decoderOf(charsetOf(request));
  const bytes = await readBytes(request, limit, where);
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw malformed(`the body is not ${decoder.encoding}`, cause);
  }
}

/**
 * Reads a body of any type as a stream, such as an upload that is too large for memory. Past the
 * limit, and if the client stops in the middle, the stream fails with an `HttpError`. You may stop
 * reading at any time: the rest is discarded.
 * @param context the context of the controller or the handler
 * @param options `limit`: the maximum number of bytes to read, 1 MiB by default
 * @returns a stream of the bytes; empty if there is no body
 * @throws {HttpError} 413 if `Content-Length` is over the limit, 415 if the body is compressed
 * @throws {WaymarkError} if the body was already read, or an option is wrong
 * @example
 * Route.put('size', async (context) => {
 *   let size = 0;
 *   for await (const bytes of readStream(context, { limit: 1e9 })) size += bytes.length;
 *   return { size };
 * });
 */
export function readStream(
  context: Pick<HttpContext, 'request'>,
  options: Pick<ReadOptions, 'limit'> = {},
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const where = 'readStream';
  const request = requestOf(context, where);
  const { limit } = readBodyOptions(where, options, ['limit']);
  const { next, close } = openBody(request, limit, where);
  return new ReadableStream(
    {
      async pull(controller) {
        const chunk = await next();
        if (chunk === undefined) controller.close();
        else controller.enqueue(chunk);
      },
      cancel: close,
    },
    // Read nothing before it is asked for.
    { highWaterMark: 0 },
  );
}

function decoderOf(charset: string): InstanceType<typeof TextDecoder> {
  try {
    // Keeps the byte order mark, since a signature covers it too.
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true });
  } catch (cause) {
    throw new HttpError(415, 'the charset of the body is unknown', { cause });
  }
}

/**
 * Reads a body as JSON. The request's type must be JSON (`application/json`, or a type that ends
 * with `+json`), which a form on another site can't send.
 * @param context the context of the controller or the handler
 * @param options `limit`: the maximum number of bytes to read, 1 MiB by default; `schema`:
 *   validates the value
 * @returns the schema's output; without a schema, the value
 * @throws {HttpError} 413 if the body is too long, 415 if its type is not JSON, 400 if it is
 *   malformed or nests deeper than 512 levels (as in PHP), 422 if the schema rejects it
 * @throws {WaymarkError} if the body was already read, or an option is wrong
 * @example
 * const { title } = await readJson(context, { schema: z.object({ title: z.string() }) });
 */
export async function readJson<S extends Schema>(
  context: Pick<HttpContext, 'request'>,
  options: Omit<ReadOptions<S>, 'parts'> & { readonly schema: S },
): Promise<SchemaOutput<S>>;
export async function readJson(
  context: Pick<HttpContext, 'request'>,
  options?: Omit<ReadOptions, 'parts'>,
): Promise<unknown>;
export async function readJson(
  context: Pick<HttpContext, 'request'>,
  options: Omit<ReadOptions, 'parts'> = {},
): Promise<unknown> {
  const where = 'readJson';
  const request = requestOf(context, where);
  const own = readBodyOptions(where, options, ['limit', 'schema']);
  if (!isJson(request)) throw wrongType('application/json', mediaTypeOf(request));
  refuseCharset(request, 'JSON in UTF-8'); // RFC 8259, section 8.1
  const value = parseJson(await readBytes(request, own.limit, where));
  return 'schema' in own ? validate(where, own.schema, value) : value;
}

function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch (cause) {
    throw malformed('the body is not JSON', cause);
  }
  if (depthOf(text) <= DEEPEST_JSON) return value;
  throw malformed(`the body nests deeper than ${DEEPEST_JSON} levels`);
}

/**
 * The limit of PHP's `json_decode`. Code that recurses into a value, such as `JSON.stringify`,
 * overflows the stack at about ten times as many levels.
 */
const DEEPEST_JSON = 512;

/** Counts the levels of arrays and objects in a valid JSON text. */
function depthOf(text: string): number {
  let level = 0;
  let deepest = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    if (char === '"') isQuoted = !isQuoted;
    else if (isQuoted) index += char === '\\' ? 1 : 0;
    else if (char === '[' || char === '{') deepest = Math.max(deepest, ++level);
    else if (char === ']' || char === '}') level--;
  }
  return deepest;
}

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
  options: ReadOptions<S> & { readonly schema: S },
): Promise<SchemaOutput<S>>;
export async function readForm(
  context: Pick<HttpContext, 'request'>,
  options?: ReadOptions,
): Promise<FormData>;
export async function readForm(
  context: Pick<HttpContext, 'request'>,
  options: ReadOptions = {},
): Promise<unknown> {
  const where = 'readForm';
  const request = requestOf(context, where);
  const own = readBodyOptions(where, options, ['limit', 'schema', 'parts']);
  const type = mediaTypeOf(request);
  if (!FORMS.includes(type)) throw wrongType(FORMS.join(' or '), type);
  refuseCharset(request, 'a form in UTF-8'); // the platform decodes forms only as UTF-8
  const parts = readWhole(where, 'parts', own.parts, 1) ?? MOST_PARTS;
  const bytes = await readBytes(request, own.limit, where);
  const form = await parseForm(request, bytes, parts).catch((cause) => {
    throw malformed('the body is not a form', cause);
  });
  if (form === null) throw new HttpError(413, `the form has more than ${parts} parts`);
  return 'schema' in own ? validate(where, own.schema, fieldsOf(form)) : form;
}

/**
 * Validates the query of the request's URL. The schema receives an object without a prototype. A
 * name that occurs once is a string. One that occurs several times is an array, and so is every name
 * that ends with `[]`. Without a schema, read `new URL(request.url).searchParams`.
 * @param context the context of the controller or the handler
 * @param options `schema`: validates the values
 * @returns the schema's output
 * @throws {HttpError} 422 if the schema rejects the query
 * @throws {WaymarkError} if an option is missing or wrong
 * @example
 * const { page } = await readQuery(context, { schema: z.object({ page: z.coerce.number() }) });
 */
export async function readQuery<S extends Schema>(
  context: Pick<HttpContext, 'request'>,
  options: Required<Pick<ReadOptions<S>, 'schema'>>,
): Promise<SchemaOutput<S>> {
  const where = 'readQuery';
  const { searchParams } = new URL(requestOf(context, where).url);
  const { schema } = readOptions(where, options, ['schema']);
  return validate(where, schema, fieldsOf(searchParams));
}

/**
 * Validates the params of the route. If the pattern has named groups, the schema receives an object
 * of the params, without those that are empty. Otherwise, it receives the array.
 * @param context the context of the controller or the handler
 * @param options `schema`: validates the values
 * @returns the schema's output
 * @throws {HttpError} 422 if the schema rejects the params. If a pattern can express the rule, use
 *   the pattern: then a wrong param is a 404
 * @throws {WaymarkError} if an option is missing or wrong
 * @example
 * // Route.get('articles/{id:num}', …)
 * const { id } = await readParams(context, { schema: z.object({ id: z.coerce.number() }) });
 */
export async function readParams<S extends Schema>(
  context: Pick<RequestContext, 'params'>,
  options: Required<Pick<ReadOptions<S>, 'schema'>>,
): Promise<SchemaOutput<S>> {
  const where = 'readParams';
  const params: RouteParams | undefined = Object(context).params;
  if (typeof params !== 'object' || params === null) {
    throw badArgument(where, 'context', 'the context of the action or the handler', context);
  }
  const { schema } = readOptions(where, options, ['schema']);
  const values = Array.isArray(params)
    ? [...params]
    : fieldsOf(Object.entries(params).filter(([, value]) => value !== ''));
  return validate(where, schema, values);
}

/**
 * Reads what a route's schemas validate, and adds it to the context of its handler. The body comes
 * last, so that a wrong query is refused before the body is read.
 * @returns the context
 * @throws {HttpError} as `readParams`, `readQuery` and `readJson`
 */
export async function readInputs<Context extends RequestContext>(
  context: Context,
  { params, query, body }: RouteSchemas,
): Promise<Context> {
  const add = (name: keyof RouteSchemas, value: unknown) =>
    // Not an assignment, since the application may have added an accessor of this name.
    Object.defineProperty(context, name, { value, enumerable: true, configurable: true });
  if (params !== undefined) add('params', await readParams(context, { schema: params }));
  if (query !== undefined) add('query', await readQuery(context, { schema: query }));
  if (body !== undefined) add('body', await readJson(context, { schema: body }));
  return context;
}

/**
 * Validates a value.
 * @returns the schema's output
 * @throws {WaymarkError} if the schema is missing
 * @throws {HttpError} 422 with the issues
 */
async function validate(
  where: string,
  schema: Schema | undefined,
  value: unknown,
): Promise<unknown> {
  const result = await checkSchema(where, 'schema', schema)['~standard'].validate(value);
  if (result.issues === undefined) return result.value;
  const issues = result.issues.map(readIssue);
  throw new HttpError(422, issues.map(describeIssue).join('; '), { issues });
}

function describeIssue({ message, path }: Issue): string {
  const place = path.join('.');
  // Some libraries, such as arktype, start the message with it.
  return place === '' || message.startsWith(`${place} `) ? message : `${place}: ${message}`;
}

/**
 * Collects named values into an object without a prototype. A name that occurs once has its value,
 * one that occurs several times has an array, and so has every name that ends with `[]`. It makes
 * one pass, since `getAll` for each name would take quadratic time.
 */
function fieldsOf<V extends string | File>(pairs: Iterable<[string, V]>): object {
  const fields: Record<string, V | V[]> = Object.create(null);
  for (const [name, value] of pairs) {
    const before = fields[name];
    if (Array.isArray(before)) before.push(value);
    else if (before !== undefined) fields[name] = [before, value];
    else fields[name] = name.endsWith('[]') ? [value] : value;
  }
  return fields;
}
