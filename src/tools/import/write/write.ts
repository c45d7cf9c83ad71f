/** Lays out the written file. */
import { WaymarkError } from 'waymark';
import { DEFAULT_CONTROLLER, isReserved, visible } from 'waymark/internal';
import type { About, Item, Journal, Remark } from '../php/journal.ts';
import type { Run } from '../php/run.ts';
import { optionFor, type Place, type Slot, Text, Unknown } from '../php/values.ts';
import { callCode, rowCall } from './calls.ts';
import {
  commentCode,
  constantCode,
  contentOf,
  keyCode,
  LEFT_CODE,
  LEFT_CONTENT,
  valueCode,
} from './code.ts';
import {
  indent,
  lay,
  literalsFirst,
  moveUp,
  type Ordered,
  type Part,
  type Sections,
  sections,
  spaced,
} from './layout.ts';
import type { Doubt } from './pattern.ts';
import {
  destination,
  type Framework,
  type Home,
  homeOf,
  type LeftRow,
  type NoRow,
  type Row,
  rowsOf,
  tableKeyOf,
} from './rows.ts';
import { type Call, type Content, verify } from './verify.ts';

export function writeFile(run: Run, file: string, framework: Framework) {
  return new Writer(run.record, framework).write(run, file);
}

const FIRST = commentCode('These rows are tried first, before the routes above.');

class Writer {
  private readonly codes = new Map<string, { constant: string; place: Place }>();
  private readonly keys = new Map<string, Place>();
  /** The patterns of the keys, whatever their methods. */
  private readonly patterns = new Map<string, Place>();
  private readonly settings: string[] = [];
  private passed: Ordered['passed'] = new Map();
  /** Whether the table has a row, rather than only settings. */
  private hasRow = false;
  private home: Home = '';

  constructor(
    private readonly record: Journal,
    private readonly framework: Framework,
  ) {}

  write({ items, base, later, mapped }: Run, file: string) {
    const { any, ci2, module } = this.framework;
    const calls = items.filter(({ kind }) => kind === 'call');
    const isBonfire = calls.length > 0 || mapped !== Number.POSITIVE_INFINITY;
    this.home = homeOf(base, isBonfire, module);
    let slots: readonly Slot[] = base;
    // In CodeIgniter 2, the modular extensions try the keys of a module in order.
    if (ci2 && module === null) {
      ({ slots, passed: this.passed } = literalsFirst(base, any));
      if (calls.length > 0) this.record.warn(calls[0].place, CALLS);
    }
    const read = slots.map((slot) => ({ slot, rows: this.rowsOf(slot) }));
    const firstLeft = read.findIndex(({ rows }) => rows.some(({ kind }) => kind === 'left'));
    // The table of a module has no settings, which Route.map would add.
    const isFunction =
      module !== null && (calls.length > 0 || later.length > 0 || firstLeft !== -1);
    // A table has no handlers, so these rows and those after them are calls.
    const turn = isFunction ? 0 : firstLeft;
    const rows = read.flatMap(({ slot, rows }, at) =>
      turn === -1 || at < turn || isSetting(slot)
        ? this.rows(slot, rows)
        : this.asCalls(slot, rows),
    );
    // Rows assigned after `Route::map` come after the routes of `Route`.
    const late = later.flatMap((slot) => this.callsOf(slot.changed, this.rowsOf(slot), 'call'));
    const others = items.flatMap((item) => this.item(item));
    const parts = [...this.keepOrder(rows), ...others, ...late, ...this.unknownHome(base)];
    const ordered = parts.sort((a, b) => a.place.order - b.place.order);
    const divided = sections(moveUp(ordered, this.passed), mapped, isFunction);
    const { preamble, first, calls: routes, table } = divided;
    const written = callsOf([...first, ...routes]);
    const hasLeft = JSON.stringify(written).includes(JSON.stringify(LEFT_CONTENT));
    const content: Content = {
      hasLeft,
      constants: [...this.codes.keys()],
      calls: written,
      rows: table.flatMap((part) => part.content?.rows ?? []),
    };
    const body = isFunction ? this.asFunction(divided) : this.asTable(divided);
    const usesRoute = module === null || isFunction || JSON.stringify(content.rows).includes(NAMED);
    const code = [
      ...commentCode(`Imported from ${file.replace(/^.*\//s, '')} by waymark.`),
      ...(usesRoute ? ["import { Route } from 'waymark';"] : []),
      ...spaced(lay(preamble)),
      ...spaced(hasLeft ? LEFT_CODE : []),
      ...spaced(this.constants()),
      ...body,
      '',
    ].join('\n');
    verify(code, content, file);
    return { code, settings: this.settings };
  }

  private asTable({ first, calls, table }: Sections): string[] {
    const isModule = this.framework.module !== null;
    const hasCalls = [...first, ...calls].some(({ kind }) => kind !== 'remark');
    const body = indent(lay(table));
    const [open, close] = isModule ? ['{', '};'] : ['Route.map({', '});'];
    const isEmpty = body.length === 0 && !isModule;
    return [
      ...spaced(lay(first)),
      ...spaced(lay(calls)),
      '',
      ...(this.hasRow && hasCalls ? FIRST : []),
      ...(isEmpty ? ['export default Route.map();'] : [`export default ${open}`, ...body, close]),
    ];
  }

  private asFunction({ first, calls }: Sections): string[] {
    const [rows, then] = [lay(first), lay(calls)];
    const between = rows.length > 0 && then.length > 0 ? [''] : [];
    return ['', 'export default () => {', ...indent([...rows, ...between, ...then]), '};'];
  }

  private rows(slot: Slot, rows: readonly AnyRow[]): Part[] {
    return rows.map((row): Part => {
      // The cast: a left row, and every row after it, is a call.
      if (row.kind !== 'row') return { ...this.leftOut(slot.place, row as NoRow, 'entry'), slot };
      this.useConstantsOf(row.pattern, slot.place);
      this.useConstantsOf(row.to, slot.place);
      const pattern = tableKeyOf(row.method, row.pattern);
      const key = keyCode(pattern);
      const line = `${key}: ${valueCode(row.to)},`;
      const same = this.keys.get(key);
      if (same !== undefined)
        return { ...this.leftOut(slot.place, deadBy(row, same), 'entry'), slot };
      this.keys.set(key, slot.place);
      this.patterns.set(keyCode(tableKeyOf(null, row.pattern)), slot.place);
      this.hasRow ||= typeof row.pattern !== 'string' || !isReserved(row.pattern);
      const doubts = this.noted(row.doubts, slot.place);
      const lines = [...doubts, ...this.moved(slot), line];
      const content = { rows: [[contentOf(pattern), contentOf(row.to)]] as const };
      return { kind: 'row', place: slot.place, lines, content, slot };
    });
  }

  private rowsOf(slot: Slot): readonly AnyRow[] {
    const { key } = slot;
    if (isSetting(slot) && this.framework.module !== null) this.settings.push(String(key));
    return rowsOf(slot, this.framework, this.home);
  }

  /** Rows as calls. They are tried before the routes of the file's own calls. */
  private asCalls(slot: Slot, rows: readonly AnyRow[]): Part[] {
    return rows.map((row): Part => {
      const dead = row.kind === 'none' ? row : this.deadCall(row, slot.place);
      if (dead !== null) return { ...this.leftOut(slot.place, dead, 'entry'), slot };
      const [part] = this.callsOf(slot.place, [row], 'entry');
      return { ...part, kind: 'first', lines: [...this.moved(slot), ...part.lines], slot };
    });
  }

  /** Says that a row has the pattern of an earlier one, whose destination its call would replace. */
  private deadCall(row: Row | LeftRow, place: Place): NoRow | null {
    const key = keyCode(tableKeyOf(row.method, row.pattern));
    const bare = keyCode(tableKeyOf(null, row.pattern));
    const same = this.keys.get(key) ?? this.keys.get(bare);
    if (same !== undefined) return deadBy(row, same);
    const part = row.method === null ? this.patterns.get(bare) : undefined;
    if (part !== undefined) return { ...deadBy(row, part), warns: true };
    this.keys.set(key, place);
    this.patterns.set(bare, place);
    return null;
  }

  private callsOf(place: Place, rows: readonly AnyRow[], about: About): Part[] {
    return rows.map((row): Part => {
      if (row.kind === 'none') return this.leftOut(place, row, about);
      const to = row.kind === 'left' ? null : row.to;
      this.useConstantsOf(row.pattern, place);
      this.useConstantsOf(to, place);
      const pattern = tableKeyOf(null, row.pattern);
      const { line, call } = rowCall(row.method?.toLowerCase() ?? 'any', pattern, to);
      const notes = [...this.whyLeft(row, place), ...this.noted(row.doubts, place)];
      return { kind: 'call', place, lines: [...notes, line], content: { calls: [call] } };
    });
  }

  private whyLeft(row: Row | LeftRow, place: Place): readonly string[] {
    if (row.kind === 'row' || row.why === null) return [];
    return this.leftOut(place, { kind: 'none', why: row.why, warns: true, code: row.code }, 'entry')
      .lines;
  }

  private moved(slot: Slot): string[] {
    const first = this.passed.get(slot);
    if (first === undefined) return [];
    const key = valueCode(String(first.key));
    const text = `CodeIgniter 2 tries this key before the pattern ${key} of line ${first.place.line}`;
    return this.noted([{ text, warns: false }], slot.place);
  }

  private noted(doubts: readonly Doubt[], place: Place): string[] {
    return doubts.flatMap(({ text, warns }) => {
      if (warns) this.record.warn(place, text);
      else this.record.remark(place, text);
      return commentCode(`${place.file}:${place.line}: ${text}.`);
    });
  }

  private leftOut(place: Place, { why, warns, code }: NoRow, about: About): Part {
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
    const code = callCode(item, { ...this.framework, module }, this.home);
    if ('why' in code) {
      const shown = `Route::${item.method}(${item.args.filter(isText).map(valueCode).join(', ')}, …);`;
      return [this.leftOut(place, { ...code, kind: 'none', code: shown }, 'call')];
    }
    for (const argument of item.args) this.useConstantsOf(argument, place);
    const notes = this.noted(code.notes, place);
    const parts = nested?.items.flatMap((each) => this.item(each, true)) ?? [];
    const inner = lay(parts);
    const deep = nested?.as === 'children' ? indent(indent(inner)) : indent(inner);
    const lines = [...notes, ...code.head, ...deep, ...code.tail, ...code.after];
    return [{ kind: 'call', place, lines, content: { calls: code.content(callsOf(parts)) } }];
  }

  /** The empty path, if the default controller isn't known. */
  private unknownHome(base: readonly Slot[]): Part[] {
    const slot = base.find(({ key }) => key === DEFAULT_CONTROLLER);
    const isKnown = slot === undefined || !(destination(slot.value) instanceof Unknown);
    if (isKnown || this.framework.module !== null) return [];
    const { line, call } = rowCall('any', '/', null);
    const place = { ...slot.changed, order: Number.POSITIVE_INFINITY };
    return [{ kind: 'call', place, lines: [line], content: { calls: [call] } }];
  }

  private useConstantsOf(value: unknown, place: Place): void {
    if (value instanceof Map) for (const inner of value.values()) this.useConstantsOf(inner, place);
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

  private keepOrder(parts: readonly Part[]): Part[] {
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

function isText(value: unknown): value is string | Text {
  return typeof value === 'string' || value instanceof Text;
}

type AnyRow = Row | LeftRow | NoRow;

/** A row that an earlier one with the same pattern precedes. */
function deadBy({ code }: Row | LeftRow, { line }: Place): NoRow {
  return { kind: 'none', why: `line ${line} has the same pattern`, warns: false, code };
}

function isSetting({ key }: Slot): boolean {
  return typeof key === 'string' && isReserved(key);
}

function remarkPart({ place, lines, from, about }: Remark): Part {
  return { kind: 'remark', place, lines: lines.flatMap(commentCode), from, about };
}

function callsOf(parts: readonly Part[]): Call[] {
  return parts.flatMap(({ content }) => content?.calls ?? []);
}

function alike(one: string, other: string, code: string, { file, line }: Place): WaymarkError {
  return new WaymarkError(
    'bad-php',
    visible(`${file}:${line}`),
    `the constants ${one} and ${other} would both be ${code} in TypeScript`,
    `give one of them a value, ${optionFor(other)}`,
  );
}
