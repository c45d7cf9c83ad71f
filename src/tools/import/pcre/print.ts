/** Writes a pattern for JavaScript. */
import type { Body, Item } from './nodes.ts';

/**
 * A `(:word)`, which waymark would read as a placeholder. CodeIgniter has only `(:any)` and
 * `(:num)`.
 */
const PLACEHOLDER = /^:[A-Za-z_]\w*$/;

/**
 * Writes alternatives.
 *
 * @param body alternatives without PCRE-only constructs
 */
export function print(body: Body): string {
  return body.map((sequence) => sequence.map(printIn(sequence)).join('')).join('|');
}

function printIn(sequence: readonly Item[]) {
  return (item: Item, index: number): string => {
    const next = sequence[index + 1];
    const digit = next?.kind === 'one' && /^\d$/.test(next.literal ?? '');
    const written = printItem(item);
    return item.kind === 'reference' && item.source === null && digit ? `(?:${written})` : written;
  };
}

function printItem(item: Item): string {
  switch (item.kind) {
    case 'one':
    case 'assertion':
      return item.source;
    case 'never':
      return '(?!)';
    case 'reference':
      return item.source ?? (/^\d+$/.test(item.to) ? `\\${item.to}` : `\\k<${item.to}>`);
    case 'group': {
      const inner = print(item.body);
      // The backslash keeps it from being read as a placeholder.
      return `${item.open}${item.open === '(' && PLACEHOLDER.test(inner) ? '\\' : ''}${inner})`;
    }
    case 'repeat':
      return `${printItem(item.item)}${item.source}${item.mode}`;
  }
}
