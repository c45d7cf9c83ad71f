/** Puts the parts of the written file in their places. */
import type { About, Remark } from '../php/journal.ts';
import type { Place, Slot } from '../php/values.ts';
import type { Content } from './content.ts';
import type { Ordered } from './literals.ts';

/** A row, a call or a comment of the written file. */
export interface Part {
  readonly kind: 'row' | 'call' | 'remark';
  readonly place: Place;
  readonly lines: readonly string[];
  readonly content?: Partial<Content>;
  readonly from?: Remark['from'];
  readonly about?: About | undefined;
  readonly slot?: Slot;
}

/** The parts of a file by section; see {@link sections}. */
export type Sections = Readonly<Record<'preamble' | 'calls' | 'table', readonly Part[]>>;

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

/**
 * Divides parts into sections. A comment belongs to the next part; comments at the top of the file
 * stay there.
 */
export function sections(parts: readonly Part[], mapped: number): Sections {
  const preamble = preambleOf(parts);
  const calls: Part[] = [];
  const table: Part[] = [];
  let waiting: Part[] = [];
  let last = table;
  for (const part of parts.slice(preamble.length)) {
    const { kind, about, from, place } = part;
    const isCall =
      kind === 'call' || about === 'call' || (about === 'entry' && place.order > mapped);
    const isComment = kind === 'remark' && about === undefined;
    if (isComment && (from !== 'trailing' || waiting.length > 0)) {
      waiting.push(part);
      continue;
    }
    if (!isComment) last = isCall ? calls : table;
    for (const each of [...waiting, part]) last.push(each);
    waiting = [];
  }
  for (const each of waiting) last.push(each);
  return { preamble, calls, table };
}

/** The comments at the top. A last one of a single line belongs to the part after it. */
function preambleOf(parts: readonly Part[]): readonly Part[] {
  const first = parts.findIndex(({ kind, from }) => kind !== 'remark' || from === 'own');
  if (first === -1) return parts;
  return parts.slice(0, parts[first - 1]?.lines.length === 1 ? first - 1 : first);
}

/**
 * The lines of parts. A trailing comment stays on its line; other comments get a blank line before
 * them.
 */
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
