/** Finds the source texts that define rows. */
import type { Node } from 'acorn';
import type { PatternPlace } from 'waymark';
import type { Spot } from '../answer.ts';
import type { Place } from './fail.ts';
import type { Module } from './source.ts';

/** A quoted text, or an unquoted key. */
interface Quoted extends Spot {
  readonly value: string;
  readonly isKey: boolean;
}

/** A call, and its first argument if that is a text. */
interface Call {
  /** The places that an engine may report: those of the call and of the called name. */
  readonly places: readonly Place[];
  readonly first: Quoted | null;
  readonly spot: Spot;
}

/** The texts of a source. */
export class Spots {
  private readonly texts = new Map<string, Quoted[]>();
  private readonly calls = new Map<number, Call[]>();
  /** The index at which each line starts. */
  private starts: readonly number[] | undefined;

  /**
   * @param source the entered source
   * @param module its module; `null` if it is PHP
   */
  constructor(
    private readonly source: string,
    private readonly module: Module | null,
  ) {
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

  /** Finds a table's key. */
  ofKey(key: string): Spot | null {
    return this.ofRow(key, key, null);
  }

  /** Finds the name at a place, if the running code has the source's columns. */
  ofName({ line, column }: Place): Spot | null {
    if (this.module === null || this.module.text !== this.source) return null;
    const start = this.startOf(line) + column - 1;
    const name = /^(?:new\s+)?[\w$]+/.exec(this.source.slice(start))?.[0] ?? '';
    return name === '' ? null : { from: start, to: start + name.length };
  }

  private callAt({ line, column }: Place): Call | null {
    const calls = this.calls.get(line) ?? [];
    const exact = calls.find(({ places }) => places.some((each) => each.column === column));
    // Some engines count columns differently.
    return exact ?? only(calls);
  }

  private onlyQuoted(text: string): Spot | null {
    const found = [`'${text}'`, `"${text}"`].flatMap((quoted) => {
      const at = this.source.indexOf(quoted);
      const isOnly = at >= 0 && this.source.indexOf(quoted, at + 1) < 0;
      return isOnly ? [{ from: at, to: at + quoted.length }] : [];
    });
    return only(found);
  }

  private visit(node: Node): void {
    const quoted = this.readQuoted(node, false);
    if (quoted !== null) this.add(quoted);
    if (node.type === 'CallExpression') this.addCall(node);
    const hasKey = node.type === 'Property' && !('computed' in node && node.computed);
    for (const name of Object.keys(node)) {
      const child: unknown = Reflect.get(node, name);
      if (Array.isArray(child)) {
        for (const each of child) if (isNode(each)) this.visit(each);
      } else if (isNode(child)) {
        const key = hasKey && name === 'key' ? this.readQuoted(child, true) : null;
        if (key === null) this.visit(child);
        else this.add(key);
      }
    }
  }

  private add(quoted: Quoted): void {
    const alike = this.texts.get(quoted.value);
    if (alike === undefined) this.texts.set(quoted.value, [quoted]);
    else alike.push(quoted);
  }

  private addCall(node: Node): void {
    const { callee, arguments: given } = node as Node & { callee: Node; arguments: Node[] }; // a call
    const { property } = callee as Node & { property?: Node }; // if a member is called
    const named = property ?? callee;
    const places = [node, callee, named].flatMap(({ loc }) =>
      loc == null ? [] : [{ line: loc.start.line, column: loc.start.column + 1 }],
    );
    const first = given[0] === undefined ? null : this.readQuoted(given[0], false);
    const spot = this.spotOf(named);
    if (spot === null) return;
    for (const line of new Set(places.map((place) => place.line))) {
      const own = places.filter((place) => place.line === line);
      this.calls.set(line, [...(this.calls.get(line) ?? []), { places: own, first, spot }]);
    }
  }

  private readQuoted(node: Node, isKey: boolean): Quoted | null {
    const value = textOf(node, isKey);
    const spot = value === null ? null : this.spotOf(node);
    return value === null || spot === null ? null : { ...spot, value, isKey };
  }

  /** Maps a node to the source, assuming that removed types don't repeat its text on the line. */
  private spotOf({ start, end, loc }: Node): Spot | null {
    const { module, source } = this;
    if (module === null || module.text === source) return { from: start, to: end };
    const line = loc?.start.line ?? 0;
    const raw = module.text.slice(start, end);
    const head = module.text.slice(module.text.lastIndexOf('\n', start - 1) + 1, start);
    let from = this.startOf(line);
    for (let skipped = head.split(raw).length; skipped > 0; skipped -= 1) {
      const at = source.indexOf(raw, from);
      if (at < 0) return null;
      if (skipped === 1) return { from: at, to: at + raw.length };
      from = at + raw.length;
    }
    return null;
  }

  private startOf(line: number): number {
    if (this.starts === undefined) {
      let start = 0;
      this.starts = this.source.split('\n').map(({ length }) => {
        start += length + 1;
        return start - length - 1;
      });
    }
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
