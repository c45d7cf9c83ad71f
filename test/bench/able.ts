/** Finds the contenders that can hold a table. */
import { loadCompiled, loadWaymark } from './build.ts';
import type { Contender, Lookup } from './contender.ts';
import { peers } from './peers.ts';
import type { BenchTable } from './tables.ts';
import { findMistakes } from './verify.ts';

/** Routers that answer all of a table's requests correctly, and the reasons why others don't. */
export interface Able {
  readonly lookups: readonly { readonly contender: Contender; readonly find: Lookup }[];
  readonly missing: Readonly<Record<string, string>>;
}

/** waymark and its peers, in the order of the report's columns. */
export async function loadContenders(): Promise<Contender[]> {
  return [await loadWaymark(), ...peers];
}

/** The contenders, with waymark also starting from a compiled table. */
export async function loadStarters(): Promise<Contender[]> {
  return [await loadWaymark(), await loadCompiled(), ...peers];
}

/** Builds each contender's router once, and verifies all its answers. */
export function buildAll(contenders: readonly Contender[], table: BenchTable): Able {
  const lookups: { contender: Contender; find: Lookup }[] = [];
  const missing: Record<string, string> = {};
  for (const contender of contenders) {
    const built = buildChecked(contender, table);
    if (typeof built === 'string') missing[contender.name] = built;
    else lookups.push({ contender, find: built });
  }
  return { lookups, missing };
}

function buildChecked(contender: Contender, table: BenchTable): Lookup | string {
  try {
    const built = contender.build(contender.prepare(table.routes));
    return findMistakes(contender, built, table) ?? built;
  } catch (error) {
    return `throws ${error instanceof Error ? error.name : 'something'}: ${shorten(error)}`;
  }
}

function shorten(error: unknown): string {
  const [first] = (error instanceof Error ? error.message : String(error)).split('\n');
  return first.length > 90 ? `${first.slice(0, 90)}…` : first;
}
