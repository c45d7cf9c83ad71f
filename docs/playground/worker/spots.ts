/** Finds the source texts that define rows. */
import type { Node } from 'acorn';
import type { PatternPlace } from 'waymark';
import type { Spot } from '../answer.ts';
import type { Module } from './source.ts';

/** A place in a file; both numbers start at 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A quoted text, or an unquoted key. */
interface Quoted extends Spot {
  readonly value: string;
  readonly isKey: boolean;
}

/** A call, and its first argument if that is a text. */
interface Call {
  /** The columns that an engine may report: those of the call and of the called name. */
  readonly columns: readonly number[];
  readonly first: Quoted | null;
  readonly spot: Spot;
}

/** The texts of a source. */
export class Spots {
  private readonly texts = new Map<string, Quoted[]>();
  /** By line. */
  private readonly calls = new Map<number, Call[]>();
  /** The index at which each line starts. */
  private readonly starts: readonly number[];

  /**
   * @param source the entered source
   * @param module its module; `null` if it is PHP
   */
  constructor(
    readonly source: string,
    readonly module: Module | null,
  ) {
    this.starts = [0, ...Array.from(source.matchAll(/\n/g), ({ index }) => index + 1)];
    if (module !== null) this.visit(module.tree);
  }

  /**
   * Finds the text that defines a row.
   *
   * @param key the row's key
   * @param pattern the row's pattern
   * @param place the place of the call that defined it; `null` if a table's key did
   */
  ofRow(key: string, pattern: string, place: Place | null): Spot | null {
    const call = place === null ? null : this.callAt(place);
    if (call !== null) return plain(call.first ?? call.spot);
    if (this.module === null) return this.onlyQuoted(key) ?? this.onlyQuoted(pattern);
    const keys = this.texts.get(key) ?? [];
    const own = keys.filter(({ isKey }) => isKey);
    // If a table has a key twice, the last one counts.
    const found = own.at(-1) ?? only(keys) ?? only(this.texts.get(pattern) ?? []);
    return found === null ? null : plain(found);
  }

  /**
   * Finds the wrong characters of a pattern.
   *
   * @param where the place in the pattern
   * @param key the table's key; `null` if a call threw
   * @param place the place of the call that threw; `null` if unknown
   */
  ofPattern(
    { pattern, index }: PatternPlace,
    key: string | null,
    place: Place | null,
  ): Spot | null {
    const call = place === null ? null : this.callAt(place);
    const keys = this.texts.get(key ?? pattern) ?? [];
    const text = key === null ? (call?.first ?? only(keys)) : (keys.at(-1) ?? null);
    if (text === null) return call?.spot ?? null;
    const { value, from, to } = text;
    // A prefix makes the pattern longer than the text; a method makes the key longer than it.
    const isPart = value.endsWith(pattern) || pattern.endsWith(value);
    const start = value.length - pattern.length + index;
    const quotes = to - from - value.length;
    // Escapes make the source text longer than its value.
    if (!isPart || start < 0 || (quotes !== 2 && quotes !== 0)) return { from, to };
    const { length } = /^(?::\w+|.)/su.exec(pattern.slice(index))?.[0] ?? '';
    const wrong = Math.min(from + quotes / 2 + start, to - 1);
    return { from: wrong, to: Math.min(wrong + Math.max(1, length), to) };
  }

  /** Finds the name at a place, if the running code has the source's columns. */
  ofName({ line, column }: Place): Spot | null {
    if (this.module?.text !== this.source) return null;
    const from = this.startOf(line) + column - 1;
    const name = /^(?:new\s+)?[\w$]+/.exec(this.source.slice(from))?.[0] ?? '';
    return name === '' ? null : { from, to: from + name.length };
  }

  private callAt({ line, column }: Place): Call | null {
    const calls = this.calls.get(line) ?? [];
    // Some engines count columns differently.
    return calls.find(({ columns }) => columns.includes(column)) ?? only(calls);
  }

  private onlyQuoted(text: string): Spot | null {
    const found = [`'${text}'`, `"${text}"`].flatMap((quoted) => {
      const from = this.source.indexOf(quoted);
      const isOnly = from >= 0 && this.source.indexOf(quoted, from + 1) < 0;
      return isOnly ? [{ from, to: from + quoted.length }] : [];
    });
    return only(found);
  }

  private visit(node: Node, isKey = false): void {
    const quoted = this.readQuoted(node, isKey);
    if (quoted !== null) addTo(this.texts, quoted.value, quoted);
    if (quoted !== null && isKey) return;
    if (node.type === 'CallExpression') this.addCall(node);
    const hasKey = node.type === 'Property' && !('computed' in node && node.computed);
    for (const [name, child] of Object.entries(node)) {
      for (const each of Array.isArray(child) ? child : [child]) {
        if (isNode(each)) this.visit(each, hasKey && name === 'key');
      }
    }
  }

  private addCall(node: Node): void {
    const { callee, arguments: given } = node as Node & { callee: Node; arguments: Node[] }; // a call
    const { property } = callee as Node & { property?: Node }; // if a member is called
    const named = property ?? callee;
    const spot = this.spotOf(named);
    if (spot === null) return;
    const first = given[0] === undefined ? null : this.readQuoted(given[0], false);
    const starts = [node, callee, named].flatMap(({ loc }) => (loc == null ? [] : [loc.start]));
    for (const line of new Set(starts.map((start) => start.line))) {
      const own = starts.filter((start) => start.line === line);
      addTo(this.calls, line, { columns: own.map(({ column }) => column + 1), first, spot });
    }
  }

  private readQuoted(node: Node, isKey: boolean): Quoted | null {
    const value = textOf(node, isKey);
    const spot = value === null ? null : this.spotOf(node);
    return value === null || spot === null ? null : { ...spot, value, isKey };
  }

  /** Maps a node to the source, assuming that removed types don't repeat its text on the line. */
  private spotOf({ start, end, loc }: Node): Spot | null {
    const text = this.module?.text ?? '';
    if (text === this.source) return { from: start, to: end };
    const raw = text.slice(start, end);
    const head = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
    let from = this.startOf(loc?.start.line ?? 0) - raw.length;
    for (let skipped = head.split(raw).length; skipped > 0; skipped -= 1) {
      from = this.source.indexOf(raw, from + raw.length);
      if (from < 0) return null;
    }
    return { from, to: from + raw.length };
  }

  private startOf(line: number): number {
    return this.starts[line - 1] ?? 0;
  }
}

/** Returns the value of a text or key. */
function textOf(node: Node, isKey: boolean): string | null {
  const { type, value, name, quasis } = node as Node & Record<string, unknown>; // read by type
  if (type === 'Literal' && (typeof value === 'string' || isKey)) return String(value);
  if (type === 'Identifier' && isKey) return String(name);
  if (type !== 'TemplateLiteral' || !Array.isArray(quasis) || quasis.length !== 1) return null;
  return String(quasis[0].value.cooked);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function only<Item>(items: readonly Item[]): Item | null {
  return items.length === 1 ? (items[0] ?? null) : null;
}

function plain({ from, to }: Spot): Spot {
  return { from, to };
}

function addTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
