/** Limits the work of one import. */

/** The limits of {@link Budget}: far more than any route file needs, and reached within a second or two. */
export const LIMITS = {
  /** Statements, expressions and iterations of loops. */
  steps: 1_000_000,
  /** Characters that are read, concatenated, compared or written. */
  characters: 12_000_000,
  /** Entries of arrays, and parts of texts. */
  entries: 400_000,
} as const;

/** A unit that a {@link Budget} counts. */
export type Cost = keyof typeof LIMITS;

/** The import exceeds its budget. */
export class TooMuch extends Error {}

/**
 * The remaining work of one import. Everything that takes time or memory is paid for here before
 * it is done, so that no file takes more time or memory than the limits allow.
 *
 * @example
 * const budget = new Budget();
 * budget.spend('characters', 12_000_001); // throws TooMuch
 */
export class Budget {
  private readonly left: Record<Cost, number> = { ...LIMITS };

  /**
   * Pays for work.
   *
   * @param cost the unit
   * @param amount how many units
   * @throws {TooMuch} if fewer are left
   */
  spend(cost: Cost, amount = 1): void {
    const problem = this.take(cost, amount);
    if (problem !== null) throw new TooMuch(problem);
  }

  /**
   * Pays for work, without throwing.
   *
   * @returns the exceeded limit, or `null`
   */
  take(cost: Cost, amount: number): string | null {
    this.left[cost] -= amount;
    if (this.left[cost] >= 0) return null;
    return `the file takes more than ${LIMITS[cost].toLocaleString('en')} ${cost}`;
  }
}
