/** Times lookups in rounds, in which each lane has one turn, in changing order. */
import type { Lookup } from './contender.ts';
import { type Batch, freshBatch, type Source } from './fresh.ts';
import type { Picker } from './orders.ts';
import { createRandom, shuffle } from './statistics.ts';

/** The number of answers that a lane keeps: a power of two. */
export const SINK_SIZE = 64;

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
 * @param source the requests
 * @param pick picks the requests of a round
 * @param limits milliseconds to warm up and to measure
 * @returns nanoseconds per lookup, one figure for each round, by name
 */
export function timeRounds(
  lanes: readonly Lane[],
  source: Source,
  pick: Picker,
  limits: { readonly warmUpMs: number; readonly measureMs: number },
): Map<string, number[]> {
  const random = createRandom(lanes.length);
  const start = performance.now();
  const measureFrom = start + limits.warmUpMs;
  const end = measureFrom + limits.measureMs;
  const times = new Map(lanes.map(({ name }): [string, number[]] => [name, []]));
  for (let now = start; now < end; now = performance.now()) {
    const picks = pick();
    for (const lane of shuffle(lanes, random)) {
      const ns = time(lane, freshBatch(source, picks));
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
