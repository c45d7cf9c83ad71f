/**
 * The record of a call: its name and arguments as one text, and the values that a text can't hold.
 * Two runs of a program make the same table if they make the same calls.
 */
export interface RecordedCall {
  /** The call as it would be written, with a mark for each value of `held`. */
  readonly text: string;
  /** Functions, schemas and whatever else isn't plain data, in the order of the marks. */
  readonly held: readonly unknown[];
  /** The stack of the call, if a build asks for it. */
  readonly place: string | undefined;
}

/** Stands for a held value. The value's text may follow, in double quotes. */
export const MARK = 'ƒ';
/** Stands for a held table. Its rows may follow, in double quotes. */
export const TABLE = 'table';

/** @param place the stack of the call, if a build asks for it */
export function createCall(name: string, args: readonly unknown[], place?: string): RecordedCall {
  const held: unknown[] = [];
  let text = `${name}(`;
  let between = '';
  for (const arg of args) {
    text += between + write(arg, held, true);
    between = ', ';
  }
  return { text: `${text})`, held, place };
}

/** @param isArgument whether the call reads an object of any class by its own members */
function write(value: unknown, held: unknown[], isArgument = false): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return hold(value, held);
  if (value === null || value === undefined || typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (Array.isArray(value)) {
    return `[${Array.from(value, (item) => write(item, held)).join(', ')}]`;
  }
  if (typeof value !== 'object' || value instanceof RegExp) {
    return hold(value, held) + JSON.stringify(String(value));
  }
  const given = givenTable(value);
  if (given !== null) {
    held.push(given);
    // What isn't a string in a row is refused by the build.
    return TABLE + (given.rows === null ? '' : JSON.stringify(JSON.stringify(given.rows)));
  }
  if (!(isArgument || isPlain(value)) || Symbol.toStringTag in value || '~standard' in value) {
    return hold(value, held);
  }
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${write(member, held)}`,
  );
  return `{${members.join(', ')}}`;
}

function hold(value: unknown, held: unknown[]): string {
  held.push(value);
  return MARK;
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

type AnyFunction = (...args: readonly unknown[]) => unknown;

/** A member of each table here and of its copies, which `waymark` itself refuses. */
export const RECORDED = Symbol.for('waymark.recorded');

/** The calls that made a table. Its copies, such as `{ ...table }`, have them too. */
export class Recorded {
  constructor(
    readonly calls: readonly RecordedCall[],
    /** The table that was collected last before this one was made; its names count first. */
    readonly before: Recorded | null,
  ) {}
}

/** The tables that calls made here. */
const made = new WeakMap<object, { readonly recorded: Recorded; isRead: boolean }>();

/** A table that calls made, as the argument of another call. */
export class GivenTable {
  constructor(
    /** The calls of the table itself; `null` for a copy, which keeps less of what a table carries. */
    readonly own: Recorded | null,
    /** Its rows, if the program has read or changed it; `null` if it is as it was made. */
    readonly rows: readonly (readonly [key: string, to: unknown])[] | null,
    /** The calls of the tables that were copied into it, in order. */
    readonly copied: readonly Recorded[],
  ) {}

  /** All the tables whose calls count. */
  get all(): readonly Recorded[] {
    return this.own === null ? this.copied : [this.own, ...this.copied];
  }
}

function givenTable(value: object): GivenTable | null {
  const known = made.get(value);
  if (known?.isRead === false) return new GivenTable(known.recorded, null, []);
  const copied = Object.getOwnPropertySymbols(value)
    .map((symbol) => Reflect.get(value, symbol))
    .filter((member) => member instanceof Recorded && member !== known?.recorded);
  if (known === undefined && copied.length === 0) return null;
  // The cast: the filter leaves nothing else.
  return new GivenTable(known?.recorded ?? null, Object.entries(value), copied as Recorded[]);
}

/**
 * Makes the table of recorded calls. Its rows are known to the build alone, so the first look at them
 * asks for them.
 * @param read returns the rows, or throws if nobody knows them
 */
export function createTable(
  recorded: Recorded,
  read: (recorded: Recorded) => Readonly<Record<string, string>>,
): Record<string, string> {
  const state = { recorded, isRead: false };
  const fill = (target: object) => {
    if (state.isRead) return;
    Object.assign(target, read(recorded), { [RECORDED]: true, [Symbol('calls')]: recorded });
    state.isRead = true;
  };
  // Every look at the rows and every change of them fills the table first.
  const traps = new Proxy<ProxyHandler<Record<string, string>>>(
    {},
    {
      get:
        (_, trap: keyof typeof Reflect) =>
        (target: object, ...rest: unknown[]) => {
          const [name] = rest;
          if (trap === 'has' && name === RECORDED) return true;
          // What `instanceof` and `await` ask of every value.
          const isAsked = trap === 'getPrototypeOf' || (trap === 'get' && name === 'then');
          if (!isAsked) fill(target);
          return Reflect.apply(Reflect[trap] as AnyFunction, Reflect, [target, ...rest]);
        },
    },
  );
  const table = new Proxy<Record<string, string>>({}, traps);
  made.set(table, state);
  return table;
}

/** The calls of a table that nobody has read or copied, for identity. */
export function recordedOf(table: unknown): Recorded | null {
  return made.get(Object(table))?.recorded ?? null;
}
