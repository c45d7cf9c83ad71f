/** Finds out whether a module defines routes, itself or through the modules that it imports. */
import { isBuiltin } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createJiti } from 'jiti';
import { readImported, specifiersIn } from '../cli/load/imports.ts';
import { mayMatter, readModule } from './module.ts';

/** Finds the path of a module that a file imports; `null` if there is none to read. */
export type Resolver = (from: string, file: string) => string | null;

/**
 * Makes a function that resolves imports: relative ones, packages, and the `paths` of the nearest
 * `tsconfig.json`.
 *
 * @param file the path of a module
 */
export function resolverFor(file: string): Resolver {
  const settings = { fsCache: false, tsconfigPaths: true };
  return (from, parent) => {
    if (from.startsWith('.')) return resolve(dirname(parent), from);
    if (isBuiltin(from) || /^waymark(?:\/|$)/.test(from)) return null;
    try {
      const jiti = createJiti(pathToFileURL(file).href, settings);
      return fileURLToPath(jiti.esmResolve(from, { parentURL: pathToFileURL(parent).href }));
    } catch {
      // The bundler may know more, or report it.
      return null;
    }
  };
}

/**
 * Whether the code of a module, or of one that it imports, calls `Route` to define routes. A call of
 * its functions may then define some. Modules that make a router of their own don't count.
 *
 * @param path the module's path, as an import spells it
 * @param resolver resolves the module's imports
 * @param seen the paths that were looked at
 */
export async function definesRoutes(
  path: string,
  resolver: Resolver,
  seen = new Set<string>(),
): Promise<boolean> {
  if (seen.has(path)) return false;
  seen.add(path);
  const found = await readImported(path);
  if (found === null) return false;
  const { code, file } = found;
  const module = mayMatter(code) ? readModule(code, file) : null;
  if (module !== null && module.routers.length > 0) return false;
  if (module?.isDefining) return true;
  for (const from of specifiersIn(code)) {
    const imported = resolver(from, file);
    // The packages of a module are not the application's own.
    if (imported === null || (!from.startsWith('.') && PACKAGE.test(imported))) continue;
    if (await definesRoutes(imported, resolver, seen)) return true;
  }
  return false;
}

const PACKAGE = /[\\/]node_modules[\\/]/;
