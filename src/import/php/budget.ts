/** How much work one import may be. */

/** The limits of {@link Budget}: far more than any route file needs, and done within a second or two. */
export const LIMITS = {
  /** Statements, expressions and rounds of loops. */
  steps: 1_000_000,
  /** Characters that are read, put together, compared or written. */
  characters: 12_000_000,
  /** Entries that are put into arrays, and parts of texts. */
  entries: 400_000,
} as const;

/** What a {@link Budget} counts. */
export type Cost = keyof typeof LIMITS;

/** The work of an import is more than the budget allows. */
export class TooMuch extends Error {}

/**
 * The work that is left for one import. Everything that takes time or memory is paid for here before
 * it is done, so that no file takes longer, or more memory, than the limits allow.
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
   * @param cost what is counted
   * @param amount how many of them
   * @throws {TooMuch} if less than that is left
   */
  spend(cost: Cost, amount = 1): void {
    const problem = this.take(cost, amount);
    if (problem !== null) throw new TooMuch(problem);
  }

  /**
   * Pays for work, without throwing.
   *
   * @returns what the file takes too much of, or `null`
   */
  take(cost: Cost, amount: number): string | null {
    this.left[cost] -= amount;
    if (this.left[cost] >= 0) return null;
    return `the file takes more than ${LIMITS[cost].toLocaleString('en')} ${cost}`;
  }
}
