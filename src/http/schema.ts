import { badArgument } from '../errors/argument.ts';
import { HttpError, type Issue, readIssue } from './http-error.ts';

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
 * Validates a value.
 * @returns the schema's output
 * @throws {WaymarkError} if the schema is missing: an option that is `undefined` must not let every
 *   value through
 * @throws {HttpError} 422 with the issues
 */
export async function validate(
  where: string,
  schema: Schema | undefined,
  value: unknown,
): Promise<unknown> {
  // A schema may be a function, like arktype's.
  const standard = schema?.['~standard'];
  if (typeof standard?.validate !== 'function') {
    throw badArgument(where, 'schema', 'a Standard Schema, such as one of zod', schema);
  }
  const result = await standard.validate(value);
  if (result.issues === undefined) return result.value;
  const issues = result.issues.map(readIssue);
  throw new HttpError(422, issues.map(describeIssue).join('; '), { issues });
}

function describeIssue({ message, path }: Issue): string {
  const place = path.join('.');
  // Some libraries, such as arktype, start the message with it.
  return message.startsWith(place) ? message : `${place}: ${message}`;
}

/**
 * Collects named values into an object without a prototype. A name that occurs once has its value,
 * one that occurs several times has an array, and so has every name that ends with `[]`. It makes
 * one pass, since `getAll` for each name would take quadratic time.
 */
export function fieldsOf<V extends string | File>(pairs: Iterable<[string, V]>): object {
  const fields: Record<string, V | V[]> = Object.create(null);
  for (const [name, value] of pairs) {
    const before = fields[name];
    if (Array.isArray(before)) before.push(value);
    else if (before !== undefined) fields[name] = [before, value];
    else fields[name] = name.endsWith('[]') ? [value] : value;
  }
  return fields;
}
