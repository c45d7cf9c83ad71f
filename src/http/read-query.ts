import { badArgument, readOptions } from '../errors/argument.ts';
import type { RequestContext } from '../table/handler.ts';
import { type HttpContext, requestOf } from './context.ts';
import { fieldsOf, type Schema, type SchemaOutput, validate } from './schema.ts';

/** Options of `readQuery` and `readParams`. */
export interface ValuesOptions<S extends Schema = Schema> {
  /**
   * Validates the values: a schema from zod, valibot, arktype or another Standard Schema library.
   */
  readonly schema: S;
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
  options: ValuesOptions<S>,
): Promise<SchemaOutput<S>> {
  const where = 'readQuery';
  const { searchParams } = new URL(requestOf(context, where).url);
  const { schema } = readOptions(where, options, ['schema']);
  return validate(where, schema, fieldsOf(searchParams));
}

/**
 * Validates the params of the route. If the pattern has named groups, the schema receives
 * them as an object, without empty ones, such as a missing optional one. Otherwise, it receives the
 * array of all params.
 * @param context the context of the controller or the handler, or the match
 * @param options `schema`: validates the values
 * @returns the schema's output
 * @throws {HttpError} 422 if the schema rejects the params. If a pattern can express the rule, use
 *   the pattern: then a wrong param is a 404
 * @throws {WaymarkError} if an option is missing or wrong
 * @example
 * // Route.get('articles/(?<id>:num)', …)
 * const { id } = await readParams(context, { schema: z.object({ id: z.coerce.number() }) });
 */
export async function readParams<S extends Schema>(
  context: Pick<RequestContext, 'params'>,
  options: ValuesOptions<S>,
): Promise<SchemaOutput<S>> {
  const where = 'readParams';
  const params: readonly string[] | undefined = Object(context).params;
  if (!Array.isArray(params)) {
    throw badArgument(where, 'context', 'the context of the action or the handler', context);
  }
  const { schema } = readOptions(where, options, ['schema']);
  const named = Object.entries(Object.getOwnPropertyDescriptors(params)).flatMap(
    ([name, { value, enumerable }]): [string, string][] =>
      enumerable || name === 'length' ? [] : [[name, value]],
  );
  const values =
    named.length > 0 ? fieldsOf(named.filter(([, value]) => value !== '')) : [...params];
  return validate(where, schema, values);
}
