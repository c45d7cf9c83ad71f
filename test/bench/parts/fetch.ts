import {
  type Fetch,
  ofControllers,
  ofH3,
  ofHandlers,
  ofHono,
  ofIttyRouter,
} from '../applications.ts';
import { repeat, runInChild } from '../child.ts';
import { type Part, ratio } from '../report.ts';
import type { Figures } from '../statistics.ts';
import { createRandom, medians, mediansOf, shuffle } from '../statistics.ts';

const OWN = 'waymark, controller';
const PEER = 'hono';
const HIT = 'JSON';
const PROCESSES = 3;
const BUDGET_MS = 1_000;
/** Small, since other work on the machine spoils a whole batch. */
const BATCH = 50;
const WARM_UP_ROUNDS = 100;

/** The applications, in the order of the columns. */
const APPLICATIONS: Readonly<Record<string, () => Fetch>> = {
  [OWN]: ofControllers,
  'waymark, handler': ofHandlers,
  [PEER]: ofHono,
  h3: ofH3,
  'itty-router': ofIttyRouter,
};

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
  { name: HIT, method: 'GET', path: '/photos/', read: false, status: 200 },
  { name: 'HEAD', method: 'HEAD', path: '/photos/', read: false, status: 200 },
  { name: 'not found (404)', method: 'GET', path: '/nothing/', read: false, status: 404 },
  { name: 'wrong method (405)', method: 'PUT', path: '/photos/', read: false, status: 405 },
];

/** The same numbers in every process. */
const random = createRandom(1);

/** Requests through `fetch` to the same small application. */
export const fetchPart: Part = {
  name: 'fetch',
  title: 'A request',
  text: `A request through \`fetch\` of the same small application, in one process and without a server. A dash
means a different answer: itty-router's to HEAD, and all peers' to a wrong method. On Node, h3 makes a
response only when it is read or sent, so compare h3 in the row where the body is read.`,
  forms: [
    {
      unit: 'µs per request',
      columns: Object.keys(APPLICATIONS),
      // Each row has the time of the JSON answer as an extra figure.
      ratios: [ratio(OWN, PEER), { ...ratio(OWN, HIT), head: `${OWN}, of its JSON` }],
    },
  ],
  async measure() {
    const samples = await repeat(PROCESSES, () => runInChild(import.meta.url, timeRequests));
    const rows = TASKS.map(({ name }, place) => ({
      label: name,
      figures: medians(samples.map((tasks) => tasks[place])),
    }));
    const hit = rows.find(({ label }) => label === HIT)?.figures[OWN] ?? Number.NaN;
    return [rows.map(({ label, figures }) => ({ label, figures: { ...figures, [HIT]: hit } }))];
  },
};

/** Times every application on each task, in turn: microseconds per request. */
export async function timeRequests(): Promise<Figures[]> {
  const applications = Object.entries(APPLICATIONS).map(([name, make]): [string, Fetch] => [
    name,
    make(),
  ]);
  const figures: Figures[] = [];
  for (const task of TASKS) figures.push(await timeTask(applications, task));
  return figures;
}

/** Times the applications that answer right once per round, in changing order. */
async function timeTask(all: readonly [string, Fetch][], task: Task): Promise<Figures> {
  const able: [string, Fetch][] = [];
  for (const each of all) if (await answersRight(each, task)) able.push(each);
  const times = new Map(able.map(([name]): [string, number[]] => [name, []]));
  let end = Number.POSITIVE_INFINITY;
  for (let round = 0; performance.now() < end; round++) {
    if (round === WARM_UP_ROUNDS) end = performance.now() + BUDGET_MS;
    for (const [name, fetch] of shuffle(able, random)) {
      // Created ahead, since the server creates requests.
      const requests = Array.from({ length: BATCH }, () => makeRequest(task));
      const time = await timeBatch(fetch, requests, task.read);
      if (round >= WARM_UP_ROUNDS) times.get(name)?.push(time);
    }
  }
  return mediansOf(times);
}

/** True if an application answers a task correctly: not all of them support HEAD and 405. */
async function answersRight([name, fetch]: [string, Fetch], task: Task): Promise<boolean> {
  const response = await fetch(makeRequest(task));
  const body = await response.text();
  const json = task.status !== 200 || task.method === 'HEAD' || body.endsWith('The beach"}');
  if (json && response.status === task.status) return true;
  if (name.startsWith('waymark')) throw new Error(`${name}: ${response.status} ${body}`);
  return false;
}

async function timeBatch(
  fetch: Fetch,
  requests: readonly Request[],
  read: boolean,
): Promise<number> {
  // Lets the previous batch finish its work.
  await new Promise(setImmediate);
  const start = process.hrtime.bigint();
  if (read) for (const request of requests) await (await fetch(request)).text();
  else for (const request of requests) await fetch(request);
  return Number(process.hrtime.bigint() - start) / requests.length / 1e3;
}

function makeRequest({ method, path }: Task): Request {
  return new Request(`http://localhost${path}${Math.floor(random() * 1e6)}`, { method });
}
