/** The values of PHP that a route file uses, unknown ones, and the names of functions. */
import type { Callable } from './ast.ts';
import type { Budget } from './budget.ts';
import type { Source } from './source.ts';

export class Unknown {
  /**
   * @param isSaid whether a warning names the code that made an entry of `$route` unknown
   */
  constructor(
    readonly why: string,
    readonly isSaid = false,
  ) {}
}

/** The value of a `?->` chain. The rest of the chain is not evaluated if the object is null. */
export const CUT = new Unknown('the result of ?-> is known only when the file runs');

/** A text that is not known yet: a constant, or a result of `Route::named`. */
export type Code =
  | { readonly constant: string; readonly named?: never }
  | { readonly named: string; readonly constant?: never };

export class Text {
  constructor(readonly parts: readonly (string | Code)[]) {}
}

export const COMPUTED =
  'its destination is a closure: write the rows that it makes, or a handler with Route.any';

export class Closure {
  constructor(
    readonly node: Callable,
    readonly uses: ReadonlyMap<string, Ref>,
    readonly source: Source,
  ) {}
}

/** A variable's value. Two names may share one. */
export interface Ref {
  value: Value;
}

export type Value = string | number | boolean | null | PhpArray | Text | Closure | Unknown;

export type ArrayKey = string | number | Text;

/** The time and location of a write: its number among all operations, and its line. */
export interface Place {
  readonly order: number;
  readonly file: string;
  readonly line: number;
}

/** An entry: `place` is where its key was first assigned, `changed` where its value was last. */
export interface Slot {
  readonly key: ArrayKey;
  readonly value: Value;
  readonly place: Place;
  readonly changed: Place;
}

/** A PHP array, its keys in order of assignment. A copy shares its entries until one is written. */
export class PhpArray {
  private slots = new Map<string, Slot>();
  private shared = false;
  private next = 0;
  private hasNegative = false;
  private hasTexts = false;
  /** Whether it may contain a closure, or a text that names the class `Route`. */
  hasCallables = false;
  /** Why an entry may be missing: skipped code may have added or removed it. */
  unsure: Unknown | null = null;

  constructor(private readonly budget: Budget) {}

  get size(): number {
    return this.slots.size;
  }

  /** Whether the next key to append is unknown: PHP 8.3 continues from a negative one. */
  get isOpenEnded(): boolean {
    return this.hasNegative && this.next === 0;
  }

  list(): Slot[] {
    return [...this.slots.values()];
  }

  keys(): ArrayKey[] {
    return this.list().map(({ key }) => key);
  }

  values(): Value[] {
    return this.list().map(({ value }) => value);
  }

  get(key: ArrayKey): Slot | undefined {
    return this.slots.get(identity(key));
  }

  /** The other keys that may turn out to be the same, once all constants have values. */
  rivals(key: ArrayKey): ArrayKey[] {
    if (!this.hasTexts && !(key instanceof Text)) return [];
    this.budget.spend('steps', this.size);
    const own = identity(key);
    return [...this.slots].flatMap(([id, slot]) => (id === own ? [] : [slot.key]));
  }

  /** The array in an entry, for writing; `undefined` for any other value. */
  inner(key: ArrayKey): PhpArray | undefined {
    this.own();
    const value = this.get(key)?.value;
    return value instanceof PhpArray ? value : undefined;
  }

  set(key: ArrayKey, value: Value, place: Place): void {
    this.own();
    const id = identity(key);
    const before = this.slots.get(id);
    if (before === undefined) this.budget.spend('entries');
    const changed = { key, value, place: before?.place ?? place, changed: place };
    this.slots.set(id, changed);
    this.hasCallables ||= value instanceof PhpArray ? value.hasCallables : isCallable(value);
    this.hasNegative ||= /^-[1-9]/.test(id);
    this.hasTexts ||= key instanceof Text;
    if (/^(?:0|[1-9]\d{0,14})$/.test(id)) this.next = Math.max(this.next, Number(id) + 1);
  }

  push(value: Value, place: Place): void {
    this.set(this.next, value, place);
  }

  delete(key: ArrayKey): void {
    this.own();
    this.slots.delete(identity(key));
  }

  /** Makes a copy, as an assignment in PHP does. Both share their slots until one changes. */
  copy(): PhpArray {
    const made = new PhpArray(this.budget);
    made.slots = this.slots;
    made.next = this.next;
    made.hasNegative = this.hasNegative;
    made.hasTexts = this.hasTexts;
    made.hasCallables = this.hasCallables;
    made.unsure = this.unsure;
    this.shared = true;
    made.shared = true;
    return made;
  }

  private own(): void {
    if (!this.shared) return;
    this.budget.spend('entries', this.size);
    const own = new Map<string, Slot>();
    for (const [id, slot] of this.slots) own.set(id, { ...slot, value: copy(slot.value) });
    this.slots = own;
    this.shared = false;
  }
}

export const OPEN_ENDED = 'the key after a negative one depends on the version of PHP';

function isCallable(value: Value): boolean {
  return value instanceof Closure || (typeof value === 'string' && namesRoute(value));
}

export function copy(value: Value): Value {
  return value instanceof PhpArray ? value.copy() : value;
}

/** The memory of a part of a text, in characters. */
const PART = 20;

/** The length of a value in characters, which is the cost of reading it. */
export function weightOf(value: Value): number {
  if (typeof value === 'string') return value.length;
  if (!(value instanceof Text)) return 1;
  return value.parts.reduce(
    (sum, part) => sum + PART + (typeof part === 'string' ? part : JSON.stringify(part)).length,
    0,
  );
}

/** Normalises a key: `'7'` and `7` are the same. */
function identity(key: ArrayKey): string {
  if (!(key instanceof Text)) return String(key);
  return key.parts
    .map((part) => (typeof part === 'string' ? part : `\0${JSON.stringify(part)}\0`))
    .join('');
}

/** Whether a name is that of the class `Route`, with or without a namespace. PHP ignores case. */
export const isRouteClass = (name: string): boolean => /(?:^|\\)route$/i.test(name);

/** Whether a variable is one of PHP's own, such as `$_SERVER`. */
export const isSuperglobal = (name: string): boolean => /^_[A-Z]+$|^GLOBALS$/.test(name);

/** Whether it is a class `Route` in a namespace other than those that have had Bonfire's. */
export const isForeignRoute = (name: string): boolean =>
  isRouteClass(name) && /^\\?(?!(?:Myth|Bonfire)\\)[^\\]+\\/i.test(name);

/** Whether a text names the class `Route` or one of its methods. */
export const namesRoute = (text: string): boolean =>
  text.length < LONGEST_NAME && /^(?:[\w\\]*\\)?route(?:::\w+)?$/i.test(text);

const LONGEST_NAME = 1000;

/** The name of a function without its namespace, in lower case. */
export const bareName = (name: string): string =>
  name.slice(name.lastIndexOf('\\') + 1).toLowerCase();

export function settingOf(constant: string): string {
  return `import again with ${optionFor(constant)}`;
}

/** The option that sets a constant, quoted for a shell if necessary. */
export function optionFor(constant: string): string {
  const pair = `${constant}=value`;
  return `--constant ${/^[\w:=]+$/.test(pair) ? pair : `'${pair.replaceAll("'", "'\\''")}'`}`;
}

/** The reason why code can't be run that needs the value of a text with unknown parts. */
export function unknownPart({ parts }: Text): Unknown {
  const codes = parts.filter((part) => typeof part !== 'string');
  const [{ constant, named }] = codes; // else the text would be a string
  return constant === undefined
    ? new Unknown(`the pattern of the route ${named} is not known here`)
    : new Unknown(`${constant} is defined elsewhere: ${settingOf(constant)}`);
}
