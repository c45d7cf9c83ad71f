/**
 * Longer names are compared only up to this length: the time grows with the product of the lengths.
 */
const LONGEST = 100;

/**
 * The known name with the smallest Levenshtein distance; the first of several. This measure is good
 * enough for error messages, its only use.
 */
export function nearest<T extends string>(name: string, known: readonly [T, ...T[]]): T {
  const typed = name.slice(0, LONGEST);
  return known.reduce((best, name) =>
    distance(typed, name) < distance(typed, best) ? name : best,
  );
}

/** The known name that was probably meant; `null` if more than half of the letters differ. */
export function meant<T extends string>(name: string, known: readonly [T, ...T[]]): T | null {
  const near = nearest(name, known);
  return 2 * distance(name.slice(0, LONGEST), near) <= Math.min(name.length, LONGEST) ? near : null;
}

/**
 * Advice for an unknown name.
 * @param what the plural of what it names, such as `options`
 * @param near the known name that was probably meant, if any
 */
export function knownNames(what: string, known: readonly string[], near: string | null): string {
  const all = `known ${what}: ${known.join(', ')}`;
  return near === null ? all : `write ${near}; ${all}`;
}

/** Levenshtein's distance, by the row-by-row method of Wagner and Fischer. */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const change = row[j] + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(row[j + 1] + 1, next[j] + 1, change));
    }
    row = next;
  }
  return row[b.length];
}
