import { runInChild } from '../child.ts';
import { buildAll } from '../contender.ts';
import { CONTENDERS, loadContenders, OWN, PLAIN_PEERS } from '../contenders.ts';
import { createFloor, FLOOR } from '../floor.ts';
import { type Form, least, type Part, type Row, ratio } from '../report.ts';
import { createLane, ORDERS, READING, timeRounds } from '../rounds.ts';
import type { Figures } from '../statistics.ts';
import { median, mediansOf } from '../statistics.ts';
import { generatedName, generateTable, label, loadTable, MAX_REQUESTS, SIZES } from '../tables.ts';

/** The fastest code-generating peer. */
const WINT = 'wint-js';

/** waymark, with its destination read too. */
const READ = `${OWN}, read`;

const forms: Form[] = ORDERS.map((order) => ({
  unit: `ns per lookup, ${order}`,
  columns: [OWN, READ, ...CONTENDERS.slice(1), FLOOR],
  ratios: [
    least(`fastest peer / ${OWN}`, PLAIN_PEERS, OWN),
    least(`fastest peer / ${READ}`, PLAIN_PEERS, READ),
    ratio(WINT, OWN),
    ratio(OWN, FLOOR),
  ],
  mean: true,
}));

/** Lookups: every table, in two orders. */
export const lookup: Part = {
  name: 'lookup',
  title: 'A lookup',
  text: `A ratio above 1 means that waymark is faster. It compares waymark with the fastest peer that generates no
code. \`rou3 compiled\` and \`wint-js\` generate code, which a strict content-security policy may forbid. The
last ratio compares it with a floor: code that reads each character of the path once, compares the texts of
the right route and makes the answer, without a search. The floor is written plainly, so a search that
compares less or answers in fewer steps can be faster.

\`${READ}\` also reads the destination of each answer. V8 joins its parts when it is read. Peers have no
destination.

The routers do different work. waymark refuses malformed paths, cuts the query, decodes, resolves dots,
matches in the order of definition and fills in a destination. find-my-way cuts the query and decodes.
@medley/router cuts the query. The others take the path as it is. All but hono prefer literal segments to
parameters. hono keeps the order of definition, and its caller reads the parameters. @medley/router and
wint-js need the same name for all parameters in one place; their tables have that.

The first five tables are from real services: hono's own benchmark, the APIs of GitHub, Parse and Google+,
and the files of a static site. The table of 1,200 routes is generated to resemble GitHub's current API:
eight segments deep, with many common prefixes. The other generated tables are modules of four routes. One of
the four is literal, and one starts the same in every module.`,
  forms,
  async measure(tables) {
    const orders: Row[][] = ORDERS.map(() => []);
    for (const table of tables) {
      const { figures, missing } = await runInChild(import.meta.url, timeLookups, table);
      figures.forEach((each, order) => {
        orders[order].push({ label: label(table), figures: each, missing });
      });
    }
    return orders;
  },
};

/** The result of one process: nanoseconds per lookup, for each of the orders. */
interface LookupSample {
  readonly figures: readonly Figures[];
  readonly missing: Readonly<Record<string, string>>;
}

/** Times the lookups of one table, with each router built once. */
export async function timeLookups(name: string): Promise<LookupSample> {
  const table = loadTable(name);
  const { lookups, missing } = buildAll(await loadContenders(), table);
  const lanes = lookups.flatMap(({ contender, find }) => {
    const lane = createLane(contender.name, find);
    return contender.name === OWN ? [lane, createLane(READ, find, READING)] : [lane];
  });
  lanes.push(createFloor(table));
  const limits = { warmUpMs: 600, measureMs: 2_000 };
  const figures = ORDERS.map((order) =>
    mediansOf(timeRounds(lanes, table.requests, order, limits)),
  );
  return { figures, missing };
}

const [SMALL, , LARGE] = SIZES;

/** The sizes of tables, with the number of requests to each. */
const CASES = [
  { head: label(generatedName(SMALL)), size: SMALL, requests: SMALL },
  { head: label(generatedName(LARGE)), size: LARGE, requests: MAX_REQUESTS },
  { head: `${label(generatedName(LARGE))}, every route`, size: LARGE, requests: LARGE },
];

const [small, large, every] = CASES.map(({ head }) => head);

/** The cost of a lookup in a large and a small table, with one router per process. */
export const growth: Part = {
  name: 'growth',
  title: 'Growth',
  text: `Random requests to the generated tables. Each router has its own process, as on a server. In the tables
above, ten routers of 10,000 routes share the processor's caches, and most of a lookup is spent waiting for
memory. The table of 10,000 routes gets a thousand different requests, spread over the whole table. In the
column "every route", it gets one for each route. A router that can't hold these tables is left out.`,
  forms: [
    {
      unit: 'ns per lookup, alone',
      columns: [small, large, every],
      ratios: [
        { ...ratio(large, small), head: '10,000 / 100' },
        { ...ratio(every, small), head: '10,000, every route / 100' },
      ],
    },
  ],
  async measure(tables) {
    const wanted = CASES.filter(({ size }) => tables.includes(generatedName(size)));
    const rows: Row[] = [];
    for (const name of CONTENDERS) {
      const figures: Record<string, number> = {};
      for (const { head, size, requests } of wanted) {
        const ns = await runInChild(import.meta.url, timeAlone, name, size, requests);
        if (ns !== null) figures[head] = ns;
      }
      if (Object.keys(figures).length > 0) rows.push({ label: name, figures });
    }
    return [rows];
  },
};

/** Nanoseconds per lookup of one router and one table; `null` if the router can't hold it. */
export async function timeAlone(
  name: string,
  size: number,
  requests: number,
): Promise<number | null> {
  const table = generateTable(size, undefined, requests);
  const contenders = (await loadContenders()).filter((each) => each.name === name);
  const lanes = buildAll(contenders, table).lookups.map(({ find }) => createLane(name, find));
  const limits = { warmUpMs: 600, measureMs: 1_500 };
  const times = timeRounds(lanes, table.requests, 'random', limits);
  return lanes.length === 0 ? null : median(times.get(name) ?? []);
}
