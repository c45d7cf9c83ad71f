/** The contenders by name, each from the published code: waymark's is in `dist`. */
import type * as compiledEntry from '../../src/compiled.ts';
import type * as entry from '../../src/index.ts';
import type { Contender } from './contender.ts';
import * as routers from './routers.ts';

/** The name of this checkout's build in the report. */
export const OWN = 'waymark';

/** Its name in the report if it starts from a precompiled table. */
export const COMPILED = 'waymark compiled';

/** The other routers: code generators come last. */
const peers: readonly Contender[] = [
  routers.memoirist,
  routers.medley,
  routers.koaTreeRouter,
  routers.hono,
  routers.findMyWay,
  routers.rou3,
  routers.rou3Compiled,
  routers.wint,
];

const peerNames = peers.map(({ name }) => name);

/** Every contender, waymark first: the order of the report's columns. */
export const CONTENDERS: readonly string[] = [OWN, ...peerNames];

/** Every contender of the start, waymark first. */
export const STARTERS: readonly string[] = [OWN, COMPILED, ...peerNames];

/** The peers that generate no code. */
export const PLAIN_PEERS: readonly string[] = peers
  .filter(({ generatesCode }) => !generatesCode)
  .map(({ name }) => name);

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
  return routers.asContender(name, createRouter);
}

/** Loads all of {@link CONTENDERS}. */
export async function loadContenders(): Promise<Contender[]> {
  return [await loadWaymark(), ...peers];
}

/** Loads all of {@link STARTERS}. */
export async function loadStarters(): Promise<Contender[]> {
  return [await loadWaymark(), await loadCompiled(), ...peers];
}

/** Loads this checkout's build as a contender that starts from a compiled table in JSON. */
async function loadCompiled(): Promise<Contender> {
  const { compileTable } = await loadBuild();
  const { createCompiledRouter, patternMachine }: typeof compiledEntry = await import(
    new URL('compiled.js', OWN_DIST).href
  );
  const prepare = (table: Record<string, string>) =>
    JSON.parse(JSON.stringify(compileTable(table)));
  const create = (table: ReturnType<typeof prepare>) =>
    createCompiledRouter(table, { patternMachine });
  return routers.asContender(COMPILED, create, prepare);
}
