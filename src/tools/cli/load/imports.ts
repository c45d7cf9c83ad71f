/** Follows the imports of modules, as far as their texts show them. */
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { SOURCES } from './route-file.ts';

/** The path in an import, or in an export from another module. */
const IMPORTED = /\b(?:from|import|require)\s*(?:\(\s*(?:\/\*[^*]*\*\/\s*)*)?['"`]([^'"`]+)['"`]/g;

/** The endings of modules. An import may leave them out, or name the compiled file. */
const ENDINGS = ['', '/index'].flatMap((place) =>
  [...SOURCES, '.tsx', '.jsx'].map((ending) => place + ending),
);

export interface ImportedFile {
  readonly file: string;
  readonly code: string;
}

function specifiersIn(code: string): string[] {
  return Array.from(code.matchAll(IMPORTED), ([, from]) => from);
}

/** Reads the file that an import names; `null` if there is none. */
export async function readImported(path: string): Promise<ImportedFile | null> {
  const bare = path.replace(/\.[cm]?jsx?$/, '');
  for (const file of [path, ...ENDINGS.map((ending) => bare + ending)]) {
    const code = await readFile(file, 'utf8').catch(() => null);
    if (code !== null) return { file, code };
  }
  return null;
}

/** Adds the files that the given ones import by relative paths, directly or indirectly. */
export async function withImports(files: Iterable<string>, text?: string): Promise<string[]> {
  const found = new Set(files);
  const [first] = found;
  for (const path of found) {
    const given = path === first ? text : undefined;
    const code = given ?? (await readFile(path, 'utf8').catch(() => ''));
    for (const from of specifiersIn(code)) {
      if (!from.startsWith('.')) continue;
      const target = resolve(dirname(path), from);
      found.add((await readImported(target))?.file ?? target);
    }
  }
  return [...found];
}
