/** Makes the tables of recorded calls, with the real `Route`. */
import { Route, type RouteTable } from 'waymark';
import { withModuleRoutes } from 'waymark/hmvc';
import {
  type GivenTable,
  namesIn,
  type Recorded,
  type RecordedCall,
  type Recorder,
  type Row,
  readTable,
  registry,
  type Source,
  withRows,
} from 'waymark/internal';
import { argumentsOf, nameOf } from './arguments.ts';

/** A table that was made of recorded calls. */
export interface Made {
  readonly table: RouteTable;
  /** What `Route.named` knows once the table is made. */
  readonly names: ReadonlyMap<string, string>;
}

/** The calls that remain, and what they have made. */
interface Reading {
  readonly calls: readonly RecordedCall[];
  at: number;
  home: typeof Route;
  table: RouteTable;
}

type AnyFunction = (...args: unknown[]) => unknown;

export class Replay {
  private readonly made = new WeakMap<Recorded, Made>();
  /** The place of the call that runs. */
  private source: Source | undefined;
  /** The place of the call that threw, by its error. */
  private readonly failed = new WeakMap<object, Source>();

  /** @param placeOf finds the place of a call in its stack */
  constructor(private readonly placeOf: (stack: string) => Source | undefined) {}

  /** Adds the place of each call to its rows, until the process ends. */
  readonly recorder: Recorder = (rows) => {
    const { source } = this;
    return source === undefined ? rows : rows.map((row) => ({ ...row, source }));
  };

  placeOfError(error: object): Source | undefined {
    return this.failed.get(error);
  }

  make(recorded: Recorded): Made {
    const known = this.made.get(recorded);
    if (known !== undefined) return known;
    const { calls, before } = recorded;
    const made = this.apart(calls, ({ table }) => {
      const { names } = registry();
      const collected = before === null ? [] : namesIn(this.make(before).table, 'waymark');
      const isCollected = calls.some((call) => nameOf(call) === 'Route.collect');
      return {
        table,
        names: isCollected ? namesIn(table, 'waymark') : new Map([...names, ...collected]),
      };
    });
    this.made.set(recorded, made);
    return made;
  }

  /** Makes the table of calls that import files. */
  async prepare(recorded: Recorded): Promise<void> {
    const { calls, before } = recorded;
    const reading = readingOf(calls);
    const state = { ...registry() };
    Route.reset();
    try {
      for (; nameOf(calls[reading.at]) !== 'withModuleRoutes'; reading.at++) {
        this.call(calls[reading.at], this.readArguments(calls[reading.at]));
      }
      const [table, paths, options] = this.readArguments(calls[reading.at++]);
      const load = (): Promise<unknown> => {
        const [, exported] = this.readArguments(calls[reading.at++]);
        const define = () => this.run(reading);
        return Promise.resolve({ default: typeof exported === 'function' ? define : exported });
      };
      const files = Object.fromEntries((paths as string[]).map((path) => [path, load]));
      registry().collected =
        before === null ? new Map() : namesIn(this.make(before).table, 'waymark');
      // The casts: `withModuleRoutes` checks its arguments.
      const made = await withModuleRoutes(table as RouteTable, files, options as object);
      this.made.set(recorded, { table: made, names: registry().collected });
    } finally {
      Object.assign(registry(), state);
    }
  }

  /** The result of `Route.named` or `Route.url` after these calls. */
  ask(
    calls: readonly RecordedCall[],
    collected: Recorded | null,
    asked: RecordedCall,
  ): string | null {
    return this.apart(calls, () => {
      if (collected !== null) registry().collected = namesIn(this.make(collected).table, 'waymark');
      return this.call(asked, this.readArguments(asked).slice(0, -1)) as string | null; // the cast: both return that
    });
  }

  readArguments(call: RecordedCall): unknown[] {
    return argumentsOf(call, (held) => (isGiven(held) ? this.tableOf(held) : held));
  }

  /** The real table in place of a recorded one, with the rows that the program gave it. */
  private tableOf({ own, rows, copied }: GivenTable): RouteTable {
    const real = own === null ? {} : this.make(own).table;
    if (rows === null) return real;
    const table = Object.fromEntries(rows);
    for (const from of [real, ...copied.map((one) => copyOf(this.make(one).table))]) {
      for (const symbol of Object.getOwnPropertySymbols(from)) {
        Object.defineProperty(table, symbol, { ...Object.getOwnPropertyDescriptor(from, symbol) });
      }
    }
    return table as RouteTable; // the cast: the router checks each destination
  }

  /** Runs calls in a registry of their own. */
  private apart<T>(calls: readonly RecordedCall[], read: (made: Reading) => T): T {
    const reading = readingOf(calls);
    const results: T[] = [];
    const { collected } = registry();
    Route.collect(() => {
      Route.reset();
      this.run(reading);
      results.push(read(reading));
    });
    registry().collected = collected;
    return results[0];
  }

  /** Runs calls up to the end of a callback, and returns what that returned. */
  private run(reading: Reading): unknown {
    while (reading.at < reading.calls.length) {
      const call = reading.calls[reading.at++];
      const args = this.readArguments(call);
      const inside = () => this.run(reading);
      switch (nameOf(call)) {
        case 'end':
          return args[0];
        case 'home':
          reading.home = classWith(args);
          break;
        case 'Route.map':
          reading.table = this.call(call, args, reading.home) as RouteTable; // the cast: it returns one
          break;
        case 'Route.collect': {
          const files = args.map((one) => (typeof one === 'function' ? inside : one));
          reading.table = this.call(call, files, reading.home) as RouteTable; // the cast: as above
          break;
        }
        case 'Route.prefix':
          this.call(
            call,
            args.map((one) => (typeof one === 'function' ? inside : one)),
          );
          break;
        default:
          this.call(
            call,
            args.map((one) => withChildren(one, inside)),
          );
      }
    }
    return undefined;
  }

  private call(call: RecordedCall, args: readonly unknown[], own = Route): unknown {
    const before = this.source;
    this.source = this.placeOf(call.place ?? '');
    const { source } = this;
    const member = Reflect.get(own, nameOf(call).slice('Route.'.length)) as AnyFunction; // the cast: a call's name
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

function readingOf(calls: readonly RecordedCall[]): Reading {
  return { calls, at: 0, home: Route, table: {} };
}

/** The tables among the arguments are of a class that each copy of the package has. */
function isGiven(held: unknown): held is GivenTable {
  return typeof held === 'object' && held !== null && 'copied' in held && 'rows' in held;
}

/**
 * What `{ ...table }` keeps: names only next to something that a string can't hold. The places of
 * the rows are such a thing, too, but only a build records them.
 */
function copyOf(table: RouteTable): RouteTable {
  const rows = readTable(table, 'waymark');
  if (rows.some(({ handler, meta, schemas }) => handler ?? meta ?? schemas)) return table;
  const plain = Object.fromEntries(Object.entries(table));
  const kept = rows.map(({ isFilledIn, ...row }): Row => ({ ...row, name: undefined }));
  return withRows(plain, kept, 'waymark');
}

function withChildren(options: unknown, children: AnyFunction): unknown {
  const { children: given } = Object(options);
  return typeof given === 'function' && typeof options === 'object'
    ? { ...options, children }
    : options;
}

/** A class with a default controller of its own, under either name. */
function classWith([home, wrong]: readonly unknown[]): typeof Route {
  class Own extends Route {}
  Object.assign(Own, { defaultHome: home }, typeof wrong === 'string' && { [wrong]: home });
  return Own;
}
