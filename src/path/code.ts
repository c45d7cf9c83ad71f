/**
 * Character codes. This is an enum because esbuild inlines its members as numbers, while V8 would
 * load and check a module's constant for each character of a path.
 */
export enum Code {
  SPACE = 32,
  HASH = 35,
  PERCENT = 37,
  DOT = 46,
  SLASH = 47,
  ZERO = 48,
  QUESTION = 63,
  TILDE = 126,
}
