/** What a measuring process hands back, and how several of them become one. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { median } from './statistics.ts';

/** One figure for each contender that could be measured, by name. */
export type Figures = Readonly<Record<string, number>>;

/** The figures of one table, or those of memory or of URLs. */
export interface Sample {
  /** How many routes the table has. */
  readonly routes: number;
  /** Nanoseconds per lookup. */
  readonly lookup: Figures;
  /** Microseconds from the table to the first answer. */
  readonly startup: Figures;
  /** Bytes per route. */
  readonly memory: Figures;
  /** Nanoseconds per URL. */
  readonly urls: Figures;
  /** Why a contender has no figures. */
  readonly excluded: Readonly<Record<string, string>>;
}

/**
 * Measures in fresh processes, one after the other, and takes the median of each figure: what V8
 * decides to optimise differs from process to process.
 *
 * @param name a table's name, `memory` or `urls`
 * @param options how many processes, and how long each may time lookups
 * @throws {Error} where a process ends without a result
 */
export async function measureInProcesses(
  name: string,
  { processes, budgetMs }: { processes: number; budgetMs: number },
): Promise<Sample> {
  const samples: Sample[] = [];
  for (let turn = 0; turn < processes; turn++) samples.push(await measureOnce(name, budgetMs));
  return {
    routes: samples[0].routes,
    lookup: medians(samples.map(({ lookup }) => lookup)),
    startup: medians(samples.map(({ startup }) => startup)),
    memory: medians(samples.map(({ memory }) => memory)),
    urls: medians(samples.map(({ urls }) => urls)),
    excluded: Object.assign({}, ...samples.map(({ excluded }) => excluded)),
  };
}

async function measureOnce(name: string, budgetMs: number): Promise<Sample> {
  // A fork inherits this process's flags, among them --expose-gc and the TypeScript loader.
  const child = fork(new URL('measure.ts', import.meta.url), [name, String(budgetMs)]);
  let sample: Sample | undefined;
  child.once('message', (message) => {
    sample = message as Sample;
  });
  const [code] = await once(child, 'exit');
  if (sample === undefined) throw new Error(`Measuring ${name} ended with code ${code}.`);
  return sample;
}

function medians(all: readonly Figures[]): Figures {
  const names = new Set(all.flatMap((figures) => Object.keys(figures)));
  return Object.fromEntries(
    [...names].map((name) => {
      const values = all.map((figures) => figures[name]).filter((value) => value !== undefined);
      return [name, median(values)];
    }),
  );
}
