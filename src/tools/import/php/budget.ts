/** Limits the work of one import. */

/** The limits of {@link Budget}: far more than any route file needs, reached within two seconds. */
export const LIMITS = {
  /** Statements, expressions and loop iterations. */
  steps: 1_000_000,
  /** Characters that are read, concatenated, compared or written. */
  characters: 12_000_000,
  /** Entries of arrays, and parts of texts. */
  entries: 400_000,
} as const;

export type Cost = keyof typeof LIMITS;

export class TooMuch extends Error {}

/** The remaining budget of one import. Work is paid for before it is done. */
export class Budget {
  private readonly left: Record<Cost, number> = { ...LIMITS };

  spend(cost: Cost, amount = 1): void {
    const problem = this.take(cost, amount);
    if (problem !== null) throw new TooMuch(problem);
  }

  take(cost: Cost, amount: number): string | null {
    this.left[cost] -= amount;
    if (this.left[cost] >= 0) return null;
    return `the file takes more than ${LIMITS[cost].toLocaleString('en')} ${cost}`;
  }
}
