/** A build of waymark, since the benchmark measures the published code. */
import type * as compiledEntry from '../../src/compiled.ts';
import type * as entry from '../../src/index.ts';
import type { Contender } from './contender.ts';
import { asContender } from './waymark.ts';

/** The name of this checkout's build in the report. */
export const OWN = 'waymark';

/** Its name in the report if it starts from a precompiled table. */
export const COMPILED = 'waymark compiled';

/** The folder of this checkout's build. */
export const OWN_DIST = new URL('../../dist/', import.meta.url);

/**
 * Loads the main entry of a build.
 *
 * @param dist the folder of the build
 */
export async function loadBuild(dist: URL = OWN_DIST): Promise<typeof entry> {
  // A computed specifier takes the types from the sources, so they check without a build.
  return import(new URL('index.js', dist).href);
}

/**
 * Loads a build as a contender.
 *
 * @param name its name in the report
 * @param dist the folder of the build
 */
export async function loadWaymark(name: string = OWN, dist: URL = OWN_DIST): Promise<Contender> {
  const { createRouter } = await loadBuild(dist);
  return asContender(name, createRouter);
}

/** Loads this checkout's build as a contender that starts from a compiled table in JSON. */
export async function loadCompiled(): Promise<Contender> {
  const { compileTable } = await loadBuild();
  const { createCompiledRouter, patternMachine }: typeof compiledEntry = await import(
    new URL('compiled.js', OWN_DIST).href
  );
  const prepare = (table: Record<string, string>) =>
    JSON.parse(JSON.stringify(compileTable(table)));
  const create = (table: ReturnType<typeof prepare>) =>
    createCompiledRouter(table, { patternMachine });
  return asContender(COMPILED, create, prepare);
}
