/** Puts the parts of the written file in their places. */
import { createMatcher, isReserved, parsePattern } from 'waymark/internal';
import type { Any } from '../pcre.ts';
import type { About, Remark } from '../php/journal.ts';
import type { Place, Slot } from '../php/values.ts';
import { readPattern, startOf } from './pattern.ts';
import type { Content } from './verify.ts';

export interface Part {
  /** `first` is a row that is written as a call, before the calls of the PHP file. */
  readonly kind: 'row' | 'first' | 'call' | 'remark';
  readonly place: Place;
  readonly lines: readonly string[];
  readonly content?: Partial<Content>;
  readonly from?: Remark['from'];
  readonly about?: About | undefined;
  readonly slot?: Slot;
}

export type Sections = Readonly<Record<'preamble' | 'first' | 'calls' | 'table', readonly Part[]>>;

/** Moves rows, with their comments, before those that they precede in CodeIgniter 2. */
export function moveUp(parts: readonly Part[], passed: Ordered['passed']): readonly Part[] {
  if (passed.size === 0) return parts;
  const moved = new Map<Slot, Part[]>();
  const others: Part[][] = [];
  for (const group of withComments(parts)) {
    const slot = slotOf(group);
    const target = slot && passed.get(slot);
    if (target === undefined) others.push(group);
    else moved.set(target, [...(moved.get(target) ?? []), ...group]);
  }
  return others.flatMap((group) => {
    const slot = slotOf(group);
    const before = (slot && moved.get(slot)) ?? [];
    // Only before the first row of an entry, which has one for each of its methods.
    return [...before.splice(0), ...group];
  });
}

function slotOf(group: readonly Part[]): Slot | undefined {
  return group.find(({ slot }) => slot !== undefined)?.slot;
}

/** Groups each part with the comments on the lines right above it, and the one after it. */
function withComments(parts: readonly Part[]): Part[][] {
  const groups: Part[][] = [];
  /** Comments that belong to the next part, if it is on the next line. */
  const above: Part[] = [];
  for (const part of parts) {
    const { from, lines, place } = part;
    const isNextLine = above.at(-1)?.place.line === place.line - 1;
    if (!isNextLine || from === 'trailing') groups.push(...above.splice(0).map((each) => [each]));
    const last = groups.at(-1);
    if (from === 'comment' && lines.length === 1) above.push(part);
    else if (from === 'trailing' && last !== undefined) last.push(part);
    else groups.push([...above.splice(0), part]);
  }
  return [...groups, ...above.map((each) => [each])];
}

/** Divides parts into sections. Comments belong to the next part, except at the top of the file. */
export function sections(parts: readonly Part[], mapped: number, isFunction: boolean): Sections {
  const preamble = preambleOf(parts);
  const first: Part[] = [];
  const calls: Part[] = [];
  const table: Part[] = [];
  const others = parts.slice(preamble.length);
  // Comments on an entry that isn't imported belong to the next row.
  const isRow = ({ kind }: Part) => kind === 'row' || kind === 'first';
  let upcoming = others.findLast(isRow)?.kind ?? (isFunction ? 'first' : 'row');
  const kinds = others.map(({ kind }) => kind);
  for (let at = others.length - 1; at >= 0; at--) {
    if (isRow(others[at])) upcoming = kinds[at];
    kinds[at] = upcoming;
  }
  let waiting: Part[] = [];
  let last = table;
  for (const [at, part] of others.entries()) {
    const { kind, about, from, place } = part;
    const isCall =
      kind === 'call' || about === 'call' || (about === 'entry' && place.order > mapped);
    const isComment = kind === 'remark' && about === undefined;
    if (isComment && (from !== 'trailing' || waiting.length > 0)) {
      waiting.push(part);
      continue;
    }
    const rows = kinds[at] === 'first' ? first : table;
    if (!isComment) last = isCall ? calls : rows;
    for (const each of [...waiting, part]) last.push(each);
    waiting = [];
  }
  for (const each of waiting) last.push(each);
  return { preamble, first, calls, table };
}

/** The comments at the top. A last one of a single line belongs to the part after it. */
function preambleOf(parts: readonly Part[]): readonly Part[] {
  const first = parts.findIndex(({ kind, from }) => kind !== 'remark' || from === 'own');
  if (first === -1) return parts;
  return parts.slice(0, parts[first - 1]?.lines.length === 1 ? first - 1 : first);
}

/** The lines of parts. A trailing comment stays on its line; others get a blank line. */
export function lay(parts: readonly Part[]): string[] {
  const lines: string[] = [];
  let before: Part | undefined;
  for (const part of parts) {
    if (part.kind === 'remark' && before !== undefined && before.kind !== 'remark') {
      const isSameLine = part.from === 'trailing' && before.place.line === part.place.line;
      if (isSameLine && part.lines.length === 1) {
        lines.push(`${lines.pop()} ${part.lines[0]}`);
        continue;
      }
      lines.push('');
    }
    for (const line of part.lines) lines.push(line);
    before = part;
  }
  return lines;
}

export function indent(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`));
}

export function spaced(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', ...lines];
}

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
    // The look-up uses `isset`, which is false for null.
    const isLiteral = LITERAL.test(key) && !PLACEHOLDER.test(key) && slot.value !== null;
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

/** Makes a function that matches paths; every path, if the pattern may take too long. */
function matcherOf(pattern: string): (path: string) => boolean {
  if (/\\[1-9k]/.test(pattern)) return () => true;
  try {
    const matcher = createMatcher(parsePattern(pattern, ''), '');
    return (path) => matcher.exec(path) !== null;
  } catch {
    return () => true;
  }
}
