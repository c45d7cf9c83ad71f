/** Lays out the written file. */
import { WaymarkError } from '../../errors/error.ts';
import { visible } from '../../errors/show.ts';
import { isReserved } from '../../table/settings.ts';
import type { Any } from '../pcre.ts';
import type { About, Item, Journal, Remark } from '../php/journal.ts';
import type { Run } from '../php/run.ts';
import { type Place, type Slot, Text } from '../php/values.ts';
import { callCode } from './calls.ts';
import { commentCode, constantCode, keyCode, valueCode } from './code.ts';
import { type Call, type Content, contentOf } from './content.ts';
import { literalsFirst, type Ordered } from './literals.ts';
import type { Doubt } from './pattern.ts';
import { type NoRow, type Row, rowsOf, tableKeyOf } from './rows.ts';
import { verify } from './verify.ts';

/** Lines of the file, their origin, and the section they belong to. */
interface Part {
  readonly kind: 'row' | 'call' | 'remark';
  readonly place: Place;
  readonly lines: readonly string[];
  /** The content of its lines. */
  readonly content?: Partial<Content>;
  /** Where a remark comes from. */
  readonly from?: Remark['from'];
  /** The subject of a remark. */
  readonly about?: About | undefined;
}

/** What the framework makes of a file. */
export interface Framework {
  /** The meaning of `(:any)`. */
  readonly any: Any;
  /** The module that the file belongs to; `null` for an application's own. */
  readonly module: string | null;
  /** Whether literal keys come before patterns, as in CodeIgniter 2. */
  readonly literalsFirst: boolean;
}

/**
 * Writes a TypeScript route file.
 *
 * @param run the result of running the PHP file
 * @param file its name
 * @param framework see {@link Framework}
 * @throws {WaymarkError} if the written file differs from the intended routes, or two constants have one name
 */
export function writeFile(run: Run, file: string, framework: Framework): string {
  return new Writer(run.record, framework).write(run, file);
}

const FIRST = commentCode('These rows are tried first, before what Route defines above.');

class Writer {
  private readonly codes = new Map<string, { constant: string; place: Place }>();
  private readonly keys = new Map<string, Place>();
  private readonly any: Any;
  private readonly module: string | null;
  private readonly literalsFirst: boolean;
  private passed: Ordered['passed'] = new Map();
  /** Whether the table has a row, and not only settings. */
  private precedes = false;

  constructor(
    private readonly record: Journal,
    { any, module, literalsFirst }: Framework,
  ) {
    this.any = any;
    this.module = module;
    this.literalsFirst = literalsFirst;
  }

  write({ items, base: given, later, mapped }: Run, file: string): string {
    const { slots: base, passed } = this.literalsFirst ? literalsFirst(given) : unordered(given);
    this.passed = passed;
    // The table of a module has no settings, which Route.map would add.
    const isFunction = this.module !== null && items.some(({ kind }) => kind === 'call');
    const rows = this.inOrder(
      base.flatMap((slot) => (isFunction ? this.lateCalls(slot) : this.rows(slot))),
    );
    const late = later.flatMap((slot) => this.lateCalls(slot));
    const others = items.flatMap((item) => this.item(item));
    const ordered = isFunction
      ? [...rows, ...others, ...late]
      : [...rows, ...others, ...late].toSorted((a, b) => a.place.order - b.place.order);
    const { preamble, calls, table } = sections(ordered, mapped);
    const body = indent(lay(table));
    const isFirst = this.precedes && calls.some(({ kind }) => kind === 'call');
    const exported = isFunction
      ? ['export default () => {', ...indent(lay(calls)), '};']
      : this.module !== null
        ? ['export default {', ...body, '};']
        : ['export default Route.map({', ...body, '});'];
    const written = [
      ...spaced(lay(preamble)),
      ...spaced(this.constants()),
      ...(isFunction ? [] : spaced(lay(calls))),
      '',
      ...(isFirst && !isFunction ? FIRST : []),
      ...(this.module === null && body.length === 0 ? ['export default Route.map();'] : exported),
      '',
    ];
    const code = [
      ...commentCode(`Imported from ${file.replace(/^.*\//s, '')} by waymark.`),
      ...(this.module === null || written.some((line) => /\bRoute\.\w/.test(line))
        ? ["import { Route } from 'waymark';"]
        : []),
      ...written,
    ].join('\n');
    const constants = [...this.codes.keys()];
    verify(code, { constants, calls: callsOf(calls), rows: table.flatMap(rowsIn) }, file);
    return code;
  }

  private rows(slot: Slot): Part[] {
    return this.rowsOf(slot).map((row): Part => {
      if (row.kind === 'none') {
        return this.leftOut(slot.place, row.why, row.warns, row.code, 'entry');
      }
      const pattern = tableKeyOf(row.method, row.pattern);
      const key = keyCode(pattern);
      const line = `${this.uses(key, row, slot.place)}: ${valueCode(row.to)},`;
      const first = this.keys.get(key);
      if (first !== undefined) {
        const why = `line ${first.line} has the same pattern`;
        return this.leftOut(slot.place, why, false, row.code, 'entry');
      }
      this.keys.set(key, slot.place);
      this.precedes ||= typeof row.pattern !== 'string' || !isReserved(row.pattern);
      const lines = [...this.doubts(row, slot.place), ...this.moved(slot), line];
      const content = { rows: [[contentOf(pattern), contentOf(row.to)]] as const };
      return { kind: 'row', place: slot.place, lines, content };
    });
  }

  /** The rows of a slot, without those that the modular extensions ignore in a module's file. */
  private rowsOf(slot: Slot): readonly (Row | NoRow)[] {
    const { module } = this;
    const rows = rowsOf(slot, this.any);
    if (module === null) return rows;
    return rows.map((row) => {
      const why = row.kind === 'row' ? ignoredIn(module, row.pattern) : null;
      return why === null ? row : { kind: 'none', why, warns: false, code: row.code };
    });
  }

  /** Rows assigned after `Route::map` come after the routes of `Route`. */
  private lateCalls(slot: Slot): Part[] {
    const { changed: place } = slot;
    return this.rowsOf(slot).map((row): Part => {
      if (row.kind === 'none') return this.leftOut(place, row.why, row.warns, row.code, 'call');
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
    const { file, line } = slot.place;
    const where = `${file}:${line}`;
    return commentCode(`${where}: CodeIgniter 2 tries this before the pattern ${first}.`);
  }

  private doubts({ doubt }: Row, place: Place): string[] {
    return doubt === null ? [] : this.noted(doubt, place);
  }

  private noted({ text, warns }: Doubt, place: Place): string[] {
    if (warns) this.record.warn(place, text);
    return commentCode(`${place.file}:${place.line}: ${text}.`);
  }

  private leftOut(place: Place, why: string, warns: boolean, code: string, about: About): Part {
    if (warns) this.record.warn(place, `not imported: ${why}`);
    const head = warns ? 'Not imported' : 'Left out';
    const lines = [`${head} (${place.file}:${place.line}): ${why}.`, `   ${code}`];
    return { kind: 'remark', place, lines: lines.flatMap(commentCode), from: 'own', about };
  }

  private item(item: Item): Part[] {
    if (item.kind === 'remark') return [remarkPart(item)];
    const { place, nested } = item;
    const code = callCode(item, this.any);
    if ('why' in code) {
      const shown = `Route::${item.method}(${item.args.filter(isText).map(valueCode).join(', ')}, …);`;
      return [this.leftOut(place, code.why, code.warns, shown, 'call')];
    }
    for (const argument of item.args) this.usesOf(argument, place);
    const notes = code.notes.flatMap((note) => this.noted(note, place));
    const parts = nested?.items.flatMap((each) => this.item(each)) ?? [];
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
      // Without a value, the file neither compiles nor runs, so that no route is missing in silence.
      return [
        ...commentCode(`Give it a value, or import again with ${option}: it is defined elsewhere,`),
        ...commentCode(`and ${place.file}:${place.line} needs it.`),
        `const ${code};`,
      ];
    });
  }

  /** Rows keep the order of the array. */
  private inOrder(parts: readonly Part[]): Part[] {
    let order = 0;
    return parts.map((part) => {
      order = Math.max(order, part.place.order);
      return { ...part, place: { ...part.place, order } };
    });
  }
}

/** Why the modular extensions ignore a row in the file of a module; `null` if they don't. */
function ignoredIn(module: string, pattern: string | Text): string | null {
  if (typeof pattern !== 'string') return null;
  if (isReserved(pattern)) return 'the settings of a module have no effect';
  const [first] = /^[\w-]+(?=\/|$)/.exec(pattern) ?? [module];
  return first === module ? null : `no request reaches it, since it is in the module ${module}`;
}

function unordered(slots: readonly Slot[]): Ordered {
  return { slots, passed: new Map() };
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

/** The option that sets a constant, quoted for a shell if necessary. */
function optionFor(constant: string): string {
  const pair = `${constant}=value`;
  return `--constant ${/^[\w:=]+$/.test(pair) ? pair : `'${pair.replaceAll("'", "'\\''")}'`}`;
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
 * A comment belongs to the next part; comments at the top of the file stay there.
 *
 * @param mapped when `Route::map` was called
 */
function sections(parts: readonly Part[], mapped: number) {
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

/** The lines of parts: a trailing comment stays on its line, other comments get a blank line before them. */
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
