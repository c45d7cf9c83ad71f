/**
 * The calls that were recorded so far, and their tables. Only the functions of this file change them,
 * except that `tables.ts` notes the router that it finds for a table.
 */
import { RECORDED } from '../table/row.ts';
import type { RouteTable } from '../table/table.ts';
import { callsOfTable, createCall, endOf, type RecordedCall, TableCalls } from './call.ts';
import { findResult } from './tables.ts';

/** The calls of the process, or of a table that is collected apart from them. */
interface State {
  readonly calls: RecordedCall[];
  /** The table collected last. */
  collectedTable: TableCalls | null;
  /** The table of all calls so far, if there is one. */
  mappedTable: TableCalls | null;
  /** The number of callbacks that are running. */
  depth: number;
}

const emptyState = (calls: RecordedCall[] = [], depth = 0): State => {
  return { calls, collectedTable: null, mappedTable: null, depth };
};

/** `reset` replaces it for good, and `runApart` until its callbacks have ended. */
export let state = emptyState();

export function record(name: string, args: readonly unknown[]): void {
  state.calls.push(createCall(name, args));
  state.mappedTable = null;
}

/** Runs a callback, if it is a function, and records its end. */
export function runInside(callback: unknown, argument?: unknown): void {
  if (typeof callback !== 'function') return;
  const own = state;
  let returned: unknown;
  own.depth++;
  try {
    returned = callback(argument);
  } finally {
    own.depth--;
    own.calls.push(endOf(returned));
  }
}

/** Runs callbacks whose calls go to a list of their own. */
export function runApart(calls: RecordedCall[], callbacks: readonly unknown[]): void {
  const before = state;
  state = emptyState(calls, 1);
  try {
    for (const callback of callbacks) runInside(callback);
  } finally {
    state = before;
  }
}

/** Forgets the calls. Inside a callback, it is a call like any other. */
export function reset(): void {
  if (state.depth === 0) {
    state = emptyState();
    return;
  }
  record('Route.reset', []);
  state.collectedTable = null;
}

/** Notes the calls of a table that `Route.map` makes. */
export function noteMapped(calls: readonly RecordedCall[]): TableCalls {
  state.mappedTable = new TableCalls(calls, state.collectedTable);
  return state.mappedTable;
}

/** Notes the calls of a table that is collected. */
export function noteCollected(calls: readonly RecordedCall[]): TableCalls {
  state.collectedTable = new TableCalls(calls, state.collectedTable);
  return state.collectedTable;
}

/** The calls that a table which is collected depends on. */
export function sharedCalls(): RecordedCall[] {
  return state.calls.filter(({ name }) => name === 'Route.placeholder' || name === 'Route.reset');
}

/** The tables in which a call looks for a name that is not that of a given table. */
export function tablesWithNames(): (TableCalls | null)[] {
  const { calls, collectedTable, mappedTable } = state;
  return calls.length === 0 ? [collectedTable] : [collectedTable, mappedTable];
}

/**
 * Makes the table of recorded calls. A bundle can't make its rows, so the first look at them, or
 * change of them, asks for them.
 */
export function createLazyTable(tableCalls: TableCalls): RouteTable {
  const traps: Record<string, AnyFunction> = {};
  // A trap has the name of the function that does the same to any object.
  for (const name of Object.getOwnPropertyNames(Reflect) as (keyof typeof Reflect)[]) {
    traps[name] = (target, ...rest) => {
      if (!isAskedOfAll(name, rest[0])) fill(target, tableCalls);
      return (Reflect[name] as AnyFunction)(target, ...rest);
    };
  }
  const empty = { [RECORDED]: true, [Symbol('calls')]: tableCalls };
  const table = new Proxy(empty as object as RouteTable, traps as ProxyHandler<RouteTable>); // the casts: as said
  callsOfTable.set(table, tableCalls);
  return table;
}

type AnyFunction = (target: object, ...rest: readonly unknown[]) => unknown;

/** Whether `instanceof`, `await` or `waymark` asks this of every value, before it reads a row. */
function isAskedOfAll(trap: string, key: unknown): boolean {
  return trap === 'getPrototypeOf' || (trap === 'get' && key === 'then') || key === RECORDED;
}

function fill(target: object, tableCalls: TableCalls): void {
  if (tableCalls.isRead) return;
  const reading = createCall('reading the rows of a table', []);
  const rows = findResult(tableCalls, tableCalls.calls, reading) as [string, string][]; // the cast: the build noted them
  // An assignment of `__proto__` would lose the row.
  Object.defineProperties(target, Object.getOwnPropertyDescriptors(Object.fromEntries(rows)));
  tableCalls.isRead = true;
}
