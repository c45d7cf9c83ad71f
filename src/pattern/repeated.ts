/** Groups that are one class with a `+`, as those of `(:any)` and `(:num)` are. */
import type { CharacterClass, Term, Text } from './terms.ts';

/**
 * The class of a group that has nothing else in it than that class, or one character, and a greedy
 * `+`.
 *
 * @param term any term
 * @returns the source of the class, or `null`
 *
 * @example
 * repeatedClass(termOf('([0-9]+)')); // '[0-9]'
 */
export function repeatedClass(term: Term): string | null {
  if (term.kind !== 'group' || term.choices.length > 1 || term.choices[0].length !== 1) return null;
  const [inner] = term.choices[0];
  if (inner.kind !== 'repetition' || inner.min !== 1 || inner.max !== Infinity || inner.lazy) {
    return null;
  }
  const { node } = inner;
  return node.kind === 'class' || node.kind === 'text' ? classSource(node) : null;
}

/**
 * The source of an expression that matches the same one character.
 *
 * @param term a class, or a text of one character
 *
 * @example
 * classSource(termOf('-')); // '\\-'
 */
export function classSource(term: CharacterClass | Text): string {
  if (term.kind === 'class') return term.source;
  const { value } = term;
  if (value > '~') return `\\u${value.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return /\w/.test(value) ? value : `\\${value}`;
}
