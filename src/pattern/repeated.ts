/** Groups that are one class with a `+`, as those of `(:any)` and `(:num)` are. */
import type { Term } from './terms.ts';

/** The class of a group that holds only that class and a greedy `+`. */
export function repeatedClass(term: Term): string | null {
  if (term.kind !== 'group' || term.choices.length > 1 || term.choices[0].length !== 1) return null;
  const [inner] = term.choices[0];
  if (inner.kind !== 'repetition' || inner.node.kind !== 'class') return null;
  const { node, min, max, lazy } = inner;
  return min === 1 && max === Infinity && !lazy ? node.source : null;
}
