/**
 * Characters by their codes. An enum, because esbuild writes its members as numbers, while a module's
 * constant becomes a variable that V8 loads and checks for each character of a path.
 */
export enum Code {
  DOT = 46,
  SLASH = 47,
  ZERO = 48,
}
