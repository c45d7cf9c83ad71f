/** Imports TypeScript and JavaScript, on every version of Node alike. */
import { pathToFileURL } from 'node:url';
import { createJiti } from 'jiti';

/**
 * Makes a function that imports files. Nothing is written to the disk. A file may import by the `paths`
 * of the nearest `tsconfig.json`, as it may under tsx.
 *
 * @param folder where the files are
 * @param cached whether a file that is imported again is what it was; where it is not, a route file
 *   defines its routes again, and files share what they import only below one import
 *
 * @example
 * const { default: routes } = await importerIn(cwd, false)('/app/routes.ts');
 */
export function importerIn(folder: string, cached: boolean): (file: string) => Promise<unknown> {
  const jiti = createJiti(pathToFileURL(`${folder}/`).href, {
    fsCache: false,
    moduleCache: cached,
    interopDefault: false,
    tsconfigPaths: true,
  });
  return (file) => jiti.import(file);
}
