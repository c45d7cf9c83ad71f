/**
 * Checks back references. A reference to a group that has not captured never matches in PCRE, and
 * matches the empty text in JavaScript. So the group must have captured.
 */
import { type Body, type Item, isLook, Untranslatable } from './nodes.ts';

/**
 * Checks every reference of a pattern.
 *
 * @param body the result of `parse`
 * @throws {Untranslatable} if a reference can come before its group has captured
 */
export function checkReferences(body: Body): void {
  alternatives(body, new Set());
}

/** The groups that have captured after a body, whichever alternative matched. */
function alternatives(body: Body, before: ReadonlySet<string>): ReadonlySet<string> {
  return body.map((sequence) => after(sequence, before)).reduce((all, set) => both(all, set));
}

function after(sequence: readonly Item[], before: ReadonlySet<string>): ReadonlySet<string> {
  return sequence.reduce((set, item) => step(item, set), before);
}

function step(item: Item, set: ReadonlySet<string>): ReadonlySet<string> {
  switch (item.kind) {
    case 'reference':
      if (set.has(item.to)) return set;
      throw new Untranslatable('a reference to a group that may have captured nothing');
    case 'repeat': {
      // An optional reference to a group that has not captured matches nothing in both dialects.
      const only = referenceIn(item.item);
      if (item.min === 0 && only !== null && !set.has(open(only))) return set;
      const repeated = step(item.item, set);
      return item.min === 0 ? set : repeated;
    }
    case 'group': {
      const own = item.number === null ? [] : [String(item.number), item.name ?? ''];
      const inner = alternatives(item.body, new Set([...set, ...own.map(open)]));
      if (isLook(item)) return set;
      return new Set([...inner, ...own].filter((name) => !own.map(open).includes(name)));
    }
    default:
      return set;
  }
}

/** Marks a group that is open but not yet closed. */
const open = (group: string) => `(${group}`;

/** The group that an item refers to, if the item is only a reference. */
function referenceIn(item: Item): string | null {
  if (item.kind !== 'group') return item.kind === 'reference' ? item.to : null;
  const only = item.body.length === 1 && item.body[0].length === 1 ? item.body[0][0] : null;
  return only === null ? null : referenceIn(only);
}

/** The intersection of two sets; Node 20 lacks `Set.prototype.intersection`. */
function both(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...one].filter((name) => other.has(name)));
}
