import { createRouter, WaymarkError } from '../../src/index.ts';

/**
 * Takes out of random tables what `createRouter` refuses, and counts it, so that a property can
 * tell whether it was about any tables at all.
 *
 * @example
 * const accepted = new Accepted();
 * accepted.table({ a: 'x', '(': 'y' }); // { a: 'x' }
 * accepted.ratio; // 0.5
 */
export class Accepted {
  private kept = 0;
  private met = 0;

  /** The share of all entries that were kept. */
  get ratio(): number {
    return this.kept / this.met;
  }

  /** The entries of a table that it can have, in their order; errors of others pass through. */
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

function isAccepted(table: Readonly<Record<string, string>>): boolean {
  try {
    createRouter(table);
    return true;
  } catch (error) {
    if (error instanceof WaymarkError) return false;
    throw error;
  }
}
