/** What stands in place of a proof. */

/** Why something can't be proved. A class, so that it is told apart from every other result. */
export class Unproved {
  /** @param reason why, one clause */
  constructor(readonly reason: string) {}
}
