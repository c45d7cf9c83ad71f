/** Rewrites PCRE-only constructs as JavaScript, if there is an exact equivalent. */
import {
  type Body,
  type Group,
  type Item,
  isLook,
  type One,
  type Repeat,
  Untranslatable,
} from './nodes.ts';
import { times, unroll } from './unroll.ts';

/**
 * Rewrites alternatives, so that JavaScript matches and captures the same as PCRE.
 *
 * @param body the result of `parse`
 * @throws {Untranslatable} if JavaScript has no exact equivalent
 */
export function rewrite(body: Body): Body {
  const refers = body.flat().some(isReference);
  return body.map((sequence) => sequence.flatMap((item) => rewriteItem(item, refers)));
}

function rewriteItem(item: Item, refers: boolean): readonly Item[] {
  switch (item.kind) {
    case 'group':
      return rewriteGroup(item, refers);
    case 'repeat':
      return rewriteRepeat(item, refers);
    case 'reference':
      if (item.ignoresCase) throw new Untranslatable('a reference under (?i)');
      return [item];
    default:
      return [item];
  }
}

function rewriteGroup(group: Group, refers: boolean): readonly Item[] {
  const inner = (item: Item) => rewriteItem(item, refers);
  const body = group.body.map((sequence) => sequence.flatMap(inner));
  if (group.open !== '(?>') return [{ ...group, body }];
  // If all other items match in one way, only the last one could backtrack.
  const [sequence, ...others] = group.body;
  const last = sequence.at(-1);
  const before = last?.kind === 'repeat' ? sequence.slice(0, -1) : sequence;
  if (others.length > 0 || !before.every(isFixed)) throw new Untranslatable('this (?>…)');
  if (last?.kind !== 'repeat') return [{ ...group, open: '(?:', body }];
  if (last.mode === '?') throw new Untranslatable('this (?>…)');
  return [...before.flatMap(inner), ...possessive(last)];
}

function rewriteRepeat(repeat: Repeat, refers: boolean): readonly Item[] {
  if (repeat.mode === '+') return possessive(repeat);
  const item = asAtom(rewriteItem(repeat.item, refers));
  if (item.kind !== 'group') return [{ ...repeat, item }];
  if (isLook(item)) throw new Untranslatable('a look-around that is repeated');
  return unroll({ ...repeat, item }, item, refers);
}

/** Wraps items so that one quantifier applies to them all. */
function asAtom(items: readonly Item[]): Item {
  if (items.length === 1 && items[0].kind !== 'repeat') return items[0];
  return { kind: 'group', open: '(?:', number: null, name: null, body: [items] };
}

/** Writes `X++` as `X+(?!X)`: nothing that it could have consumed may follow it. */
function possessive({ item, min, max, source }: Repeat): readonly Item[] {
  const one = asOne(item);
  if (one === null)
    throw new Untranslatable('a possessive quantifier over more than one character');
  if (min === max) return [{ kind: 'repeat', item, min, max, mode: '', source }];
  const stop = look('(?!', one);
  if (max === Number.POSITIVE_INFINITY) {
    return [{ kind: 'repeat', item, min, max, mode: '', source }, stop];
  }
  const full = times(item, max, max);
  const fewer = max - 1 === 0 ? [stop] : [times(item, min, max - 1), stop];
  return [{ kind: 'group', open: '(?:', number: null, name: null, body: [[full], fewer] }];
}

function look(open: string, one: One): Group {
  return { kind: 'group', open, number: null, name: null, body: [[one]] };
}

/** The single character that an item matches, unwrapped from groups that don't capture. */
function asOne(item: Item): One | null {
  if (item.kind === 'one') return item;
  if (item.kind !== 'group' || item.open !== '(?:' || item.body.length > 1) return null;
  return item.body[0].length === 1 ? asOne(item.body[0][0]) : null;
}

/** Whether an item matches in only one way. */
function isFixed(item: Item): boolean {
  if (item.kind === 'repeat') return item.min === item.max && isFixed(item.item);
  if (item.kind === 'group') return item.body.length === 1 && item.body[0].every(isFixed);
  return item.kind !== 'reference';
}

function isReference(item: Item): boolean {
  if (item.kind === 'repeat') return isReference(item.item);
  return item.kind === 'group' ? item.body.flat().some(isReference) : item.kind === 'reference';
}
