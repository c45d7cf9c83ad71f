/** Validates values with a schema of any library. */
import { badArgument } from '../errors/argument.ts';
import { isSchema, type Schema } from '../table/schema.ts';
import { HttpError, type Issue, readIssue } from './http-error.ts';

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
  if (!isSchema(schema)) {
    throw badArgument(where, 'schema', 'a Standard Schema, such as one of zod', schema);
  }
  const result = await schema['~standard'].validate(value);
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
