import { H3 } from 'h3';
import { Hono } from 'hono';
import { AutoRouter } from 'itty-router';
import { repeat, runInChild } from '../child.ts';
import { OWN_DIST } from '../contenders.ts';
import { type Part, ratio } from '../report.ts';
import { createRandom, type Figures, medians, shuffle } from '../rounds.ts';

// Computed specifiers take the types from the sources, so they check without a build.
const { createFetchHandler }: typeof import('../../../src/fetch.ts') = await import(
  new URL('fetch.js', OWN_DIST).href
);
const { Controller, createControllers }: typeof import('../../../src/hmvc.ts') = await import(
  new URL('hmvc.js', OWN_DIST).href
);

/** A function that answers requests. */
export type Fetch = (request: Request) => Response | Promise<Response>;

/** The answer for one photo, the same in every application. */
export const photo = (id: string) => ({ id, title: 'The beach' });

/** The same small application everywhere: photos as JSON, and three routes that answer this. */
const text = () => 'photos';

const ROUTES = {
  'GET photos': 'photos',
  'POST photos': 'photos/create',
  'GET photos/(:any)': 'photos/show/$1',
  'DELETE photos/(:any)': 'photos/remove/$1',
};

/** A controller as an application writes it. */
class Photos extends Controller {
  index = text;
  create = text;
  remove = text;
  show(id: string) {
    return photo(id);
  }
}

/** waymark with a controller, and with the server's class of responses if it has one. */
export function ofControllers(options: { readonly Response?: typeof Response } = {}): Fetch {
  return createFetchHandler({
    ...options,
    routes: ROUTES,
    controllers: createControllers({
      'application/controllers/photos.ts': async () => ({ default: Photos }),
    }),
  });
}

/** waymark with a function for each route. */
function ofHandlers(): Fetch {
  const handlers = Object.fromEntries(Object.keys(ROUTES).map((key) => [key, text]));
  return createFetchHandler({
    routes: ROUTES,
    handlers: { ...handlers, 'GET photos/(:any)': ({ params }) => photo(params[0]) },
  });
}

export function ofHono(): Fetch {
  const app = new Hono();
  app.get('/photos', (context) => context.text(text()));
  app.post('/photos', (context) => context.text(text()));
  app.get('/photos/:id', (context) => context.json(photo(context.req.param('id'))));
  app.delete('/photos/:id', (context) => context.text(text()));
  return (request) => app.fetch(request);
}

export function ofH3(): Fetch {
  const app = new H3().get('/photos', text).post('/photos', text).delete('/photos/:id', text);
  app.get('/photos/:id', (event) => photo(String(event.context.params?.id)));
  return (request) => app.fetch(request);
}

function ofIttyRouter(): Fetch {
  const app = AutoRouter().get('/photos', text).post('/photos', text).delete('/photos/:id', text);
  app.get('/photos/:id', (request) => photo(request.params.id));
  return (request) => app.fetch(request);
}

const OWN = 'waymark, controller';
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
  hono: ofHono,
  h3: ofH3,
  'itty-router': ofIttyRouter,
};

/** Requests to a path that ends with a number. Some frameworks do their work as a body is read. */
const TASKS = [
  { name: 'JSON, body read', method: 'GET', path: '/photos/', read: true, status: 200 },
  { name: HIT, method: 'GET', path: '/photos/', read: false, status: 200 },
  { name: 'HEAD', method: 'HEAD', path: '/photos/', read: false, status: 200 },
  { name: 'not found (404)', method: 'GET', path: '/nothing/', read: false, status: 404 },
  { name: 'wrong method (405)', method: 'PUT', path: '/photos/', read: false, status: 405 },
];

type Task = (typeof TASKS)[number];

/** The same numbers in every process. */
const random = createRandom(1);

/** Requests through `fetch` to the same small application. */
export const fetchPart: Part = {
  name: 'fetch',
  forms: [
    {
      unit: 'µs per request',
      columns: Object.keys(APPLICATIONS),
      // Each row has the time of the JSON answer as an extra figure.
      ratios: [ratio(OWN, 'hono'), ratio(OWN, HIT, `${OWN}, of its JSON`)],
    },
  ],
  async measure() {
    const samples = await repeat(PROCESSES, () => runInChild(import.meta.url, timeRequests));
    const figures = TASKS.map((_, place) => medians(samples.map((tasks) => tasks[place])));
    const hit = figures[TASKS.findIndex(({ name }) => name === HIT)][OWN];
    return [
      TASKS.map(({ name }, place) => ({ label: name, figures: { ...figures[place], [HIT]: hit } })),
    ];
  },
};

/** Times every application on each task, in turn: microseconds per request. */
export async function timeRequests(): Promise<Figures[]> {
  const applications = Object.entries(APPLICATIONS).map(([name, make]) => [name, make()] as const);
  return repeat(TASKS.length, (place) => timeTask(applications, TASKS[place]));
}

type Application = readonly [name: string, fetch: Fetch];

/** Times the applications that answer right once per round, in changing order. */
async function timeTask(all: readonly Application[], task: Task): Promise<Figures> {
  const able: Application[] = [];
  for (const each of all) if (await answersRight(each, task)) able.push(each);
  const rounds: Figures[] = [];
  let end = Number.POSITIVE_INFINITY;
  for (let round = 0; performance.now() < end; round++) {
    if (round === WARM_UP_ROUNDS) end = performance.now() + BUDGET_MS;
    const times: Record<string, number> = {};
    for (const [name, fetch] of shuffle(able, random)) times[name] = await timeBatch(fetch, task);
    if (round >= WARM_UP_ROUNDS) rounds.push(times);
  }
  return medians(rounds);
}

/** True if an application answers a task correctly: not all of them support HEAD and 405. */
async function answersRight([name, fetch]: Application, task: Task): Promise<boolean> {
  const response = await fetch(makeRequest(task));
  const body = await response.text();
  const json = task.status !== 200 || task.method === 'HEAD' || body.endsWith('The beach"}');
  if (json && response.status === task.status) return true;
  if (name.startsWith('waymark')) throw new Error(`${name}: ${response.status} ${body}`);
  return false;
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
