/**
 * Whether a value is a response, of the runtime's class or of another package's. A value that
 * throws when checked, such as a revoked proxy, is not one.
 */
export function isResponse(value: unknown): value is Response {
  try {
    return (
      value instanceof Response || Object.prototype.toString.call(value) === '[object Response]'
    );
  } catch {
    return false;
  }
}
