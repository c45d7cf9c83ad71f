/**
 * The calls of a program as texts, and the hash that tells them from those of another program. A bundle
 * finds its tables with them, so it needs none of the code that makes tables:
 *
 * 1. In a bundle, the `Route` of `recording-route.ts` makes no rows. It records each call in
 *    `state.ts`, where its tables have only their calls until they are read.
 * 2. A call that makes a router, in `compiled-router.ts`, asks `tables.ts` for it. The calls that made
 *    its table become a {@link Digest}.
 * 3. The build runs the finished bundle. Its {@link Reporter} replays the calls over the real `Route`
 *    and compiles the table. The bundle gets the table with the hash and a check of each call.
 * 4. At a start, equal calls give an equal hash, and so find the table. Its handlers are the values
 *    that these very calls hold. Rows, names and URLs that the program reads are found the same way.
 * 5. If no table has the hash, the checks tell the first call that differs, and the start fails.
 */

import type { readInputs } from '../http/read.ts';
import type { Router } from '../resolve/router.ts';
import type { UrlsBelow } from '../url/named.ts';
import type { CompiledTable } from './load.ts';

/**
 * The record of a call: its name, its arguments as a text, and the values that a text can't hold.
 * Two runs of a program make the same table if they make the same calls.
 */
export interface RecordedCall {
  /** The name, such as `Route.get` or `createRouter`. */
  readonly name: string;
  /** The arguments as they would be written, with a mark for each value of `held` and `tables`. */
  readonly args: string;
  /** Functions, schemas and whatever else isn't plain data, in the order of their marks. */
  readonly held: readonly unknown[];
  /** The tables among the arguments, in the order of their marks. */
  readonly tables: readonly TableArgument[];
  /** The stack of the call, if a build asks for it. */
  readonly place: string | undefined;
}

/** The calls behind a table. */
export interface TableArgument {
  /** Its own; `null` for a copy, which keeps less of what a table carries. */
  readonly own: TableCalls | null;
  /** Those of the tables that were copied into it. */
  readonly copied: readonly TableCalls[];
}

/** The calls that made a table. Its copies, such as `{ ...table }`, have them too. */
export class TableCalls {
  /** Whether the program has read or changed the rows. */
  isRead = false;
  /** The compiled table, and what builds the URLs of its names, once a router is made of it. */
  built: BuiltTable | undefined = undefined;
  urls: UrlsBelow | undefined = undefined;
  constructor(
    readonly calls: readonly RecordedCall[],
    /** The table that was collected last before this one was made; its names count first. */
    readonly before: TableCalls | null,
  ) {}
}

/** A compiled table, and the digest of the calls that made it. */
export interface BuiltTable extends CompiledTable, Pick<Digest, 'hash' | 'checks'> {
  /** Whether `Route.url` knows exactly the names of this table, once it is made. */
  readonly isNamed: boolean;
}

/** The router of a compiled table, and the code that its bundle has for handlers. */
export interface FoundRouter {
  readonly router: Router;
  readonly urls?: UrlsBelow | undefined;
  readonly readInputs?: typeof readInputs | undefined;
}

/** The calls of each table that was made here. */
export const callsOfTable = new WeakMap<object, TableCalls>();

/** Stands for a held value. The value's text may follow, in double quotes. */
const MARK = 'ƒ';
/** Stands for a held table. Its rows may follow, in double quotes. */
const TABLE = 'table';

/** Records a call, whose arguments may be objects of any class: their own members count. */
export function createCall(name: string, args: readonly unknown[]): RecordedCall {
  const values: Values = { held: [], tables: [] };
  const texts = args.map((arg) => write(arg, values, true));
  return { name, args: texts.join(', '), ...values, place: reporter()?.place() };
}

/** The end of a callback. Only an object that it returned can be a mistake, such as a promise. */
export function endOf(returned: unknown): RecordedCall {
  const values: Values = { held: [], tables: [] };
  const args = typeof returned === 'object' && returned !== null ? write(returned, values) : '';
  return { name: END, args, ...values, place: undefined };
}

/** The name of the call at the end of a callback, for the reader of an error. */
export const END = 'the end of a callback';

/** The call as it would be written. */
export function textOf({ name, args }: RecordedCall): string {
  return `${name}(${args})`;
}

/** The values that the text of a call can't hold. */
interface Values {
  readonly held: unknown[];
  readonly tables: TableArgument[];
}

/** Writes a value, and adds what the text can't hold to the values. */
function write(value: unknown, values: Values, isArgument = false): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === undefined || value === null || typeof value === 'boolean') return `${value}`;
  if (typeof value === 'number' && Number.isFinite(value)) return `${value}`;
  if (Array.isArray(value)) {
    return `[${Array.from(value, (item) => write(item, values)).join(', ')}]`;
  }
  const hold = (text?: string) => {
    values.held.push(value);
    return text === undefined ? MARK : MARK + JSON.stringify(text);
  };
  if (typeof value === 'function') return hold();
  if (typeof value !== 'object' || value instanceof RegExp) return hold(String(value));
  const own = callsOfTable.get(value) ?? null;
  if (own?.isRead === false) {
    values.tables.push({ own, copied: [] });
    return TABLE;
  }
  const copied = Object.getOwnPropertySymbols(value)
    .map((symbol) => Reflect.get(value, symbol))
    .filter((member) => member instanceof TableCalls && member !== own);
  if (own !== null || copied.length > 0) {
    values.tables.push({ own, copied });
    // What isn't a string in a row is refused by the build.
    return TABLE + JSON.stringify(JSON.stringify(Object.entries(value)));
  }
  const level = Object.getPrototypeOf(value) ?? Object.prototype;
  const isRead = isArgument || Object.getPrototypeOf(level) === null;
  if ('~standard' in value) return hold();
  if (!isRead || Symbol.toStringTag in value) {
    // It may be a table, whose rows hold no objects.
    const rows = Object.entries(value).filter(([, to]) => typeof to !== 'object');
    return hold(rows[0] && JSON.stringify(rows));
  }
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${write(member, values)}`,
  );
  return `{${members.join(', ')}}`;
}

/** Calls reduced to numbers, so that a bundle can compare them with those of its build. */
export interface Digest {
  /** Tells these calls from all others. */
  readonly hash: string;
  /** The calls, each after those that made the tables among its arguments. */
  readonly calls: readonly RecordedCall[];
  /** A part of the hash after each call, which tells the first call that differs. */
  readonly checks: readonly number[];
  /** Each value that the calls hold, once. */
  readonly held: readonly unknown[];
}

/**
 * Hashes calls, the text of each and the places of its values. Each step takes four bytes, since the
 * code is still interpreted at startup, and mixes them as the end of MurmurHash 3 does
 * (https://github.com/aappleby/smhasher). JSON escapes halves of surrogate pairs, so no two texts have
 * the same bytes.
 */
export function digestOf(given: readonly RecordedCall[]): Digest {
  const calls: RecordedCall[] = [];
  const checks: number[] = [];
  const places = new Map<unknown, number>();
  const encoder = new TextEncoder();
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  const add = (call: RecordedCall) => {
    // No text of a call has a line break.
    let line = `${textOf(call)}\n`;
    for (const value of call.held) {
      const place = places.get(value) ?? places.size;
      places.set(value, place);
      line += `${place},`;
    }
    for (const { own, copied } of call.tables) {
      for (const table of [own, ...copied]) {
        table?.calls.forEach(add);
        line += `${table?.calls.length},`;
      }
    }
    // The line breaks fill the last step.
    const { buffer, byteOffset, byteLength } = encoder.encode(`${line}\n\n\n`);
    const bytes = new DataView(buffer, byteOffset, byteLength);
    for (let at = 0; at < byteLength - 3; at += 4) {
      const word = bytes.getInt32(at);
      high = Math.imul(high ^ word, 0x85ebca6b);
      high = Math.imul(high ^ (high >>> 15), 0xc2b2ae35);
      low = Math.imul(low ^ word, 0x9e3779b1);
      low = Math.imul(low ^ (low >>> 16), 0x5f356495);
    }
    calls.push(call);
    checks.push(high >>> 17);
  };
  given.forEach(add);
  return { hash: `${high} ${low}`, calls, checks, held: [...places.keys()] };
}

/** The build that runs the program. It knows `Route` itself, and answers as that would. */
export interface Reporter {
  /** A text that tells the place of the call. */
  place(): string | undefined;
  /**
   * Notes the table of a call that makes a router, and returns that of `waymark` itself.
   * @param options all options of a handler; none of a router
   */
  router(call: RecordedCall, digest: Digest, options: object): FoundRouter;
  /** Notes the result of the last call, and returns it: the rows of a table, a pattern or a URL. */
  result(tableCalls: TableCalls, digest: Digest): unknown;
  /** Waits until the files of a table are imported. */
  prepare(tableCalls: TableCalls): Promise<void>;
}

/** Increment the number when {@link Reporter} changes, so that no build misreads another version's program. */
const KEY = Symbol.for('waymark.report.3');

/** The build that runs this program; `undefined` once it is deployed, when `tables.ts` answers. */
export function reporter(): Reporter | undefined {
  return (globalThis as { [KEY]?: Reporter })[KEY]; // the cast types the symbol
}

/** Makes the programs of this process report to a build. */
export function reportTo(build: Reporter | undefined): void {
  Reflect.set(globalThis, KEY, build);
}
