/** Finds out whether a module defines routes, itself or through the modules that it imports. */
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { mayMatter, readModule } from './module.ts';

/** The relative path in an import, or in an export from another module. */
const RELATIVE = /\b(?:from|import)\s*(?:\(\s*)?['"](\.[^'"]*)['"]/g;

/** The endings of modules. An import may leave them out, or name the compiled file. */
const ENDINGS = ['.ts', '.tsx', '.mts', '.js', '.jsx', '.mjs', '/index.ts', '/index.js'];

/**
 * Whether the code of a module, or of one that it imports by a relative path, calls `Route` to
 * define routes. A call of its functions may then define some. Modules that make a router of their
 * own don't count.
 *
 * @param path the module's path, as an import spells it
 * @param seen the paths that were looked at
 */
export async function definesRoutes(path: string, seen = new Set<string>()): Promise<boolean> {
  if (seen.has(path)) return false;
  seen.add(path);
  const found = await readAny(path);
  if (found === null) return false;
  const module = mayMatter(found.code) ? readModule(found.code, found.file) : null;
  if (module !== null && module.routers.length > 0) return false;
  if (module?.isDefining) return true;
  for (const imported of importsOf(found.code, found.file)) {
    if (await definesRoutes(imported, seen)) return true;
  }
  return false;
}

/**
 * Lists the paths of the modules that a module imports by relative paths, as far as its text shows.
 *
 * @param code its text
 * @param file its path
 */
export function importsOf(code: string, file: string): string[] {
  return Array.from(code.matchAll(RELATIVE), ([, from]) => resolve(dirname(file), from));
}

async function readAny(path: string): Promise<{ file: string; code: string } | null> {
  const bare = path.replace(/\.[cm]?jsx?$/, '');
  for (const file of [path, ...ENDINGS.map((ending) => bare + ending)]) {
    const code = await readFile(file, 'utf8').catch(() => null);
    if (code !== null) return { file, code };
  }
  return null;
}
