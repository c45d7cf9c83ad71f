/** One process of the memory: all contenders in turn. */
import { loadContenders } from '../able.ts';
import type { Figures } from '../form.ts';
import { measureMemory } from '../memory.ts';
import { type BenchTable, generateTable, loadTable, under } from '../tables.ts';

/** The process's result: bytes per route. */
export type MemorySample = Figures;

/** Enough routers to outweigh V8's compiled code, which varies between processes. */
const ROUTERS = 20;

const [name] = process.argv.slice(2);
process.send?.(await measure());

async function measure(): Promise<MemorySample> {
  const figures: Record<string, number> = {};
  for (const contender of await loadContenders()) {
    const tables = Array.from({ length: ROUTERS + 1 }, (_, number) => unlike(number));
    try {
      figures[contender.name] = measureMemory(contender, tables);
    } catch {
      // The lookups report why it can't hold the table.
    }
  }
  return figures;
}

/** A table that shares no string with the others. */
function unlike(number: number): BenchTable {
  const letter = String.fromCharCode(97 + number);
  const size = /^generated-(\d+)$/.exec(name)?.[1];
  if (size !== undefined) return generateTable(Number(size), `m${letter}`);
  return under(`m${letter}`, loadTable(name));
}
