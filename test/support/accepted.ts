import { createRouter, type SuppliedTable, WaymarkError } from '../../src/index.ts';

/**
 * Drops the keys of random tables that `createRouter` refuses, and counts them. The ratio tells a
 * property how much of its tables was left.
 *
 * @example
 * const accepted = new Accepted();
 * accepted.table({ a: 'x', '(': 'y' }); // { a: 'x' }
 * accepted.ratio; // 0.5
 */
export class Accepted {
  private kept = 0;
  private met = 0;

  /** The share of all entries kept so far. */
  get ratio(): number {
    return this.kept / this.met;
  }

  /**
   * The entries that `createRouter` accepts, in order. Rethrows errors that aren't a
   * `WaymarkError`.
   */
  table(table: Readonly<Record<string, string>>): Record<string, string> {
    const given = Object.entries(table);
    const kept = isAccepted(table)
      ? given
      : given.filter((entry) => isAccepted(Object.fromEntries([entry])));
    this.met += given.length;
    this.kept += kept.length;
    return Object.fromEntries(kept);
  }
}

/** True if a router can be created. Rethrows errors that aren't a `WaymarkError`. */
export function isAccepted(table: SuppliedTable): boolean {
  try {
    createRouter(table);
    return true;
  } catch (error) {
    if (error instanceof WaymarkError) return false;
    throw error;
  }
}
