/** Lays out the written file. */
import { WaymarkError } from 'waymark';
import { isReserved, visible } from 'waymark/internal';
import type { About, Item, Journal, Remark } from '../php/journal.ts';
import type { Run } from '../php/run.ts';
import { optionFor, type Place, type Slot, Text } from '../php/values.ts';
import { callCode } from './calls.ts';
import { commentCode, constantCode, contentOf, keyCode, valueCode } from './code.ts';
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
import { type Framework, type NoRow, type Row, rowsOf, tableKeyOf } from './rows.ts';
import { type Call, type Content, verify } from './verify.ts';

export function writeFile(run: Run, file: string, framework: Framework) {
  return new Writer(run.record, framework).write(run, file);
}

const FIRST = commentCode('These rows are tried first, before the routes above.');

class Writer {
  private readonly codes = new Map<string, { constant: string; place: Place }>();
  private readonly keys = new Map<string, Place>();
  private readonly settings: string[] = [];
  private passed: Ordered['passed'] = new Map();
  /** Whether the table has a row, rather than only settings. */
  private hasRow = false;

  constructor(
    private readonly record: Journal,
    private readonly framework: Framework,
  ) {}

  write({ items, base, later, mapped }: Run, file: string) {
    const { any, ci2, module } = this.framework;
    const calls = items.filter(({ kind }) => kind === 'call');
    let slots: readonly Slot[] = base;
    // In CodeIgniter 2, the modular extensions try the keys of a module in order.
    if (ci2 && module === null) {
      ({ slots, passed: this.passed } = literalsFirst(base, any));
      if (calls.length > 0) this.record.warn(calls[0].place, CALLS);
    }
    // The table of a module has no settings, which Route.map would add.
    const isFunction = module !== null && (calls.length > 0 || later.length > 0);
    const rows = slots.flatMap((slot) => (isFunction ? this.firstCalls(slot) : this.rows(slot)));
    // Rows assigned after `Route::map` come after the routes of `Route`.
    const late = later.flatMap((slot) => this.callsOf(slot, slot.changed, 'call'));
    const others = items.flatMap((item) => this.item(item));
    const parts = [...this.keepOrder(rows), ...others, ...late];
    const ordered = parts.sort((a, b) => a.place.order - b.place.order);
    const divided = sections(moveUp(ordered, this.passed), mapped);
    const { preamble, calls: routes, table } = divided;
    const content: Content = {
      constants: [...this.codes.keys()],
      calls: callsOf(isFunction ? [...table, ...routes] : routes),
      rows: table.flatMap((part) => part.content?.rows ?? []),
    };
    const body = isFunction ? this.asFunction(divided) : this.asTable(divided);
    const usesRoute = module === null || isFunction || JSON.stringify(content.rows).includes(NAMED);
    const code = [
      ...commentCode(`Imported from ${file.replace(/^.*\//s, '')} by waymark.`),
      ...(usesRoute ? ["import { Route } from 'waymark';"] : []),
      ...spaced(lay(preamble)),
      ...spaced(this.constants()),
      ...body,
      '',
    ].join('\n');
    verify(code, content, file);
    return { code, settings: this.settings };
  }

  private asTable({ calls, table }: Sections): string[] {
    const isModule = this.framework.module !== null;
    const isFirst = this.hasRow && calls.some(({ kind }) => kind === 'call');
    const body = indent(lay(table));
    const [open, close] = isModule ? ['{', '};'] : ['Route.map({', '});'];
    const isEmpty = body.length === 0 && !isModule;
    return [
      ...spaced(lay(calls)),
      '',
      ...(isFirst ? FIRST : []),
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
      this.useConstants(row, slot.place);
      const pattern = tableKeyOf(row.method, row.pattern);
      const key = keyCode(pattern);
      const line = `${key}: ${valueCode(row.to)},`;
      const first = this.keys.get(key);
      if (first !== undefined) {
        const why = `line ${first.line} has the same pattern`;
        return { ...this.leftOut(slot.place, why, false, row.code, 'entry'), slot };
      }
      this.keys.set(key, slot.place);
      this.hasRow ||= typeof row.pattern !== 'string' || !isReserved(row.pattern);
      const doubts = this.noted(row.doubts, slot.place);
      const lines = [...doubts, ...this.moved(slot), line];
      const content = { rows: [[contentOf(pattern), contentOf(row.to)]] as const };
      return { kind: 'row', place: slot.place, lines, content, slot };
    });
  }

  private rowsOf(slot: Slot): readonly (Row | NoRow)[] {
    const { key } = slot;
    const isSetting = typeof key === 'string' && isReserved(key);
    if (isSetting && this.framework.module !== null) this.settings.push(key);
    return rowsOf(slot, this.framework);
  }

  /** The rows of a module that has calls of `Route`. They are tried before the routes of these calls. */
  private firstCalls(slot: Slot): Part[] {
    return this.callsOf(slot, slot.place, 'entry').map((part) =>
      part.kind === 'call' ? { ...part, kind: 'row', slot } : part,
    );
  }

  private callsOf(slot: Slot, place: Place, about: About): Part[] {
    return this.rowsOf(slot).map((row): Part => {
      if (row.kind === 'none') return this.leftOut(place, row.why, row.warns, row.code, about);
      this.useConstants(row, place);
      const pattern = tableKeyOf(null, row.pattern);
      const method = row.method?.toLowerCase() ?? 'any';
      const line = `Route.${method}(${valueCode(pattern)}, ${valueCode(row.to)});`;
      const content = { calls: [{ method, args: [contentOf(pattern), contentOf(row.to)] }] };
      return { kind: 'call', place, lines: [...this.noted(row.doubts, place), line], content };
    });
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
    for (const argument of item.args) this.useConstantsOf(argument, place);
    const notes = this.noted(code.notes, place);
    const parts = nested?.items.flatMap((each) => this.item(each, true)) ?? [];
    const inner = lay(parts);
    const deep = nested?.as === 'children' ? indent(indent(inner)) : indent(inner);
    const lines = [...notes, ...code.head, ...deep, ...code.tail, ...code.after];
    return [{ kind: 'call', place, lines, content: { calls: code.content(callsOf(parts)) } }];
  }

  private useConstants({ pattern, to }: Row, place: Place): void {
    this.useConstantsOf(pattern, place);
    this.useConstantsOf(to, place);
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
