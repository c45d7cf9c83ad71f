/** One process of the growth: one router, one table. */
import { buildAll, loadContenders } from '../able.ts';
import { toSource } from '../fresh.ts';
import { createPicker } from '../orders.ts';
import { createLane, timeRounds } from '../rounds.ts';
import { median } from '../statistics.ts';
import { generateTable } from '../tables.ts';

/** The process's result: nanoseconds per lookup; `null` if the router can't hold the table. */
export interface GrowthSample {
  readonly ns: number | null;
}

const [name, size, requests] = process.argv.slice(2);
process.send?.({ ns: await measure() } satisfies GrowthSample);

async function measure(): Promise<number | null> {
  const table = generateTable(Number(size), undefined, Number(requests));
  const contenders = (await loadContenders()).filter((each) => each.name === name);
  const { lookups } = buildAll(contenders, table);
  const lanes = lookups.map(({ find }) => createLane(name, find));
  const pick = createPicker('random', table.requests.length);
  const times = timeRounds(lanes, toSource(table.requests), pick, {
    warmUpMs: 600,
    measureMs: 1_500,
  });
  return lanes.length === 0 ? null : median(times.get(name) ?? []);
}
