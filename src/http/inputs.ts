/** Validates what a request sends, before the handler of its route is called. */
import type { RequestContext } from '../table/handler.ts';
import type { Row } from '../table/row.ts';
import type { RouteSchemas } from '../table/schema.ts';
import { readJson, readParams, readQuery } from './read.ts';

/** Makes a row whose handler reads what its schemas validate, by itself. */
export function reading<Own extends Pick<Row, 'handler' | 'schemas'>>(row: Own): Own {
  const { handler, schemas } = row;
  if (handler === undefined || schemas === undefined) return row;
  return {
    ...row,
    handler: async (context) => handler(await readInputs(context, schemas)),
    schemas: undefined,
  };
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
