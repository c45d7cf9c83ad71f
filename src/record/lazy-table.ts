/** Tables of recorded calls. A bundle can't make their rows, so a table asks for them when it is read. */

import { RECORDED } from '../table/row.ts';
import type { RouteTable } from '../table/table.ts';
import { createCall, type Recorded, recordedTables } from './call.ts';
import { findResult } from './tables.ts';

/** Makes the table of recorded calls. The first look at its rows, or change of them, fills it. */
export function createLazyTable(recorded: Recorded): RouteTable {
  const traps: Record<string, AnyFunction> = {};
  // A trap has the name of the function that does the same to any object.
  for (const name of Object.getOwnPropertyNames(Reflect) as (keyof typeof Reflect)[]) {
    traps[name] = (target, ...rest) => {
      if (!isAskedOfAll(name, rest[0])) fill(target, recorded);
      return (Reflect[name] as AnyFunction)(target, ...rest);
    };
  }
  const empty = { [RECORDED]: true, [Symbol('calls')]: recorded };
  const table = new Proxy(empty as object as RouteTable, traps as ProxyHandler<RouteTable>); // the casts: as said
  recordedTables.set(table, recorded);
  return table;
}

type AnyFunction = (target: object, ...rest: readonly unknown[]) => unknown;

/** Whether `instanceof`, `await` or `waymark` asks this of every value, before it reads a row. */
function isAskedOfAll(trap: string, key: unknown): boolean {
  return trap === 'getPrototypeOf' || (trap === 'get' && key === 'then') || key === RECORDED;
}

function fill(target: object, recorded: Recorded): void {
  if (recorded.isRead) return;
  const reading = createCall('reading the rows of a table', []);
  const rows = findResult(recorded, recorded.calls, reading) as [string, string][]; // the cast: the build noted them
  // An assignment of `__proto__` would lose the row.
  Object.defineProperties(target, Object.getOwnPropertyDescriptors(Object.fromEntries(rows)));
  recorded.isRead = true;
}
