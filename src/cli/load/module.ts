/** Imports TypeScript and JavaScript, on every version of Node alike. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createJiti } from 'jiti';

/**
 * Makes a function that imports files. Nothing is written to the disk. A file may import by the `paths`
 * of the nearest `tsconfig.json`, as it may under tsx.
 *
 * @param folder where the files are
 * @param cached whether a file that is imported again is what it was; if it is not, a route file
 *   defines its routes again, and files share what they import only below one import
 *
 * @example
 * const { default: routes } = await importerIn(cwd, false)('/app/routes.ts');
 */
export function importerIn(folder: string, cached: boolean): (file: string) => Promise<unknown> {
  const importer = (at: string, tsconfigPaths: boolean) =>
    createJiti(pathToFileURL(at).href, {
      fsCache: false,
      moduleCache: cached,
      interopDefault: false,
      tsconfigPaths,
    });
  const plain = importer(join(folder, 'any.js'), false);
  const importerOf = (file: string) => {
    try {
      return importer(file, true);
    } catch {
      // The nearest tsconfig.json extends one that is not installed.
      return plain;
    }
  };
  return (file) => importerOf(file).import(file);
}
