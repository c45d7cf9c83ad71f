/** Follows the imports of modules, as far as their texts show them. */
import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { SOURCES } from './route-file.ts';

/** The path in an import, or in an export from another module. */
const IMPORTED = /\b(?:from|import|require)\s*(?:\(\s*(?:\/\*[^*]*\*\/\s*)*)?['"`]([^'"`]+)['"`]/g;

/** The endings of modules. An import may leave them out, or name the compiled file. */
const ENDINGS = ['', '/index'].flatMap((place) =>
  [...SOURCES, '.tsx', '.jsx'].map((ending) => place + ending),
);

/** The file that an import names, from its path as the import spells it; that path if there is none. */
async function fileOf(path: string): Promise<string> {
  const bare = path.replace(/\.[cm]?jsx?$/, '');
  for (const file of [path, ...ENDINGS.map((ending) => bare + ending)]) {
    const found = await stat(file).catch(() => null);
    if (found?.isFile()) return file;
  }
  return path;
}

/** Adds the files that the given ones import by relative paths, directly or indirectly. */
export async function withImports(files: Iterable<string>, text?: string): Promise<string[]> {
  const found = new Set(files);
  const [first] = found;
  for (const path of found) {
    const given = path === first ? text : undefined;
    const code = given ?? (await readFile(path, 'utf8').catch(() => ''));
    for (const [, from] of code.matchAll(IMPORTED)) {
      if (from.startsWith('.')) found.add(await fileOf(resolve(dirname(path), from)));
    }
  }
  return [...found];
}
