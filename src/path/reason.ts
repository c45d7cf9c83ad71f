/** What can be wrong with a path. `too complex`: matching it needs more than the engine has. */
export type BadPathReason =
  | 'not a string'
  | 'too long'
  | 'malformed percent sequence'
  | 'invalid UTF-8'
  | 'control character'
  | 'too complex';

/** Why a path was refused. A class, so that an accepted path stays a bare string. */
export class BadPath {
  constructor(readonly reason: BadPathReason) {}
}
