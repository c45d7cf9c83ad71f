import {
  type BodyOptions,
  isJson,
  malformed,
  mediaTypeOf,
  readBodyOptions,
  readBytes,
  refuseCharset,
  wrongType,
} from './body.ts';
import { type HttpContext, requestOf } from './context.ts';
import { type Schema, type SchemaOutput, validate } from './schema.ts';

/** Options of `readJson`. */
export interface JsonOptions<S extends Schema = Schema> extends BodyOptions {
  /**
   * Validates the value: a schema from zod, valibot, arktype or another Standard Schema library.
   */
  readonly schema?: S;
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
  options: JsonOptions<S> & { readonly schema: S },
): Promise<SchemaOutput<S>>;
export async function readJson(
  context: Pick<HttpContext, 'request'>,
  options?: JsonOptions,
): Promise<unknown>;
export async function readJson(
  context: Pick<HttpContext, 'request'>,
  options: JsonOptions = {},
): Promise<unknown> {
  const where = 'readJson';
  const request = requestOf(context, where);
  const own = readBodyOptions(where, options, ['limit', 'schema']);
  if (!isJson(request)) throw wrongType('application/json', mediaTypeOf(request));
  refuseCharset(request, 'JSON in UTF-8'); // RFC 8259, section 8.1
  const value = parse(await readBytes(request, own.limit, where));
  return 'schema' in own ? validate(where, own.schema, value) : value;
}

function parse(bytes: Uint8Array): unknown {
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch (cause) {
    throw malformed('the body is not JSON', cause);
  }
  if (levelsOf(text) <= DEEPEST) return value;
  throw malformed(`the body nests deeper than ${DEEPEST} levels`);
}

/**
 * The limit of PHP's `json_decode`. Code that recurses into a value, such as `JSON.stringify`,
 * overflows the stack at about ten times as many levels.
 */
const DEEPEST = 512;

/** Counts the levels of arrays and objects in a valid JSON text. */
function levelsOf(text: string): number {
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
