/** Times requests in a process of its own, which hands the figures to the one that started it. */
import { createRandom, median, shuffle } from '../statistics.ts';
import { applications, type Fetch } from './applications.ts';

/** Microseconds per request: by what was asked, and then by application. */
export type FetchFigures = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Small, since other work of the machine spoils a whole batch. */
const BATCH = 50;
const WARM_UP_ROUNDS = 100;

interface Task {
  readonly name: string;
  readonly method: string;
  /** What comes before a number. */
  readonly path: string;
  /** Whether the body is read, which some frameworks leave all of the work to. */
  readonly read: boolean;
  /** What is right. */
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

/** The applications that answer as a server should: not all of them know HEAD and 405. */
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

/** Gives every application a turn in each round, in an order that changes. */
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
  // Made ahead, since a request is the server's work.
  const requests = Array.from({ length: BATCH }, () => makeRequest(task));
  // What the batch before left to be done is not this one's.
  await new Promise(setImmediate);
  const start = process.hrtime.bigint();
  if (task.read) for (const request of requests) await (await fetch(request)).text();
  else for (const request of requests) await fetch(request);
  return Number(process.hrtime.bigint() - start) / BATCH / 1e3;
}

function makeRequest({ method, path }: Task): Request {
  return new Request(`http://localhost${path}${Math.floor(random() * 1e6)}`, { method });
}
