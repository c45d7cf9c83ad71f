import { runInChild } from '../child.ts';
import {
  type Able,
  buildAll,
  CONTENDERS,
  loadContenders,
  OWN,
  PLAIN_PEERS,
} from '../contenders.ts';
import { least, type Part, ratio } from '../report.ts';
import { createLane, type Figures, flat, medians, rotate, timeRounds } from '../rounds.ts';
import {
  type BenchTable,
  generatedName,
  label,
  loadTable,
  STORED,
  toExpression,
} from '../tables.ts';

/** Hits and misses take turns, so a slow spell of the machine affects all of them. */
const TURNS = 4;

/** The name of a row's hit, which has no column but is the base of the ratio. */
const HIT = 'hit';

/** Misses: no route for the path, or none for the method. */
export const miss: Part = {
  name: 'miss',
  forms: [
    {
      unit: 'ns per lookup',
      columns: CONTENDERS,
      ratios: [
        ratio(OWN, HIT, `miss / hit of ${OWN}`),
        least(`fastest peer / ${OWN}`, PLAIN_PEERS, OWN),
      ],
    },
  ],
  tables: [...STORED, generatedName(1_000)],
  async measure(table) {
    const samples = await runInChild(import.meta.url, timeMisses, table);
    const hit = samples['a hit'][OWN];
    const rows = Object.entries(samples).map(([kind, figures]) => {
      return { label: `${label(table)}, ${kind}`, figures: { ...figures, [HIT]: hit } };
    });
    return [rows];
  },
};

/** Times the hits and both kinds of miss of a table: nanoseconds per lookup. */
export async function timeMisses(name: string): Promise<Readonly<Record<string, Figures>>> {
  const table = loadTable(name);
  const { lookups } = buildAll(await loadContenders(), table);
  const kinds: readonly [name: string, requests: readonly Miss[]][] = [
    ['a hit', table.requests.map(({ method, path }) => ({ method, path }))],
    ['no such path', wrongPaths(table)],
    ['other method', wrongMethods(table)],
  ];
  const turns = Array.from({ length: TURNS }, () =>
    kinds.map(([, requests]) => time(lookups, requests)),
  );
  return Object.fromEntries(
    kinds.map(([kind], place) => [kind, medians(turns.map((figures) => figures[place]))]),
  );
}

function time(lookups: Able['lookups'], requests: readonly Miss[]): Figures {
  const able = lookups.filter((each) => answersRight(each, requests));
  const lanes = able.map(({ contender, find }) => createLane(contender.name, find));
  return medians(timeRounds(lanes, requests, 'random', { warmUpMs: 150, measureMs: 350 }));
}

/** True if a router finds nothing for misses, and waymark returns the right status. */
function answersRight({ contender, find }: Able['lookups'][number], all: readonly Miss[]): boolean {
  return all.every(({ method, path, status }) => {
    if (status === undefined) return true;
    const answer = find(method, path);
    if (contender.name !== OWN) return contender.indexOf(answer, method) === undefined;
    const given = (answer as { status: string }).status; // the cast: waymark's answers have one
    if (given === status) return true;
    throw new Error(`${OWN} answers ${method} ${path} with ${given}, not ${status}.`);
  });
}

/** A request, with waymark's status for it if no route answers. */
interface Miss {
  readonly method: string;
  readonly path: string;
  readonly status?: 'not-found' | 'method-not-allowed';
}

/**
 * Paths like those of a table that no route has under any method. By turns, they have an extra
 * segment, another last one, or another first one.
 */
export function wrongPaths({ routes, requests }: BenchTable): Miss[] {
  const known = routes.map(toExpression);
  return sample(requests).flatMap(({ method, path }, turn): Miss[] => {
    const changes = [
      `${path}/nothing`,
      path.replace(/[^/]*$/, 'nothing-such'),
      path.replace(/^\/[^/]*/, '/nothing'),
    ];
    const wrong = rotate(changes, turn).find((each) => !known.some((known) => known.test(each)));
    return wrong === undefined ? [] : [{ method, path: flat(wrong), status: 'not-found' }];
  });
}

/** The table's paths, each with a method that only other paths have, or else DELETE. */
export function wrongMethods({ routes, requests }: BenchTable): Miss[] {
  const known = routes.map((route) => ({ method: route.method, expression: toExpression(route) }));
  const methods = [...new Set(routes.map(({ method }) => method)), 'DELETE'];
  return sample(requests).flatMap(({ path }, turn): Miss[] => {
    const served = known.filter(({ expression }) => expression.test(path));
    const wrong = rotate(methods, turn).find((each) =>
      served.every(({ method }) => method !== each),
    );
    return wrong === undefined ? [] : [{ method: wrong, path, status: 'method-not-allowed' }];
  });
}

/** As many as fit a batch, spread over all of them: each is checked against every route. */
function sample<T>(values: readonly T[]): T[] {
  const step = Math.ceil(values.length / 500);
  return values.filter((_, place) => place % step === 0);
}
