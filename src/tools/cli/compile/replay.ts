/** Makes the tables of recorded calls, with the real `Route`. */
import { randomUUID } from 'node:crypto';
import { Route, type RouteTable, WaymarkError } from 'waymark';
import { withModuleRoutes } from 'waymark/hmvc';
import {
  END,
  type RecordedCall,
  type Row,
  readTable,
  registry,
  type Source,
  type SourceTagger,
  type TableArgument,
  type TableCalls,
  writeTable,
} from 'waymark/internal';

/** What the last of recorded calls returned. */
export interface Made {
  readonly result: unknown;
  /** What `Route.named` knows after it. */
  readonly names: ReadonlyMap<string, string>;
}

/** The calls that remain, and what the last of them has returned. */
interface Reading {
  readonly calls: readonly RecordedCall[];
  /** The names that were collected before the last call. */
  readonly collected: ReadonlyMap<string, string>;
  at: number;
  home: typeof Route;
  results: unknown[];
}

type AnyFunction = (...args: unknown[]) => unknown;

export class Replay {
  private readonly made = new WeakMap<TableCalls, Made>();
  /** The place of the call that runs. */
  private source: Source | undefined;
  /** The place of the call that threw, by its error. */
  private readonly failed = new WeakMap<object, Source>();

  /** @param placeOf finds the place of a call in its stack */
  constructor(private readonly placeOf: (stack: string) => Source | undefined) {}

  /** Adds the place of each call to its rows, until the process ends. */
  readonly tagger: SourceTagger = (rows) => {
    const { source } = this;
    return source === undefined ? rows : rows.map((row) => ({ ...row, source }));
  };

  placeOfError(error: object): Source | undefined {
    return this.failed.get(error);
  }

  /** The table of calls that end in `Route.map` or `Route.collect`. */
  table(tableCalls: TableCalls): RouteTable {
    return this.make(tableCalls).result as RouteTable; // the cast: both return one
  }

  make(tableCalls: TableCalls): Made {
    const known = this.made.get(tableCalls);
    if (known !== undefined) return known;
    const reading = this.readingOf(tableCalls);
    const state = registry();
    const before = state.current;
    Route.reset();
    try {
      this.run(reading);
      const [result] = reading.results;
      const { names: own, collectedNames } = state.current;
      const isMapped = tableCalls.calls.at(-1)?.name === 'Route.map';
      const names = isMapped ? [...own, ...reading.collected] : collectedNames;
      const made = { result, names: new Map(names) };
      this.made.set(tableCalls, made);
      return made;
    } finally {
      state.current = before;
    }
  }

  /** Makes the table of calls that import files. */
  async prepare(tableCalls: TableCalls): Promise<void> {
    const { calls } = tableCalls;
    const reading = this.readingOf(tableCalls);
    const state = registry();
    const before = state.current;
    Route.reset();
    try {
      for (; calls[reading.at].name !== 'withModuleRoutes'; reading.at++) {
        this.call(calls[reading.at], this.readArguments(calls[reading.at]));
      }
      const [table, paths, options] = this.readArguments(calls[reading.at++]);
      const load = (): Promise<unknown> => {
        const [, exported] = this.readArguments(calls[reading.at++]);
        const define = () => this.run(reading);
        return Promise.resolve({ default: typeof exported === 'function' ? define : exported });
      };
      const files = Object.fromEntries((paths as string[]).map((path) => [path, load]));
      state.current.collectedNames = reading.collected;
      // The casts: `withModuleRoutes` checks its arguments.
      const result = await withModuleRoutes(table as RouteTable, files, options as object);
      this.made.set(tableCalls, { result, names: state.current.collectedNames });
    } finally {
      state.current = before;
    }
  }

  readArguments(call: RecordedCall): unknown[] {
    return argumentsOf(call, (table, rows) => this.tableOf(table, rows));
  }

  /** The real table in place of a recorded one, with the rows that the program gave it, as JSON. */
  private tableOf({ own, copied }: TableArgument, rows: string | null): RouteTable {
    const real = own === null ? {} : this.table(own);
    if (rows === null) return real;
    const table = Object.fromEntries(JSON.parse(rows));
    for (const from of [real, ...copied.map((one) => copyOf(this.table(one)))]) {
      for (const symbol of Object.getOwnPropertySymbols(from)) {
        if (Object.prototype.propertyIsEnumerable.call(table, symbol)) throw sameKeys();
        Object.defineProperty(table, symbol, { ...Object.getOwnPropertyDescriptor(from, symbol) });
      }
    }
    return table; // the router checks each destination
  }

  private readingOf({ calls, before }: TableCalls): Reading {
    const collected = before === null ? [] : readTable(this.table(before), 'waymark').names;
    return { calls, collected: new Map(collected), at: 0, home: Route, results: [] };
  }

  /** Runs calls up to the end of a callback, and returns what that returned. */
  private run(reading: Reading): unknown {
    while (reading.at < reading.calls.length) {
      const call = reading.calls[reading.at++];
      const args = this.readArguments(call);
      const inside = () => this.run(reading);
      const files = args.map((one) => (typeof one === 'function' ? inside : one));
      switch (call.name) {
        case END:
          return args[0];
        case 'home':
          reading.home = classWith(args);
          break;
        case 'Route.map':
          reading.results.push(this.call(call, args, reading.home));
          break;
        case 'Route.collect':
          reading.results.push(this.call(call, files, reading.home));
          break;
        case 'Route.named':
        case 'Route.url':
          if (reading.collected.size > 0) registry().current.collectedNames = reading.collected;
          reading.results.push(this.call(call, args));
          break;
        case 'Route.prefix':
          this.call(call, files);
          break;
        default: {
          const { at } = reading;
          const given = args.map((one) => withChildren(one, inside));
          this.call(call, given);
          // What the recording Route has called would be read as calls of its own.
          if (reading.at > at || given.every((one, place) => one === args[place])) break;
          const problem = 'it does not call the function children';
          throw new WaymarkError('bad-argument', call.name, problem, 'remove the option');
        }
      }
    }
    return undefined;
  }

  private call(call: RecordedCall, args: readonly unknown[], own = Route): unknown {
    const before = this.source;
    this.source = this.placeOf(String(call.place));
    const { source } = this;
    const member = Reflect.get(own, call.name.slice('Route.'.length)) as AnyFunction; // the cast: a call's name
    try {
      return Reflect.apply(member, own, args);
    } catch (error) {
      const isFirst = typeof error === 'object' && error !== null && !this.failed.has(error);
      if (isFirst && source !== undefined) this.failed.set(error, source);
      throw error;
    } finally {
      this.source = before;
    }
  }
}

/** Which of them was copied last decides their handlers, and no record tells. */
function sameKeys(): WaymarkError {
  const problem = 'two tables with the same keys are merged';
  return new WaymarkError('bad-table', 'the table', problem, 'merge one of them');
}

/**
 * What `{ ...table }` keeps: names only next to something that a string can't hold. The places of
 * the rows are such a thing, too, but only a build records them.
 */
function copyOf(table: RouteTable): RouteTable {
  const { rows } = readTable(table, 'waymark');
  if (rows.some(({ handler, meta, schemas }) => handler ?? meta ?? schemas)) return table;
  const plain = Object.fromEntries(Object.entries(table));
  const kept = rows.map(({ isFilledIn, ...row }): Row => ({ ...row, name: undefined }));
  return writeTable({ ...readTable(plain, 'waymark'), rows: kept });
}

function withChildren(options: unknown, children: AnyFunction): unknown {
  const { children: given } = Object(options);
  return typeof given === 'function' && typeof options === 'object'
    ? { ...options, children }
    : options;
}

/** A class with a default controller of its own, under either name. */
function classWith([defaultHome, default_home]: readonly unknown[]): typeof Route {
  class Own extends Route {}
  return Object.assign(Own, { defaultHome }, default_home !== undefined && { default_home });
}

const JSON_TEXT = '"(?:[^"\\\\]|\\\\.)*"';
const TOKEN = new RegExp(`${JSON_TEXT}|ƒ(?:${JSON_TEXT})?|table(${JSON_TEXT})?|undefined`, 'g');

/** @param read makes the value of a table, whose rows may follow its mark */
function argumentsOf(
  { args, held, tables }: RecordedCall,
  read: (table: TableArgument, rows: string | null) => unknown,
): unknown[] {
  const values: unknown[] = [];
  // No string of a program is this one.
  const own = randomUUID();
  const [nextHeld, nextTable] = [held.values(), tables.values()];
  const valueFor = (token: string, rows?: string): unknown => {
    if (token === 'undefined') return undefined;
    if (token.startsWith('ƒ')) return nextHeld.next().value;
    // The cast: each mark has a table.
    return read(
      nextTable.next().value as TableArgument,
      rows === undefined ? null : JSON.parse(rows),
    );
  };
  const json = args.replace(TOKEN, (token, rows?: string) => {
    if (token.startsWith('"')) return token;
    values.push(valueFor(token, rows));
    return `"${own} ${values.length - 1}"`;
  });
  const revive = (value: unknown): unknown => {
    if (typeof value === 'string') {
      return value.startsWith(own) ? values[Number(value.slice(own.length))] : value;
    }
    if (Array.isArray(value)) return value.map(revive);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, revive(one)]));
  };
  return JSON.parse(`[${json}]`).map(revive);
}
