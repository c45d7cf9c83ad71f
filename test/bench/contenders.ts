/** The contenders by name, each from the published code, and the check of their answers. */

import type * as entry from '../../src/index.ts';
import type * as internalEntry from '../../src/internal.ts';
import { asContender, type Contender, type Lookup, PEERS } from './routers.ts';
import type { BenchTable } from './tables.ts';

/** The name of this checkout's build in the report. */
export const OWN = 'waymark';

/** Its name in the report if it starts from a precompiled table. */
export const COMPILED = 'waymark compiled';

const names = PEERS.map(({ name }) => name);

/** Every contender, waymark first: the order of the report's columns. */
export const CONTENDERS: readonly string[] = [OWN, ...names];

/** Every contender of the start, waymark first. */
export const STARTERS: readonly string[] = [OWN, COMPILED, ...names];

/** The peers that generate no code. */
export const PLAIN_PEERS = PEERS.flatMap((peer) => (peer.generatesCode ? [] : [peer.name]));

/** The folder of this checkout's build. */
export const OWN_DIST = new URL('../../dist/', import.meta.url);

/** Loads the main entry of a build, given its folder. */
export async function loadBuild(dist: URL = OWN_DIST): Promise<typeof entry> {
  // A computed specifier takes the types from the sources, so they check without a build.
  return import(new URL('index.js', dist).href);
}

/** Loads a build as a contender, given its name in the report and its folder. */
export async function loadWaymark(name: string = OWN, dist: URL = OWN_DIST): Promise<Contender> {
  const { createRouter } = await loadBuild(dist);
  return asContender(name, createRouter);
}

/** Loads all of {@link CONTENDERS}. */
export async function loadContenders(): Promise<Contender[]> {
  return [await loadWaymark(), ...PEERS];
}

/** Loads all of {@link STARTERS}. One of them is waymark from a compiled table in JSON. */
export async function loadStarters(): Promise<Contender[]> {
  const { writeCompiledTable, loadRouter, readProgram }: typeof internalEntry = await import(
    new URL('internal.js', OWN_DIST).href
  );
  const prepare = (table: Record<string, string>) =>
    JSON.parse(JSON.stringify(writeCompiledTable(table, {}, () => 0)));
  const create = (table: ReturnType<typeof prepare>) =>
    loadRouter(table, [], { machine: readProgram });
  return [await loadWaymark(), asContender(COMPILED, create, prepare), ...PEERS];
}

/** Routers that answer all of a table's requests correctly, and the reasons why others don't. */
export interface Able {
  readonly lookups: readonly { readonly contender: Contender; readonly find: Lookup }[];
  readonly missing: Readonly<Record<string, string>>;
}

/** Builds each contender's router once, and verifies all its answers. */
export function buildAll(contenders: readonly Contender[], table: BenchTable): Able {
  const lookups: { contender: Contender; find: Lookup }[] = [];
  const missing: Record<string, string> = {};
  for (const contender of contenders) {
    try {
      const find = contender.build(contender.prepare(table.routes));
      const mistakes = findMistakes(contender, find, table);
      if (mistakes === null) lookups.push({ contender, find });
      else missing[contender.name] = mistakes;
    } catch (error) {
      const [line] = String(error).split('\n');
      missing[contender.name] = `throws ${line.length > 100 ? `${line.slice(0, 100)}…` : line}`;
    }
  }
  return { lookups, missing };
}

/**
 * Asks every request of a table once.
 *
 * @returns the first mistake, or `null` if every answer names the expected route
 */
export function findMistakes(
  { indexOf }: Contender,
  lookup: Lookup,
  { routes, requests }: BenchTable,
): string | null {
  const mistakes = requests.flatMap(({ method, path, expected }) => {
    const index = indexOf(lookup(method, path), method);
    const got = index === undefined ? 'nothing' : (routes[index]?.path ?? `route ${index}`);
    const mistake = `${method} ${path} gave ${got} instead of ${routes[expected].path}`;
    return index === expected ? [] : [mistake];
  });
  const more = mistakes.length > 1 ? ` (and ${mistakes.length - 1} more)` : '';
  return mistakes.length === 0 ? null : `${mistakes[0]}${more}`;
}
