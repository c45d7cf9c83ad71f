/** Times lookups in rounds, in which each lane has one turn, in changing order. */
import type { Lookup } from './contender.ts';
import { createRandom, shuffle } from './statistics.ts';

/** The number of lookups per batch: few enough for its strings to stay in the nearest cache. */
export const BATCH = 500;

/** The two orders of requests: the second flatters a branch predictor. */
export const ORDERS = ['random', 'in order'] as const;

type Order = (typeof ORDERS)[number];

/** The number of answers that a lane keeps: a power of two. */
export const SINK_SIZE = 64;

/** Reads waymark's destination. It is a joined string, which V8 flattens when it is read. */
export const READING = 'answer.destination.charCodeAt(0)';

/** Requests to look up: `methods[i]` goes with `paths[i]`. */
interface Batch {
  readonly methods: string[];
  readonly paths: string[];
  /** The indexes of these requests among all. */
  readonly picks: readonly number[];
}

/** A timed lookup. */
export interface Lane {
  readonly name: string;
  run(batch: Batch): void;
}

/**
 * Creates a lane with its own loop. V8 learns about a call by its place in the source. A shared
 * loop could not inline lookups, as a server with one router does. The answers leave the loop, so
 * none can be optimised away.
 *
 * @param name its name in the report
 * @param find the lookup
 * @param use an expression that uses `answer`
 */
export function createLane(name: string, find: Lookup, use = 'answer'): Lane {
  const sink = new Array<unknown>(SINK_SIZE).fill(null);
  const body = `// ${name}
    for (let i = 0; i < paths.length; i++) {
      const answer = find(methods[i], paths[i]);
      sink[i & ${SINK_SIZE - 1}] = ${use};
    }`;
  const loop = new Function('find', 'methods', 'paths', 'sink', body);
  return { name, run: ({ methods, paths }) => loop(find, methods, paths, sink) };
}

/**
 * Times lanes.
 *
 * @param lanes the lanes, which get the same requests in a round, each in its own strings
 * @param requests the requests to pick from
 * @param order the order of the requests
 * @param limits milliseconds to warm up and to measure
 * @returns nanoseconds per lookup, one figure for each round, by name
 */
export function timeRounds(
  lanes: readonly Lane[],
  requests: readonly { readonly method: string; readonly path: string }[],
  order: Order,
  limits: { readonly warmUpMs: number; readonly measureMs: number },
): Map<string, number[]> {
  const methods = requests.map(({ method }) => intern(method));
  const bytes = requests.map(({ path }) => Buffer.from(path, 'latin1'));
  const pick = createPicker(order, requests.length);
  const random = createRandom(lanes.length);
  const start = performance.now();
  const measureFrom = start + limits.warmUpMs;
  const end = measureFrom + limits.measureMs;
  const times = new Map(lanes.map(({ name }): [string, number[]] => [name, []]));
  for (let now = start; now < end; now = performance.now()) {
    const picks = pick();
    for (const lane of shuffle(lanes, random)) {
      const ns = time(lane, freshBatch(methods, bytes, picks));
      if (now >= measureFrom) times.get(lane.name)?.push(ns);
    }
  }
  return times;
}

function time(lane: Lane, batch: Batch): number {
  const start = process.hrtime.bigint();
  lane.run(batch);
  return Number(process.hrtime.bigint() - start) / batch.paths.length;
}

/**
 * Creates a function that picks the next batch: random requests, or each in turn, continuing after
 * the previous batch.
 *
 * @param order random or in order
 * @param requests the number of requests
 */
export function createPicker(order: Order, requests: number): () => number[] {
  if (order === 'random') {
    const random = createRandom(requests);
    return () => Array.from({ length: BATCH }, () => Math.floor(random() * requests));
  }
  let next = 0;
  return () => Array.from({ length: BATCH }, () => next++ % requests);
}

/**
 * Creates the paths of requests anew. V8 keeps a string's hash inside the string, and finds a
 * literal key by its address. With the same strings each time, a router that looks up whole paths
 * in an object would seem about three times as fast.
 */
function freshBatch(
  methods: readonly string[],
  bytes: readonly Buffer[],
  picks: readonly number[],
): Batch {
  const batch: Batch = { methods: new Array(picks.length), paths: new Array(picks.length), picks };
  for (let turn = 0; turn < picks.length; turn++) {
    batch.methods[turn] = methods[picks[turn]];
    batch.paths[turn] = bytes[picks[turn]].toString('latin1');
  }
  return batch;
}

/** Copies a string into one piece, since V8 keeps joined strings as trees. */
export function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

/**
 * Returns the single copy of a string that V8 keeps for keys. A server's methods are such constants
 * too.
 */
function intern(text: string): string {
  return Object.keys({ [text]: true })[0];
}
