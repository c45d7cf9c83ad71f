/** Times requests in a separate process, which sends its figures to the parent. */
import { createRandom, median, shuffle } from '../statistics.ts';
import { applications, type Fetch } from './applications.ts';

/** Microseconds per request, by task and application. */
export type FetchFigures = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Small, since other work on the machine spoils a whole batch. */
const BATCH = 50;
const WARM_UP_ROUNDS = 100;

interface Task {
  readonly name: string;
  readonly method: string;
  /** The path up to a number. */
  readonly path: string;
  /** True to read the body, as some frameworks do all their work then. */
  readonly read: boolean;
  /** The expected status. */
  readonly status: number;
}

const TASKS: readonly Task[] = [
  { name: 'JSON, body read', method: 'GET', path: '/photos/', read: true, status: 200 },
  { name: 'JSON', method: 'GET', path: '/photos/', read: false, status: 200 },
  { name: 'HEAD', method: 'HEAD', path: '/photos/', read: false, status: 200 },
  { name: 'not found (404)', method: 'GET', path: '/nothing/', read: false, status: 404 },
  { name: 'wrong method (405)', method: 'PUT', path: '/photos/', read: false, status: 405 },
];

const random = createRandom(1);
process.send?.(await measure(Number(process.argv[2])));

async function measure(budgetMs: number): Promise<FetchFigures> {
  const figures: Record<string, Record<string, number>> = {};
  for (const task of TASKS) figures[task.name] = await timeTask(await able(task), task, budgetMs);
  return figures;
}

/** The applications that answer correctly: not all of them support HEAD and 405. */
async function able(task: Task): Promise<[string, Fetch][]> {
  const right: [string, Fetch][] = [];
  for (const [name, fetch] of applications) {
    const response = await fetch(makeRequest(task));
    const body = await response.text();
    const json = task.status !== 200 || task.method === 'HEAD' || body.endsWith('The beach"}');
    if (json && response.status === task.status) right.push([name, fetch]);
    else if (name.startsWith('waymark')) throw new Error(`${name}: ${response.status} ${body}`);
  }
  return right;
}

/** Times every application once per round, in changing order. */
async function timeTask(
  able: readonly [string, Fetch][],
  task: Task,
  budgetMs: number,
): Promise<Record<string, number>> {
  const times = new Map(able.map(([name]): [string, number[]] => [name, []]));
  let end = Number.POSITIVE_INFINITY;
  for (let round = 0; performance.now() < end; round++) {
    if (round === WARM_UP_ROUNDS) end = performance.now() + budgetMs;
    for (const [name, fetch] of shuffle(able, random)) {
      const time = await timeBatch(fetch, task);
      if (round >= WARM_UP_ROUNDS) times.get(name)?.push(time);
    }
  }
  return Object.fromEntries([...times].map(([name, each]) => [name, median(each)]));
}

async function timeBatch(fetch: Fetch, task: Task): Promise<number> {
  // Created ahead, since the server creates requests.
  const requests = Array.from({ length: BATCH }, () => makeRequest(task));
  // Lets the previous batch finish its work.
  await new Promise(setImmediate);
  const start = process.hrtime.bigint();
  if (task.read) for (const request of requests) await (await fetch(request)).text();
  else for (const request of requests) await fetch(request);
  return Number(process.hrtime.bigint() - start) / BATCH / 1e3;
}

function makeRequest({ method, path }: Task): Request {
  return new Request(`http://localhost${path}${Math.floor(random() * 1e6)}`, { method });
}
