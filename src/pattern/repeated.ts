/** Groups that are one class with a `+`, as those of `(:any)` and `(:num)` are. */
import type { CharacterClass, Term, Text } from './terms.ts';

/** The class of a group that holds only that class, or one character, and a greedy `+`. */
export function repeatedClass(term: Term): string | null {
  if (term.kind !== 'group' || term.choices.length > 1 || term.choices[0].length !== 1) return null;
  const [inner] = term.choices[0];
  if (inner.kind !== 'repetition' || inner.min !== 1 || inner.max !== Infinity || inner.lazy) {
    return null;
  }
  const { node } = inner;
  return node.kind === 'class' || node.kind === 'text' ? classSource(node) : null;
}

/** An expression that matches the same one character. */
export function classSource(term: CharacterClass | Text): string {
  if (term.kind === 'class') return term.source;
  const { value } = term;
  if (value > '~') return `\\u${value.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return /\w/.test(value) ? value : `\\${value}`;
}
