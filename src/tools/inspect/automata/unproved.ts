/** The result if there is no proof. */

/**
 * The reason why something can't be proved. It is a class, to distinguish it from every other
 * result.
 */
export class Unproved {
  /** @param reason one clause */
  constructor(readonly reason: string) {}
}
