/** The result if there is no proof. */

/** Why something can't be proved. A class, to distinguish it from every other result. */
export class Unproved {
  /** @param reason one clause */
  constructor(readonly reason: string) {}
}
