/** The values of PHP, as far as a route file goes, and those that only its run would tell. */
import type { Callable } from './ast.ts';

/** What is known only when the file runs, and why. */
export class Unknown {
  constructor(readonly why: string) {}
}

/** A text that is not known yet: a constant, by PHP's name, or what `Route::named` returns for a name. */
export type Code =
  | { readonly constant: string; readonly named?: never }
  | { readonly named: string; readonly constant?: never };

/** A text with {@link Code} in it. */
export class Text {
  constructor(readonly parts: readonly (string | Code)[]) {}
}

/** A function without a name, and the variables that it took along. */
export class Closure {
  constructor(
    readonly node: Callable,
    readonly uses: ReadonlyMap<string, Ref>,
  ) {}
}

/** What a variable holds; two names may share one. */
export interface Ref {
  value: Value;
}

/** Any value. */
export type Value = string | number | boolean | null | PhpArray | Text | Closure | Unknown;

/** A key of an array. */
export type ArrayKey = string | number | Text;

/** Where something was written: its place in the order of all that was done, and its line. */
export interface Place {
  readonly order: number;
  readonly file: string;
  readonly line: number;
}

/** One entry of an array: where its key was first assigned, and where its value was. */
export interface Slot {
  readonly key: ArrayKey;
  readonly value: Value;
  readonly place: Place;
  readonly changed: Place;
}

/** An array of PHP: keys in the order in which they were first assigned. */
export class PhpArray {
  private readonly slots = new Map<string, Slot>();
  private next = 0;

  get size(): number {
    return this.slots.size;
  }

  list(): Slot[] {
    return [...this.slots.values()];
  }

  get(key: ArrayKey): Slot | undefined {
    return this.slots.get(identity(key));
  }

  set(key: ArrayKey, value: Value, place: Place): void {
    const id = identity(key);
    const before = this.slots.get(id);
    const changed = { key, value, place: before?.place ?? place, changed: place };
    this.slots.set(id, changed);
    if (/^(?:0|[1-9]\d{0,14})$/.test(id)) this.next = Math.max(this.next, Number(id) + 1);
  }

  push(value: Value, place: Place): void {
    this.set(this.next, value, place);
  }

  delete(key: ArrayKey): void {
    this.slots.delete(identity(key));
  }

  /** A copy, as an assignment in PHP makes one; places stay. */
  copy(): PhpArray {
    const made = new PhpArray();
    for (const [id, slot] of this.slots) made.slots.set(id, { ...slot, value: copy(slot.value) });
    made.next = this.next;
    return made;
  }
}

/** A copy of a value, for the variable that it is assigned to. */
export function copy(value: Value): Value {
  return value instanceof PhpArray ? value.copy() : value;
}

/** What tells keys apart: `'7'` and `7` are one. */
function identity(key: ArrayKey): string {
  if (!(key instanceof Text)) return String(key);
  return key.parts
    .map((part) => (typeof part === 'string' ? part : `\0${JSON.stringify(part)}\0`))
    .join('');
}
