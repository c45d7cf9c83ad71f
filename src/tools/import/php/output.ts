/** Limits a run's output to the budget, and to text that can be written. */
import { LONGEST } from '../pcre.ts';
import { writtenLength } from '../write/code.ts';
import { Budget } from './budget.ts';
import type { Argument, Item, Journal } from './journal.ts';
import { alienIn } from './source.ts';
import { type Code, PhpArray, type Place, type Slot, Text, type Value } from './values.ts';

export interface Output {
  readonly items: readonly Item[];
  /** The entries of `$route` at the call of `Route::map`, or at the end if there is none. */
  readonly base: readonly Slot[];
  readonly later: readonly Slot[];
  /** The time of the call of `Route::map`. Later rows of `$route` come after the calls. */
  readonly mapped: number;
}

export function importable({ items, base, later, mapped }: Output, record: Journal): Output {
  const paying = new Paying(record);
  const entries = (slots: readonly Slot[]) => slots.filter((slot) => paying.entry(slot));
  return { items: paying.items(items), base: entries(base), later: entries(later), mapped };
}

/** The cost of writing a character, compared with reading it. */
const WRITING = 4;
/** The cost of translating a character of a pattern. */
const TRANSLATING = 16;
/** The cost of translating a character of a pattern with more than text and groups. */
const REWRITING = 64;
const LINE = 150;

class Paying {
  private readonly budget = new Budget();
  private isSpent = false;

  constructor(private readonly record: Journal) {}

  items(items: readonly Item[]): Item[] {
    return items.flatMap((item): Item[] => {
      // Even adding up the cost would take too long.
      if (this.isSpent) return [];
      if (item.kind === 'remark')
        return this.pay(item.place, sum(item.lines.map(lineCost))) ? [item] : [];
      const own = sum(item.args.flatMap(literalsIn).map((text) => LINE + patternCost(text)));
      // A closure adds lines around its calls.
      const cost = own + (item.nested === null ? 0 : 2 * LINE);
      if (!this.pay(item.place, cost) || !this.isText(item.place, item.args)) return [];
      if (item.nested === null) return [item];
      const nested = { ...item.nested, items: this.items(item.nested.items) };
      return [{ ...item, nested }];
    });
  }

  entry({ key, value, changed }: Slot): boolean {
    if (this.isSpent) return false;
    const inner = value instanceof PhpArray ? value.list() : [];
    const others: Value[] = [value, ...inner.flatMap((slot) => [slot.key, slot.value])];
    const written = LINE + sum(others.flatMap(literalsIn).map(writingCost));
    const [pattern = ''] = literalsIn(key);
    // The key is written once for each method.
    const each = inner.length * lineCost(pattern);
    const cost = written + each + patternCost(pattern);
    return this.pay(changed, cost) && this.isText(changed, [key, ...others]);
  }

  private pay(place: Place, cost: number): boolean {
    const problem = this.budget.take('characters', cost);
    if (problem === null) return true;
    this.isSpent = true;
    this.record.warn(place, `not imported from here on: ${problem}`);
    return false;
  }

  private isText(place: Place, values: readonly (Value | Argument)[]): boolean {
    for (const text of values.flatMap(textsIn)) {
      const alien = alienIn(text);
      if (alien === null) continue;
      this.record.warn(place, `not imported: ${alien}`);
      return false;
    }
    return true;
  }
}

function textsIn(value: Value | Argument): string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof Text) return value.parts.filter((part) => typeof part === 'string');
  return value instanceof Map ? [...value.values()].flatMap(textsIn) : [];
}

/** The literals of a value, including the names of constants. */
function literalsIn(value: Value | Argument): string[] {
  if (value instanceof Map) return [...value.values()].flatMap(literalsIn);
  if (!(value instanceof Text)) return textsIn(value);
  return [value.parts.map((part) => (typeof part === 'string' ? part : nameOf(part))).join('')];
}

function nameOf({ constant, named }: Code): string {
  return constant === undefined ? `Route.named(${named})` : `PHP_${constant}`;
}

function lineCost(line: string): number {
  return LINE + writingCost(line);
}

function writingCost(text: string): number {
  return WRITING * writtenLength(text);
}

/** The cost of translating and writing a pattern. A pattern that is too long is not translated. */
function patternCost(pattern: string): number {
  const writing = writingCost(pattern);
  if (pattern.length > LONGEST) return writing;
  const each = /\(\?|\{|\[|[*+?]\+/.test(pattern) ? REWRITING : TRANSLATING;
  // Each group may be compared with every other.
  const groups = pattern.split('(').length - 1;
  return writing + pattern.length * each * Math.max(1, groups / 4);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
