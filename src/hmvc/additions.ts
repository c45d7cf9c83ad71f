/** Used if an application adds nothing; compared by identity to skip copying. */
export const NOTHING: object = Object.freeze({});

/**
 * Adds members to a context, except those whose names it already has. Members of a plain object are
 * copied. Those of a class instance, including methods and accessors, keep working on the instance,
 * which may have private fields.
 */
export function addMembers(context: object, added: object): void {
  if (added === NOTHING) return;
  const level = Object.getPrototypeOf(added);
  const isLiteral = level === Object.prototype || level === null;
  for (const name of Object.keys(added)) {
    if (name in context) continue;
    if (isLiteral) Reflect.set(context, name, Reflect.get(added, name));
    else forward(context, name, () => Reflect.get(added, name));
  }
  addInherited(context, added, level);
}

function addInherited(context: object, added: object, level: object | null): void {
  if (level === Object.prototype || level === null) return;
  for (const name of Object.getOwnPropertyNames(level)) {
    if (!(name in context)) forward(context, name, () => bound(added, name));
  }
  addInherited(context, added, Object.getPrototypeOf(level));
}

function forward(context: object, name: string, get: () => unknown): void {
  Object.defineProperty(context, name, { configurable: true, enumerable: true, get });
}

function bound(added: object, name: string): unknown {
  const value = Reflect.get(added, name);
  return typeof value === 'function' ? value.bind(added) : value;
}
