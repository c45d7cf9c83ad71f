/**
 * Characters by their codes. An enum, since esbuild writes its members out as numbers, while a
 * constant of a module becomes a variable that V8 loads, and checks, for each character of a path.
 *
 * @example
 * '/'.charCodeAt(0) === Code.SLASH; // true
 */
export enum Code {
  DOT = 46,
  SLASH = 47,
}
