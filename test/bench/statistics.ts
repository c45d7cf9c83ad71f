/** The statistics that the report needs. */

/** One figure for each measured contender, by name. */
export type Figures = Readonly<Record<string, number>>;

/** The middle value, or the mean of the two middle ones; `NaN` for no values. */
export function median(values: readonly number[]): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The mean for ratios: twice as fast and half as fast average to 1. `NaN` for no values. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/**
 * A repeatable `Math.random`, so that every run asks for the same requests.
 *
 * @param seed the start of the sequence
 */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // Numerical Recipes' linear congruential generator.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A shuffled copy (Fisher and Yates). */
export function shuffle<T>(values: readonly T[], random: () => number): T[] {
  const copy = [...values];
  for (let last = copy.length - 1; last > 0; last--) {
    const pick = Math.floor(random() * (last + 1));
    [copy[last], copy[pick]] = [copy[pick], copy[last]];
  }
  return copy;
}

/** The values from the one at `start`, round to the one before it. */
export function rotate<T>(values: readonly T[], start: number): T[] {
  const place = start % values.length;
  return [...values.slice(place), ...values.slice(0, place)];
}

/** The median of each name's values. */
export function mediansOf(all: ReadonlyMap<string, readonly number[]>): Figures {
  return Object.fromEntries([...all].map(([name, values]) => [name, median(values)]));
}

/** The median of each figure, ignoring the runs that lack it. */
export function medians(all: readonly Figures[]): Figures {
  const names = new Set(all.flatMap((figures) => Object.keys(figures)));
  return Object.fromEntries(
    [...names].map((name) => {
      const values = all.map((figures) => figures[name]).filter((value) => value !== undefined);
      return [name, median(values)];
    }),
  );
}

/**
 * The value below which a quarter lies: if others use the machine, low values are the undisturbed
 * ones.
 */
export function lowerQuartile(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 2];
}
