/** One measurement in a process of its own, so that no table finds code optimised for another. */
import type { Contender, Lookup } from './contender.ts';
import { toSource } from './fresh.ts';
import { timeLookups } from './lookup.ts';
import { measureMemory } from './memory.ts';
import { peers } from './peers.ts';
import type { Figures, Sample } from './sample.ts';
import { timeStartups } from './startup.ts';
import { loadTable } from './tables.ts';
import { findMistakes } from './verify.ts';
import { loadWaymark } from './waymark.ts';

const contenders = [await loadWaymark('waymark'), ...peers];
const [name, budget] = process.argv.slice(2);
process.send?.(await sample());

async function sample(): Promise<Sample> {
  if (name === 'memory') return sampleMemory();
  if (name !== 'urls') return sampleTable(name, Number(budget));
  // Loaded here alone: nothing else in the process may be optimised for other routes.
  const { timeUrls } = await import('./urls.ts');
  return { routes: 0, lookup: {}, startup: {}, memory: {}, urls: timeUrls(), excluded: {} };
}

function sampleMemory(): Sample {
  const memory = Object.fromEntries(contenders.map((each) => [each.name, measureMemory(each)]));
  return { routes: 0, lookup: {}, startup: {}, memory, urls: {}, excluded: {} };
}

function sampleTable(tableName: string, budgetMs: number): Sample {
  const table = loadTable(tableName);
  const lookups = new Map<string, Lookup>();
  const excluded: Record<string, string> = {};
  for (const contender of contenders) {
    const built = buildChecked(contender);
    if (typeof built === 'string') excluded[contender.name] = built;
    else lookups.set(contender.name, built);
  }

  // Startups come last: a lookup is fastest where the process has one router, as a server has.
  const lookup = toFigures(timeLookups(lookups, toSource(table.requests), budgetMs));
  const able = contenders.filter((contender) => lookups.has(contender.name));
  const startup = toFigures(timeStartups(able, table));
  return { routes: table.routes.length, lookup, startup, memory: {}, urls: {}, excluded };

  function buildChecked(contender: Contender): Lookup | string {
    try {
      const built = contender.build(contender.prepare(table.routes));
      return findMistakes(contender, built, table) ?? built;
    } catch (error) {
      return `threw ${error}`;
    }
  }
}

function toFigures(values: ReadonlyMap<string, number>): Figures {
  return Object.fromEntries(values);
}
