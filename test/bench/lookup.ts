/** How long a lookup takes. */
import type { Lookup } from './contender.ts';
import { type Batch, freshBatch, type Source } from './fresh.ts';
import { createRandom, median, shuffle } from './statistics.ts';

const MAX_BATCH = 5_000;
const MIN_BATCH = 8;
const MIN_ROUNDS = 15;
/** A slow contender gets smaller batches, so that it cannot eat up the others' rounds. */
const BATCH_NS = 4_000_000;
const WARM_UP_MS = 150;
const SINK_SIZE = 64;

type Loop = (find: Lookup, methods: string[], paths: string[], sink: unknown[]) => void;

interface Runner {
  readonly name: string;
  readonly times: number[];
  time(batch: Batch): number;
  size: number;
}

/**
 * Times lookups in rounds, in each of which every contender has one turn, in an order that changes.
 *
 * @param lookups the contenders' lookups, by name
 * @param source the requests
 * @param budgetMs how long the rounds may take altogether
 * @returns nanoseconds per lookup, the median of the rounds, by name
 */
export function timeLookups(
  lookups: ReadonlyMap<string, Lookup>,
  source: Source,
  budgetMs: number,
): Map<string, number> {
  const random = createRandom(lookups.size);
  const runners = [...lookups].map(([name, lookup]) => createRunner(name, lookup));
  for (const runner of runners) warmUp(runner, source, random);

  const end = performance.now() + budgetMs;
  for (let round = 0; round < MIN_ROUNDS || performance.now() < end; round++) {
    for (const { size, time, times } of shuffle(runners, random)) {
      times.push(time(draw(source, size, random)));
    }
  }
  return new Map(runners.map(({ name, times }) => [name, median(times)]));
}

function createRunner(name: string, lookup: Lookup): Runner {
  const loop = createLoop(name);
  const sink = new Array<unknown>(SINK_SIZE).fill(null);
  return {
    name,
    times: [],
    size: MIN_BATCH,
    time({ methods, paths }) {
      const start = process.hrtime.bigint();
      loop(lookup, methods, paths, sink);
      return Number(process.hrtime.bigint() - start) / paths.length;
    },
  };
}

/**
 * A loop of the contender's own: V8 learns about a call by its place in the source, and in a
 * shared loop no lookup could be inlined, as it is where a server has one router. The answers go
 * to a place outside of the loop, so that none can be optimised away.
 */
function createLoop(name: string): Loop {
  const body = `// ${name}
    for (let i = 0; i < paths.length; i++) sink[i & ${SINK_SIZE - 1}] = find(methods[i], paths[i]);`;
  return new Function('find', 'methods', 'paths', 'sink', body) as Loop;
}

/** Runs until V8 has optimised what it will, growing the batch to what the contender can do. */
function warmUp(runner: Runner, source: Source, random: () => number): void {
  const end = performance.now() + WARM_UP_MS;
  do {
    const ns = runner.time(draw(source, runner.size, random));
    const fitting = Math.min(runner.size * 2, Math.floor(BATCH_NS / ns));
    runner.size = Math.max(MIN_BATCH, Math.min(MAX_BATCH, fitting));
  } while (performance.now() < end);
}

function draw(source: Source, size: number, random: () => number): Batch {
  const picks = Array.from({ length: size }, () => Math.floor(random() * source.bytes.length));
  return freshBatch(source, picks);
}
