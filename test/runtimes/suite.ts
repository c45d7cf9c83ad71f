/**
 * The suite for every runtime: CodeIgniter's recorded answers, and hostile paths. It tests a router
 * of the table and one of the table compiled ahead of time.
 */
import { createRouter, METHODS, Route, type Router, type RouteTable } from 'waymark';
import { loadRouter, readProgram, writeCompiledTable } from 'waymark/internal';
import edge from '../fixtures/edge.json' with { type: 'json' };
import hostile from '../fixtures/hostile-paths.json' with { type: 'json' };
import routes from '../fixtures/routes.json' with { type: 'json' };

/** The number of checks, and the failures. */
export interface Result {
  readonly checks: number;
  readonly failed: readonly string[];
}

/** The parts of the suite. */
export interface Suite {
  readonly golden: Result;
  readonly hostile: Result;
  /** Both parts, from precompiled tables. */
  readonly compiled: Result;
}

type RouterOf = (table: RouteTable) => Pick<Router, 'resolve'>;

export function runSuite(): Suite {
  const [golden, hostile] = [runGolden, runHostile].map((run) => run(createRouter));
  const { checks, failed } = all([runGolden, runHostile].map((run) => run(fromData)));
  const compiled = { checks, failed: failed.map((name) => `${name}, compiled`) };
  return { golden, hostile, compiled };
}

/** Merges several results. */
export function all(parts: readonly Result[]): Result {
  return {
    checks: parts.reduce((sum, { checks }) => sum + checks, 0),
    failed: parts.flatMap(({ failed }) => failed),
  };
}

/** Creates a router from a compiled table's data, as if read from a file. */
const fromData: RouterOf = (table) =>
  loadRouter(JSON.parse(JSON.stringify(writeCompiledTable(table, {}, () => 0))), [], {
    machine: readProgram,
  });

type Call = readonly [operation: string, ...args: readonly unknown[]];

interface Golden {
  readonly name: string;
  readonly base: readonly (readonly [key: string, to: string])[];
  readonly calls: readonly Call[];
  readonly tables: Readonly<Record<string, unknown>>;
  readonly resolved: readonly (readonly [method: string, path: string, to: string | null])[];
}

function replay(calls: readonly Call[]): void {
  // The cast opens the class to operations named in data.
  const operations = Route as unknown as Record<string, (...args: readonly unknown[]) => void>;
  for (const [operation, ...args] of calls) {
    // The fixture lists the calls inside a prefix instead of a function that makes them.
    if (operation === 'prefix') Route.prefix(String(args[0]), () => replay(args[1] as Call[]));
    else operations[operation](...args);
  }
}

function runGolden(routerOf: RouterOf): Result {
  const failed: string[] = [];
  // The cast: the type inferred from the files is wider than the type they were written with.
  const rows = [...edge, ...routes] as unknown as readonly Golden[];
  for (const { name, base, calls, tables, resolved } of rows) {
    const table = Object.fromEntries(base.map(([key, to]) => [key.replace(/^(?=\d+$)/, '/'), to]));
    Route.reset();
    replay(calls);
    const same = METHODS.every((method) => {
      if (method === 'QUERY') return true; // CodeIgniter's library has no call for it
      const entries = Object.entries(Route.map(table, method));
      const made = entries.map(([key, to]) => [key.replace(/^\//, ''), to]);
      return JSON.stringify(made) === JSON.stringify(tables[method]);
    });
    const router = routerOf(Route.map(table));
    const answered = resolved.every(([method, path, to]) => {
      const answer = router.resolve(method, path);
      if (answer.status === 'blocked') return to === '';
      return (answer.status === 'found' ? answer.destination : null) === to;
    });
    if (!same || !answered) failed.push(name);
  }
  Route.reset();
  return { checks: rows.length, failed };
}

function runHostile(routerOf: RouterOf): Result {
  const router = routerOf({
    'users/login': '',
    'users/(:any)': 'users/$1',
    'photos/(:num)': 'photos/show/$1',
    'admin/(.+)': 'admin/$1',
  });
  const answerOf = (path: string) => JSON.stringify(router.resolve('GET', path));
  const isAsExpected = ({ path, expect }: { path: string; expect: string }): boolean => {
    const { status } = router.resolve('GET', path);
    if (expect.startsWith('reject-400')) return status === 'bad-request';
    if (expect.startsWith('no-match')) return status === 'blocked' || status === 'not-found';
    if (expect.startsWith('literal')) return status === 'found';
    return answerOf(path) === answerOf(expect.slice('same-as:'.length));
  };
  const failed = hostile.filter((row) => !isAsExpected(row)).map(({ path }) => path.slice(0, 60));
  return { checks: hostile.length, failed };
}
