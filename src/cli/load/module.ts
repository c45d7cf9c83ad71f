/** Imports TypeScript and JavaScript, on every version of Node alike. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createJiti, type JitiOptions } from 'jiti';
import type { SourceMaps } from './source-maps.ts';

/**
 * Makes a function that imports files. Nothing is written to the disk. A file may import by the `paths`
 * of the nearest `tsconfig.json`, as it may under tsx.
 *
 * @param folder where the files are
 * @param cached whether a file that is imported again is what it was; if it is not, a route file
 *   defines its routes again, and files share what they import only below one import
 * @param maps gets the source map of each file that is compiled
 *
 * @example
 * const { default: routes } = await importerIn(cwd, false)('/app/routes.ts');
 */
export function importerIn(
  folder: string,
  cached: boolean,
  maps?: SourceMaps,
): (file: string) => Promise<unknown> {
  const any = join(folder, 'any.js');
  const settings: JitiOptions = {
    fsCache: false,
    moduleCache: cached,
    interopDefault: false,
    sourceMaps: maps !== undefined,
  };
  const compiler = createJiti(any, settings);
  const importer = (at: string, tsconfigPaths: boolean) =>
    createJiti(pathToFileURL(at).href, {
      ...settings,
      tsconfigPaths,
      ...(maps !== undefined && {
        transform(options) {
          const code = compiler.transform(options);
          maps.add(String(options.filename), code);
          return { code };
        },
      }),
    });
  const plain = importer(any, false);
  const importerOf = (file: string) => {
    try {
      return importer(file, true);
    } catch {
      // The nearest tsconfig.json extends one that is not installed.
      return plain;
    }
  };
  const evaluation = { filename: any, async: true, forceTranspile: true };
  return async (file) => {
    await maps?.measure((code) => compiler.evalModule(code, evaluation));
    return importerOf(file).import(file);
  };
}
