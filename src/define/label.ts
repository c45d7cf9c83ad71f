import type { Pattern } from '../pattern/parse.ts';
import { innerOf, type Sequence } from '../pattern/terms.ts';

/**
 * The destination of a route that has only a handler: its pattern, with `$1` for the first group
 * and so on. It is never empty, since that would block the pattern.
 */
export function labelOf(pattern: Pattern): string {
  const { source, choices } = pattern;
  // Without a parenthesis in the pattern, a destination has no references and no escapes.
  const write = (text: string) => (source.includes('(') ? text.replace(/[\\$]/g, '\\$&') : text);
  const walk = (sequence: Sequence): string =>
    sequence
      .map((term) => {
        const inner = innerOf(term);
        // Braces, since a digit may follow.
        if (inner.kind === 'group' && inner.number !== null) return `\${${inner.number}}`;
        if (term.kind === 'text') return write(term.value);
        if (term.kind === 'assertion') return '';
        if (term.kind === 'group') return term.choices.map(walk).join('|');
        return write(source.slice(term.index, term.end));
      })
      .join('');
  const label = choices.map(walk).join('|');
  return label.replace(/(?<!\\)\$\{(\d+)\}(?!\d)/g, '$$$1') || '/';
}
