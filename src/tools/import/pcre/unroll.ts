/**
 * Rewrites repeated groups that capture. PCRE keeps the capture of an earlier iteration; JavaScript
 * clears it. The two also differ on iterations that match nothing. Only groups with an exact
 * equivalent are rewritten.
 */
import { type Group, type Item, isLook, type Repeat, Untranslatable } from './nodes.ts';
import { overlap } from './ranges.ts';

/** Turns a group into one that doesn't capture. */
const PLAIN = { open: '(?:', number: null, name: null } as const;

/**
 * Rewrites a repeated group.
 *
 * @param repeat the repeat, greedy or lazy
 * @param group the repeated group
 * @param refers whether the pattern has back references
 * @throws {Untranslatable} if JavaScript has no exact equivalent
 */
export function unroll(repeat: Repeat, group: Group, refers: boolean): readonly Item[] {
  const only = group.body.length === 1 && group.body[0].length === 1 ? group.body[0][0] : null;
  const { min, max, mode } = repeat;
  if (max <= 1) {
    // JavaScript rejects an iteration that matches nothing, and would look for a longer one.
    const agrees = min === 1 || !canBeEmpty(group) || (only !== null && agreesOnNothing(only));
    return [agrees ? repeat : eitherOrNothing(group, mode)];
  }
  if (only !== null && isRun(only) && max === Number.POSITIVE_INFINITY && min <= 1 && !refers) {
    return [min === 1 ? group : optional(group, mode)];
  }
  if (group.body.some((sequence) => sequence.every(canBeEmpty))) {
    throw new Untranslatable('a repeated group that can be empty');
  }
  if (!group.body.flat().some(captures)) return [repeat];
  const items = mode === '' ? oneWay(group) : null;
  if (items === null) throw new Untranslatable('a group that captures inside a repeated one');
  const earlier = times({ ...group, ...PLAIN, body: [items] }, Math.max(min - 1, 0), max - 1);
  if (min > 0) return [earlier, group];
  return [optional({ ...group, ...PLAIN, body: [[earlier, group]] }, '')];
}

/** Repeats an item between `min` and `max` times. */
export function times(item: Item, min: number, max: number): Item {
  if (min === 1 && max === 1) return item;
  const range = max === Number.POSITIVE_INFINITY ? `{${min},}` : `{${min},${max}}`;
  const source = min === max ? `{${min}}` : (SHORT.get(range) ?? range);
  return { kind: 'repeat', item, min, max, mode: '', source };
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['{0,}', '*'],
  ['{1,}', '+'],
  ['{0,1}', '?'],
]);

function optional(item: Item, mode: Repeat['mode']): Repeat {
  return { kind: 'repeat', item, min: 0, max: 1, mode, source: '?' };
}

/** `(?:B|)`, or `(?:|B)` if the quantifier is lazy. */
function eitherOrNothing(group: Group, mode: Repeat['mode']): Group {
  const body = mode === '?' ? [[], [group]] : [[group], []];
  return { ...group, ...PLAIN, body };
}

/** Whether an iteration that matches nothing is the last alternative, and captures nothing. */
function agreesOnNothing(item: Item): boolean {
  return item.kind === 'reference' || isGreedy(item);
}

/** Whether an item is one character with a greedy quantifier. */
function isGreedy(item: Item): boolean {
  return item.kind === 'repeat' && item.item.kind === 'one' && item.mode === '';
}

/**
 * Whether an item is one character, one or more times. A second iteration would find nothing left.
 */
function isRun(item: Item): boolean {
  if (item.kind !== 'repeat' || !isGreedy(item)) return false;
  return item.min === 1 && item.max === Number.POSITIVE_INFINITY;
}

/** Whether an item can match without consuming a character. */
function canBeEmpty(item: Item): boolean {
  switch (item.kind) {
    case 'one':
    case 'never':
      return false;
    case 'assertion':
    case 'reference':
      return true;
    case 'group':
      return isLook(item) || item.body.some((sequence) => sequence.every(canBeEmpty));
    case 'repeat':
      return item.min === 0 || canBeEmpty(item.item);
  }
}

/** Whether an item captures, or contains a group that does. */
function captures(item: Item): boolean {
  if (item.kind === 'repeat') return captures(item.item);
  if (item.kind !== 'group') return false;
  return item.number !== null || item.body.flat().some(captures);
}

/**
 * The items of a group whose iterations can each end at only one place, if another follows. They
 * are single characters. The last may be repeated if the first of the next iteration can't be
 * mistaken for it. `null` for any other group.
 */
function oneWay(group: Group): readonly Item[] | null {
  const items = flat(group);
  if (items === null) return null;
  const [first] = items;
  const last = items[items.length - 1];
  if (!items.slice(0, -1).every(({ kind }) => kind === 'one')) return null;
  if (last.kind === 'one') return items;
  if (first.kind !== 'one' || last.kind !== 'repeat' || last.item.kind !== 'one') return null;
  return last.mode === '' && !overlap(first.ranges, last.item.ranges) ? items : null;
}

/** The items of a group, including those of groups inside it; `null` if there is a choice. */
function flat(group: Group): readonly Item[] | null {
  if (group.body.length > 1 || isLook(group)) return null;
  const items = group.body[0].map((item) => (item.kind === 'group' ? flat(item) : [item]));
  return items.includes(null) ? null : (items.flat() as Item[]); // no null is left
}
