/** One process of the lookups: one table, each router built once. */
import { buildAll, loadContenders } from '../able.ts';
import { createFloor } from '../floor.ts';
import type { Figures } from '../form.ts';
import { toSource } from '../fresh.ts';
import { OWN, READ } from '../names.ts';
import { createPicker, ORDERS } from '../orders.ts';
import { createLane, timeRounds } from '../rounds.ts';
import { median } from '../statistics.ts';
import { loadTable } from '../tables.ts';

/** The process's result. */
export interface LookupSample {
  readonly routes: number;
  /** Nanoseconds per lookup, for each of the orders. */
  readonly orders: readonly Figures[];
  readonly missing: Readonly<Record<string, string>>;
}

const [name] = process.argv.slice(2);
process.send?.(await measure());

async function measure(): Promise<LookupSample> {
  const table = loadTable(name);
  const { lookups, missing } = buildAll(await loadContenders(), table);
  const lanes = lookups.flatMap(({ contender, find }) => {
    const lane = createLane(contender.name, find);
    // The text is a joined string, and reading it makes V8 flatten it.
    const read = () => createLane(READ, find, 'answer.destination.charCodeAt(0)');
    return contender.name === OWN ? [lane, read()] : [lane];
  });
  lanes.push(createFloor(table));
  const source = toSource(table.requests);
  const orders = ORDERS.map((order) => {
    const pick = createPicker(order, table.requests.length);
    const times = timeRounds(lanes, source, pick, { warmUpMs: 600, measureMs: 2_000 });
    return Object.fromEntries([...times].map(([lane, values]) => [lane, median(values)]));
  });
  return { routes: table.routes.length, orders, missing };
}
