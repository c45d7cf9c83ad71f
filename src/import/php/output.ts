/** What of a run can be written: not more than the budget allows, and no bytes that are no text. */
import { LONGEST } from '../pcre/nodes.ts';
import { Budget } from './budget.ts';
import { alienIn } from './bytes.ts';
import type { Argument, Item, Journal } from './journal.ts';
import { PhpArray, type Place, type Slot, Text, type Value, weightOf } from './values.ts';

/** What a run gives to be written. */
export interface Output {
  readonly items: readonly Item[];
  readonly base: readonly Slot[];
  readonly later: readonly Slot[];
  readonly mapped: number;
}

/**
 * Leaves out what can't be written, with warnings.
 *
 * @param output what a run gave
 * @param record takes the warnings
 *
 * @example
 * importable(output, record).base; // without the row whose key is 'caf\udce9'
 */
export function importable({ items, base, later, mapped }: Output, record: Journal): Output {
  const paying = new Paying(record);
  const entries = (slots: readonly Slot[]) => slots.filter((slot) => paying.entry(slot));
  return { items: paying.items(items), base: entries(base), later: entries(later), mapped };
}

/** Writing a character costs more than reading it, */
const WRITING = 4;
/** translating one of a pattern more than that, */
const TRANSLATING = 16;
/** one that has more than text and groups even more, */
const REWRITING = 64;
/** and each line has a cost of its own. */
const LINE = 150;

class Paying {
  private readonly budget = new Budget();
  private isSpent = false;

  constructor(private readonly record: Journal) {}

  items(items: readonly Item[]): Item[] {
    return items.flatMap((item): Item[] => {
      if (item.kind === 'remark') return this.pay(item.place, linesCost(item.lines)) ? [item] : [];
      const cost = sum(item.args.flatMap(textsIn).map((text) => LINE + patternCost(text)));
      if (!this.pay(item.place, cost) || !this.isText(item.place, item.args)) return [];
      if (item.nested === null) return [item];
      const nested = { ...item.nested, items: this.items(item.nested.items) };
      return [{ ...item, nested }];
    });
  }

  entry({ key, value, changed }: Slot): boolean {
    const inner = value instanceof PhpArray ? value.list() : [];
    const texts: Value[] = [key, value, ...inner.flatMap((slot) => [slot.key, slot.value])];
    const written = LINE + sum(texts.map(weightOf)) * WRITING;
    // The key is written once for each method.
    const each = inner.length * (LINE + WRITING * weightOf(key));
    const cost = written + each + sum([key].flatMap(textsIn).map(patternCost));
    return this.pay(changed, cost) && this.isText(changed, texts);
  }

  private pay(place: Place, cost: number): boolean {
    if (this.isSpent) return false;
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

function linesCost(lines: readonly string[]): number {
  return sum(lines.map((line) => LINE + WRITING * line.length));
}

/** What it takes to translate a pattern; what is too long is not translated. */
function patternCost(pattern: string): number {
  if (pattern.length > LONGEST) return WRITING * pattern.length;
  const each = /\(\?|\{|\[/.test(pattern) ? REWRITING : TRANSLATING;
  return pattern.length * each * Math.max(1, groupsIn(pattern) / 4);
}

/** How many groups there are, each of which may be looked at from all the others. */
function groupsIn(pattern: string): number {
  return pattern.split('(').length - 1;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
