/** Orders rows as CodeIgniter 2 tries them. */
import { createMatcher, isReserved, parsePattern } from 'waymark/internal';
import type { Any } from '../pcre.ts';
import type { Slot } from '../php/values.ts';
import { readPattern, startOf } from './pattern.ts';

/** The entries in order, and for each entry that has moved up, the pattern that it precedes. */
export interface Ordered {
  readonly slots: readonly Slot[];
  readonly passed: ReadonlyMap<Slot, Slot>;
}

/** A key that matches itself, and nothing else unless it has a dot. */
const LITERAL = /^[^\\^$*+?()[\]{}|#]+$/;
const PLACEHOLDER = /:(?:any|num)/;

/** The limits for comparing literals with patterns: the number of pairs, and of characters. */
const MOST_PAIRS = 5_000_000;
const MOST_WORK = 50_000_000;

interface Tried {
  readonly slot: Slot;
  readonly start: string;
  readonly length: number;
  matches(path: string): boolean;
}

/**
 * Puts each literal key before the patterns that match it. CodeIgniter 2 looks the path up among
 * the keys before it tries any pattern (`_parse_routes` of `system/core/Router.php`).
 */
export function literalsFirst(slots: readonly Slot[], any: Any): Ordered {
  const patterns: Tried[] = [];
  const before = new Map<Slot, Slot[]>();
  const passed = new Map<Slot, Slot>();
  const moved = new Set<Slot>();
  let pairs = MOST_PAIRS;
  let work = MOST_WORK;
  // A literal may also precede a pattern that doesn't match it. Beyond a limit, every literal does.
  const precedes = (path: string, { start, length, matches }: Tried) => {
    if (--pairs < 0) return true;
    if (!path.startsWith(start)) return false;
    work -= path.length * length;
    return work < 0 || matches(path);
  };
  for (const slot of slots) {
    const key = typeof slot.key === 'number' ? String(slot.key) : slot.key;
    if (typeof key !== 'string' || isReserved(key)) continue;
    const isLiteral = LITERAL.test(key) && !PLACEHOLDER.test(key);
    const isDotted = isLiteral && key.includes('.');
    const exact = isDotted ? { ...slot, key: key.replaceAll('.', '\\.') } : slot;
    const path = isLiteral ? pathOf(String(exact.key), any) : null;
    const first = path === null ? undefined : patterns.find((tried) => precedes(path, tried));
    if (first !== undefined) {
      before.set(first.slot, [...(before.get(first.slot) ?? []), exact]);
      passed.set(exact, first.slot);
      if (!isDotted) moved.add(slot);
    }
    if (!isLiteral || isDotted) patterns.push(...triedOf(slot, key, any));
  }
  const ordered = slots.flatMap((slot) => [
    ...(before.get(slot) ?? []),
    ...(moved.has(slot) ? [] : [slot]),
  ]);
  return { slots: ordered, passed };
}

/** The path of a literal key, as in a request; `null` if no request has it. */
function pathOf(key: string, any: Any): string | null {
  const read = readPattern(key, any);
  return 'pattern' in read ? String(read.pattern).replaceAll('\\', '') : null;
}

function triedOf(slot: Slot, key: string, any: Any): Tried[] {
  const read = readPattern(key, any);
  if (!('pattern' in read)) return [];
  const pattern = String(read.pattern); // a key without constants is a text
  const start = pattern.includes('|') ? '' : startOf(pattern);
  const length = pattern.includes('{') ? LONGEST_PROGRAM : pattern.length;
  let matcher: ReturnType<typeof matcherOf>;
  const matches = (path: string) => {
    matcher ??= matcherOf(pattern);
    return matcher(path);
  };
  return [{ slot, start, length, matches }];
}

/** Numbered repetitions are expanded when a pattern is compiled, up to this length. */
const LONGEST_PROGRAM = 10_000;

/**
 * Makes a function that matches paths. For a pattern that may take too long, every path counts as a
 * match.
 */
function matcherOf(pattern: string): (path: string) => boolean {
  if (/\\[1-9k]/.test(pattern)) return () => true;
  try {
    const matcher = createMatcher(parsePattern(pattern, ''), '');
    return (path) => matcher.exec(path) !== null;
  } catch {
    return () => true;
  }
}
