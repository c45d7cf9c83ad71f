/** Finds the route files of modules. */
import { byRoot, type Files, type IndexedFile, indexSources, ROOTS } from '../hmvc/files.ts';

const ROUTES = /^modules\/([^/]+)\/config\/routes$/s;

/** The route files with their modules, sorted by root and name, however they are listed. */
export function routeFiles(
  files: Files,
  roots: readonly string[] | null | undefined,
): [string, IndexedFile][] {
  const found = Array.from(indexSources(files, roots ?? ROOTS)).flatMap(([name, file]) => {
    const module = ROUTES.exec(name)?.[1];
    return module === undefined ? [] : [[module, file] as [string, IndexedFile]]; // the cast: a pair, not a list
  });
  return byRoot(
    found.sort(([one], [other]) => (one < other ? -1 : 1)),
    ([, { root }]) => root,
  );
}
