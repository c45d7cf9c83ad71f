/** A build of waymark: what is published is what is measured. */
import { pathToFileURL } from 'node:url';
import type * as entry from '../../src/index.ts';
import type { Contender } from './contender.ts';
import { asContender } from './waymark.ts';

/** What the report calls this checkout's build. */
export const OWN = 'waymark';

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

/** A folder's path as the URL that the functions here take. */
export function toFolderUrl(path: string): URL {
  return pathToFileURL(`${path}/`);
}
