/** A build of waymark: what is published is what is measured. */
import { pathToFileURL } from 'node:url';
import type * as compiledEntry from '../../src/compiled.ts';
import type * as entry from '../../src/index.ts';
import type { Contender } from './contender.ts';
import { asContender } from './waymark.ts';

/** What the report calls this checkout's build. */
export const OWN = 'waymark';

/** Its name in the report if it starts from a table that was compiled ahead of time. */
export const COMPILED = 'waymark compiled';

/** The folder of this checkout's build. */
export const OWN_DIST = new URL('../../dist/', import.meta.url);

/**
 * Loads the main entry of a build.
 *
 * @param dist the folder of the build
 */
export async function loadBuild(dist: URL = OWN_DIST): Promise<typeof entry> {
  // A computed specifier, so that the types come from the sources and can be checked before anything
  // was built.
  return import(new URL('index.js', dist).href);
}

/**
 * Loads a build as a contender.
 *
 * @param name what the report calls it
 * @param dist the folder of the build
 */
export async function loadWaymark(name: string = OWN, dist: URL = OWN_DIST): Promise<Contender> {
  const { createRouter } = await loadBuild(dist);
  return asContender(name, createRouter);
}

/** Loads this checkout's build as a contender that starts from a compiled table, read from JSON. */
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

/** A folder's path as the URL that the functions here take. */
export function toFolderUrl(path: string): URL {
  return pathToFileURL(`${path}/`);
}
