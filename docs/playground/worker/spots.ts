/** Finds the texts of a source that define rows. */
import type { Node } from 'acorn';
import type { PatternPlace } from 'waymark';
import type { Spot } from '../answer.ts';
import type { Place } from './fail.ts';
import type { Module } from './source.ts';

/** A text between quotes, or a key without them. */
interface Quoted extends Spot {
  readonly value: string;
  readonly isKey: boolean;
}

/** A call, and the text that is its first argument. */
interface Call {
  /** The places by which an engine may name it: of the whole call, and of the name that is called. */
  readonly places: readonly Place[];
  readonly first: Quoted | null;
  readonly spot: Spot;
}

/** The texts of one source. */
export class Spots {
  private readonly texts = new Map<string, Quoted[]>();
  private readonly calls = new Map<number, Call[]>();
  /** Where each line starts. */
  private starts: readonly number[] | undefined;

  /**
   * @param source what was entered
   * @param module how it was read; `null` if it was not JavaScript, TypeScript or JSON
   */
  constructor(
    private readonly source: string,
    private readonly module: Module | null,
  ) {
    if (module !== null) this.visit(module.tree);
  }

  /**
   * The text that defines a row.
   *
   * @param key of the row in the table
   * @param pattern of the row
   * @param place of the call that defined it; `null` if it is a key of a table
   */
  ofRow(key: string, pattern: string, place: Place | null): Spot | null {
    const call = place === null ? null : this.callAt(place);
    if (call !== null) return plain(call.first ?? call.spot);
    if (this.module === null) return this.onlyQuoted(key) ?? this.onlyQuoted(pattern);
    const keys = this.texts.get(key) ?? [];
    const own = keys.filter(({ isKey }) => isKey);
    // The last key counts if a table has one twice.
    const found = own.at(-1) ?? only(keys) ?? only(this.texts.get(pattern) ?? []);
    return found === null ? null : plain(found);
  }

  /**
   * The characters that are wrong in a pattern.
   *
   * @param where the place in the pattern
   * @param place of the call that throws; `null` if it is a key of a table
   * @param key of the table
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
    // A prefix makes the pattern longer than the text, and a method the key longer than the pattern.
    const isPart = value.endsWith(pattern) || pattern.endsWith(value);
    const start = value.length - pattern.length + index;
    const quotes = to - from - value.length;
    // An escape makes the text of the source longer than its value.
    if (!isPart || start < 0 || (quotes !== 2 && quotes !== 0)) return { from, to };
    const { length } = /^(?::\w+|.)/su.exec(pattern.slice(index))?.[0] ?? '';
    const wrong = Math.min(from + quotes / 2 + start, to - 1);
    return { from: wrong, to: Math.min(wrong + Math.max(1, length), to) };
  }

  /** The whole of a key of a table. */
  ofKey(key: string): Spot | null {
    return this.ofRow(key, key, null);
  }

  /** The name at a place, if the code that runs has the columns of the source. */
  ofName({ line, column }: Place): Spot | null {
    if (this.module === null || this.module.text !== this.source) return null;
    const start = this.startOf(line) + column - 1;
    const name = /^(?:new\s+)?[\w$]+/.exec(this.source.slice(start))?.[0] ?? '';
    return name === '' ? null : { from: start, to: start + name.length };
  }

  private callAt({ line, column }: Place): Call | null {
    const calls = this.calls.get(line) ?? [];
    const exact = calls.find(({ places }) => places.some((each) => each.column === column));
    // Other engines count columns in other ways.
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

  /** The place in the source. Without types, the same text is as often on the same line. */
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

/** The value of a text, or of a key. */
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
