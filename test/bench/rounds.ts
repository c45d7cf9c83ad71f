/** Times lookups in rounds, in which each lane has one turn, and sums up figures. */
import type { Lookup } from './routers.ts';

/** One figure for each measured contender, by name. */
export type Figures = Readonly<Record<string, number>>;

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
 * Times lanes, which get the same requests in a round, each in its own strings.
 *
 * @returns nanoseconds per lookup, for each round
 */
export function timeRounds(
  lanes: readonly Lane[],
  requests: readonly { readonly method: string; readonly path: string }[],
  order: Order,
  limits: { readonly warmUpMs: number; readonly measureMs: number },
): Figures[] {
  const methods = requests.map(({ method }) => intern(method));
  const bytes = requests.map(({ path }) => Buffer.from(path, 'latin1'));
  const pick = createPicker(order, requests.length);
  const random = createRandom(lanes.length);
  const measureFrom = performance.now() + limits.warmUpMs;
  const end = measureFrom + limits.measureMs;
  const rounds: Figures[] = [];
  for (let now = performance.now(); now < end; now = performance.now()) {
    const picks = pick();
    const times = takeTurns(lanes, random, (lane) => {
      const batch = freshBatch(methods, bytes, picks);
      return nanoseconds(() => lane.run(batch)) / BATCH;
    });
    if (now >= measureFrom) rounds.push(times);
  }
  return rounds;
}

/** Times each of several contenders once, in random order. */
export function takeTurns<T extends { readonly name: string }>(
  all: readonly T[],
  random: () => number,
  time: (each: T) => number,
): Figures {
  return Object.fromEntries(shuffle(all, random).map((each) => [each.name, time(each)]));
}

/** The time that a function takes. */
export function nanoseconds(run: () => unknown): number {
  const start = process.hrtime.bigint();
  run();
  return Number(process.hrtime.bigint() - start);
}

/**
 * Creates a function that picks the next batch: random requests, or each in turn, continuing after
 * the previous batch.
 */
export function createPicker(order: Order, requests: number): () => number[] {
  const random = createRandom(requests);
  let next = 0;
  const pick = () => (order === 'random' ? Math.floor(random() * requests) : next++ % requests);
  return () => Array.from({ length: BATCH }, pick);
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

/** The single copy of a string that V8 keeps for keys: a server's methods are constants too. */
function intern(text: string): string {
  return Object.keys({ [text]: true })[0];
}

/** The middle value, or the mean of the two middle ones; `NaN` for no values. */
export function median(values: readonly number[]): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The median of each figure, ignoring the rounds that lack it. */
export function medians(rounds: readonly Figures[]): Figures {
  const names = [...new Set(rounds.flatMap((figures) => Object.keys(figures)))];
  return Object.fromEntries(
    names.map((name) => {
      const values = rounds.map((figures) => figures[name]).filter((value) => value !== undefined);
      return [name, median(values)];
    }),
  );
}

/** The mean for ratios: twice as fast and half as fast average to 1. `NaN` for no values. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** A repeatable `Math.random`, so that every run asks for the same requests. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // Numerical Recipes' linear congruential generator.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A shuffled copy (Fisher and Yates). */
export function shuffle<T>(values: readonly T[], random: () => number): T[] {
  const copy = [...values];
  for (let last = copy.length - 1; last > 0; last--) {
    const pick = Math.floor(random() * (last + 1));
    [copy[last], copy[pick]] = [copy[pick], copy[last]];
  }
  return copy;
}

/** The values from the one at `start`, round to the one before it. */
export function rotate<T>(values: readonly T[], start: number): T[] {
  const place = start % values.length;
  return [...values.slice(place), ...values.slice(0, place)];
}
