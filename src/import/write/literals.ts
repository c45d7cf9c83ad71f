/** Orders rows as CodeIgniter 2 tries them. */
import { createMatcher } from '../../pattern/matcher.ts';
import { parsePattern } from '../../pattern/parse.ts';
import { isReserved } from '../../table/settings.ts';
import type { Slot } from '../php/values.ts';
import { readPattern } from './pattern.ts';

/** The entries in order, and for each that has moved up, the key of the pattern that it passed first. */
export interface Ordered {
  readonly slots: readonly Slot[];
  readonly passed: ReadonlyMap<Slot, string>;
}

/** A key that is the path that it matches; a dot matches other characters, too. */
const LITERAL = /^[\w/~%,@&= .-]+$/;

/** How many pairs of a literal and a pattern are tried. */
const MOST_PAIRS = 200_000;

/**
 * Puts each literal key before the patterns that match it. CodeIgniter 2 looks the path up among the
 * keys before it tries any pattern (`_parse_routes` of `system/core/Router.php`).
 *
 * @param slots the entries of `$route`
 */
export function literalsFirst(slots: readonly Slot[]): Ordered {
  const ordered: Slot[] = [];
  const passed = new Map<Slot, string>();
  const patterns: { readonly slot: Slot; readonly key: string; matches(path: string): boolean }[] =
    [];
  let pairs = 0;
  const isPast = () => ++pairs > MOST_PAIRS;
  for (const slot of slots) {
    const { key } = slot;
    const isLiteral = typeof key === 'string' && LITERAL.test(key) && !isReserved(key);
    const first = isLiteral ? patterns.find(({ matches }) => isPast() || matches(key)) : undefined;
    if (typeof key === 'string' && first !== undefined) {
      const exact = { ...slot, key: key.replaceAll('.', '\\.') };
      ordered.splice(ordered.indexOf(first.slot), 0, exact);
      passed.set(exact, first.key);
      if (!key.includes('.')) continue;
    }
    ordered.push(slot);
    if (typeof key !== 'string' || isReserved(key) || (isLiteral && !key.includes('.'))) continue;
    patterns.push({ slot, key, matches: matcherOf(key) });
  }
  return { slots: ordered, passed };
}

function matcherOf(key: string): (path: string) => boolean {
  const read = readPattern(key, 'all');
  if (!('pattern' in read) || typeof read.pattern !== 'string') return () => false;
  const matcher = createMatcher(parsePattern(read.pattern, ''), '');
  return (path) => matcher.exec(path) !== null;
}
