/** Why a path is a bad request. `too complex`: matching it exceeds a limit of the engine. */
export type BadPathReason =
  | 'not a string'
  | 'too long'
  | 'malformed percent sequence'
  | 'invalid UTF-8'
  | 'control character'
  | 'too complex';

/** A refused path. It is a class, so that an accepted path can be a plain string. */
export class BadPath {
  constructor(readonly reason: BadPathReason) {}
}
