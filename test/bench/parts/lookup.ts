import { runInChild } from '../child.ts';
import { buildAll, CONTENDERS, loadContenders, OWN, PLAIN_PEERS } from '../contenders.ts';
import { least, type Part, type Row, ratio } from '../report.ts';
import {
  createLane,
  type Figures,
  type Lane,
  medians,
  ORDERS,
  READING,
  SINK_SIZE,
  timeRounds,
} from '../rounds.ts';
import {
  ALL_TABLES,
  type BenchRoute,
  type BenchTable,
  generatedName,
  generateTable,
  label,
  loadTable,
  MAX_REQUESTS,
  SIZES,
} from '../tables.ts';

/** The name of {@link createFloor} in the report. */
const FLOOR = 'floor';

/** waymark, with its destination read too. */
const READ = `${OWN}, read`;

/** Lookups: every table, in two orders. */
export const lookup: Part = {
  name: 'lookup',
  forms: ORDERS.map((order) => ({
    unit: `ns per lookup, ${order}`,
    columns: [OWN, READ, ...CONTENDERS.slice(1), FLOOR],
    ratios: [
      least(`fastest peer / ${OWN}`, PLAIN_PEERS, OWN),
      least(`fastest peer / ${READ}`, PLAIN_PEERS, READ),
      ratio('wint-js', OWN),
      ratio(OWN, FLOOR),
    ],
    mean: true,
  })),
  tables: ALL_TABLES,
  async measure(table) {
    const { figures, missing } = await runInChild(import.meta.url, timeLookups, table);
    const [random, inOrder] = figures.map((each) => ({ label: label(table), figures: each }));
    return [[{ ...random, missing }], [inOrder]];
  },
};

/** Times the lookups of one table in each of the orders: nanoseconds per lookup. */
export async function timeLookups(name: string) {
  const table = loadTable(name);
  const { lookups, missing } = buildAll(await loadContenders(), table);
  const lanes = lookups.flatMap(({ contender, find }) => {
    const lane = createLane(contender.name, find);
    return contender.name === OWN ? [lane, createLane(READ, find, READING)] : [lane];
  });
  lanes.push(createFloor(table));
  const limits = { warmUpMs: 600, measureMs: 2_000 };
  const figures = ORDERS.map((order): Figures => {
    return medians(timeRounds(lanes, table.requests, order, limits));
  });
  return { figures, missing };
}

const [SMALL, , LARGE] = SIZES;
const [small, large] = [SMALL, LARGE].map((size) => label(generatedName(size)));
const every = `${large}, every route`;

/** The sizes of tables, with the number of requests to each. */
const CASES = [
  { head: small, size: SMALL, requests: SMALL },
  { head: large, size: LARGE, requests: MAX_REQUESTS },
  { head: every, size: LARGE, requests: LARGE },
];

/** The cost of a lookup in a large and a small table, with one router per process. */
export const growth: Part = {
  name: 'growth',
  forms: [
    {
      unit: 'ns per lookup, alone',
      columns: [small, large, every],
      ratios: [
        ratio(large, small, '10,000 / 100'),
        ratio(every, small, '10,000, every route / 100'),
      ],
    },
  ],
  async measure() {
    const rows: Row[] = [];
    for (const name of CONTENDERS) {
      const figures: Record<string, number> = {};
      for (const { head, size, requests } of CASES) {
        const ns = await runInChild(import.meta.url, timeAlone, name, size, requests);
        if (ns !== null) figures[head] = ns;
      }
      if (Object.keys(figures).length > 0) rows.push({ label: name, figures });
    }
    return [rows];
  },
};

/** Nanoseconds per lookup of one router and one table; `null` if the router can't hold it. */
export async function timeAlone(name: string, size: number, requests: number) {
  const table = generateTable(size, undefined, requests);
  const contenders = (await loadContenders()).filter((each) => each.name === name);
  const lanes = buildAll(contenders, table).lookups.map(({ find }) => createLane(name, find));
  if (lanes.length === 0) return null;
  const limits = { warmUpMs: 600, measureMs: 1_500 };
  return medians(timeRounds(lanes, table.requests, 'random', limits))[name];
}

const SLASH = 47;
const NO_PARAMS: readonly string[] = Object.freeze([]);
const MAX_SEGMENTS = 64;

/** By character code: 1 if a path may contain the character as is. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, code) =>
  code > 0x20 && code < 0x7f && !'%?#'.includes(String.fromCharCode(code)) ? 1 : 0,
);

/** A lane that also returns its answers. */
interface Floor extends Lane {
  /** The answer for a path, given the index of its request. */
  answer(request: number, path: string): ReturnType<typeof answer>;
}

/**
 * The least cost of a lookup: reading each character once, comparing the texts of the right route,
 * and making the answer. It knows the route of each request, so only the search is missing.
 */
export function createFloor({ routes, requests }: BenchTable): Floor {
  const known = routes.map(toKnown);
  const expected = requests.map((request) => known[request.expected]);
  const ends = new Int32Array(MAX_SEGMENTS);
  const sink = new Array<unknown>(SINK_SIZE).fill(null);
  return {
    name: FLOOR,
    answer: (request, path) => answer(expected[request], path, ends),
    run({ paths, picks }) {
      for (let i = 0; i < paths.length; i++) {
        sink[i & (SINK_SIZE - 1)] = answer(expected[picks[i]], paths[i], ends);
      }
    },
  };
}

/** Answers as a router does, in the same form. */
function answer(route: ReturnType<typeof toKnown>, path: string, ends: Int32Array) {
  let count = 0;
  for (let index = 1; index < path.length; index++) {
    const code = path.charCodeAt(index);
    if (code === SLASH) ends[count++] = index;
    else if (PLAIN[code] !== 1) return null;
  }
  ends[count++] = path.length;
  const { key, texts, gaps, name } = route;
  if (gaps.length === 0) {
    if (path !== route.path) return null;
    return { status: 'found', route: key, destination: name, params: NO_PARAMS };
  }
  if (count !== texts.length) return null;
  let start = 1;
  for (let place = 0; place < count; place++) {
    const text = texts[place];
    if (text !== '' && path.slice(start, ends[place]) !== text) return null;
    start = ends[place] + 1;
  }
  const first = path.slice(ends[gaps[0] - 1] + 1, ends[gaps[0]]);
  // Written out: an array created at full length is twice as fast as one that grows.
  if (gaps.length === 1) {
    return { status: 'found', route: key, destination: `${name}/${first}`, params: [first] };
  }
  const second = path.slice(ends[gaps[1] - 1] + 1, ends[gaps[1]]);
  const params = [first, second];
  let destination = `${name}/${first}/${second}`;
  for (let number = 2; number < gaps.length; number++) {
    const param = path.slice(ends[gaps[number] - 1] + 1, ends[gaps[number]]);
    params.push(param);
    destination += `/${param}`;
  }
  return { status: 'found', route: key, destination, params };
}

function toKnown({ method, path, pattern }: BenchRoute, index: number) {
  const segments = path.slice(1).split('/');
  return {
    key: `${method} ${pattern}`,
    name: `h${index}`,
    path,
    /** The text of each segment; empty for a parameter. */
    texts: segments.map((segment) => (segment.startsWith(':') ? '' : segment)),
    /** The indexes of the parameters, counted from 0. */
    gaps: [...segments.keys()].filter((place) => segments[place].startsWith(':')),
  };
}
