/** Lays out the written file. */
import { WaymarkError } from '../../errors/error.ts';
import { visible } from '../../errors/show.ts';
import { isReserved } from '../../table/settings.ts';
import { optionFor } from '../php/advice.ts';
import type { About, Item, Journal, Remark } from '../php/journal.ts';
import type { Run } from '../php/run.ts';
import { type Place, type Slot, Text } from '../php/values.ts';
import { callCode } from './calls.ts';
import { commentCode, constantCode, keyCode, valueCode } from './code.ts';
import { type Call, type Content, contentOf } from './content.ts';
import { literalsFirst, type Ordered } from './literals.ts';
import type { Doubt } from './pattern.ts';
import { type Framework, type NoRow, type Row, rowsOf, tableKeyOf } from './rows.ts';
import { verify } from './verify.ts';

/** Lines of the file, their origin, and their section. */
interface Part {
  readonly kind: 'row' | 'call' | 'remark';
  readonly place: Place;
  readonly lines: readonly string[];
  /** The content of its lines. */
  readonly content?: Partial<Content>;
  /** The origin of a remark. */
  readonly from?: Remark['from'];
  /** The subject of a remark. */
  readonly about?: About | undefined;
  /** The entry of a row. */
  readonly slot?: Slot;
}

/** The result of {@link writeFile}. */
export interface WrittenFile {
  readonly code: string;
  /** The settings that were left out, since a module's file can't have them. */
  readonly settings: readonly string[];
}

/**
 * Writes a TypeScript route file.
 *
 * @param run the result of running the PHP file
 * @param file its name
 * @param framework see {@link Framework}
 * @throws {WaymarkError} if the written file differs from the intended routes, or two constants get
 *   the same name
 */
export function writeFile(run: Run, file: string, framework: Framework): WrittenFile {
  return new Writer(run.record, framework).write(run, file);
}

const FIRST = commentCode('These rows are tried first, before the routes above.');

/** The sections of a file; see {@link sections}. */
type Sections = Readonly<Record<'preamble' | 'calls' | 'table', readonly Part[]>>;

class Writer {
  private readonly codes = new Map<string, { constant: string; place: Place }>();
  private readonly keys = new Map<string, Place>();
  private readonly settings: string[] = [];
  private passed: Ordered['passed'] = new Map();
  /** Whether the table has a row, rather than only settings. */
  private precedes = false;

  constructor(
    private readonly record: Journal,
    private readonly framework: Framework,
  ) {}

  write({ items, base, later, mapped }: Run, file: string): WrittenFile {
    const { any, ci2, module } = this.framework;
    const calls = items.filter(({ kind }) => kind === 'call');
    // In CodeIgniter 2, the modular extensions try the keys of a module in order.
    const { slots, passed } = ci2 && module === null ? literalsFirst(base, any) : inOrder(base);
    this.passed = passed;
    if (ci2 && module === null && calls.length > 0) this.record.warn(calls[0].place, CALLS);
    // The table of a module has no settings, which Route.map would add.
    const isFunction = module !== null && (calls.length > 0 || later.length > 0);
    const rows = slots.flatMap((slot) => (isFunction ? this.firstCalls(slot) : this.rows(slot)));
    const late = later.flatMap((slot) => this.lateCalls(slot));
    const others = items.flatMap((item) => this.item(item));
    const ordered = [...this.inOrder(rows), ...others, ...late].toSorted(
      (a, b) => a.place.order - b.place.order,
    );
    const laid = sections(moveUp(ordered, passed), mapped);
    const content: Content = {
      constants: [...this.codes.keys()],
      calls: callsOf(isFunction ? [...laid.table, ...laid.calls] : laid.calls),
      rows: laid.table.flatMap(rowsIn),
    };
    const body = isFunction ? this.asFunction(laid) : this.asTable(laid);
    const usesRoute = module === null || isFunction || JSON.stringify(content.rows).includes(NAMED);
    const code = [
      ...commentCode(`Imported from ${file.replace(/^.*\//s, '')} by waymark.`),
      ...(usesRoute ? ["import { Route } from 'waymark';"] : []),
      ...spaced(lay(laid.preamble)),
      ...spaced(this.constants()),
      ...body,
      '',
    ].join('\n');
    verify(code, content, file);
    return { code, settings: this.settings };
  }

  private asTable({ calls, table }: Sections): string[] {
    const isModule = this.framework.module !== null;
    const precedes = this.precedes && calls.some(({ kind }) => kind === 'call');
    const body = indent(lay(table));
    const [open, close] = isModule ? ['{', '};'] : ['Route.map({', '});'];
    const isEmpty = body.length === 0 && !isModule;
    return [
      ...spaced(lay(calls)),
      '',
      ...(precedes ? FIRST : []),
      ...(isEmpty ? ['export default Route.map();'] : [`export default ${open}`, ...body, close]),
    ];
  }

  private asFunction({ calls, table }: Sections): string[] {
    const [first, then] = [lay(table), lay(calls)];
    const between = first.length > 0 && then.length > 0 ? [''] : [];
    return ['', 'export default () => {', ...indent([...first, ...between, ...then]), '};'];
  }

  private rows(slot: Slot): Part[] {
    return this.rowsOf(slot).map((row): Part => {
      if (row.kind === 'none') {
        return { ...this.leftOut(slot.place, row.why, row.warns, row.code, 'entry'), slot };
      }
      const pattern = tableKeyOf(row.method, row.pattern);
      const key = keyCode(pattern);
      const line = `${this.uses(key, row, slot.place)}: ${valueCode(row.to)},`;
      const first = this.keys.get(key);
      if (first !== undefined) {
        const why = `line ${first.line} has the same pattern`;
        return { ...this.leftOut(slot.place, why, false, row.code, 'entry'), slot };
      }
      this.keys.set(key, slot.place);
      this.precedes ||= typeof row.pattern !== 'string' || !isReserved(row.pattern);
      const lines = [...this.doubts(row, slot.place), ...this.moved(slot), line];
      const content = { rows: [[contentOf(pattern), contentOf(row.to)]] as const };
      return { kind: 'row', place: slot.place, lines, content, slot };
    });
  }

  private rowsOf(slot: Slot): readonly (Row | NoRow)[] {
    const rows = rowsOf(slot, this.framework);
    const isLeftOut = this.framework.module !== null && isSetting(slot);
    if (isLeftOut) this.settings.push(String(slot.key));
    return rows;
  }

  /**
   * The rows of a module that has calls of `Route`. They are tried before the routes of these
   * calls.
   */
  private firstCalls(slot: Slot): Part[] {
    return this.callsOf(slot, slot.place, 'entry').map((part) =>
      part.kind === 'call' ? { ...part, kind: 'row', slot } : part,
    );
  }

  /** Rows assigned after `Route::map`. They come after the routes of `Route`. */
  private lateCalls(slot: Slot): Part[] {
    return this.callsOf(slot, slot.changed, 'call');
  }

  private callsOf(slot: Slot, place: Place, about: About): Part[] {
    return this.rowsOf(slot).map((row): Part => {
      if (row.kind === 'none') return this.leftOut(place, row.why, row.warns, row.code, about);
      const pattern = tableKeyOf(null, row.pattern);
      const method = row.method?.toLowerCase() ?? 'any';
      const line = `Route.${method}(${this.uses(valueCode(pattern), row, place)}, ${valueCode(row.to)});`;
      const content = { calls: [{ method, args: [contentOf(pattern), contentOf(row.to)] }] };
      return { kind: 'call', place, lines: [...this.doubts(row, place), line], content };
    });
  }

  /** A remark on a row that comes earlier than in PHP. */
  private moved(slot: Slot): string[] {
    const first = this.passed.get(slot);
    if (first === undefined) return [];
    const key = valueCode(String(first.key));
    const text = `CodeIgniter 2 tries this key before the pattern ${key} of line ${first.place.line}`;
    return this.noted({ text, warns: false }, slot.place);
  }

  private doubts({ doubts }: Row, place: Place): string[] {
    return doubts.flatMap((doubt) => this.noted(doubt, place));
  }

  private noted({ text, warns }: Doubt, place: Place): string[] {
    if (warns) this.record.warn(place, text);
    else this.record.remark(place, text);
    return commentCode(`${place.file}:${place.line}: ${text}.`);
  }

  private leftOut(place: Place, why: string, warns: boolean, code: string, about: About): Part {
    if (warns) this.record.warn(place, `not imported: ${why}`);
    else this.record.remark(place, `left out: ${why}`);
    const head = warns ? 'Not imported' : 'Left out';
    const lines = [`${head} (${place.file}:${place.line}): ${why}.`, `   ${code}`];
    return { kind: 'remark', place, lines: lines.flatMap(commentCode), from: 'own', about };
  }

  private item(item: Item, isNested = false): Part[] {
    if (item.kind === 'remark') return [remarkPart(item)];
    const { place, nested } = item;
    const module = isNested ? null : this.framework.module;
    const code = callCode(item, { ...this.framework, module });
    if ('why' in code) {
      const shown = `Route::${item.method}(${item.args.filter(isText).map(valueCode).join(', ')}, …);`;
      return [this.leftOut(place, code.why, code.warns, shown, 'call')];
    }
    for (const argument of item.args) this.usesOf(argument, place);
    const notes = code.notes.flatMap((note) => this.noted(note, place));
    const parts = nested?.items.flatMap((each) => this.item(each, true)) ?? [];
    const inner = lay(parts);
    const deep = nested?.as === 'children' ? indent(indent(inner)) : indent(inner);
    const lines = [...code.head, ...deep, ...code.tail];
    const content = { calls: code.content(callsOf(parts)) };
    return [{ kind: 'call', place, lines: [...notes, ...lines, ...code.after], content }];
  }

  /** Records the constants of a row, and returns its code. */
  private uses(code: string, { pattern, to }: Row, place: Place): string {
    this.usesOf(pattern, place);
    this.usesOf(to, place);
    return code;
  }

  private usesOf(value: unknown, place: Place): void {
    if (value instanceof Map) for (const inner of value.values()) this.usesOf(inner, place);
    if (!(value instanceof Text)) return;
    for (const part of value.parts) {
      if (typeof part === 'string' || part.constant === undefined) continue;
      const { constant } = part;
      const code = constantCode(constant);
      const known = this.codes.get(code) ?? { constant, place };
      if (known.constant !== constant) throw alike(known.constant, constant, code, place);
      this.codes.set(code, known);
    }
  }

  private constants(): string[] {
    return [...this.codes].flatMap(([code, { constant, place }]) => {
      const option = optionFor(constant);
      this.record.warn(
        place,
        `${constant} is defined elsewhere: import again with ${option}, or give const ${code} a value`,
      );
      // Without a value, the file neither compiles nor runs, so no route goes missing silently.
      return [
        ...commentCode(`Give it a value, or import again with ${option}: it is defined elsewhere,`),
        ...commentCode(`and ${place.file}:${place.line} needs it.`),
        `const ${code};`,
      ];
    });
  }

  /** Keeps rows in the order of the array. */
  private inOrder(parts: readonly Part[]): Part[] {
    let order = 0;
    return parts.map((part) => {
      if (part.slot !== undefined && this.passed.has(part.slot)) return part;
      order = Math.max(order, part.place.order);
      return { ...part, place: { ...part.place, order } };
    });
  }
}

const CALLS =
  'CodeIgniter 2 tries keys without a pattern first, whereas calls of Route stay in order: move those to the top';

/** The marker of a named route in the JSON of a row's content. */
const NAMED = '{"named":';

function inOrder(slots: readonly Slot[]): Ordered {
  return { slots, passed: new Map() };
}

function isSetting({ key }: Slot): boolean {
  return typeof key === 'string' && isReserved(key);
}

/**
 * Moves rows, with their comments, before those that they precede in CodeIgniter 2.
 *
 * @param passed the rows that have moved, and the row that each precedes
 */
function moveUp(parts: readonly Part[], passed: Ordered['passed']): readonly Part[] {
  if (passed.size === 0) return parts;
  const before = new Map<Slot, Part[]>();
  const others: Part[][] = [];
  for (const block of blocksOf(parts)) {
    const slot = slotOf(block);
    const target = slot && passed.get(slot);
    if (target === undefined) others.push(block);
    else before.set(target, [...(before.get(target) ?? []), ...block]);
  }
  return others.flatMap((block) => {
    const slot = slotOf(block);
    const first = (slot && before.get(slot)) ?? [];
    // An entry has a row for each of its methods.
    return [...first.splice(0), ...block];
  });
}

function slotOf(block: readonly Part[]): Slot | undefined {
  return block.find(({ slot }) => slot !== undefined)?.slot;
}

/** Groups parts with the comments on the lines before and after them. */
function blocksOf(parts: readonly Part[]): Part[][] {
  const blocks: Part[][] = [];
  const above: Part[] = [];
  for (const part of parts) {
    const { from, lines, place } = part;
    const near = above.at(-1)?.place.line === place.line - 1;
    if (!near || from === 'trailing') blocks.push(...above.splice(0).map((each) => [each]));
    const last = blocks.at(-1);
    if (from === 'comment' && lines.length === 1) above.push(part);
    else if (from === 'trailing' && last !== undefined) last.push(part);
    else blocks.push([...above.splice(0), part]);
  }
  return [...blocks, ...above.map((each) => [each])];
}

function isText(value: unknown): value is string | Text {
  return typeof value === 'string' || value instanceof Text;
}

function remarkPart({ place, lines, from, about }: Remark): Part {
  return { kind: 'remark', place, lines: lines.flatMap(commentCode), from, about };
}

function callsOf(parts: readonly Part[]): Call[] {
  return parts.flatMap(({ content }) => content?.calls ?? []);
}

function rowsIn({ content }: Part): Content['rows'] {
  return content?.rows ?? [];
}

function alike(one: string, other: string, code: string, { file, line }: Place): WaymarkError {
  return new WaymarkError(
    'bad-php',
    visible(`${file}:${line}`),
    `the constants ${one} and ${other} would both be ${code} in TypeScript`,
    `give one of them a value, ${optionFor(other)}`,
  );
}

/**
 * Divides parts into sections. A comment belongs to the next part; comments at the top of the file
 * stay there.
 *
 * @param mapped the time of the call of `Route::map`
 */
function sections(parts: readonly Part[], mapped: number): Sections {
  const calls: Part[] = [];
  const table: Part[] = [];
  const first = parts.findIndex(({ kind, from }) => kind !== 'remark' || from === 'own');
  const head = parts.slice(0, first === -1 ? parts.length : first);
  const near = head.at(-1);
  const kept = first !== -1 && near?.lines.length === 1 ? head.length - 1 : head.length;
  const preamble = head.slice(0, kept);
  const sectionOf = ({ kind, place, about }: Part): Part[] | undefined => {
    if (kind === 'call' || about === 'call') return calls;
    if (kind === 'row') return table;
    if (about === undefined) return undefined;
    return place.order > mapped ? calls : table;
  };
  // The section of each part, or of the next one that has a section.
  const nearest: (Part[] | undefined)[] = [];
  for (let index = parts.length - 1; index >= 0; index--) {
    nearest[index] = sectionOf(parts[index]) ?? nearest[index + 1];
  }
  let last: Part[] = table;
  for (const [index, part] of parts.entries()) {
    if (index < kept) continue;
    if (part.from !== 'trailing') last = nearest[index] ?? last;
    last.push(part);
  }
  return { preamble, calls, table };
}

/**
 * The lines of parts. A trailing comment stays on its line; other comments get a blank line before
 * them.
 */
function lay(parts: readonly Part[]): string[] {
  const lines: string[] = [];
  let before: Part | undefined;
  for (const part of parts) {
    const { place, from, kind } = part;
    const sameLine =
      before !== undefined && before.kind !== 'remark' && before.place.line === place.line;
    const end = lines.at(-1);
    if (from === 'trailing' && sameLine && part.lines.length === 1 && end !== undefined) {
      lines[lines.length - 1] = `${end} ${part.lines[0]}`;
      continue;
    }
    if (kind === 'remark' && before !== undefined && before.kind !== 'remark') lines.push('');
    for (const line of part.lines) lines.push(line);
    before = part;
  }
  return lines;
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`));
}

function spaced(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', ...lines];
}
