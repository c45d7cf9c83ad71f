/** Reads the schemas of a route, and refuses those that nothing would read. */
import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import type { Handler } from '../table/handler.ts';
import type { Method } from '../table/row.ts';
import { isSchema, type RouteSchemas, SCHEMAS, type Schema, sealSchemas } from '../table/schema.ts';

/** The methods whose requests have no body (RFC 9110, section 9.3). */
const WITHOUT_BODY: readonly (Method | null)[] = ['GET', 'HEAD', null];

/**
 * Reads the schemas among a route's options.
 * @param methods `null` for every method
 * @returns `undefined` if there are none
 * @throws {WaymarkError} if one is no schema, `undefined` included, since every value would pass; if
 *   the route has no handler; or if it has a schema for the body of a GET or HEAD request
 */
export function readSchemas(
  where: string,
  given: RouteSchemas,
  methods: readonly (Method | null)[],
  handler: Handler | undefined,
): RouteSchemas | undefined {
  const schemas: Partial<Record<keyof RouteSchemas, Schema>> = {};
  const refuse = (problem: string, advice: string) =>
    new WaymarkError('bad-argument', where, problem, advice);
  for (const name of SCHEMAS) {
    if (!(name in given)) continue;
    const schema = given[name];
    if (!isSchema(schema)) {
      throw badArgument(where, name, 'a Standard Schema, such as one of zod', schema);
    }
    if (handler === undefined) {
      const problem = `the schema ${name} is for a handler, and the route has none`;
      throw refuse(
        problem,
        'pass a handler, or call readJson, readQuery or readParams in the action',
      );
    }
    if (name === 'body' && methods.some((method) => WITHOUT_BODY.includes(method))) {
      const problem = 'body is a schema, and a request of GET or HEAD has no body';
      throw refuse(problem, "define the route for other methods: Route.match(['POST', 'PUT'], …)");
    }
    schemas[name] = schema;
  }
  return Object.keys(schemas).length === 0 ? undefined : sealSchemas(schemas);
}
