/** Finds the source texts that define rows. */
import type { Token } from 'acorn';
import type { PatternPlace } from 'waymark';
import type { Spot } from '../answer.ts';
import type { Module } from './source.ts';

/** A place in a file; both numbers start at 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A quoted text, or an unquoted key. */
interface Text extends Spot {
  readonly value: string;
  readonly isKey: boolean;
}

/** The texts of a source. */
export class Spots {
  private readonly tokens: readonly Token[];
  private readonly texts = new Map<string, Text[]>();
  /** By line, the index of the called name's token. */
  private readonly calls = new Map<number, number[]>();

  /**
   * @param source the entered source
   * @param module its module; `null` if it is PHP
   */
  constructor(
    readonly source: string,
    readonly module: Module | null,
  ) {
    this.tokens = module?.tokens ?? [];
    for (const [at, { type, loc }] of this.tokens.entries()) {
      const text = this.readText(at);
      if (text !== null) addTo(this.texts, text.value, text);
      const isCall = type.label === 'name' && this.labelAt(at + 1) === '(';
      if (isCall && loc != null) addTo(this.calls, loc.start.line, at);
    }
  }

  /**
   * Finds the text that defines a row.
   *
   * @param key the row's key
   * @param pattern the row's pattern
   * @param place the place of the call that defined it; `null` if a table's key did
   */
  ofRow(key: string, pattern: string, place: Place | null): Spot | null {
    const call = this.callAt(place);
    if (call !== null) return call.first ?? call.name;
    if (this.module === null) return this.onlyQuoted(key) ?? this.onlyQuoted(pattern);
    const texts = this.texts.get(key) ?? [];
    const keys = texts.filter(({ isKey }) => isKey);
    // If a table has a key twice, the last one counts.
    return keys.at(-1) ?? only(texts) ?? only(this.texts.get(pattern) ?? []);
  }

  /**
   * Finds the wrong characters of a pattern.
   *
   * @param where the place in the pattern
   * @param key the table's key; `null` if a call threw
   * @param place the place of the call that threw; `null` if unknown
   */
  ofPattern(where: PatternPlace, key: string | null, place: Place | null): Spot | null {
    const { pattern, index } = where;
    const call = this.callAt(place);
    const texts = this.texts.get(key ?? pattern) ?? [];
    const text = key === null ? (call?.first ?? only(texts)) : texts.at(-1);
    if (text == null) return call?.name ?? null;
    const { value, from, to } = text;
    // A prefix makes the pattern longer than the text; a method makes the key longer than it.
    const isPart = value.endsWith(pattern) || pattern.endsWith(value);
    const start = value.length - pattern.length + index;
    const quotes = to - from - value.length;
    // Escapes make the source text longer than its value.
    if (!isPart || start < 0 || (quotes !== 2 && quotes !== 0)) return text;
    const { length } = /^(?::\w+|.)/su.exec(pattern.slice(index))?.[0] ?? '';
    const wrong = Math.min(from + quotes / 2 + start, to - 1);
    return { from: wrong, to: Math.min(wrong + Math.max(1, length), to) };
  }

  /** Finds the name at a place, if the running code has the source's columns. */
  ofName({ line, column }: Place): Spot | null {
    if (this.module?.text !== this.source) return null;
    const from = startOf(this.source, line) + column - 1;
    const name = /^(?:new\s+)?[\w$]+/.exec(this.source.slice(from))?.[0] ?? '';
    return name === '' ? null : { from, to: from + name.length };
  }

  /** Finds the called name at a place, and the call's first argument if that is a text. */
  private callAt(place: Place | null): { name: Spot; first: Text | null } | null {
    const calls = this.calls.get(place?.line ?? 0) ?? [];
    // The place of a call may be before its name, and some engines count columns differently.
    const isAfter = (at: number) =>
      Number(this.tokens[at]?.loc?.start.column) + 1 >= Number(place?.column);
    const at = calls.find(isAfter) ?? only(calls);
    const name = at === null ? null : this.spotOf(this.tokens[at]);
    if (at === null || name === null) return null;
    return { name, first: this.readText(at + (this.labelAt(at + 2) === '`' ? 3 : 2)) };
  }

  private readText(at: number): Text | null {
    const token = this.tokens[at];
    const [before, label, after] = [at - 1, at, at + 1].map((index) => this.labelAt(index));
    const isTemplate = before === '`' && label === 'template' && after === '`';
    const isKey = after === ':' && ['string', 'name', 'num'].includes(label ?? '');
    if (label !== 'string' && !isTemplate && !isKey) return null;
    const spot = this.spotOf(token, isTemplate ? 1 : 0);
    const value = token !== undefined && 'value' in token ? String(token.value) : '';
    return spot === null ? null : { ...spot, value, isKey };
  }

  private labelAt(at: number): string | undefined {
    return this.tokens[at]?.type.label;
  }

  /** Maps a token to the source, assuming that removed types don't repeat its text on the line. */
  private spotOf(token: Token | undefined, quote = 0): Spot | null {
    if (token?.loc == null) return null;
    const text = this.module?.text ?? '';
    const [start, end] = [token.start - quote, token.end + quote];
    if (text === this.source) return { from: start, to: end };
    const raw = text.slice(start, end);
    const head = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
    let from = startOf(this.source, token.loc.start.line) - raw.length;
    for (let skipped = head.split(raw).length; skipped > 0; skipped -= 1) {
      from = this.source.indexOf(raw, from + raw.length);
      if (from < 0) return null;
    }
    return { from, to: from + raw.length };
  }

  private onlyQuoted(text: string): Spot | null {
    const found = [`'${text}'`, `"${text}"`].flatMap((quoted) => {
      const from = this.source.indexOf(quoted);
      const isOnly = from >= 0 && this.source.indexOf(quoted, from + 1) < 0;
      return isOnly ? [{ from, to: from + quoted.length }] : [];
    });
    return only(found);
  }
}

/** Returns the index at which a line starts. */
function startOf(source: string, line: number): number {
  return source.split('\n', line - 1).join('\n').length + (line > 1 ? 1 : 0);
}

function only<Item>(items: readonly Item[]): Item | null {
  return items.length === 1 ? (items[0] ?? null) : null;
}

function addTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
