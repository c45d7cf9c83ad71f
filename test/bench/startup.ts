/** How long it takes from a table to the first answer. */
import type { BenchRoute, Contender } from './contender.ts';
import { flat } from './fresh.ts';
import { median } from './statistics.ts';
import type { BenchTable } from './tables.ts';

const MAX_BUILDS = 9;
/** A contender that needs longer than this is not asked to build once more. */
const BUDGET_US = 500_000;

interface Task {
  readonly routes: readonly BenchRoute[];
  readonly method: string;
  readonly path: string;
}

/**
 * Times building a router and one lookup, which some routers leave the building to. The libraries
 * are loaded and have built similar tables: what is measured is the work that a new table makes.
 *
 * @returns microseconds, the median of up to nine fresh builds, by name
 */
export function timeStartups(
  contenders: readonly Contender[],
  table: BenchTable,
): Map<string, number> {
  const times = new Map(contenders.map(({ name }): [string, number[]] => [name, []]));
  for (let turn = 0; turn < MAX_BUILDS; turn++) {
    const task = toTask(table, `t${turn}`);
    for (const contender of contenders) {
      const { name } = contender;
      const spent = times.get(name) ?? [];
      if (spent.reduce((sum, value) => sum + value, 0) < BUDGET_US)
        spent.push(time(contender, task));
    }
  }
  return new Map([...times].map(([name, values]) => [name, median(values)]));
}

function time({ prepare, build }: Contender, { routes, method, path }: Task): number {
  const input = prepare(routes);
  // The garbage of the one before is not this one's; a full collection would drop its code too.
  globalThis.gc?.({ type: 'minor' });
  const start = process.hrtime.bigint();
  build(input)(method, path);
  return Number(process.hrtime.bigint() - start) / 1e3;
}

/**
 * The table under a first segment of its own. V8 keeps what it compiled for an expression and
 * finds it by the source, so that a router of expressions would be built for nothing the second
 * time. The request has a parameter where the table has any, as a literal path may be answered
 * without the part of a router that takes the longest to get ready.
 */
function toTask({ routes, requests }: BenchTable, segment: string): Task {
  const withParameters = requests.filter(({ expected }) => routes[expected].path.includes(':'));
  const able = withParameters.length > 0 ? withParameters : requests;
  const { method, path } = able[able.length >> 1];
  return {
    routes: routes.map((route) => ({
      method: route.method,
      path: below(segment, route.path),
      pattern: below(segment, `/${route.pattern}`).slice(1),
    })),
    method,
    path: below(segment, path),
  };
}

function below(segment: string, path: string): string {
  return flat(path === '/' ? `/${segment}` : `/${segment}${path}`);
}
