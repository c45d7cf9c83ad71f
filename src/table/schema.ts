/** The schemas of a route, as a row carries them. `http/read.ts` reads the values and validates them. */
import { badArgument } from '../errors/argument.ts';

/**
 * A schema of any library that follows Standard Schema (https://standardschema.dev), version 1:
 * zod, valibot, arktype. This is the part of the interface used here, copied as the specification
 * suggests.
 * @example
 * const schema: Schema<unknown, { title: string }> = z.object({ title: z.string() });
 */
export interface Schema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** The output type of a schema. */
export type SchemaOutput<S extends Schema> = NonNullable<S['~standard']['types']>['output'];

/** The result of a validation: the output or the issues. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/** An issue as the libraries write it; a path may wrap its keys. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/**
 * The schemas of a route, among its options. Before the handler is called, the fetch handler
 * validates the params, the query and the body, in this order, and gives their outputs to the
 * handler. CodeIgniter has no such options.
 * @example
 * Route.post('photos', { body: z.object({ title: z.string() }) }, ({ body }) => body.title);
 */
export interface RouteSchemas<
  Body extends Schema = Schema,
  Query extends Schema = Schema,
  Params extends Schema = Schema,
> {
  /** Validates the body, which is read as JSON, up to 1 MiB; see `readJson` of `waymark/http`. */
  readonly body?: Body;
  /** Validates the query of the URL; see `readQuery` of `waymark/http`. */
  readonly query?: Query;
  /** Validates the params; see `readParams` of `waymark/http`. */
  readonly params?: Params;
}

/** The members that schemas add to a handler's context; `never` stands for no schema. */
export type Validated<Body extends Schema, Query extends Schema> = ([Body] extends [never]
  ? unknown
  : { readonly body: SchemaOutput<Body> }) &
  ([Query] extends [never] ? unknown : { readonly query: SchemaOutput<Query> });

/** The names of the schemas, in the order in which they validate. */
export const SCHEMAS = [
  'params',
  'query',
  'body',
] as const satisfies readonly (keyof RouteSchemas)[];

/**
 * Freezes the schemas of a row. The JSON of an answer, as programs log it, has their names: a schema
 * may refer to itself, which JSON can't carry.
 */
export function sealSchemas(schemas: RouteSchemas): RouteSchemas {
  const names = Object.keys(schemas);
  return Object.freeze(Object.defineProperty(schemas, 'toJSON', { value: () => names }));
}

/**
 * Checks a schema and returns it. It may be a function, like arktype's.
 * @throws {WaymarkError} if it is something else, `undefined` included, which would let every value
 *   through
 */
export function checkSchema(where: string, name: string, given: Schema | undefined): Schema {
  if (typeof Object(Object(given)['~standard']).validate === 'function') return given as Schema; // the cast: it was just checked
  throw badArgument(where, name, 'a Standard Schema, such as one of zod', given);
}
