/** The values of a form or a query, by name. */

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
